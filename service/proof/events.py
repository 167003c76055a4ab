"""Reads the events of a stream and says which of them the book would never write: unreadable, without a time, out of place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from engine.commands import OpenNight
from engine.events import Recorded
from service.bounds import is_time
from service.codec import recorded
from service.errors import EventFromNewerVersion, EventUnreadable
from service.handle import PREFIX
from service.proof.records import Wrong, misfits
from service.store.chain import StoredEvent


class _Envelope(msgspec.Struct, gc=False):
    occurred_at: str
    recorded_at: str
    request_id: str = ""


_ENVELOPE = msgspec.json.Decoder(_Envelope)


class Read(NamedTuple):
    """The records of a stream, as far as they can be read, and what is wrong with them.

    `went_back` are the events that were recorded at an earlier time than the one before: a clock that was put back, and
    nothing wrong. `keys` are the idempotency keys of the events by their number.
    """

    records: tuple[Recorded, ...]
    wrong: tuple[Wrong, ...]
    went_back: tuple[int, ...]
    keys: dict[int, str]


def read_events(stream: str, stored: Sequence[StoredEvent]) -> Read:
    """Reads the events of a stream whose chain holds; whatever they say, nothing is raised."""
    records: list[Recorded] = []
    wrong: list[Wrong] = []
    went_back: list[int] = []
    keys: dict[int, str] = {}
    before = ""
    for event in stored:
        try:
            record, envelope = recorded(event), _ENVELOPE.decode(event.body)
        except (EventUnreadable, EventFromNewerVersion) as problem:
            wrong.append(Wrong(event.version, str(problem)))
            continue
        wrong += _wrong_times(event.version, envelope)
        if envelope.request_id:
            keys[event.version] = envelope.request_id
        if is_time(envelope.recorded_at):
            if envelope.recorded_at < before:
                went_back.append(event.version)
            before = envelope.recorded_at
        records.append(record)
    if not wrong:
        wrong += _of_another_night(stream, records)
    if not wrong:
        wrong += misfits(records)
    return Read(tuple(records), tuple(wrong), tuple(went_back), keys)


def _wrong_times(version: int, envelope: _Envelope) -> Iterator[Wrong]:
    for name, said in (("happened", envelope.occurred_at), ("was recorded", envelope.recorded_at)):
        if not is_time(said):
            yield Wrong(version, f"Event {version} says that it {name} at “{said[:40]}”, which is no time of the book.")


def _of_another_night(stream: str, records: Sequence[Recorded]) -> Iterator[Wrong]:
    """A night begins with its opening, under its own id, and is opened once."""
    first = records[0].event if records else None
    if not isinstance(first, OpenNight) or PREFIX + first.night != stream:
        yield Wrong(1, f"Event 1 does not open {stream}: a night begins with its opening, under its own id.")
