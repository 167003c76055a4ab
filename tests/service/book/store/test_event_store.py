"""Appending and reading: the version that was expected, the race that was lost, the key that came back."""

import json
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from sqlalchemy import func, insert, select

from service.book.db import Database
from service.book.store.chain import SCHEMA, Request, StoredEvent, Stream, stream_of_club, stream_of_night
from service.book.store.event_store import Addition, Answer, ClubSays, EventStore, JobDraft
from service.book.store.lists import ListedClub, ListedNight, Lists, NightChange
from service.book.store.names import Member, Names, new_member
from service.book.store.rows import CLUB as CLUBS
from service.book.store.rows import EVENT, JOB, PLAYER, REQUEST
from service.book.store.rows import NIGHT as NIGHTS
from service.book.store.verify import streams_of, verify_book
from service.errors import AlreadyAnswered, BrokenChain, IdTaken, KeyReused, NameTaken, NotCanonical, VersionConflict
from tests.service.book.store.evening import AT, CLUB, NIGHT, OTHER, draft, forge, loans, record

DIGEST = "d" * 64
KEY = Request(key="k-1", digest=DIGEST)
KEY_OF_ANOTHER_REQUEST = Request(key="k-1", digest="e" * 64)
LISTED = ListedNight(CLUB, NIGHT.night, AT, AT, "", "UTC", "DKK", 2, "open", "[]", 0, 0)


def _settle(version: int, club: str = CLUB) -> JobDraft:
    return JobDraft(
        club=club, key=f"settle:{NIGHT.night}:{version}", kind="settle", due_at=AT, payload={"night": NIGHT.night}
    )


def _noted(events: Sequence[StoredEvent]) -> ClubSays:
    """What the club says about the events of a night."""
    return ClubSays([draft("night_recorded", night=NIGHT.night, version=events[-1].version, head=events[-1].hash)])


def _count(database: Database, table: object = EVENT) -> int:
    with database.reading() as connection:
        return int(connection.scalar(select(func.count()).select_from(table)) or 0)  # type: ignore[arg-type]


def test_an_event_comes_back_as_it_was_recorded(database) -> None:
    loan, grown = draft(player="p-bo", chips=50, note="så ♠"), draft("stack_grew", caused_by=1)
    recorded = record(database, [loan, grown])
    assert EventStore(database).read(NIGHT) == list(recorded)
    assert [(event.version, event.type, event.schema) for event in recorded] == [
        (1, "loan_given", SCHEMA),
        (2, "stack_grew", SCHEMA),
    ]
    assert json.loads(recorded[0].body) == {
        "stream": NIGHT.name,
        "version": 1,
        "schema": SCHEMA,
        "salt": loan.salt,
        "type": "loan_given",
        "data": {"player": "p-bo", "chips": 50, "note": "så ♠"},
        "actor": "p-anna",
        "occurred_at": AT,
        "recorded_at": AT,
    }
    assert json.loads(recorded[1].body)["caused_by"] == 1


def test_a_part_of_a_stream_can_be_read(sqlite_database) -> None:
    record(sqlite_database, loans(5))
    store = EventStore(sqlite_database)
    assert [event.version for event in store.read(NIGHT, after=3)] == [4, 5]
    assert [event.version for event in store.read(NIGHT, after=1, up_to=3)] == [2, 3]
    assert store.read(NIGHT, after=3, up_to=1) == store.read(OTHER) == []


def test_a_stream_has_a_version_and_a_head(sqlite_database) -> None:
    store = EventStore(sqlite_database)
    assert (store.version(NIGHT), store.head(NIGHT)) == (0, "0" * 64)
    recorded = record(sqlite_database, loans(3))
    assert (store.version(NIGHT), store.head(NIGHT)) == (3, recorded[-1].hash)


