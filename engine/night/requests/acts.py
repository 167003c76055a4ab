"""What players ask for and say themselves: chips, their count, a payment; and what becomes of it.

No request moves a chip or a cent. The banker approves it, and then the loan, buy-in, count or payment that it asks for
stands in the book with its number. Requests count from 1 over the night.
"""

from typing import Annotated

import msgspec

from engine.acts import Command, FilledIn, RequestNumber
from engine.ids import CountSaid, PlayerId, Text
from engine.money import Chips, SomeCents, SomeChips
from engine.night.bank.acts import Pieces
from engine.night.closing.acts import TransferNumber
from engine.registry import beside_the_table, bounded, listed_as, own_word, shorthand, stored_as


@own_word("player")
@beside_the_table
@stored_as("chips_asked_for")
class AskForChips(Command, frozen=True, kw_only=True, tag="ask_for_chips"):
    """A player asks the banker for chips, on credit or for money (`paid`); no chip moves. The book fills in `number`."""

    player: PlayerId
    chips: SomeChips
    paid: bool = False
    number: FilledIn[RequestNumber | None] = None


@own_word("player")
@beside_the_table
@stored_as("count_said")
class SayCount(Command, frozen=True, kw_only=True, tag="say_count"):
    """A player says what they counted, in all or by denomination, for the banker to accept.

    The rules fill in `chips`, and the book `number`. `said`: as in a count.
    """

    player: PlayerId
    chips: Chips | None = None
    pieces: Annotated[tuple[Pieces, ...], msgspec.Meta(max_length=20)] = ()
    said: CountSaid = ""
    number: FilledIn[RequestNumber | None] = None


@own_word("player")
@beside_the_table
@stored_as("payment_said")
class SayPayment(Command, frozen=True, kw_only=True, tag="say_payment"):
    """The payer of a transfer says that they paid it, or `cents` of it; it counts once the payee or the banker says so too.

    The rules fill in `player`, the payer, and `cents`, all that is left; the book fills in `number`.
    """

    transfer: TransferNumber
    player: PlayerId | None = None
    cents: SomeCents | None = None
    number: FilledIn[RequestNumber | None] = None


@listed_as("approve")
@shorthand
@bounded("chips")
class ApproveRequest(Command, frozen=True, kw_only=True, tag="approve_request"):
    """The banker does what a player asked for: it is recorded as the loan, buy-in, count or payment itself.

    `chips`: fewer chips than were asked for.
    """

    request: RequestNumber
    chips: SomeChips | None = None


@listed_as("decline request")
@beside_the_table
@stored_as("request_declined")
class DeclineRequest(Command, frozen=True, kw_only=True, tag="decline_request"):
    """The banker does not do what a player asked for, or the payee of a transfer says that it was not paid."""

    request: RequestNumber
    reason: Text = ""


@own_word("player")
@listed_as("withdraw")
@beside_the_table
@stored_as("request_withdrawn")
class WithdrawRequest(Command, frozen=True, kw_only=True, tag="withdraw_request"):
    """A player takes back what they asked for or said. The rules fill in `player`."""

    request: RequestNumber
    player: PlayerId | None = None


@own_word("player")
@beside_the_table
@stored_as("count_confirmed")
class ConfirmCount(Command, frozen=True, kw_only=True, tag="confirm_count"):
    """A player agrees with the count that was made of their chips. The rules fill in `chips`."""

    player: PlayerId
    chips: Chips | None = None


@own_word("player")
@listed_as("confirm")
@beside_the_table
@stored_as("payment_confirmed")
class ConfirmPayment(Command, frozen=True, kw_only=True, tag="confirm_payment"):
    """The payee of a transfer confirms what they received; the rules fill in `player`, the payee, and `cents`.

    Payments that are recorded already are confirmed first. Where none waits, it is recorded as a payment: what the payer
    says they paid, else all that is left.
    """

    transfer: TransferNumber
    player: PlayerId | None = None
    cents: SomeCents | None = None
