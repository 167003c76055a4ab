"""Strikes and corrections by the times of the book, as the service hands them in."""

from collections.abc import Mapping, Sequence

from engine import commands, strikes
from engine.events import Recorded
from engine.state import Checkpoint
from service.language.local_time import minutes_between


def strike(
    records: Sequence[Recorded], command: commands.StrikeEvents, *, since: Checkpoint | None = None
) -> strikes.Strike:
    return strikes.strike(records, command, minutes_between, since=since)


def correct(
    records: Sequence[Recorded],
    command: commands.CorrectEvents,
    acts_in_night: Mapping[int, strikes.ActInNight] | None = None,
    *,
    since: Checkpoint | None = None,
) -> strikes.Strike:
    return strikes.correct(records, command, minutes_between, acts_in_night, since=since)
