"""One short sentence for each request, answer and confirmation."""

from engine import commands
from engine.grammar import counted
from engine.night.bank.text import made_of
from engine.registry import told
from engine.wording import Voice, closed


def _number(number: int | None) -> str:
    return f" (request {number})" if number else ""


@told(commands.AskForChips)
def chips_asked_for(event: commands.AskForChips, voice: Voice) -> str:
    how = "for money" if event.paid else "on credit"
    return f"{voice.name(event.player)} asks for {counted(event.chips, 'chip')} {how}{_number(event.number)}."


@told(commands.SayCount)
def count_said(event: commands.SayCount, voice: Voice) -> str:
    chips = counted(event.chips or 0, "chip")
    return f"{voice.name(event.player)} says they count {chips}{made_of(event)}{_number(event.number)}."


@told(commands.SayPayment)
def payment_said(event: commands.SayPayment, voice: Voice) -> str:
    who = voice.name(event.player) if event.player else "The payer"
    return f"{who} says they paid {voice.money(event.cents)} of transfer {event.transfer}{_number(event.number)}."


@told(commands.DeclineRequest)
def request_declined(event: commands.DeclineRequest, _: Voice) -> str:
    reason = f": {closed(event.reason)}" if event.reason.strip() else "."
    return f"The banker declines request {event.request}{reason}"


@told(commands.WithdrawRequest)
def request_withdrawn(event: commands.WithdrawRequest, voice: Voice) -> str:
    who = voice.name(event.player) if event.player else "The player"
    return f"{who} withdraws request {event.request}."


@told(commands.ConfirmCount)
def count_confirmed(event: commands.ConfirmCount, voice: Voice) -> str:
    return f"{voice.name(event.player)} confirms the count of {counted(event.chips or 0, 'chip')}."


@told(commands.ConfirmPayment)
def payment_confirmed(event: commands.ConfirmPayment, voice: Voice) -> str:
    who = voice.name(event.player) if event.player else "The payee"
    return f"{who} confirms {voice.money(event.cents)} received of transfer {event.transfer}."
