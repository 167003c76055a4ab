"""The fee that the house takes for its kitty, and what each pays of it."""

import msgspec

from engine.acts import Consequence
from engine.ids import Name, PlayerId
from engine.money import Chips, SomeCents
from engine.registry import consequence


class FeeShare(msgspec.Struct, frozen=True, gc=False):
    """The cents of a fee that one person pays. `chips` are taken from their stack for all of it; 0: they owe it."""

    player: PlayerId
    cents: SomeCents
    chips: Chips = 0


@consequence
class FeeCharged(Consequence, frozen=True, kw_only=True, tag="fee_charged"):
    """The house takes its fee for a purpose into the kitty, after a hand or at the close. The bank changes chips at once."""

    purpose: Name
    shares: tuple[FeeShare, ...]
    rule: str = "house/fee"
