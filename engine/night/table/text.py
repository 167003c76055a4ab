"""One short sentence for the opening, each seat and each ruling."""

from engine import commands
from engine.grammar import counted, listed
from engine.night.putting_right.text import agreed_by
from engine.registry import sentence_of
from engine.speech import say, to_say
from engine.wording import Voice, closed


@sentence_of(commands.OpenNight)
def night_opened(event: commands.OpenNight, voice: Voice) -> str:
    """The sentence of an opening, with the worth of a chip in the currency the opening names."""
    banker, worth = voice.name(event.banker), Voice(voice.names, event.currency).money(event.unit)
    if event.name:
        return say(
            "The night {night} is open: {banker} keeps the bank, a chip is worth {money}.",
            night=event.name,
            banker=banker,
            money=worth,
        )
    return say("The night is open: {banker} keeps the bank, a chip is worth {money}.", banker=banker, money=worth)


ENTERED_BY = {
    "bank": to_say("From here on the bank enters what everybody does."),
    "everyone": to_say("From here on everybody enters their own acts."),
    "both": to_say("From here on everybody may enter their own acts, and so may the bank."),
}


@sentence_of(commands.ChangeEnteredBy)
def entered_by_changed(event: commands.ChangeEnteredBy, voice: Voice) -> str:
    return say(ENTERED_BY[event.by])


@sentence_of(commands.SeatPlayer)
def player_seated(event: commands.SeatPlayer, voice: Voice) -> str:
    return say("{player} takes seat {seat}.", player=voice.name(event.player), seat=event.seat)


@sentence_of(commands.StandUp)
def player_stood_up(event: commands.StandUp, voice: Voice) -> str:
    return say("{player} stands up for a while.", player=voice.name(event.player))


@sentence_of(commands.SitBack)
def player_sat_back(event: commands.SitBack, voice: Voice) -> str:
    return say("{player} is back, on seat {seat}.", player=voice.name(event.player), seat=event.seat)


@sentence_of(commands.LeaveNight)
def player_left(event: commands.LeaveNight, voice: Voice) -> str:
    name = voice.name(event.player)
    if event.counted is None:
        return say("{player} goes home without a count.", player=name)
    return say("{player} goes home with {chips} counted.", player=name, chips=counted(event.counted, "chip"))


@sentence_of(commands.MakeRuling)
def ruling_made(event: commands.MakeRuling, voice: Voice) -> str:
    texts = [say("The table rules: {words}", words=closed(event.text))]
    if event.moves:
        texts.append(say("Chips move: {moves}.", moves=listed([_moved(move, voice) for move in event.moves])))
    return " ".join((*texts, agreed_by(event.agreed_by, voice)))


def _moved(move: commands.ChipMove, voice: Voice) -> str:
    return say(
        "{chips} from {payer} to {payee}",
        chips=move.chips,
        payer=voice.account(move.payer),
        payee=voice.account(move.payee),
    )
