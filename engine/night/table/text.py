"""One short sentence for the opening, each seat, ruling and strike."""

from engine import commands, events
from engine.grammar import capital, listed
from engine.night.disputes.text import agreed_by
from engine.registry import always, sentence_of
from engine.speech import say, say_number, to_say
from engine.wording import Voice, because, chips_text, closed, numbered


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
    return say("{player} goes home with {chips} counted.", player=name, chips=chips_text(event.counted))


@sentence_of(commands.StrikeEvents)
def strike_declared(event: commands.StrikeEvents, voice: Voice) -> str:
    return because(say("The banker strikes {events}", events=numbered(event.versions)), event.reason)


@sentence_of(events.EventsStruck, quiet=always)
def events_struck(event: events.EventsStruck, voice: Voice) -> str:
    if event.void:
        text = capital(numbered(event.void))
        void = say_number("{events} no longer counts.", "{events} no longer count.", len(event.void), events=text)
    else:
        void = say("Nothing is taken out.") if event.placed else say("Nothing else is taken out.")
    places = [
        say("{event} after {at}", event=one.version, at=one.at)
        if one.after
        else say("{event} in the place of {at}", event=one.version, at=one.at)
        for one in event.placed
    ]
    return " ".join((void, say("In force: {events}.", events=listed(places)))) if places else void


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
