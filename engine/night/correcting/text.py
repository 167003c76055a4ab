"""One short sentence for a correction."""

from engine import commands
from engine.grammar import listed
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice, because, numbered


@sentence_of(commands.CorrectEvents)
def events_corrected(event: commands.CorrectEvents, _: Voice) -> str:
    """Which events are corrected, and after which one an act is put in; the new acts are told as events of their own."""
    corrected = tuple(change.version for change in event.changes if not change.after)
    parts = [say("corrects {events}", events=numbered(corrected))] if corrected else []
    after = tuple(change.version for change in event.changes if change.after)
    parts += [say("puts in what was forgotten after {events}", events=numbered(after))] if after else []
    if event.stop_at is not None:
        parts += [say("strikes everything from event {event} on", event=event.stop_at)]
    return because(say("The banker {does}", does=listed(parts)), event.reason)