def test_streams_are_counted_by_club_and_name_in_their_exact_letters(database) -> None:
    streams = {
        Stream("a", "night:b"): 2,
        Stream("a", "night:a_%"): 1,
        Stream("a", "Night:b"): 3,
        Stream("b", "night:b"): 1,
        Stream("b", "club:b"): 1,
    }
    for stream, count in streams.items():
        record(database, loans(count), stream=stream)
    assert streams_of(database) == streams
    assert streams_of(database, "b") == {stream: count for stream, count in streams.items() if stream.club == "b"}


def test_two_clubs_may_each_have_a_night_of_one_name(sqlite_database) -> None:
    store, theirs = EventStore(sqlite_database), stream_of_night("friday", NIGHT.night)
    ours = record(sqlite_database, loans(2))
    other = record(sqlite_database, loans(3), stream=theirs)
    assert (store.read(NIGHT), store.read(theirs)) == (list(ours), list(other))
    assert (store.version(NIGHT), store.version(theirs)) == (2, 3)
    assert verify_book(sqlite_database) == []


@pytest.mark.parametrize("expected", [0, 1, 3, 7])
def test_an_append_at_a_stale_version_names_both_numbers(sqlite_database, expected) -> None:
    record(sqlite_database, loans(2))
    with pytest.raises(VersionConflict) as conflict:
        record(sqlite_database, loans(1), expected_version=expected)
    assert conflict.value.details == {"stream": NIGHT.name, "expected": expected, "actual": 2}
    assert f"is at version 2, not {expected}:" in str(conflict.value)
    assert _count(sqlite_database) == 2


def test_a_race_lost_at_the_unique_version_names_both_numbers(postgresql_database) -> None:
    record(postgresql_database, loans(1))
    row = dict(zip(EVENT.columns.keys(), (*NIGHT, 2, "x", 1, "", "", "f" * 64), strict=True))
    with ThreadPoolExecutor(1) as beside:
        with postgresql_database.writing() as winner:
            # Written and not yet committed: the loser still reads version 1, and then waits at its own insert.
            winner.execute(insert(EVENT), row)
            loser = beside.submit(record, postgresql_database, loans(1), expected_version=1)
            assert not wait([loser], timeout=0.5).done
        with pytest.raises(VersionConflict) as conflict:
            loser.result(10)
    assert conflict.value.details == {"stream": NIGHT.name, "expected": 1, "actual": 2}


def test_what_cannot_be_written_in_canonical_json_is_refused_before_anything_is_recorded(sqlite_database) -> None:
    with pytest.raises(NotCanonical):
        record(sqlite_database, [draft(chips=1), draft(chips=1.5)])
    assert _count(sqlite_database) == 0


def test_a_key_used_again_for_the_same_request_gets_the_first_answer(database) -> None:
    assert EventStore(database).answer_to(CLUB, KEY) is None
    record(database, loans(2), also=Addition(request=KEY))
    answer = Answer(NIGHT.name, 1, 2)
    assert EventStore(database).answer_to(CLUB, KEY) == answer
    # The first answer comes before the stale version.
    for expected in (2, 0):
        with pytest.raises(AlreadyAnswered) as first:
            record(database, loans(1), expected_version=expected, also=Addition(request=KEY))
        assert (first.value.first, first.value.last) == (answer.first, answer.last)
    assert _count(database) == 2


def test_a_key_used_again_for_another_request_is_refused(sqlite_database) -> None:
    record(sqlite_database, loans(1), also=Addition(request=KEY))
    with pytest.raises(KeyReused, match="The idempotency key k-1 was already used for another request"):
        EventStore(sqlite_database).answer_to(CLUB, KEY_OF_ANOTHER_REQUEST)
    with pytest.raises(KeyReused):
        record(sqlite_database, loans(1), expected_version=1, also=Addition(request=KEY_OF_ANOTHER_REQUEST))
    assert _count(sqlite_database) == 1


