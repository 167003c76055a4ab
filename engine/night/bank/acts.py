"""The acts of the bank: loans, buy-ins, cash-outs, transfers, counts, early payments; and the bank that changes hands."""

from typing import Annotated

import msgspec

from engine.acts import Command, Consequence, FilledIn, RequestNumber
from engine.ids import CountSaid, Name, PlayerId
from engine.money import CENTS_MOST, Cents, Chips, SomeCents, SomeChips
from engine.registry import after_play, bounded, consequence, listed_as, number_called, rests_on, stored_as
from engine.speech import to_say


@number_called(to_say("Chips on credit"))
@rests_on("house/loan")
@listed_as("lend")
@bounded("chips")
@stored_as("loan_given")
class GiveLoan(Command, frozen=True, kw_only=True, tag="give_loan"):
    """Chips on credit; the rules fill in `cents`, chips times unit, and `request`, the number of what the player asked for.

    `earlier`: what the player owes from earlier nights, where the house asks for that before it lends; the book fills it in.
    """

    player: PlayerId
    chips: SomeChips
    cents: SomeCents | None = None
    initial: FilledIn[bool] = False
    request: FilledIn[RequestNumber | None] = None
    earlier: FilledIn[Annotated[int, msgspec.Meta(ge=0, le=CENTS_MOST)]] = 0


@number_called(to_say("Chips for money"))
@rests_on("house/sale")
@stored_as("chips_bought")
class BuyChips(Command, frozen=True, kw_only=True, tag="buy_chips"):
    """Chips for money; the rules fill in `cents`, chips times unit, and `request`, the number of what the player asked for."""

    player: PlayerId
    chips: SomeChips
    cents: SomeCents | None = None
    request: FilledIn[RequestNumber | None] = None


@number_called(to_say("Hands chips back"))
@rests_on("house/sale")
@stored_as("chips_cashed_out")
class CashOut(Command, frozen=True, kw_only=True, tag="cash_out"):
    """Chips handed back to the box: credited to the player's account or, with `paid`, paid in money.

    A negative number charges the loss of a banker who plays from the box to their account; only the close does that.
    """

    player: PlayerId
    chips: Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
    cents: Cents | None = None
    paid: bool = False


@number_called(to_say("Gives chips to another"))
@rests_on("table/transfer")
@stored_as("chips_transferred")
class TransferChips(Command, frozen=True, kw_only=True, tag="transfer_chips"):
    """Chips passed from one player to another outside a pot."""

    payer: PlayerId
    payee: PlayerId
    chips: SomeChips


@number_called(to_say("Pays money in"))
@rests_on("house/cash")
@stored_as("money_paid_in")
class PayIn(Command, frozen=True, kw_only=True, tag="pay_in"):
    """A player pays money on their account before the night is settled."""

    player: PlayerId
    cents: SomeCents


@number_called(to_say("Gets money"))
@rests_on("house/cash")
@stored_as("money_paid_out")
class PayOut(Command, frozen=True, kw_only=True, tag="pay_out"):
    """The bank pays a player money from their account before the night is settled."""

    player: PlayerId
    cents: SomeCents


class Pieces(msgspec.Struct, frozen=True, gc=False):
    """The number of chips of one denomination."""

    denomination: Name
    pieces: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


@number_called(to_say("Counted"))
@after_play
@stored_as("chips_counted")
class CountChips(Command, frozen=True, kw_only=True, tag="count_chips"):
    """Chips counted in front of a player, as a number or by denomination; the rules then fill in `chips`.

    A new count replaces the earlier one. A banker who plays from the box counts the box. `said`: the count as it was
    said, where it names denominations that the box does not have. `request`: the number under which the player said their
    own count, which is over now; the rules fill it in.
    """

    player: PlayerId
    chips: Chips | None = None
    pieces: Annotated[tuple[Pieces, ...], msgspec.Meta(max_length=20)] = ()
    said: CountSaid = ""
    request: FilledIn[RequestNumber | None] = None


@consequence
class CountDiffers(Consequence, frozen=True, kw_only=True, tag="count_differs"):
    """A count just made differs from the book; it may be made again until the close."""

    player: PlayerId
    book: int
    counted: int


Money = Annotated[int, msgspec.Meta(ge=0, le=CENTS_MOST)]


@stored_as("bank_passed")
class PassBank(Command, frozen=True, kw_only=True, tag="pass_bank"):
    """The bank passes to another player, between hands.

    `chips` or `pieces`: what was counted in the box, if it was declared at the opening; `said`: as in a count. `till`: the
    money counted in it, in cents. The rules fill in `banker`, who hands it over.
    """

    to: PlayerId
    chips: Chips | None = None
    pieces: Annotated[tuple[Pieces, ...], msgspec.Meta(max_length=20)] = ()
    said: CountSaid = ""
    till: Money | None = None
    banker: PlayerId | None = None


@rests_on("house/handover")
@consequence
class BoxGapFound(Consequence, frozen=True, kw_only=True, tag="box_gap_found"):
    """The box that the banker hands over holds `counted` chips and not `book`; the banker is charged `cents` for it.

    Cents are negative for chips over, which are credited.
    """

    banker: PlayerId
    book: int
    counted: int
    cents: int


@rests_on("house/handover")
@consequence
class TillGapFound(Consequence, frozen=True, kw_only=True, tag="till_gap_found"):
    """The till that the banker hands over holds `counted` cents and not `book`; the difference is theirs."""

    banker: PlayerId
    book: int
    counted: int


@rests_on("house/handover")
@consequence
class RuledChipsCharged(Consequence, frozen=True, kw_only=True, tag="ruled_chips_charged"):
    """What rulings gave out of the box while the banker kept it, in cents; it stays theirs when the bank passes on."""

    banker: PlayerId
    cents: int


@consequence
class BankTaken(Consequence, frozen=True, kw_only=True, tag="bank_taken"):
    """The bank is kept by `banker` from here on, with these chips in the box (None without an inventory) and this till."""

    banker: PlayerId
    chips: int | None = None
    till: int = 0
