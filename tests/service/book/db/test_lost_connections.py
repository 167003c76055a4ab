"""A connection that a server has ended is replaced; what was under way is refused, and nothing of it is recorded."""

from collections.abc import Sequence

import psycopg
import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from engine import commands
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import IncomingCommand
from service.book.store import event_store
from service.book.store.chain import StoredEvent
from service.book.store.event_store import Append, EventStore
from service.book.store.verify import verify_book
from service.errors import BookUnreachable, NoAnswer
from tests.service.book.db.pools import unused
from tests.service.book.store.evening import NIGHT, loans, record
from tests.service.book.store.nights import AT, BANKER, CLUB, founded

ALL_OTHERS = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def end_every_connection(url: str) -> None:
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as other:
        assert (True,) in other.execute(ALL_OTHERS).fetchall()


def test_a_connection_that_broke_while_nobody_used_it_is_replaced(postgresql_database, postgresql_url) -> None:
    record(postgresql_database, loans(1))
    assert verify_book(postgresql_database) == []
    end_every_connection(postgresql_url)
    record(postgresql_database, loans(1), expected_version=1)
    assert EventStore(postgresql_database).version(NIGHT) == 2
    assert verify_book(postgresql_database) == []


def test_every_kept_connection_that_broke_is_replaced(postgresql_database, postgresql_url) -> None:
    with postgresql_database.reading(), postgresql_database.reading():
        pass
    assert unused(postgresql_database) == 2
    end_every_connection(postgresql_url)
    record(postgresql_database, loans(1))
    # The pool may have opened another in place of one that broke.
    assert unused(postgresql_database) >= 1


def test_an_append_whose_connection_breaks_is_refused_and_can_be_repeated(
    postgresql_database, postgresql_url, monkeypatch
) -> None:
    store = EventStore(postgresql_database)
    insert = event_store.insert_events

    def breaks(*said: object) -> None:
        insert(*said)  # type: ignore[arg-type]
        end_every_connection(postgresql_url)

    monkeypatch.setattr(event_store, "insert_events", breaks)
    with pytest.raises(NoAnswer):
        store.append(NIGHT, expected_version=0, drafts=loans(2), recorded_at="now")
    monkeypatch.undo()
    assert store.version(NIGHT) == 0
    assert len(record(postgresql_database, loans(2))) == 2


def test_nights_whose_commit_got_no_answer_are_found_in_the_book(database, monkeypatch) -> None:
    handler = CommandHandler(database, now=lambda: AT)
    founded(handler, "n1")
    append_all, answers = handler.store.append_all, []

    def silent(appends: Sequence[Append], *, lock: str) -> list[tuple[StoredEvent, ...]]:
        answers.append(append_all(appends, lock=lock))
        raise NoAnswer(database.place)

    monkeypatch.setattr(handler.store, "append_all", silent)
    works = [handler.new_unit_of_work(night) for night in ("n2", "n3", "n4")]
    for work in works:
        night = work.loaded.night_id
        work.take(IncomingCommand(commands.OpenNight(night=night, club=CLUB, banker=BANKER), occurred_at=AT))
    alone, *together = works
    assert handler.record(alone).head == answers[0][0][-1].hash
    handler.record_all(together)
    assert len(answers) == 2
    assert [handler.load(work.loaded.night_id).version for work in works] == [1, 1, 1]
    assert verify_book(database) == []


def test_a_turn_whose_connection_breaks_is_refused_and_given_back(postgresql_database, postgresql_url) -> None:
    store = EventStore(postgresql_database)

    def breaks() -> None:
        with postgresql_database.turn(NIGHT.lock):
            end_every_connection(postgresql_url)
            store.version(NIGHT)

    with pytest.raises(BookUnreachable):
        breaks()
    with postgresql_database.turn(NIGHT.lock):
        record(postgresql_database, loans(1))
    assert store.version(NIGHT) == 1


def test_a_read_whose_connection_breaks_is_refused_and_the_next_one_goes_on(
    postgresql_database, postgresql_url
) -> None:
    def breaks() -> None:
        with postgresql_database.reading() as connection:
            end_every_connection(postgresql_url)
            connection.execute(select(1))

    with pytest.raises(BookUnreachable):
        breaks()
    assert EventStore(postgresql_database).version(NIGHT) == 0


def test_a_server_that_stays_away_is_told_after_a_while(postgresql_database, postgresql_url, monkeypatch) -> None:
    monkeypatch.setattr("service.book.db.database.TRY_SECONDS", 0.2)
    asked = []

    def nobody_answers(*_: object) -> None:
        asked.append(1)
        raise OperationalError("", {}, psycopg.OperationalError("server closed the connection unexpectedly"))

    monkeypatch.setattr(postgresql_database.engine, "connect", nobody_answers)
    with pytest.raises(BookUnreachable), postgresql_database.reading():
        pass
    assert len(asked) > 1
