"""Whoever has read a stream adds to it in one message to a server; what that cannot do is done in the ordinary way."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing

import psycopg
import pytest
from msgspec.structs import fields

from service.book.db import Database, postgresql
from service.book.store.at_once import EVENTS_MAX
from service.book.store.event_store import Addition, EventStore, JobDraft, Request, StoredEvent
from service.book.store.lists import ListedClub, NightChange
from service.book.store.names import Forgotten, new_member
from service.book.store.verify import verify_book
from service.config import ServerOptions
from service.errors import AlreadyAnswered, BookLocked, KeyReused, NoAnswer, VersionConflict
from tests.service.book.store.evening import AT, CLUB, NIGHT, loans, record

KEY = Request(key="k", digest="d")
SECONDS = 20
END_WHO_WAITS = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
    "WHERE datname = current_database() AND wait_event = 'advisory'"
)


class Messages:
    """How many appends went in one message, and how many needed a transaction of several."""

    def __init__(self) -> None:
        self.one = 0
        self.several = 0


@pytest.fixture
def messages(postgresql_database: Database, monkeypatch: pytest.MonkeyPatch) -> Messages:
    """A book with two events, and from then on a count of what is sent to it."""
    record(postgresql_database, loans(2))
    counted = Messages()
    at_once, ordinarily = postgresql_database.written_at_once, postgresql_database.writing_directly

    def one(*said: object) -> object:
        counted.one += 1
        return at_once(*said)  # type: ignore[arg-type]

    def several(*said: object, **more: object) -> object:
        counted.several += 1
        return ordinarily(*said, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(postgresql_database, "written_at_once", one)
    monkeypatch.setattr(postgresql_database, "writing_directly", several)
    return counted


def test_an_act_behind_a_head_that_was_read_is_one_message(postgresql_database: Database, messages: Messages) -> None:
    first = record(postgresql_database, loans(1), expected_version=2)
    several = record(postgresql_database, loans(EVENTS_MAX), expected_version=3, also=Addition(request=KEY))
    store = EventStore(postgresql_database)
    assert (messages.one, messages.several) == (2, 0)
    assert store.read(NIGHT, after=2) == [*first, *several]
    assert store.answer_to(CLUB, KEY) == (NIGHT.name, 4, 3 + EVENTS_MAX)
    assert verify_book(postgresql_database) == []


def test_it_says_the_same_in_one_message_as_in_several(postgresql_database: Database, messages: Messages) -> None:
    drafts = loans(3)
    at_once = record(postgresql_database, drafts, expected_version=2, also=Addition(request=KEY))
    other = NIGHT._replace(club="friday")
    record(postgresql_database, loans(2), stream=other)
    ordinarily = EventStore(postgresql_database).append(
        other, expected_version=2, drafts=drafts, recorded_at=AT, also=Addition(request=KEY)
    )
    assert messages.one == 1
    # What they follow has random bits of its own in each club, so that the hashes differ.
    assert [one[2:6] for one in at_once] == [one[2:6] for one in ordinarily]
    assert verify_book(postgresql_database) == []


@pytest.mark.parametrize(
    "also",
    [
        Addition(jobs=[JobDraft(club=CLUB, key="j", kind="verify", due_at=AT)]),
        Addition(members=[new_member(CLUB, "p-bo", "Bo")]),
        Addition(renamed=[new_member(CLUB, "p-bo", "Bo")]),
        Addition(forgotten=[Forgotten(CLUB, "p-bo")]),
        Addition(listed_club=ListedClub(CLUB, "Tuesday", AT)),
        Addition(changed_night=NightChange(CLUB, NIGHT.night, "open", "[]", 1, 0)),
        Addition(night_results=()),
    ],
    ids=lambda also: next(one.name for one in fields(also) if getattr(also, one.name) != one.default),
)
def test_what_else_belongs_to_it_is_recorded_in_several(
    postgresql_database: Database, messages: Messages, also: Addition
) -> None:
    record(postgresql_database, loans(1), expected_version=2, also=also)
    assert (messages.one, messages.several) == (0, 1)


def test_nor_are_many_events_one_message(postgresql_database: Database, messages: Messages) -> None:
    record(postgresql_database, loans(EVENTS_MAX + 1), expected_version=2)
    assert (messages.one, messages.several) == (0, 1)
    assert verify_book(postgresql_database) == []


def test_behind_another_head_than_the_one_that_was_read_the_stream_is_read_first(
    postgresql_database: Database, messages: Messages
) -> None:
    store = EventStore(postgresql_database)
    (added,) = store.append(NIGHT, expected_version=2, drafts=loans(1), recorded_at=AT, head="f" * 64)
    assert (messages.one, messages.several) == (1, 1)
    assert added.prev_hash == store.read(NIGHT)[1].hash
    assert verify_book(postgresql_database) == []


def test_behind_a_head_that_others_have_gone_on_from_nothing_is_recorded(
    postgresql_database: Database, messages: Messages
) -> None:
    store = EventStore(postgresql_database)
    read = store.head(NIGHT)
    record(postgresql_database, loans(1), expected_version=2)
    for also in (Addition(), Addition(request=KEY)):
        with pytest.raises(VersionConflict):
            store.append(NIGHT, expected_version=2, drafts=loans(1), recorded_at=AT, head=read, also=also)
    assert (store.version(NIGHT), store.answer_to(CLUB, KEY)) == (3, None)


def test_a_key_that_was_answered_in_one_message_is_answered_so_again(
    postgresql_database: Database, messages: Messages
) -> None:
    record(postgresql_database, loans(2), expected_version=2, also=Addition(request=KEY))
    with pytest.raises(AlreadyAnswered) as before:
        record(postgresql_database, loans(2), expected_version=4, also=Addition(request=KEY))
    assert (before.value.first, before.value.last) == (3, 4)
    with pytest.raises(KeyReused):
        record(postgresql_database, loans(1), expected_version=4, also=Addition(request=Request(key="k", digest="e")))
    assert EventStore(postgresql_database).version(NIGHT) == 4
    assert messages.several == 0


def test_one_message_waits_for_the_turn_of_the_stream(postgresql_database: Database, messages: Messages) -> None:
    store = EventStore(postgresql_database)
    with ThreadPoolExecutor(1) as beside:
        with postgresql_database.turn(NIGHT.lock):
            waiting = beside.submit(record, postgresql_database, loans(1), expected_version=2)
            assert not wait([waiting], timeout=0.3).done
            assert store.version(NIGHT) == 2
        assert [one.version for one in waiting.result(SECONDS)] == [3]
    assert (messages.one, messages.several) == (1, 0)


def test_whoever_has_the_turn_adds_in_it_and_whoever_waited_has_lost_the_race(
    postgresql_database: Database, messages: Messages
) -> None:
    def loses() -> tuple[StoredEvent, ...]:
        return record(postgresql_database, loans(1), expected_version=2, also=Addition(request=KEY))

    with ThreadPoolExecutor(1) as beside:
        with postgresql_database.turn(NIGHT.lock):
            waiting = beside.submit(loses)
            assert not wait([waiting], timeout=0.3).done
            record(postgresql_database, loans(2), expected_version=2)
        with pytest.raises(VersionConflict) as conflict:
            waiting.result(SECONDS)
    assert conflict.value.details["actual"] == 4
    assert EventStore(postgresql_database).answer_to(CLUB, KEY) is None
    assert verify_book(postgresql_database) == []


@pytest.mark.parametrize("pooler", ["none", "transaction"])
def test_one_message_waits_no_longer_than_a_transaction_does(
    postgresql_database: Database, postgresql_url: str, monkeypatch: pytest.MonkeyPatch, pooler: str
) -> None:
    record(postgresql_database, loans(2))
    monkeypatch.setattr(postgresql, "BUSY_SECONDS", 0.1)
    with closing(Database.open(postgresql_url, ServerOptions(pooler=pooler))) as other:  # type: ignore[arg-type]
        with postgresql_database.turn(NIGHT.lock), pytest.raises(BookLocked):
            record(other, loans(1), expected_version=2)
        record(other, loans(1), expected_version=2)
    assert EventStore(postgresql_database).version(NIGHT) == 3


def test_a_message_that_got_no_answer_may_have_been_recorded(
    postgresql_database: Database, postgresql_url: str, messages: Messages
) -> None:
    with ThreadPoolExecutor(1) as beside, postgresql_database.turn(NIGHT.lock):
        waiting = beside.submit(record, postgresql_database, loans(1), expected_version=2)
        assert not wait([waiting], timeout=0.3).done
        with psycopg.connect(postgresql_url.replace("+psycopg", ""), autocommit=True) as other:
            assert other.execute(END_WHO_WAITS).fetchall() == [(True,)]
        with pytest.raises(NoAnswer):
            waiting.result(SECONDS)
    assert messages.one == 1
    assert EventStore(postgresql_database).version(NIGHT) == 2
    record(postgresql_database, loans(1), expected_version=2)
    assert verify_book(postgresql_database) == []


def test_a_server_plans_the_statement_once_for_every_stream(postgresql_database: Database) -> None:
    """Else planning takes longer than all the rest."""
    record(postgresql_database, loans(2))
    for version in range(2, 18):
        also = Addition(request=Request(key=f"k{version}", digest="d"))
        record(postgresql_database, loans(1), expected_version=version, also=also)
    asked = "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE 'WITH turn%%'"
    ((generic, custom),) = postgresql_database.rows(asked)
    assert (generic > 0, custom) == (True, 5)


def test_a_book_in_a_file_has_no_messages(sqlite_database: Database) -> None:
    record(sqlite_database, loans(2))
    assert not sqlite_database.takes_one_message
    assert len(record(sqlite_database, loans(1), expected_version=2)) == 1
