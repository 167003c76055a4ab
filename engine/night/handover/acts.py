"""The bank changes hands during a night: box and till are counted, and somebody else keeps them from then on."""

from typing import Annotated

import msgspec

from engine.acts import Command, Consequence
from engine.ids import CountSaid, PlayerId
from engine.money import CENTS_MOST, Chips
from engine.night.bank.acts import Pieces
from engine.registry import consequence, rests_on, stored_as

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
