"""One short sentence for each request, answer and confirmation."""

from engine import commands
from engine.grammar import counted
from engine.night.bank.text import made_of
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice, because


def _with_number(text: str, number: int | None) -> str:
    """The sentence, which is handed over without its full stop, with the number of the request."""
    return say("{asked} (request {number}).", asked=text, number=number) if number else f"{text}."


@sentence_of(commands.AskForChips)
def chips_asked_for(event: commands.AskForChips, voice: Voice) -> str:
    return _with_number(asking_text(voice.name(event.player), event.chips, paid=event.paid), event.number)


def asking_text(name: str, chips: int, *, paid: bool) -> str:
    """ "Anna asks for 150 chips on credit", without a full stop."""
    if paid:
        return say("{player} asks for {chips} for money", player=name, chips=counted(chips, "chip"))
    return say("{player} asks for {chips} on credit", player=name, chips=counted(chips, "chip"))


@sentence_of(commands.SayCount)
def count_stated(event: commands.SayCount, voice: Voice) -> str:
    return _with_number(counting_text(voice.name(event.player), event.chips or 0, made_of(event)), event.number)


def counting_text(name: str, chips: int, pieces: str = "") -> str:
    """ "Anna says they count 70 chips", without a full stop; `pieces` in brackets, after a space."""
    return say("{player} says they count {chips}", player=name, chips=counted(chips, "chip")) + pieces


@sentence_of(commands.SayPayment)
def payment_stated(event: commands.SayPayment, voice: Voice) -> str:
    who = voice.name(event.player) if event.player else say("The payer")
    return _with_number(paying_text(who, voice.money(event.cents), event.transfer), event.number)


def paying_text(name: str, money: str, transfer: int | None) -> str:
    """ "Anna says they paid 12.50 DKK of transfer 2", without a full stop."""
    return say("{player} says they paid {money} of transfer {transfer}", player=name, money=money, transfer=transfer)


@sentence_of(commands.DeclineRequest)
def request_declined(event: commands.DeclineRequest, _: Voice) -> str:
    return because(say("The banker declines request {number}", number=event.request), event.reason)


@sentence_of(commands.WithdrawRequest)
def request_withdrawn(event: commands.WithdrawRequest, voice: Voice) -> str:
    who = voice.name(event.player) if event.player else say("The player")
    return say("{player} withdraws request {number}.", player=who, number=event.request)


@sentence_of(commands.ConfirmCount)
def count_confirmed(event: commands.ConfirmCount, voice: Voice) -> str:
    chips = counted(event.chips or 0, "chip")
    return voice.say("{player} confirms the count of {chips}.", event, chips=chips)


@sentence_of(commands.ConfirmPayment)
def payment_confirmed(event: commands.ConfirmPayment, voice: Voice) -> str:
    return voice.say(
        "{player} confirms {money} received of transfer {transfer}.",
        event,
        player=voice.name(event.player) if event.player else say("The payee"),
    )
