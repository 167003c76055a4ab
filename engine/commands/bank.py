"""The bank: chips on credit or for money, chips handed back or passed on, counts, the gap, early payments."""

from typing import Annotated, Literal

import msgspec

from engine.commands.base import Command
from engine.ids import AnyPlayerId, Name, PlayerId, Text
from engine.money import Cents, Chips, SomeCents, SomeChips


class GiveLoan(Command, frozen=True, kw_only=True, tag="give_loan"):
    """Chips on credit; `cents` (chips times unit) is filled in by the rules."""

    player: PlayerId
    chips: SomeChips
    cents: SomeCents | None = None
    initial: bool = False


class BuyChips(Command, frozen=True, kw_only=True, tag="buy_chips"):
    """Chips for money; `cents` (chips times unit) is filled in by the rules."""

    player: PlayerId
    chips: SomeChips
    cents: SomeCents | None = None


class CashOut(Command, frozen=True, kw_only=True, tag="cash_out"):
    """Chips handed back to the box: written to the player's account, or paid in money with `paid`.

    A negative number takes the loss of a banker who plays from the box out of their account; only the close does that.
    """

    player: PlayerId
    chips: Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
    cents: Cents | None = None
    paid: bool = False


class TransferChips(Command, frozen=True, kw_only=True, tag="transfer_chips"):
    """Chips passed from one player to another outside a pot."""

    payer: PlayerId
    payee: PlayerId
    chips: SomeChips


class Pieces(msgspec.Struct, frozen=True, gc=False):
    """So many chips of one denomination."""

    denomination: Name
    pieces: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class CountChips(Command, frozen=True, kw_only=True, tag="count_chips"):
    """Chips counted in front of a player, as a number or by denomination (`chips` is then filled in).

    Counting again replaces the earlier count. A banker who plays from the box counts the box.
    """

    player: PlayerId
    chips: Chips | None = None
    pieces: Annotated[tuple[Pieces, ...], msgspec.Meta(max_length=20)] = ()


class Charge(msgspec.Struct, frozen=True, gc=False):
    """What one player's account gains (or, negative, loses) by the resolution of the gap, in cents."""

    player: PlayerId
    cents: Cents


class ResolveGap(Command, frozen=True, kw_only=True, tag="resolve_gap"):
    """Who bears the difference between count and book; `charges` is filled in by the rules.

    Chips missing at the count are value somebody still has coming, chips over are value somebody must give up.
    """

    by: Literal["banker", "player", "winners", "losers", "all"]
    player: AnyPlayerId | None = None
    charges: Annotated[tuple[Charge, ...], msgspec.Meta(max_length=60)] | None = None
    reason: Text = ""


class PayIn(Command, frozen=True, kw_only=True, tag="pay_in"):
    """A player pays money on their account before the night is settled."""

    player: PlayerId
    cents: SomeCents


class PayOut(Command, frozen=True, kw_only=True, tag="pay_out"):
    """The bank pays a player money from their account before the night is settled."""

    player: PlayerId
    cents: SomeCents