def test_two_clubs_may_use_the_same_key(database) -> None:
    record(database, loans(1), also=Addition(request=KEY))
    friday = stream_of_night("friday", "13")
    record(database, loans(1), stream=friday, also=Addition(request=KEY_OF_ANOTHER_REQUEST))
    assert EventStore(database).answer_to("friday", KEY_OF_ANOTHER_REQUEST) == Answer(friday.name, 1, 1)
    assert _count(database, REQUEST) == 2


@pytest.mark.parametrize("nights", [["n1"] * 4, ["n1", "n2", "n3", "n4"]], ids=["one night", "several nights"])
def test_one_key_sent_by_several_at_once_is_recorded_once(database, nights) -> None:
    assert _sent_together(database, [stream_of_night(CLUB, night) for night in nights]) == [
        "answered",
        "answered",
        "answered",
        "recorded",
    ]
    assert _count(database) == 1


def _sent_together(database: Database, streams: Sequence[Stream]) -> list[str]:
    barrier = threading.Barrier(len(streams))

    def send(stream: Stream) -> str:
        barrier.wait(10)
        try:
            record(database, loans(1), stream=stream, also=Addition(request=KEY))
        except AlreadyAnswered:
            return "answered"
        return "recorded"

    with ThreadPoolExecutor(len(streams)) as together:
        return sorted(together.map(send, streams))


def test_an_answer_that_was_there_before_is_kept_under_a_new_key_only(sqlite_database) -> None:
    store = EventStore(sqlite_database)
    record(sqlite_database, loans(3))
    store.keep_answer(NIGHT, KEY, 2, 3)
    store.keep_answer(NIGHT, KEY, 1, 1)
    assert store.answer_to(CLUB, KEY) == Answer(NIGHT.name, 2, 3)


def test_the_key_stands_in_every_event_that_it_made_and_what_was_asked_in_the_first(sqlite_database) -> None:
    bodies = [json.loads(event.body) for event in record(sqlite_database, loans(2), also=Addition(request=KEY))]
    assert [body["request_id"] for body in bodies] == ["k-1", "k-1"]
    assert [body.get("request_digest") for body in bodies] == [DIGEST, None]


def test_jobs_commit_with_their_events(database) -> None:
    record(database, loans(1), also=Addition(jobs=[_settle(1)]))
    with database.reading() as connection:
        job = connection.execute(select(JOB)).one()
    assert (job.club, job.key, job.kind) == (CLUB, "settle:2026-02-13:1", "settle")
    assert job.payload == '{"night":"2026-02-13"}'
    assert (job.state, job.attempts, job.due_at, job.claimed_at) == ("due", 0, AT, None)
    # One that is there already is not added again; another club may have one of the same key.
    record(database, loans(1), expected_version=1, also=Addition(jobs=[_settle(1), _settle(2)]))
    record(database, loans(1), stream=stream_of_night("friday", "13"), also=Addition(jobs=[_settle(1, "friday")]))
    assert _count(database, JOB) == 3


def test_whatever_belongs_to_events_vanishes_with_them(database, monkeypatch) -> None:
    def fails(events: Sequence[StoredEvent]) -> ClubSays:
        return ClubSays([draft("night_recorded", head=object())])

    also = Addition(
        request=KEY,
        jobs=[_settle(2)],
        members=[new_member(CLUB, "p-bo", "Bo")],
        listed_club=ListedClub(CLUB, "Tirsdagsklubben", AT),
        listed_night=LISTED,
        of_the_club=fails,
    )
    # The club's note is the last that is written, so all the rest has been.
    with pytest.raises(NotCanonical):
        record(database, loans(2), also=also)
    assert [_count(database, table) for table in (EVENT, REQUEST, JOB, PLAYER, CLUBS, NIGHTS)] == [0] * 6


