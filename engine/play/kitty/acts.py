"""The kitty: chips paid into it from pots, and each player's part of it at the close."""

import msgspec

from engine.acts import Consequence
from engine.game.definition import Kitty
from engine.ids import PlayerId
from engine.money import Cents, Chips
from engine.registry import consequence, levies


@levies(Kitty)
@consequence
class PaidToKitty(Consequence, frozen=True, kw_only=True, tag="paid_to_kitty"):
    """`chips` of this hand's pots have gone into the kitty, before the winners shared the rest."""

    chips: Chips
    rule: str = "all/kitty"


class KittyShare(msgspec.Struct, frozen=True, gc=False):
    """One player's part of the kitty: `chips`, and their worth in `cents`, which goes to the player's account."""

    player: PlayerId
    chips: Chips
    cents: Cents


@consequence
class KittyShared(Consequence, frozen=True, kw_only=True, tag="kitty_shared"):
    """The night is closed and the kitty is shared out; players who get no chip of it are left out."""

    shares: tuple[KittyShare, ...]
    rule: str = "all/kitty-odd-chips-left-of-banker"
