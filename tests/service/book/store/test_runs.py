"""Long appends, which take several statements: every event stands in the book as it would have been appended alone."""

from __future__ import annotations

import sqlite3

import pytest

from service.book.db import Database
from service.book.store.chain import check_chain
from service.book.store.event_store import EventStore
from service.book.store.runs import EVENTS_MAX, in_runs
from tests.service.book.store.evening import CLUB, NIGHT, OTHER, draft, loans, record


@pytest.mark.parametrize("number", [1, 2, EVENTS_MAX - 1, EVENTS_MAX, EVENTS_MAX + 1, 2 * EVENTS_MAX + 3])
def test_an_append_of_any_length_reads_back_as_one_event_after_another(database: Database, number: int) -> None:
    begun = loans(3)
    drafts = [*loans(number), draft("hand_folded", caused_by=1, player="p-bo")]
    first = record(database, begun)
    events = record(database, drafts, expected_version=3)
    for version, one in enumerate([*begun, *drafts]):
        record(database, [one], stream=OTHER, expected_version=version)
    store = EventStore(database)
    read = store.read(NIGHT)
    assert read == [*first, *events]
    assert check_chain(read) == []
    alone = store.read(OTHER)
    assert [event.type for event in alone] == [event.type for event in read]
    assert [event.body.replace(OTHER.name, NIGHT.name) for event in alone] == [event.body for event in read]


def test_a_run_binds_what_its_events_share_once(database: Database) -> None:
    events = record(database, loans(EVENTS_MAX + 1))
    (long, values), (short, rest) = in_runs(events)
    assert [long.count("("), short.count("(")] == [EVENTS_MAX + 1, 2]
    assert (values[:4], rest[:4]) == (
        [CLUB, NIGHT.name, 1, events[0].prev_hash],
        [CLUB, NIGHT.name, 51, events[-2].hash],
    )
    assert [len(values), len(rest)] == [4 + 4 * EVENTS_MAX, 8]


def test_the_longest_run_is_within_what_sqlite_takes() -> None:
    most = sqlite3.connect(":memory:").getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
    # What SQLite was built with before 3.32.
    assert min(most, 999) >= 4 + 4 * EVENTS_MAX
