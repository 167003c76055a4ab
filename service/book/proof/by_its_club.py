"""Compares a night with what its club recorded of it: how far it came, and with which head."""

from __future__ import annotations

from collections.abc import Sequence

from engine.club.acts import NAME_OF, RecordNight
from engine.club.state import NightRecord
from engine.speech import say
from service.book.club_codec import recorded_act
from service.book.db import Database
from service.book.store.chain import StoredEvent, Stream, stream_of_club
from service.book.store.event_store import EventStore

_RECORDED = NAME_OF[RecordNight]
# How often a night that somebody is writing to is read again.
LOOKS_MAX = 5


def wrong_night(stored: Sequence[StoredEvent], recorded: NightRecord | RecordNight) -> str:
    """What is wrong with a night by what its club recorded; empty if nothing is. `stored` are at least its last events."""
    last = stored[-1].version if stored else 0
    head = next((event.hash for event in stored if event.version == recorded.version), "")
    if not head:
        return say("was cut off: the club recorded {version} events", version=recorded.version)
    if head != recorded.head:
        return say("is another than the club recorded: event {version} has another hash", version=recorded.version)
    if recorded.phase != "open" and last > recorded.version:
        return say("goes on after its close to event {last}, which the club never recorded", last=last)
    return ""


def wrong_by_its_club(database: Database, stream: Stream, stored: Sequence[StoredEvent]) -> str:
    """The same by the last that the club's own stream says of the night; empty also if it says nothing.

    A night that goes on between the two readings is not wrong: what seems so is read again, the night between two readings
    of the club that say the same.
    """
    night = _last_stated(database, stream)
    wrong = "" if night is None else wrong_night(stored, night)
    for _ in range(LOOKS_MAX):
        if not wrong:
            return ""
        night, now, then = (
            _last_stated(database, stream),
            EventStore(database).read(stream),
            _last_stated(database, stream),
        )
        wrong = "" if night is None else wrong_night(now, night)
        if then == night:
            break
    return wrong


def _last_stated(database: Database, stream: Stream) -> RecordNight | None:
    stated = None
    for event in EventStore(database).read(stream_of_club(stream.club)):
        if event.type == _RECORDED:
            act = recorded_act(event).act
            if isinstance(act, RecordNight) and act.night == stream.night:
                stated = act
    return stated
