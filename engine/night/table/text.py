"""One short sentence for the opening, each seat and each ruling."""

from engine import commands
from engine.grammar import counted, listed
from engine.night.putting_right.text import agreed_by
from engine.registry import sentence_of
from engine.speech import say, to_say
from engine.wording import Voice, closed, tells

tells(commands.SeatPlayer, "{player} takes seat {seat}.")
tells(commands.StandUp, "{player} stands up for a while.")
tells(commands.SitBack, "{player} is back, on seat {seat}.")


@sentence_of(commands.OpenNight)
def night_opened(event: commands.OpenNight, voice: Voice) -> str:
    """The sentence of an opening, with the worth of a chip in the currency the opening names."""
    worth = Voice(voice.names, event.currency).money(event.unit)
    if event.name:
        return voice.say(
            "The night {night} is open: {banker} keeps the bank, a chip is worth {money}.",
            event,
            night=event.name,
            money=worth,
        )
    return voice.say("The night is open: {banker} keeps the bank, a chip is worth {money}.", event, money=worth)


ENTERED_BY = {
    "bank": to_say("From here on the bank enters what everybody does."),
    "everyone": to_say("From here on everybody enters their own acts."),
    "both": to_say("From here on everybody may enter their own acts, and so may the bank."),
}


@sentence_of(commands.ChangeEnteredBy)
def entered_by_changed(event: commands.ChangeEnteredBy, voice: Voice) -> str:
    return say(ENTERED_BY[event.by])


@sentence_of(commands.LeaveNight)
def player_left(event: commands.LeaveNight, voice: Voice) -> str:
    if event.counted is None:
        return voice.say("{player} goes home without a count.", event)
    return voice.say("{player} goes home with {chips} counted.", event, chips=counted(event.counted, "chip"))


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
