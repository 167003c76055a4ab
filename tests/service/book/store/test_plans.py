"""On PostgreSQL every statement of the hot path touches the part of one club: a club can lie on any server.

The statements are those that the program sends, taken from its connections while it works, and asked for their plans.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event
from sqlmodel import SQLModel

from engine import commands
from service.book.db import Database
from service.book.recording.handler import CommandHandler
from service.book.store import event_store
from service.book.store.chain import stream_of_night
from service.book.store.credentials import (
    Credential,
    add_credential,
    confirm_session,
    credentials_of,
    end_credential,
    find_credential,
    note_signature,
    open_session,
    touch_credential,
    use_once,
)
from service.book.store.event_store import EventStore, JobDraft
from service.book.store.jobs import Effort, Jobs, outcome_of, record_outcome, tries_of
from service.book.store.lists import Lists, Which
from service.book.store.names import Names
from service.book.store.protection import PARTS
from tests.service.book.store.nights import AT, BANKER, close, founded, opened, played

CLUBS = tuple(f"c{number}" for number in range(6))
PART = re.compile(r"(\w+)_(\d+)(?:_\w+)?")
ON_A_TABLE = re.compile(rf"(?:FROM|INTO|UPDATE)\s+(?:{'|'.join(SQLModel.metadata.tables)})\b")
LOOKUP = r"SELECT night\.club \s*FROM night \s*WHERE night\.night = "
VALUE = re.compile(r"%\((\w+)\)s")
Statement = tuple[str, Sequence[Any]]


class Sent:
    """What a book sends to its server."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []

    def by(self, action: Callable[[], object]) -> list[Statement]:
        """The statements on tables of the book that the action sends."""
        self.statements.clear()
        action()
        return [(sql, values) for sql, values in self.statements if ON_A_TABLE.search(sql)]


@pytest.fixture
def book(postgresql_database) -> Database:
    """Clubs that lie in several parts, each with two nights."""
    for club in CLUBS:
        handler = CommandHandler(postgresql_database, now=lambda: AT)
        founded(handler, f"{club}-n1", club)
        if club not in CLUBS[:2]:
            continue
        opened(handler, f"{club}-n2", club)
        played(handler, f"{club}-n1")
        close(handler, f"{club}-n1")
        Jobs(postgresql_database).ask(JobDraft(club=club, key="verify:1", kind="verify", due_at=AT))
    with postgresql_database.writing() as connection:
        connection.exec_driver_sql("ANALYZE")
    return postgresql_database


@pytest.fixture
def sent(book) -> Iterator[Sent]:
    sent = Sent()

    class Listening(psycopg.Cursor[Any]):
        def execute(self, query: Any, params: Any = None, **said: Any) -> Any:
            sent.statements.append((str(query), params or ()))
            return super().execute(query, params, **said)

        def executemany(self, query: Any, params_seq: Any, **said: Any) -> None:
            rows = list(params_seq)
            sent.statements += [(str(query), row) for row in rows]
            super().executemany(query, rows, **said)

    def listen(connection: Any, _: object) -> None:
        connection.cursor_factory = Listening

    book.close()
    event.listen(book.engine, "connect", listen)
    yield sent
    book.close()


def test_the_clubs_lie_in_different_parts(book) -> None:
    """Else a statement that touches one part would prove nothing."""
    with book.reading() as connection:
        parts = connection.exec_driver_sql("SELECT tableoid::regclass::text FROM club").scalars().all()
    assert len(parts) == len(CLUBS)
    assert len(set(parts)) > 2


