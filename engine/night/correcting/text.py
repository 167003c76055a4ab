"""One short sentence for a correction."""

from engine import commands
from engine.grammar import listed
from engine.registry import told
from engine.wording import Voice, closed, numbered


@told(commands.CorrectEvents)
def events_corrected(event: commands.CorrectEvents, _: Voice) -> str:
    """Which events are corrected, and after which one an act is put in; the new acts are told as events of their own."""
    corrected = tuple(change.version for change in event.changes if not change.after)
    parts = [f"corrects {numbered(corrected)}"] if corrected else []
    after = tuple(change.version for change in event.changes if change.after)
    parts += [f"puts in what was forgotten after {numbered(after)}"] if after else []
    parts += [f"strikes everything from event {event.stop_at} on"] if event.stop_at is not None else []
    reason = f": {closed(event.reason)}" if event.reason.strip() else "."
    return f"The banker {listed(parts)}{reason}"
