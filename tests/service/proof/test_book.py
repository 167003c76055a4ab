"""What is kept beside the nights is held against them: guards, answers, jobs, outcomes, own games, names, tokens."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from engine import commands
from service.auth import Tokens
from service.db import Database
from service.errors import BookDamaged
from service.own_games.shelf import add_game
from service.proof.book import prove_book
from service.proof.night import prove_night
from service.store.chain import canonical, digest
from service.store.event_store import EventStore
from service.store.idempotency import make_club, make_player
from service.store.jobs import Jobs
from service.store.names import Club, Names, Player
from service.store.protection import who_could_drop_the_protection
from service.store.roles import ROLE, grant_application_role
from service.store.schema import open_book
from service.tasks.context import JobContext
from service.tasks.working import Worker
from tests.service.own_games.test_announcing import FRIDAY
from tests.service.proof.forging import reseal
from tests.service.store.evening import forge, plain_sqlite
from tests.service.tasks.evening import AT, CLUB, NIGHT, closed


@pytest.fixture
def book(database, home) -> Database:
    return _filled(database, home)


@pytest.fixture(scope="module")
def template(tmp_path_factory) -> Path:
    """One such book as a file; every test gets a copy, which is quicker than to play the night again."""
    folder = tmp_path_factory.mktemp("template")
    made = open_book(f"sqlite:///{folder / 'chipbook.db'}")
    _filled(made, folder)
    made.close()
    return folder / "chipbook.db"


@pytest.fixture
def sqlite_book(template, tmp_path) -> Iterator[Database]:
    shutil.copy(template, tmp_path / "chipbook.db")
    made = open_book(f"sqlite:///{tmp_path / 'chipbook.db'}")
    yield made
    made.close()


@pytest.fixture
def postgresql_book(postgresql_database, home) -> Database:
    return _filled(postgresql_database, home)


def _filled(database: Database, home) -> Database:
    """A night with answers under keys, an own game, a club and a player asked for over HTTP, a token, and jobs done."""
    handler = closed(database, missing=4)
    handler.handle(NIGHT, commands.ResolveGap(by="losers", reason="As always."), key="gap")
    handler.handle(NIGHT, commands.FreezePlan(kind="bank"), key="plan")
    asked = {"club": CLUB, "game": FRIDAY}
    add_game(database, CLUB, FRIDAY, at=AT, key="game", digest=digest(canonical(asked)).hex())
    make_club(database, Club("c2", "Others", AT), key="club", digest="0" * 64)
    make_player(database, Player("p2", "c2", "Eva", AT), key="player", digest="1" * 64)
    Tokens(database).first(AT)
    worker = Worker(JobContext(database, home), Jobs(database), wait_seconds=(0,))
    worker.run_due()
    return database


def faults(database: Database) -> list[str]:
    return [fault.sentence for proof in prove_book(database) for fault in proof.faults]


def test_a_book_that_nobody_touched_holds_in_every_check(book):
    proofs = prove_book(book)
    assert [fault for proof in proofs for fault in proof.faults] == []
    assert [check.name for check in proofs[-1].checks] == [
        "the file",
        "own games",
        "answers",
        "jobs",
        "names",
        "protection",
    ]


# What is done to the book, and what is said of it; the same on both databases.
TAMPERED = [
    ("UPDATE request SET answer = '1-2' WHERE key = 'gap'", "key gap of the club k was changed: it says 1-2"),
    ("UPDATE request SET club = 'c2' WHERE key = 'plan'", "it is kept for the club c2, but the night belongs to k"),
    ("UPDATE request SET digest = 'forged' WHERE key = 'gap'", "its digest is not a SHA-256"),
    (
        "UPDATE request SET first_version = 2, last_version = 2, answer = '2-2' WHERE key = 'gap'",
        "event 2 was not recorded under that key",
    ),
    ("UPDATE request SET digest = upper(digest) WHERE key = 'game'", "its digest is not a SHA-256"),
    ("UPDATE request SET answer = '7' WHERE key = 'game'", "no own game of the club was asked for in this way"),
    ("UPDATE request SET answer = 'c9' WHERE key = 'club'", "there is no such club"),
    ("UPDATE request SET answer = 'a' WHERE key = 'player'", "the player belongs to another club"),
    (
        "UPDATE request SET answer = replace(answer, '-100', '-900') WHERE key LIKE 'reconcile:%'",
        "gives another result",
    ),
    ("UPDATE request SET answer = '{}' WHERE key LIKE 'reconcile:%'", "it cannot be read"),
    (
        f"UPDATE request SET digest = '{'2' * 64}' WHERE key LIKE 'reconcile:%'",
        "does not match that version of the night",
    ),
    ("DELETE FROM request WHERE key LIKE 'reconcile:%'", "it is marked as done but left no result"),
    ("DELETE FROM job WHERE key LIKE 'reconcile:%'", "is kept, but the job is not"),
    ("UPDATE job SET payload = '{not json}' WHERE key LIKE 'reconcile:%'", "its payload is not JSON"),
    ("UPDATE job SET kind = 'dance' WHERE key LIKE 'reconcile:%'", "no job of the kind dance"),
    (
        "UPDATE job SET payload = replace(payload, 'n1', 'n2') WHERE key LIKE 'reconcile:%'",
        "its key does not match its kind",
    ),
    (
        "UPDATE job SET key = 'reconcile:n1:999', payload = '{\"night\":\"n1\",\"version\":999}' WHERE kind = 'reconcile_night'",
        "the night n1 has no event 999",
    ),
    (
        "UPDATE job SET state = 'due' WHERE key LIKE 'reconcile:%'",
        "it has a time of completion but is not marked as done",
    ),
    (
        "UPDATE job SET done_at = NULL WHERE key LIKE 'reconcile:%'",
        "it is marked as done but has no time of completion",
    ),
    ("UPDATE job SET due_at = 'soon' WHERE key LIKE 'reconcile:%'", "not a time of the book"),
    ("UPDATE own_game SET source = replace(source, 'J', 'Q')", "its text and its declaration differ"),
    (
        "UPDATE player SET name = 'Anne' WHERE id = 'a'",
        "The player a is called Anne but filed under “anna”: one of the two was changed.",
    ),
    ("UPDATE player SET name = ' ' WHERE id = 'a'", "has the name “ ”, which is not a valid name"),
    ("UPDATE player SET created_at = 'once' WHERE id = 'a'", "The player a was made at “once”, which is not a time"),
    ("UPDATE club SET created_at = '' WHERE id = 'k'", "The club k was made at “”, which is not a time of the book"),
    ("UPDATE club SET name = '' WHERE id = 'k'", "The club k has the name “”, which is not a valid name"),
    ("UPDATE token SET role = 'owner'", "Token 1 was not made by this program: it gives the role “owner”"),
]


@pytest.mark.parametrize(("statement", "sentence"), TAMPERED)
def test_what_was_changed_beside_the_nights_is_found(sqlite_book, statement, sentence):
    forge(sqlite_book, statement)
    found = faults(sqlite_book)
    assert any(sentence in one for one in found), found


def test_what_was_changed_in_a_night_is_told_of_the_night_alone(sqlite_book):
    forge(sqlite_book, "UPDATE event SET body = replace(body, '\"chips\":2', '\"chips\":3') WHERE type = 'bet_made'")
    (found,) = faults(sqlite_book)
    assert "is not the hash of its body" in found


def test_on_postgresql_the_same_is_found(postgresql_book):
    """All at once, because a database for each takes its time; each must be told."""
    told = (
        "key gap of the club k was changed",
        "no own game of the club was asked for in this way",
        "the player belongs to another club",
        "it is marked as done but left no result",
        "its text and its declaration differ",
        "has the name “ ”, which is not a valid name",
        "The club k was made at",
        "Token 1 was not made",
    )
    apart = [(statement, said) for statement, said in TAMPERED if said.startswith(told)]
    assert len(apart) == len(told)
    forge(postgresql_book, *(statement for statement, _ in apart))
    found = faults(postgresql_book)
    for _, sentence in apart:
        assert any(sentence in one for one in found), (sentence, found)


def test_answers_that_are_not_kept_here_are_a_remark_because_the_night_may_have_come_from_elsewhere(book):
    forge(book, "DELETE FROM request WHERE key IN ('gap', 'plan')")
    proof = prove_night(book, NIGHT)
    assert proof.holds
    (remark,) = proof.remarks
    assert "recorded under a key whose answer is not in this book" in remark


def test_a_player_who_was_made_and_has_no_name_any_more_is_a_remark(book):
    forge(book, "DELETE FROM player WHERE id = 'p2'")
    proofs = prove_book(book)
    assert all(proof.holds for proof in proofs)
    assert "The answer under the key player made the player p2, who has no name here." in proofs[-1].remarks


# The guards


@pytest.mark.parametrize("table", ["event", "request", "own_game"])
@pytest.mark.parametrize("what", ["update", "delete", "replace"])
def test_a_trigger_that_was_dropped_is_found_also_by_the_check_of_one_night(sqlite_book, table, what):
    with plain_sqlite(sqlite_book) as connection:
        connection.execute(f"DROP TRIGGER {table}_refuses_{what}")
    sentence = f"The trigger {table}_refuses_{what} is missing: rows of {table} could be changed, and may have been."
    assert faults(sqlite_book) == [sentence]
    assert [fault.sentence for fault in prove_night(sqlite_book, NIGHT).faults] == [sentence]


def test_a_trigger_that_says_something_else_and_one_that_nobody_made_are_found(sqlite_book):
    with plain_sqlite(sqlite_book) as connection:
        connection.execute("DROP TRIGGER event_refuses_update")
        connection.execute("CREATE TRIGGER event_refuses_update BEFORE UPDATE ON event BEGIN SELECT 1; END")
        connection.execute("CREATE TRIGGER sly AFTER INSERT ON event BEGIN DELETE FROM job; END")
        connection.execute("DROP INDEX player_club_compared")
    assert faults(sqlite_book) == [
        "The table player allows the same club and compared twice.",
        "The trigger event_refuses_update was changed after the book was made.",
        "The trigger sly on event was not made by this program; it may change what is written.",
    ]


MISSING = "The trigger event_refuses_change is missing: rows of event could be changed, and may have been."
OFF = "The trigger event_refuses_change is switched off or was changed after the book was made."
TOOTHLESS = """
CREATE OR REPLACE FUNCTION chipbook_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$
"""
NOT_ALWAYS = """
CREATE OR REPLACE TRIGGER event_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON event
FOR EACH STATEMENT WHEN (current_user <> 'mallory') EXECUTE FUNCTION chipbook_refuse_change()
"""
UNGUARDED = [
    ("DROP TRIGGER event_refuses_change ON event", MISSING),
    ("ALTER TABLE event DISABLE TRIGGER event_refuses_change", OFF),
    ("ALTER TABLE event ENABLE TRIGGER event_refuses_change", OFF),
    (TOOTHLESS, OFF),
    (NOT_ALWAYS, OFF),
    (
        "CREATE RULE sly AS ON INSERT TO event DO INSTEAD NOTHING",
        "The table event has a rule sly, which no migration makes",
    ),
    ("ALTER TABLE event ENABLE ROW LEVEL SECURITY", "The table event has a row security"),
    (f"GRANT UPDATE ON event TO {ROLE}", f"The role {ROLE} has the right of UPDATE on event"),
    (f"GRANT UPDATE (body) ON event TO {ROLE}", f"The role {ROLE} has the right of UPDATE on event"),
    ("GRANT DELETE ON request TO PUBLIC", "The role everybody has the right of DELETE on request"),
    (f"GRANT TRUNCATE ON own_game TO {ROLE}", f"The role {ROLE} has the right of TRUNCATE on own_game"),
]


def test_on_postgresql_triggers_rules_and_rights_are_checked(postgresql_database):
    closed(postgresql_database)
    assert grant_application_role(postgresql_database) is None
    assert faults(postgresql_database) == []
    for statement, sentence in UNGUARDED:
        with postgresql_database.engine.connect() as connection:
            change = connection.begin()
            connection.exec_driver_sql(statement)
            found = list(_faults_within(postgresql_database, connection))
            change.rollback()
        assert any(one.startswith(sentence) for one in found), (statement, found)
    assert faults(postgresql_database) == []


def _faults_within(database, connection):
    """What the guards look like to the transaction that has changed them, so that the change can be taken back."""
    from service.store import protection

    return protection._faults(database, connection)


def test_whoever_works_as_the_owner_of_the_tables_is_told(postgresql_book, sqlite_book):
    owner = who_could_drop_the_protection(postgresql_book)
    assert owner
    remarks = prove_book(postgresql_book)[-1].remarks
    assert any(f"The program works as {owner}, which owns the tables" in remark for remark in remarks)
    assert who_could_drop_the_protection(sqlite_book) == ""


def test_a_stream_that_is_no_night_is_found(database):
    from tests.service.store.evening import loans, record

    record(database, loans(1), stream="club:x")
    with database.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM event")) == 1
    assert "The stream club:x was not written by this program." in faults(database)


def test_a_text_of_a_game_may_come_back_as_a_later_version(sqlite_book):
    for number, toml in enumerate((FRIDAY.replace("J", "Q"), FRIDAY), start=2):
        asked = {"club": CLUB, "game": toml}
        add_game(sqlite_book, CLUB, toml, at=AT, key=f"game-{number}", digest=digest(canonical(asked)).hex())
    assert faults(sqlite_book) == []


# Bytes in place of a name


def test_a_name_that_is_kept_as_bytes_is_a_finding_and_never_an_error(sqlite_book):
    forge(
        sqlite_book,
        "UPDATE player SET name = X'ff00' WHERE id = 'a'",
        "UPDATE player SET name = CAST('Eva' AS BLOB) WHERE id = 'p2'",
        "UPDATE club SET name = X'00' WHERE id = 'c2'",
    )
    around = prove_book(sqlite_book)[-1]
    (names,) = [check for check in around.checks if check.name == "names"]
    told = [finding.sentence for finding in names.findings]
    for sentence in (
        "The name of the player a is kept as bytes, not as text.",
        "The name of the player p2 is kept as bytes, not as text.",
        "The name of the club c2 is kept as bytes, not as text.",
    ):
        assert sentence in told
    assert not prove_night(sqlite_book, NIGHT).holds
    with pytest.raises(BookDamaged, match="a name in it is kept as bytes, not as text"):
        Names(sqlite_book).players()


def test_a_night_sealed_anew_is_accused_and_not_what_a_job_found_of_it(sqlite_book):
    version = next(
        event.version for event in EventStore(sqlite_book).read(f"night:{NIGHT}") if event.type == "pot_awarded"
    )
    reseal(sqlite_book, f"night:{NIGHT}", version, _to_somebody_else)
    found = faults(sqlite_book)
    assert found
    assert not [sentence for sentence in found if "The job" in sentence or "The result of the job" in sentence]


def _to_somebody_else(body) -> None:
    (share, *_) = body["data"]["shares"]
    share["player"] = "b" if share["player"] != "b" else "c"


def test_what_no_check_can_show_names_the_order_of_nights_and_jobs_that_are_due_again(sqlite_book):
    limits = " ".join(prove_book(sqlite_book)[-1].not_vouched)
    assert "whether a due job was done before" in limits
    assert "positions are not part of any chain" in limits
