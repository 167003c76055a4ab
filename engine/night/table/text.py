"""One short sentence for the opening, each seat, ruling and strike."""

from engine import commands, events
from engine.grammar import counted, listed
from engine.registry import told
from engine.wording import Voice, closed, numbered


@told(commands.OpenNight)
def night_opened(event: commands.OpenNight, voice: Voice) -> str:
    """The sentence of an opening, with the worth of a chip in the currency the opening names."""
    own = Voice(voice.names, event.currency)
    title = f"The night {event.name} is open" if event.name else "The night is open"
    return f"{title}: {voice.name(event.banker)} keeps the bank, a chip is worth {own.money(event.unit)}."


@told(commands.SeatPlayer)
def player_seated(event: commands.SeatPlayer, voice: Voice) -> str:
    return f"{voice.name(event.player)} takes seat {event.seat}."


@told(commands.StandUp)
def player_stood_up(event: commands.StandUp, voice: Voice) -> str:
    return f"{voice.name(event.player)} stands up for a while."


@told(commands.SitBack)
def player_sat_back(event: commands.SitBack, voice: Voice) -> str:
    return f"{voice.name(event.player)} is back, on seat {event.seat}."


@told(commands.LeaveNight)
def player_left(event: commands.LeaveNight, voice: Voice) -> str:
    if event.counted is None:
        return f"{voice.name(event.player)} goes home without a count."
    return f"{voice.name(event.player)} goes home with {counted(event.counted, 'chip')} counted."


@told(commands.StrikeEvents)
def strike_declared(event: commands.StrikeEvents, voice: Voice) -> str:
    reason = f": {closed(event.reason)}" if event.reason.strip() else "."
    return f"The banker strikes {numbered(event.versions)}{reason}"


@told(events.EventsStruck)
def events_struck(event: events.EventsStruck, voice: Voice) -> str:
    if not event.void:
        void = "Nothing is void." if event.placed else "Nothing else is void."
    else:
        text = numbered(event.void)
        void = f"{text[0].upper()}{text[1:]} {'is' if len(event.void) == 1 else 'are'} void."
    places = [f"{one.version} {'after' if one.after else 'in the place of'} {one.at}" for one in event.placed]
    return f"{void} In force: {listed(places)}." if places else void


@told(commands.MakeRuling)
def ruling_made(event: commands.MakeRuling, voice: Voice) -> str:
    moves = listed(
        [f"{move.chips} from {voice.account(move.payer)} to {voice.account(move.payee)}" for move in event.moves]
    )
    moved = f" Chips move: {moves}." if event.moves else ""
    return f"The table rules: {closed(event.text)}{moved} Agreed by {voice.people(event.agreed_by)}."