@pytest.mark.parametrize(
    ("club", "generic"),
    [(CLUBS[0], False), (CLUBS[1], True)],
    ids=["planned for its values", "planned for any values"],
)
def test_recording_and_reading_a_night_touches_the_part_of_its_club(book, sent, postgresql_url, club, generic) -> None:
    handler = CommandHandler(book, now=lambda: AT)
    night = f"{club}-n2"
    handler.load(night)
    store, stream = EventStore(book), stream_of_night(club, night)
    lists, names = Lists(book), Names(book)
    seat, loan = commands.SeatPlayer(player=BANKER), commands.GiveLoan(player=BANKER, chips=5)
    acts: dict[str, Callable[[], object]] = {
        "a command without a key": lambda: handler.handle(night, seat),
        "a command with a key": lambda: handler.handle(night, loan, key="k"),
        "the same command again": lambda: handler.handle(night, loan, key="k"),
        "counting": lambda: handler.handle(night, commands.CountChips(player=BANKER, chips=5)),
        "closing, which the club notes, with its jobs": lambda: handler.handle(night, commands.CloseNight()),
        "a page of events": lambda: store.read(stream, after=2, up_to=4),
        "the end of a stream": lambda: (store.version(stream), store.head(stream)),
        "a club as it stands": lambda: CommandHandler(book).clubs.load(club),
        "the members of a club": lambda: (names.members(club), names.member(club, BANKER)),
        "a member who joins": lambda: handler.clubs.admit(club, "Carl", key="carl"),
        "a member's other name": lambda: handler.clubs.rename_member(club, BANKER, "Bo Ø"),
        "a member who is forgotten": lambda: handler.clubs.forget_member(club, f"p-{night}"),
        "a club's other name": lambda: handler.clubs.rename(club, "Onsdag"),
        "a club of the list": lambda: lists.club(club),
        "a night's entry": lambda: lists.night(club, night),
        "the nights of a club, a page": lambda: lists.nights(
            Which(club=club, besides=("settled",)), after=lists.night(club, night), limit=9
        ),
        "how far nights go": lambda: lists.ends_of([lists.night(club, night)]),
    }
    for what, act in acts.items():
        statements = sent.by(act)
        assert statements, what
        _insist_on_one_part(postgresql_url, club, what, statements, generic=generic)


def test_a_job_of_a_known_key_is_done_within_the_part_of_its_club(book, sent, postgresql_url) -> None:
    jobs, club = Jobs(book), CLUBS[0]
    job = jobs.claim(club, "verify:1", by="me", now=AT)
    assert job
    acts: dict[str, Callable[[], object]] = {
        "a new job": lambda: jobs.ask(JobDraft(club=club, key="verify:2", kind="verify", due_at=AT)),
        "a claim": lambda: jobs.claim(club, "verify:2", by="me", now=AT),
        "a renewed claim": lambda: jobs.renew(job, AT),
        "its outcome": lambda: record_outcome(book, club=club, key="verify:1", digest="d", stream="s", body="{}"),
        "the outcome again": lambda: outcome_of(book, club, "verify:1"),
        "its failure": lambda: jobs.fail(job, AT, Effort("Why.")),
        "another try": lambda: jobs.retry(club, "verify:1", AT),
        "its end": lambda: jobs.finish(job, AT),
        "its tries": lambda: tries_of(book, club, "verify:1"),
    }
    for what, act in acts.items():
        statements = sent.by(act)
        assert statements, what
        _insist_on_one_part(postgresql_url, club, what, statements, generic=False)


def test_who_asks_and_how_they_signed_in_is_found_in_the_part_of_the_club(book, sent, postgresql_url) -> None:
    club = CLUBS[0]

    def made(kind: str, **more: Any) -> Credential:
        return Credential(club, f"{kind} digest", kind, kind, created_at=AT, expires_at="2999", **more)

    token, link, passkey = made("token"), made("link", uses_left=2), made("passkey", player=BANKER)
    acts: dict[str, Callable[[], object]] = {
        "a new token": lambda: add_credential(book, token, most=9),
        "who asks": lambda: find_credential(book, club, token.digest),
        "the last use": lambda: touch_credential(book, token, AT, unless_since=AT, expires_at=None),
        "a list": lambda: credentials_of(book, club, "token", AT),
        "a new link": lambda: add_credential(book, link, most=9),
        "a guest by the link": lambda: open_session(
            book, made("session", said="Bo"), most=9, with_link=link.digest, instead_of=(club, "old")
        ),
        "the guest's name": lambda: confirm_session(book, club, "session", BANKER, AT),
        "a question": lambda: add_credential(book, made("challenge", uses_left=1), most=9),
        "its answer": lambda: use_once(book, club, "challenge digest", "challenge", AT),
        "a new passkey": lambda: add_credential(book, passkey, most=9),
        "its use": lambda: note_signature(book, passkey, 1, AT),
        "its end": lambda: end_credential(book, club, "passkey", "passkey"),
    }
    for what, act in acts.items():
        statements = sent.by(act)
        assert statements, what
        for generic in (False, True):
            _insist_on_one_part(postgresql_url, club, what, statements, generic=generic)


