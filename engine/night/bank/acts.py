"""Chips on credit or for money, chips handed back or passed on, counts, early payments."""

from typing import Annotated

import msgspec

from engine.acts import Command, Consequence
from engine.ids import Name, PlayerId
from engine.money import Cents, Chips, SomeCents, SomeChips
from engine.registry import bounded, drawn, stored_as


@bounded("chips")
@stored_as("loan_given")
class GiveLoan(Command, frozen=True, kw_only=True, tag="give_loan"):
    """Chips on credit; `cents` (chips times unit) is filled in by the rules."""

    player: PlayerId
    chips: SomeChips
    cents: SomeCents | None = None
    initial: bool = False


@stored_as("chips_bought")
class BuyChips(Command, frozen=True, kw_only=True, tag="buy_chips"):
    """Chips for money; `cents` (chips times unit) is filled in by the rules."""

    player: PlayerId
    chips: SomeChips
    cents: SomeCents | None = None


@stored_as("chips_cashed_out")
class CashOut(Command, frozen=True, kw_only=True, tag="cash_out"):
    """Chips handed back to the box: written to the player's account, or paid in money with `paid`.

    A negative number takes the loss of a banker who plays from the box out of their account; only the close does that.
    """

    player: PlayerId
    chips: Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
    cents: Cents | None = None
    paid: bool = False


@stored_as("chips_transferred")
class TransferChips(Command, frozen=True, kw_only=True, tag="transfer_chips"):
    """Chips passed from one player to another outside a pot."""

    payer: PlayerId
    payee: PlayerId
    chips: SomeChips


class Pieces(msgspec.Struct, frozen=True, gc=False):
    """So many chips of one denomination."""

    denomination: Name
    pieces: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


@stored_as("chips_counted")
class CountChips(Command, frozen=True, kw_only=True, tag="count_chips"):
    """Chips counted in front of a player, as a number or by denomination (`chips` is then filled in).

    Counting again replaces the earlier count. A banker who plays from the box counts the box.
    """

    player: PlayerId
    chips: Chips | None = None
    pieces: Annotated[tuple[Pieces, ...], msgspec.Meta(max_length=20)] = ()


@stored_as("money_paid_in")
class PayIn(Command, frozen=True, kw_only=True, tag="pay_in"):
    """A player pays money on their account before the night is settled."""

    player: PlayerId
    cents: SomeCents


@stored_as("money_paid_out")
class PayOut(Command, frozen=True, kw_only=True, tag="pay_out"):
    """The bank pays a player money from their account before the night is settled."""

    player: PlayerId
    cents: SomeCents


@drawn
class CountDiffers(Consequence, frozen=True, kw_only=True, tag="count_differs"):
    """A count that was just made differs from the book; until the close it may be made again."""

    player: PlayerId
    book: int
    counted: int
