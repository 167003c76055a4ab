"""Which request an act of the bank answers, and which act a request asks for."""

from typing import assert_never

from engine import commands, errors
from engine.ids import PlayerId
from engine.resolved import resolved
from engine.state import Night, Request

Asked = commands.AskForChips | commands.SayCount | commands.SayPayment
Issue = commands.GiveLoan | commands.BuyChips
Act = commands.GiveLoan | commands.BuyChips | commands.CountChips | commands.RecordPayment

# The word for each kind of request.
WHAT: dict[type[commands.Command], str] = {
    commands.AskForChips: "chips",
    commands.SayCount: "count",
    commands.SayPayment: "payment",
}


def open_request(night: Night, number: int) -> Request:
    """The request of that number; refuses one that does not exist or is over."""
    request = night.requests.get(number)
    if request is None:
        raise errors.UnknownRequest(number=number, made=len(night.requests))
    if number not in night.open_requests:
        state = "lapsed" if request.state == "open" else request.state
        raise errors.RequestIsOver(number=number, state=state)
    return request


def open_of(night: Night, kind: type[Asked], player: PlayerId) -> int | None:
    """The number of the player's open request of this kind; None if there is none."""
    return next(
        (
            number
            for number, request in night.open_requests.items()
            if type(request.asked) is kind and request.asked.player == player
        ),
        None,
    )


def open_claim(night: Night, transfer: int) -> int | None:
    """The number under which the payer of this transfer says that they paid; None if that is not open."""
    return next(
        (
            number
            for number, request in night.open_requests.items()
            if isinstance(request.asked, commands.SayPayment) and request.asked.transfer == transfer
        ),
        None,
    )


def act_asked_for(asked: Asked, number: int | None, chips: int | None = None) -> Act:
    """The act of the bank that does what was asked for, or as many `chips` of it."""
    match asked:
        case commands.AskForChips(player=player, paid=paid):
            kind = commands.BuyChips if paid else commands.GiveLoan
            return kind(player=player, chips=asked.chips if chips is None else chips, request=number)
        case commands.SayCount(player=player):
            counted = None if asked.pieces else asked.chips
            return commands.CountChips(
                player=player, chips=counted, pieces=asked.pieces, said=asked.said, request=number
            )
        case commands.SayPayment():
            return commands.RecordPayment(transfer=asked.transfer, cents=asked.cents, request=number)
        case _:
            assert_never(asked)


def request_of_issue(command: Issue, night: Night) -> int | None:
    """The request that the loan or buy-in answers: the one it names, else one for exactly that; None if nobody asked."""
    paid = isinstance(command, commands.BuyChips)
    if command.request is None:
        number = open_of(night, commands.AskForChips, command.player)
        asked = night.requests[number].asked if number is not None else None
        same = isinstance(asked, commands.AskForChips) and (asked.chips, asked.paid) == (command.chips, paid)
        return number if same else None
    asked = open_request(night, command.request).asked
    if not isinstance(asked, commands.AskForChips) or (asked.player, asked.paid) != (command.player, paid):
        raise _another(asked, command.request)
    if command.chips > asked.chips:
        raise errors.MoreThanWasAsked(
            player=asked.player, number=command.request, asked=asked.chips, chips=command.chips
        )
    return command.request


def request_of_count(command: commands.CountChips, night: Night) -> int | None:
    """The player's own count that is over once this one is made; None if they said none."""
    if command.request is None:
        return open_of(night, commands.SayCount, command.player)
    asked = open_request(night, command.request).asked
    if not isinstance(asked, commands.SayCount) or asked.player != command.player:
        raise _another(asked, command.request)
    return command.request


def request_of_payment(command: commands.RecordPayment, night: Night, cents: int, left: int) -> int | None:
    """What the payer said of this transfer, if the payment answers it; None if nobody said anything, or another amount.

    A payment of all that is `left` answers whatever was said.
    """
    if command.request is None:
        number = open_claim(night, command.transfer)
        stated = night.requests[number].asked if number is not None else None
        answers = isinstance(stated, commands.SayPayment) and cents in (left, stated.cents)
        return number if answers else None
    asked = open_request(night, command.request).asked
    if not isinstance(asked, commands.SayPayment) or asked.transfer != command.transfer:
        raise _another(asked, command.request)
    return command.request


def _another(asked: Asked, number: int) -> errors.Impossible:
    return errors.NotWhatWasAsked(number=number, player=resolved(asked.player), what=WHAT[type(asked)])