def test_opening_a_night_touches_other_parts_only_to_learn_that_no_club_has_it(book, sent, postgresql_url) -> None:
    """The id of a night says nothing of its club: this lookup alone may ask every part, when a night is opened or first met."""
    handler = CommandHandler(book, now=lambda: AT)
    handler.clubs.load(CLUBS[0])
    statements = sent.by(lambda: opened(handler, "new", CLUBS[0]))
    lookups = [one for one in statements if re.match(LOOKUP, one[0])]
    # Before the transaction, and once more in it: of two clubs that open a night of one id at once, one is refused.
    assert len({statement for statement, *_ in lookups}) == 2
    with psycopg.connect(postgresql_url.replace("+psycopg", "")) as connection:
        assert len(_parts(connection, *lookups[0], generic=False)) == PARTS
    others = [one for one in statements if one not in lookups]
    _insist_on_one_part(postgresql_url, CLUBS[0], "an opening", others, generic=False)
    again = sent.by(lambda: handler.handle("new", commands.SeatPlayer(player=BANKER)))
    assert len([one for one in again if one in lookups]) <= 1
    again = sent.by(lambda: handler.handle("new", commands.GiveLoan(player=BANKER, chips=5)))
    assert [one for one in again if one in lookups] == []


def test_the_transaction_of_an_append_locks_tables_of_one_part(book, monkeypatch) -> None:
    """Nothing beside the statements, such as a trigger or a key, reaches into another part."""
    locked: list[set[str]] = []
    writing = event_store._add

    def looking(connection: Connection, *said: Any) -> None:
        writing(connection, *said)
        found = connection.exec_driver_sql(
            "SELECT relname FROM pg_locks JOIN pg_class c ON c.oid = relation "
            "WHERE pid = pg_backend_pid() AND mode = 'RowExclusiveLock' AND relkind = 'r'"
        )
        locked.append({name for (name,) in found})

    monkeypatch.setattr(event_store, "_add", looking)
    handler = CommandHandler(book, now=lambda: AT)
    played(handler, f"{CLUBS[0]}-n2")
    close(handler, f"{CLUBS[0]}-n2")
    opened(handler, "new", CLUBS[0])
    whole = set().union(*locked)
    assert {name.rpartition("_")[0] for name in whole} == {"event", "request", "job", "player", "night", "night_result"}
    assert len({name.rpartition("_")[2] for name in whole}) == 1


def _insist_on_one_part(url: str, club: str, what: str, statements: Sequence[Statement], *, generic: bool) -> None:
    with psycopg.connect(url.replace("+psycopg", ""), prepare_threshold=None) as connection:
        (part,) = connection.execute("SELECT tableoid::regclass::text FROM club WHERE club = %s", (club,)).fetchall()
        number = part[0].rpartition("_")[2]
        for sql, values in statements:
            found = _parts(connection, sql, values, generic=generic)
            assert {name.rpartition("_")[2] for name in found} <= {number}, f"{what}: {sql} touches {sorted(found)}"
            # Rows that are added are sorted into their part by the club, which is their first value.
            assert found or (sql.startswith("INSERT INTO ") and _first(values) == club), f"{what}: {sql}"


def _first(values: Any) -> Any:
    return values["club"] if isinstance(values, dict) else values[0]


def _parts(connection: psycopg.Connection[Any], sql: str, values: Any, *, generic: bool) -> set[str]:
    """The parts that the plan of the statement reads or changes."""
    connection.execute(f"SET plan_cache_mode = force_{'generic' if generic else 'custom'}_plan".encode())
    if generic and values:
        names = list(dict.fromkeys(VALUE.findall(sql)))
        numbered = VALUE.sub(lambda found: f"${names.index(found[1]) + 1}", sql)
        values = [values[name] for name in names]
        connection.execute(b"DEALLOCATE ALL")
        connection.execute(f"PREPARE asked AS {numbered}".encode())
        given = f"({', '.join(['%s'] * len(values))})" if values else ""
        asked = psycopg.ClientCursor(connection)
        asked.execute(f"EXPLAIN (FORMAT JSON) EXECUTE asked{given}".encode(), values)
    else:
        asked = psycopg.ClientCursor(connection)
        asked.execute(f"EXPLAIN (FORMAT JSON) {sql}".encode(), values)
    row = asked.fetchone()
    assert row
    return {name for name in _relations(row[0]) if PART.fullmatch(name)}


def _relations(plan: Any) -> Iterator[str]:
    if isinstance(plan, list):
        for one in plan:
            yield from _relations(one)
    elif isinstance(plan, dict):
        if "Relation Name" in plan:
            yield plan["Relation Name"]
        for inner in plan.values():
            if isinstance(inner, list | dict):
                yield from _relations(inner)
