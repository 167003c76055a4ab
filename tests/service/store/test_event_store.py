"""Appending and reading: the version that was expected, the race that was lost, the key that came back."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace

import pytest
from sqlalchemy import func, insert, select

from service.db import Database
from service.errors import AlreadyAnswered, IdTaken, KeyReused, NameTaken, NotCanonical, VersionConflict
from service.store import event_store
from service.store.event_store import EventStore, JobDraft, Request, StreamSummary
from service.store.names import Club, Names, Player
from service.store.rows import EVENT, JOB, REQUEST
from service.store.verify import verify_book
from tests.service.store.evening import AT, NIGHT, draft, loans, record

ANSWER = '{"version":2}'


def _request(key: str = "k-1", digest: str = "d" * 64) -> Request:
    return Request(club="tuesday", key=key, digest=digest, answer=ANSWER)


def _settle(version: int) -> JobDraft:
    return JobDraft(key=f"settle:{NIGHT}:{version}", kind="settle", due_at=AT, payload={"night": NIGHT})


def _count(database: Database, table: object = EVENT) -> int:
    with database.reading() as connection:
        return int(connection.scalar(select(func.count()).select_from(table)) or 0)  # type: ignore[arg-type]


def test_an_event_comes_back_as_it_was_recorded(database: Database) -> None:
    recorded = record(database, [draft(player="p-bo", chips=50, note="så ♠"), draft("stack_grew", caused_by=1)])
    assert EventStore(database).read(NIGHT) == list(recorded)
    assert [(event.version, event.type, event.schema) for event in recorded] == [
        (1, "loan_given", 1),
        (2, "stack_grew", 1),
    ]
    assert json.loads(recorded[0].body) == {
        "stream": NIGHT,
        "version": 1,
        "schema": 1,
        "type": "loan_given",
        "data": {"player": "p-bo", "chips": 50, "note": "så ♠"},
        "actor": "p-anna",
        "occurred_at": AT,
        "recorded_at": AT,
    }
    assert json.loads(recorded[1].body)["caused_by"] == 1


def test_a_part_of_a_stream_can_be_read(database: Database) -> None:
    record(database, loans(5))
    store = EventStore(database)
    assert [event.version for event in store.read(NIGHT, after=3)] == [4, 5]
    assert [event.version for event in store.read(NIGHT, after=1, up_to=3)] == [2, 3]
    assert store.read("night:other") == []


def test_a_stream_has_a_version_and_a_head(database: Database) -> None:
    store = EventStore(database)
    assert (store.version(NIGHT), store.head(NIGHT)) == (0, "0" * 64)
    recorded = record(database, loans(3))
    assert (store.version(NIGHT), store.head(NIGHT)) == (3, recorded[-1].hash)


def test_streams_are_found_by_the_beginning_of_their_name_in_its_exact_letters(database: Database) -> None:
    ours = record(database, loans(2), stream="night:b")
    other = record(database, loans(1), stream="night:a_%")
    record(database, loans(1), stream="Night:c")
    record(database, loans(1), stream="club:1")
    assert EventStore(database).streams("night:") == [
        StreamSummary("night:a_%", 1, other[0].hash, other[0].body),
        StreamSummary("night:b", 2, ours[1].hash, ours[0].body),
    ]


@pytest.mark.parametrize("expected", [0, 1, 3, 7])
def test_an_append_at_a_stale_version_names_both_numbers(database: Database, expected: int) -> None:
    record(database, loans(2))
    with pytest.raises(VersionConflict) as conflict:
        record(database, loans(1), expected_version=expected)
    assert conflict.value.details == {"stream": NIGHT, "expected": expected, "actual": 2}
    assert f"is at version 2, not {expected}:" in str(conflict.value)
    assert _count(database) == 2


def test_a_race_lost_at_the_unique_version_names_both_numbers(postgresql_database: Database) -> None:
    record(postgresql_database, loans(1))
    row = {"stream": NIGHT, "version": 2, "type": "x", "schema": 1, "body": "", "prev_hash": "", "hash": "f" * 64}
    with ThreadPoolExecutor(1) as beside:
        with postgresql_database.writing() as winner:
            # Written and not yet committed: the loser still reads version 1, and then waits at its own insert.
            winner.execute(insert(EVENT), row)
            loser = beside.submit(record, postgresql_database, loans(1), expected_version=1)
            assert not wait([loser], timeout=0.5).done
        with pytest.raises(VersionConflict) as conflict:
            loser.result(10)
    assert conflict.value.details == {"stream": NIGHT, "expected": 1, "actual": 2}


def test_racing_writers_lose_nothing(database: Database) -> None:
    per_writer, writers = 25, 4
    store = EventStore(database)

    def write(name: str) -> None:
        for number in range(per_writer):
            while True:
                expected = store.version(NIGHT)
                try:
                    record(database, [draft(by=name, number=number)], expected_version=expected)
                except VersionConflict:
                    continue
                break

    with ThreadPoolExecutor(writers) as together:
        # To ask for the results raises what a writer could not handle.
        list(together.map(write, [f"writer-{number}" for number in range(writers)]))
    said = [json.loads(event.body)["data"] for event in store.read(NIGHT)]
    assert len(said) == writers * per_writer
    for name in {one["by"] for one in said}:
        assert [one["number"] for one in said if one["by"] == name] == list(range(per_writer))
    assert verify_book(database) == []


def test_what_cannot_be_written_in_canonical_json_is_refused_before_anything_is_recorded(database: Database) -> None:
    with pytest.raises(NotCanonical):
        record(database, [draft(chips=1), draft(chips=1.5)])
    assert _count(database) == 0


def test_a_new_key_has_no_answer_yet(database: Database) -> None:
    assert EventStore(database).answer_to("tuesday", "k-1", "d" * 64) is None


def test_a_key_used_again_for_the_same_request_gets_the_first_answer(database: Database) -> None:
    store = EventStore(database)
    store.append(NIGHT, expected_version=0, drafts=loans(2), recorded_at=AT, request=_request())
    assert store.answer_to("tuesday", "k-1", "d" * 64) == ANSWER
    again = replace(_request(), answer="another")
    with pytest.raises(AlreadyAnswered) as first:
        store.append(NIGHT, expected_version=2, drafts=loans(1), recorded_at=AT, request=again)
    assert first.value.answer == ANSWER
    assert _count(database) == 2


def test_the_first_answer_comes_before_the_stale_version(database: Database) -> None:
    store = EventStore(database)
    store.append(NIGHT, expected_version=0, drafts=loans(2), recorded_at=AT, request=_request())
    with pytest.raises(AlreadyAnswered):
        store.append(NIGHT, expected_version=0, drafts=loans(2), recorded_at=AT, request=_request())


def test_a_key_used_again_for_another_request_is_refused(database: Database) -> None:
    store = EventStore(database)
    store.append(NIGHT, expected_version=0, drafts=loans(1), recorded_at=AT, request=_request())
    other = _request(digest="e" * 64)
    with pytest.raises(KeyReused, match="The idempotency key k-1 was already used in the club tuesday"):
        store.answer_to("tuesday", "k-1", other.digest)
    with pytest.raises(KeyReused):
        store.append(NIGHT, expected_version=1, drafts=loans(1), recorded_at=AT, request=other)
    assert _count(database) == 1


def test_two_clubs_may_use_the_same_key(database: Database) -> None:
    store = EventStore(database)
    store.append(NIGHT, expected_version=0, drafts=loans(1), recorded_at=AT, request=_request())
    other = replace(_request(digest="e" * 64), club="friday")
    store.append("night:friday", expected_version=0, drafts=loans(1), recorded_at=AT, request=other)
    assert _count(database, REQUEST) == 2


def test_one_key_sent_twice_at_once_is_recorded_once(database: Database) -> None:
    store = EventStore(database)
    barrier = threading.Barrier(4)

    def send(request: Request) -> str:
        barrier.wait(10)
        try:
            store.append(NIGHT, expected_version=0, drafts=loans(1), recorded_at=AT, request=request)
        except AlreadyAnswered as first:
            return first.answer
        return "recorded"

    with ThreadPoolExecutor(4) as together:
        outcomes = list(together.map(send, [_request()] * 4))
    assert sorted(outcomes) == sorted(["recorded", ANSWER, ANSWER, ANSWER])
    assert _count(database) == 1


def test_the_key_stands_in_every_event_that_it_made(database: Database) -> None:
    events = EventStore(database).append(
        NIGHT, expected_version=0, drafts=loans(2), recorded_at=AT, request=_request("k-77")
    )
    assert [json.loads(event.body)["request_id"] for event in events] == ["k-77", "k-77"]


def test_jobs_commit_with_their_events(database: Database) -> None:
    EventStore(database).append(NIGHT, expected_version=0, drafts=loans(1), recorded_at=AT, jobs=[_settle(1)])
    with database.reading() as connection:
        job = connection.execute(select(JOB)).one()
    assert (job.key, job.kind, job.payload) == (f"settle:{NIGHT}:1", "settle", f'{{"night":"{NIGHT}"}}')
    assert (job.state, job.attempts, job.due_at, job.claimed_at) == ("due", 0, AT, None)


def test_jobs_and_requests_vanish_with_their_events(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    store = EventStore(database)
    broken = store._insert_job.replace("payload", "no_such_column")
    monkeypatch.setattr(store, "_insert_job", broken)
    with pytest.raises(Exception, match="no_such_column"):
        store.append(NIGHT, expected_version=0, drafts=loans(2), recorded_at=AT, request=_request(), jobs=[_settle(2)])
    assert [_count(database, table) for table in (EVENT, REQUEST, JOB)] == [0, 0, 0]


def test_a_conflict_leaves_no_job(database: Database) -> None:
    record(database, loans(1))
    with pytest.raises(VersionConflict):
        EventStore(database).append(NIGHT, expected_version=0, drafts=loans(1), recorded_at=AT, jobs=[_settle(1)])
    assert _count(database, JOB) == 0


def test_a_job_that_is_already_there_is_not_added_again(database: Database) -> None:
    store = EventStore(database)
    store.append(NIGHT, expected_version=0, drafts=loans(1), recorded_at=AT, jobs=[_settle(1)])
    store.append(NIGHT, expected_version=1, drafts=loans(1), recorded_at=AT, jobs=[_settle(1), _settle(2)])
    assert _count(database, JOB) == 2


def test_new_players_are_recorded_with_the_events_that_name_them(database: Database) -> None:
    names = Names(database)
    names.add_club(Club("tuesday", "Tirsdagsklubben", AT))
    bo = Player("p-bo", "tuesday", "Bo", AT)
    EventStore(database).append(NIGHT, expected_version=0, drafts=loans(1), recorded_at=AT, players=[bo])
    assert names.players("tuesday") == [bo]


def test_a_taken_name_undoes_the_whole_append(database: Database) -> None:
    names = Names(database)
    names.add_club(Club("tuesday", "Tirsdagsklubben", AT))
    names.add_player(Player("p-bo", "tuesday", "Bo", AT))
    store = EventStore(database)
    cases = [
        ([Player("p-bo2", "tuesday", "Bo", AT)], NameTaken),
        ([Player("p-bo", "tuesday", "Carl", AT)], IdTaken),
        ([Player("p-x", "tuesday", "Eva", AT), Player("p-y", "tuesday", "Eva", AT)], NameTaken),
    ]
    for players, refusal in cases:
        with pytest.raises(refusal):
            store.append(NIGHT, expected_version=0, drafts=loans(1), recorded_at=AT, players=players)
    assert _count(database) == 0
    assert [player.name for player in names.players()] == ["Bo"]


def test_the_store_exports_what_its_callers_need() -> None:
    assert all(hasattr(event_store, name) for name in event_store.__all__)
