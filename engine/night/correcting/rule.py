"""A correction is decided over the whole book (`engine.strikes`)."""

from typing import NoReturn

from engine import commands, errors
from engine.registry import decides
from engine.state import Night


@decides(commands.CorrectEvents)
def correct_events(command: commands.CorrectEvents, night: Night) -> NoReturn:
    """Always an error: a correction needs the whole book, which a night does not hold."""
    raise errors.NotAStrike()
