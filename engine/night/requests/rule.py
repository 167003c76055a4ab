"""The rules of requests: who may ask, what is approved and declined, and what players confirm; what of it is due now.

Whether the number of a request is the next one, only the whole book knows: see `engine.decider.in_the_book`.
"""

from collections.abc import Iterator
from typing import TypeVar, cast

from msgspec.structs import replace

from engine import commands, errors
from engine.ids import PlayerId
from engine.night.bank.rule import count_of
from engine.night.closing.rule import paid_of, transfer_of
from engine.night.requests.matching import WHAT, Asked, act_asked_for, open_claim, open_of, open_request
from engine.offer import Offer, is_accepted
from engine.preconditions import has_a_stack, here, in_play, money_of, present
from engine.registry import RULES, decides
from engine.resolved import resolved
from engine.state import Night

# The most requests of a night.
NIGHT_MOST = 2000

SomeAsked = TypeVar("SomeAsked", commands.AskForChips, commands.SayCount, commands.SayPayment)


@decides(commands.AskForChips)
def ask_for_chips(command: commands.AskForChips, night: Night) -> commands.AskForChips:
    """Opens a request for chips. Whether the bank can give them now is judged when it is approved."""
    in_play(night)
    here(night, command.player)
    has_a_stack(night, command.player)
    _asks_once(open_of(night, commands.AskForChips, command.player), command, command.player)
    return _numbered(command, night)


@decides(commands.SayCount)
def say_count(command: commands.SayCount, night: Night) -> commands.SayCount:
    """Opens a count as the player says it; it must be one that the banker could record now."""
    chips = count_of(command, night)
    _asks_once(open_of(night, commands.SayCount, command.player), command, command.player)
    return _numbered(replace(command, chips=chips), night)


@decides(commands.SayPayment)
def say_payment(command: commands.SayPayment, night: Night) -> commands.SayPayment:
    """Opens what the payer of a transfer says they paid; one at a time for each transfer."""
    transfer, left = transfer_of(night, command.transfer)
    if command.player not in (None, transfer.payer):
        raise errors.NotThePayer(number=command.transfer, player=command.player, payer=transfer.payer)
    cents = paid_of(night, command.transfer, command.cents, left)
    _asks_once(open_claim(night, command.transfer), command, transfer.payer)
    return _numbered(replace(command, player=transfer.payer, cents=cents), night)


def _asks_once(already: int | None, command: Asked, player: PlayerId) -> None:
    if already is not None:
        raise errors.AsksAlready(number=already, player=player, what=WHAT[type(command)])


def _numbered(command: SomeAsked, night: Night) -> SomeAsked:
    """The request with its number, which is never that of an earlier one, not even of one that was struck."""
    following = max(night.requests, default=0) + 1
    number = command.number or following
    # One that was put in later stands before others that were numbered earlier.
    if number in night.requests:
        raise errors.RequestIsNumberedOtherwise(number=number, next=following)
    if number > NIGHT_MOST:
        raise errors.NightHasTooManyRequests(most=NIGHT_MOST)
    return replace(command, number=number)


@decides(commands.ApproveRequest)
def approve_request(command: commands.ApproveRequest, night: Night) -> commands.Command:
    """The act that was asked for, under the rules that it has without a request."""
    act = replace(meant_by_approval(command, night), waived=command.waived)
    return cast("commands.Command", RULES[type(act)](act, night))


def meant_by_approval(command: commands.ApproveRequest, night: Night) -> commands.Command:
    """The act of the bank that the approval stands for, not decided yet. Refuses a request that is not open."""
    asked = open_request(night, command.request).asked
    if command.chips is not None and not isinstance(asked, commands.AskForChips):
        raise errors.OnlyChipsCanBeFewer(number=command.request)
    return act_asked_for(asked, command.request, command.chips)


@decides(commands.DeclineRequest)
def decline_request(command: commands.DeclineRequest, night: Night) -> commands.DeclineRequest:
    """Ends a request without doing what it asks for."""
    open_request(night, command.request)
    return command


@decides(commands.WithdrawRequest)
def withdraw_request(command: commands.WithdrawRequest, night: Night) -> commands.WithdrawRequest:
    """Takes a request back; only the player who made it can."""
    asked_by = open_request(night, command.request).asked.player
    if command.player not in (None, asked_by):
        raise errors.RequestIsOfAnother(number=command.request, player=command.player, asked_by=asked_by)
    return replace(command, player=asked_by)


@decides(commands.ConfirmCount)
def confirm_count(command: commands.ConfirmCount, night: Night) -> commands.ConfirmCount:
    """Agrees with the count that holds now, before and after the close."""
    present(night, command.player)
    chips = night.counts.get(command.player)
    if chips is None:
        raise errors.NothingIsCounted(player=command.player)
    if command.chips not in (None, chips):
        raise errors.CountIsAnother(player=command.player, chips=chips, said=command.chips)
    if command.player in night.confirmed:
        raise errors.CountIsConfirmed(player=command.player, chips=chips)
    return replace(command, chips=chips)


@decides(commands.ConfirmPayment)
def confirm_payment(command: commands.ConfirmPayment, night: Night) -> commands.Command:
    """Confirms recorded payments; where none waits, the payee's word is the payment."""
    number = command.transfer
    transfer, left = transfer_of(night, number)
    if command.player not in (None, transfer.payee):
        raise errors.NotThePayee(number=number, player=command.player, payee=transfer.payee)
    waiting = night.closing.paid[number - 1] - night.closing.confirmed[number - 1]
    if waiting:
        cents = waiting if command.cents is None else command.cents
        if cents > waiting:
            raise errors.ConfirmsTooMuch(number=number, cents=cents, waiting=waiting, **money_of(night))
        return replace(command, player=transfer.payee, cents=cents)
    if left == 0:
        raise errors.PaymentIsConfirmed(number=number, payee=transfer.payee)
    claim = open_claim(night, number)
    stated = night.requests[claim].asked if claim is not None else None
    claimed = stated.cents if isinstance(stated, commands.SayPayment) else None
    payment = commands.RecordPayment(
        transfer=number,
        cents=claimed if command.cents is None else command.cents,
        confirmed_by=transfer.payee,
        request=claim,
        waived=command.waived,
    )
    return cast("commands.Command", RULES[type(payment)](payment, night))


def requests_offered(night: Night) -> Iterator[Offer]:
    """The ways in which each open request may end now, and the payments that are recorded and not confirmed."""
    for number, request in night.open_requests.items():
        asked = request.asked
        approval = commands.ApproveRequest(request=number)
        if is_accepted(approve_request, approval, night):
            most = asked.chips if isinstance(asked, commands.AskForChips) else 0
            yield Offer(approval, least=1 if most else 0, most=most)
        yield Offer(commands.DeclineRequest(request=number))
        yield Offer(commands.WithdrawRequest(request=number), asked.player)
        if isinstance(asked, commands.SayPayment):
            yield from _confirmation(night, asked.transfer)
    for number, (paid, confirmed) in enumerate(zip(night.closing.paid, night.closing.confirmed, strict=True), start=1):
        if paid > confirmed:
            yield from _confirmation(night, number)


def _confirmation(night: Night, number: int) -> Iterator[Offer]:
    plan = resolved(night.closing.plan)
    transfer = resolved(plan.transfers)[number - 1]
    if transfer.payee != night.banker:
        yield Offer(commands.ConfirmPayment(transfer=number), transfer.payee)