def test_a_taken_name_undoes_the_whole_append(database) -> None:
    record(database, loans(1), also=Addition(members=[new_member(CLUB, "p-bo", "Bo")]))
    cases: list[tuple[list[Member], type[Exception]]] = [
        ([new_member(CLUB, "p-bo2", "Bo")], NameTaken),
        ([new_member(CLUB, "p-bo", "Carl")], IdTaken),
        ([new_member(CLUB, "p-x", "Eva"), new_member(CLUB, "p-y", "Eva")], NameTaken),
        ([new_member(CLUB, "p-x", "Eva"), new_member(CLUB, "p-x", "Dora")], IdTaken),
    ]
    for members, refusal in cases:
        with pytest.raises(refusal):
            record(database, loans(1), expected_version=1, also=Addition(members=members))
    assert _count(database) == 1
    assert Names(database).by_id(CLUB) == {"p-bo": "Bo"}


def test_the_club_says_of_a_night_what_was_recorded_of_it_wherever_its_stream_is(sqlite_database) -> None:
    own = stream_of_club(CLUB)
    record(sqlite_database, [draft("club_founded"), draft("house_rules_adopted")], stream=own)
    store, ends = EventStore(sqlite_database), []
    for version in (0, 2, 4):
        ends += record(sqlite_database, loans(2), expected_version=version, also=Addition(of_the_club=_noted))[-1:]
    notes = [json.loads(event.body) for event in store.read(own, after=2)]
    assert [note["version"] for note in notes] == [3, 4, 5]
    assert [(note["data"]["version"], note["data"]["head"]) for note in notes] == [(e.version, e.hash) for e in ends]
    assert verify_book(sqlite_database) == []


def test_a_club_that_has_nothing_to_say_says_nothing(sqlite_database) -> None:
    record(sqlite_database, loans(1), also=Addition(of_the_club=lambda _: ClubSays(())))
    assert streams_of(sqlite_database) == {NIGHT: 1}


def test_a_night_is_not_recorded_behind_a_forged_note_of_its_club(database) -> None:
    record(database, loans(1), also=Addition(of_the_club=_noted))
    forge(
        database, "UPDATE event SET body = replace(body, 'night_recorded', 'night_cancelled') WHERE stream LIKE 'club%'"
    )
    with pytest.raises(BrokenChain, match="The chain of club:tuesday is broken at version 1"):
        record(database, loans(1), expected_version=1, also=Addition(of_the_club=_noted))
    assert EventStore(database).version(NIGHT) == 1
    # What the club says nothing about goes on.
    record(database, loans(1), expected_version=1)


def test_a_night_is_on_the_list_from_its_first_event_on(database) -> None:
    lists = Lists(database)
    record(database, loans(1), also=Addition(listed_night=LISTED, listed_club=ListedClub(CLUB, "Tirsdag", AT)))
    assert (lists.night(CLUB, NIGHT.night), lists.club_of(NIGHT.night)) == (LISTED, CLUB)
    change = NightChange(CLUB, NIGHT.night, "closed", '["p-bo"]', 7, 150)
    record(database, loans(1), expected_version=1, also=Addition(changed_night=change))
    assert lists.night(CLUB, NIGHT.night) == LISTED._replace(
        phase="closed", players='["p-bo"]', hands=7, unpaid_cents=150
    )


def test_a_key_that_another_writer_used_meanwhile_is_answered_within_a_turn_too(postgresql_database) -> None:
    sqlite_database = postgresql_database
    answer = dict(zip(REQUEST.columns.keys(), (CLUB, KEY.key, DIGEST, OTHER.name, 1, 1), strict=True))

    def send() -> None:
        with sqlite_database.turn(NIGHT.lock):
            record(sqlite_database, loans(1), also=Addition(request=KEY))

    with ThreadPoolExecutor(1) as beside:
        with sqlite_database.writing() as winner:
            # Written and not yet committed: the loser reads no answer, and then waits at its own.
            winner.execute(insert(REQUEST), answer)
            loser = beside.submit(send)
            assert not wait([loser], timeout=0.5).done
        with pytest.raises(AlreadyAnswered):
            loser.result(10)
    assert _count(sqlite_database) == 0
