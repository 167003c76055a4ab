"""Reads the events of a stream and finds those the book would never write: unreadable, without a time, out of place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.commands import OpenNight
from engine.errors import Refusal
from engine.events import Recorded
from engine.speech import say, to_say
from service.book.codec import recorded
from service.book.guards import check_opening
from service.book.proof.records import misfits
from service.book.proof.results import BrokenEvent
from service.book.store.chain import Envelope, RequestKeys, StoredEvent, Stream, envelope_of, stream_of_night
from service.errors import EventFromNewerVersion, EventUnreadable
from service.language.payload_limits import ACTOR_MAX, KEY_MAX, is_time, text_fault

_HAPPENED = to_say("Event {version} says that it happened at “{said}”, which is not a time of the book.")
_RECORDED = to_say("Event {version} says that it was recorded at “{said}”, which is not a time of the book.")
_WHO, _KEY = to_say("who said it"), to_say("its key")


class Read(NamedTuple):
    """The records of a stream, as far as they can be read, and their faults.

    `went_back` are the events recorded at an earlier time than the one before: the clock was set back, which is no fault.
    `leaps` are those that happened, or were recorded, more than a year before the one before them: nobody plays a night so,
    but a clock that lost its time may say so. `asked`: the requests that the events were recorded with.
    """

    records: tuple[Recorded, ...]
    wrong: tuple[BrokenEvent, ...]
    went_back: tuple[int, ...]
    leaps: tuple[int, ...]
    asked: RequestKeys


def read_events(stream: Stream, stored: Sequence[StoredEvent]) -> Read:
    """Reads the events of a stream whose chain holds. Never raises, whatever they say."""
    records: list[Recorded] = []
    wrong: list[BrokenEvent] = []
    went_back: list[int] = []
    leaps: list[int] = []
    asked = RequestKeys(len(stored))
    before = happened = ""
    for event in stored:
        try:
            record, envelope = recorded(event), envelope_of(event)
        except EventUnreadable as problem:
            wrong.append(
                BrokenEvent(
                    event.version,
                    say(
                        "Event {version} cannot be read: {reason}.",
                        version=event.version,
                        reason=problem.details["reason"],
                    ),
                )
            )
            continue
        except EventFromNewerVersion as problem:
            wrong.append(BrokenEvent(event.version, str(problem)))
            continue
        misdated = list(_wrong_times(event.version, envelope))
        wrong += misdated
        wrong += _wrong_signs(event.version, envelope)
        asked.note(event.version, envelope)
        if not misdated:
            if envelope.recorded_at < before:
                went_back.append(event.version)
            if _a_year_before(envelope.recorded_at, before) or _a_year_before(envelope.occurred_at, happened):
                leaps.append(event.version)
            before, happened = envelope.recorded_at, envelope.occurred_at
        records.append(record)
    if not wrong:
        wrong += _of_another_night(stream, records)
    if not wrong:
        wrong += misfits(records)
    return Read(tuple(records), tuple(wrong), tuple(went_back), tuple(leaps), asked)


def faults_beside(event: StoredEvent) -> list[BrokenEvent]:
    """What is wrong with an event beside its data: times that are none, and texts that the book never keeps."""
    envelope = envelope_of(event)
    return [*_wrong_times(event.version, envelope), *_wrong_signs(event.version, envelope)]


def _wrong_times(version: int, envelope: Envelope) -> Iterator[BrokenEvent]:
    for text, stated in ((_HAPPENED, envelope.occurred_at), (_RECORDED, envelope.recorded_at)):
        if not is_time(stated):
            yield BrokenEvent(version, say(text, version=version, said=stated[:40]))


def _wrong_signs(version: int, envelope: Envelope) -> Iterator[BrokenEvent]:
    """Texts beside the data that are longer than the book keeps them, or cannot be shown."""
    for what, stated, most in (
        (_WHO, envelope.actor, ACTOR_MAX),
        (_KEY, envelope.request_id, KEY_MAX),
    ):
        if fault := text_fault(stated, most):
            yield BrokenEvent(
                version,
                say(
                    "Event {version} was never recorded like this: {what} {fault}.",
                    version=version,
                    what=say(what),
                    fault=fault,
                ),
            )


def _a_year_before(text: str, before: str) -> bool:
    """True if the time lies more than a year before another. Both have the form of the book, or the other may have any."""
    return text < before and f"{int(text[:4]) + 1:04}{text[4:]}" < before


def _of_another_night(stream: Stream, records: Sequence[Recorded]) -> Iterator[BrokenEvent]:
    """Checks that a night begins with its opening, under its own id and in its own club, and is opened once."""
    first = records[0].event if records else None
    if not isinstance(first, OpenNight) or stream_of_night(stream.club, first.night) != stream:
        yield BrokenEvent(
            1,
            say("Event 1 does not open {stream}: a night begins with an opening under its own id.", stream=stream.name),
        )
        return
    if first.club != stream.club:
        yield BrokenEvent(
            1,
            say(
                "Event 1 opens a night of the club {club}, but it is kept with {keeper}.",
                club=first.club,
                keeper=stream.club,
            ),
        )
        return
    try:
        check_opening(first)
    except Refusal as refusal:
        yield BrokenEvent(1, say("Event 1 is an opening that this program would refuse: {refusal}", refusal=refusal))
