"""What is kept beside the nights is held against them: guards, answers, jobs, outcomes, own games, names, tokens."""

import json
import tempfile
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Integer
from sqlmodel import SQLModel

from engine import commands
from engine.speech import say
from service.app.book import Book
from service.app.links import way_in
from service.book.club_handler import ClubHandler
from service.book.db import Database
from service.book.job_kinds import RECONCILE
from service.book.own_games.adding import add_game
from service.book.proof.book import prove_book
from service.book.proof.night import prove_night
from service.book.proof.reconciliation import Reconciliation
from service.book.proof.results import COUNTERSIGNATURES, CREDENTIALS, HANDLES, JOBS, RECEIVERS, UPLOADS
from service.book.recording.handler import CommandHandler
from service.book.recording.outbox import remind_job, settle_job, verify_job
from service.book.store.chain import Stream, stream_of_night
from service.book.store.credentials import Credential, add_credential
from service.book.store.event_store import EventStore
from service.book.store.jobs import Jobs, outcome_of
from service.book.store.names import Names
from service.book.store.protection import PARTS, ROLE, grant_application_role, who_could_drop_the_protection
from service.book.store.schema import open_book
from service.errors import BookDamaged
from service.jobs.working import JobContext, Worker
from service.people.credentials import Tokens
from tests.service.book.own_games.test_announcing import FRIDAY
from tests.service.book.phone import countersign
from tests.service.book.proof.forging import reseal
from tests.service.book.store import nights
from tests.service.book.store.evening import forge, guarded, loans, plain_sqlite, record
from tests.service.jobs.evening import AT, CLUB, NIGHT, STREAM, closed, played


@pytest.fixture
def sqlite_book(copy_of) -> Database:
    return copy_of(_filled)


@pytest.fixture
def postgresql_book(postgresql_database) -> Database:
    return _filled(postgresql_database)


@pytest.fixture(params=["sqlite", "postgresql"])
def book(request) -> Database:
    return request.getfixturevalue(f"{request.param}_book")


def _filled(database: Database) -> Database:
    """A night with answers under keys, an own game, a second club with a member, a token, and jobs done."""
    handler = closed(database, missing=4)
    handler.handle(NIGHT, commands.ResolveGap(by="losers", reason="As always."), key="gap")
    handler.handle(NIGHT, commands.FreezePlan(kind="bank"), key="plan")
    add_game(handler.clubs, CLUB, FRIDAY, key="game")
    handler.clubs.found_club("Others", club_id="c2", key="club")
    handler.clubs.admit("c2", "Eva", player="p2", key="player")
    Tokens(database).first(AT)
    jobs = Jobs(database)
    jobs.ask(verify_job(CLUB, AT))
    jobs.ask(remind_job(CLUB, AT[:10], 0, AT))
    # A night whose plan a worker has frozen, because somebody asked for it.
    jobs.ask(
        settle_job(
            closed(database, "n2").stream("n2"),
            len(EventStore(database).read(stream_of_night(CLUB, "n2"))),
            "direct",
            AT,
        )
    )
    for kind in ("token", "session", "link"):
        made = Credential(CLUB, sha256(kind.encode()).hexdigest(), kind, kind, "a", created_at=AT)
        add_credential(database, made._replace(scope="bank" if kind == "token" else "", uses_left=1), most=5)
    key = Credential(CLUB, sha256(b"key").hexdigest(), "passkey", "passkey", "a", key_id="a2V5", created_at=AT)
    add_credential(database, key, most=5)
    with tempfile.TemporaryDirectory() as home:
        Worker(JobContext(database, Path(home)), jobs, wait_seconds=(0,)).run_due()
    return database


def faults(database: Database) -> list[str]:
    return [fault.sentence for proof in prove_book(database) for fault in proof.faults]


def test_a_book_that_nobody_touched_holds_in_every_check(book):
    proofs = prove_book(book)
    assert [fault for proof in proofs for fault in proof.faults] == []
    assert [remark for proof in proofs[:-1] for remark in proof.remarks] == []
    of_nights = [(CLUB, NIGHT), (CLUB, "n2")]
    assert [(proof.club, proof.night) for proof in proofs] == [*of_nights, ("c2", ""), (CLUB, ""), ("", "")]
    names = [[check.name for check in proof.checks] for proof in proofs]
    assert names[0] == [
        *("chain", "events", "postings", "invariants", "rules"),
        *("answers", "people", "recorded", "list", "results"),
    ]
    assert names[3] == ["chain", "acts", "nights", "names", "own games", "answers", "jobs", "access", "lists"]
    assert names[4] == ["the file", "beside the clubs", "protection"]


# What is done to the book, and what is said of it; the same on both databases.
TAMPERED = [
    # Answers
    ("UPDATE request SET last_version = 999 WHERE key = 'gap'", "to 999 are not there"),
    ("UPDATE request SET first_version = 0 WHERE key = 'gap'", "events 0 to "),
    ("UPDATE request SET club = 'c2' WHERE key = 'plan'", "of the club c2 was changed: there is no stream night:n1"),
    (
        "UPDATE request SET club = 'c9' WHERE key = 'plan'",
        "under the key plan belongs to the club c9, which is not here",
    ),
    ("UPDATE request SET stream = 'night:n9' WHERE key = 'gap'", "there is no stream night:n9"),
    (
        "UPDATE request SET stream = 'club:k' WHERE key = 'gap'",
        "The answer under the key gap of the club k was changed",
    ),
    ("UPDATE request SET digest = 'forged' WHERE key = 'gap'", "answers another request"),
    (
        "UPDATE request SET first_version = 2, last_version = 2 WHERE key = 'gap'",
        "event 2 was not recorded under that key",
    ),
    ("UPDATE request SET first_version = first_version - 1 WHERE key = 'plan'", "was not recorded under that key"),
    ("UPDATE request SET key = 'gap2' WHERE key = 'gap'", "was not recorded under that key"),
    ("UPDATE request SET digest = upper(digest) WHERE key = 'game'", "answers another request"),
    (
        "UPDATE request SET first_version = 1, last_version = 1 WHERE key = 'game'",
        "event 1 was not recorded under that key",
    ),
    ("UPDATE request SET stream = 'club:c9' WHERE key = 'club'", "there is no stream club:c9"),
    (
        "UPDATE request SET first_version = 1, last_version = 1 WHERE key = 'player'",
        "event 1 was not recorded under that",
    ),
    # Outcomes
    ("UPDATE outcome SET body = replace(body, '-100', '-900') WHERE key LIKE 'reconcile:%'", "gives another result"),
    (
        f"UPDATE outcome SET digest = '{'2' * 64}' WHERE key LIKE 'reconcile:%'",
        "does not match that version of the night",
    ),
    (
        "UPDATE outcome SET stream = 'night:n9' WHERE key LIKE 'reconcile:%'",
        "it is about another night or version than its",
    ),
    ("UPDATE outcome SET club = 'c9' WHERE key LIKE 'reconcile:%'", "belongs to the club c9, which is not here"),
    (f"UPDATE outcome SET digest = '{'2' * 64}' WHERE key LIKE 'verify:%'", "it belongs to no job"),
    ("UPDATE outcome SET stream = 'club:c2' WHERE key LIKE 'verify:%'", "it belongs to no job"),
    *(
        (f"DELETE FROM outcome WHERE key LIKE '{kind}:%'", "it is marked as done but left no result")
        for kind in ("reconcile", "render", "remind", "verify")
    ),
    *(
        (f"UPDATE outcome SET body = {body} WHERE key LIKE '{kind}:%'", "it cannot be read")
        for kind, body in (
            *((kind, "'{}'") for kind in ("reconcile", "render", "remind", "verify", "settle")),
            *(("reconcile", body) for body in ("body || 'x'", "'[]'", "''")),
        )
    ),
    *(
        (f"UPDATE outcome SET body = {body} WHERE key LIKE '{kind}:%'", sentence)
        for kind, body, sentence in (
            ("render", "replace(body, 'n1', 'n9')", "it is about something else than its job"),
            ("remind", f"replace(body, '{AT[:10]}', '2026-01-01')", "it is about something else than its job"),
            ("render", "replace(body, '.txt', '.exe')", "it names files that such a job does not write"),
            ("render", "replace(body, 'sha256\":\"', 'sha256\":\"0')", "it names files that such a job does not write"),
            ("verify", "replace(body, 'true', 'false')", "it says that the club holds and also what is wrong"),
            ("settle", "replace(body, 'direct', 'bank')", "it is about something else than its job"),
            ("settle", "replace(body, 'by_event\":', 'by_event\":9')", "the plan was not frozen by event 9"),
        )
    ),
    # What lets people in, and what is sent out
    ("UPDATE credential SET player = 'nobody' WHERE kind = 'session'", "lets in nobody, who is no member of the club"),
    ("UPDATE credential SET club = 'c9' WHERE kind = 'link'", "belongs to the club c9, which is not here"),
    ("UPDATE credential SET scope = 'all' WHERE kind = 'token'", "it has another kind or scope"),
    ("UPDATE credential SET digest = 'x' WHERE kind = 'link'", "its digest is that of no secret"),
    ("UPDATE credential SET key_id = 'eHl6' WHERE kind = 'passkey'", "its digest is that of no secret"),
    ("UPDATE credential SET expires_at = 'never' WHERE kind = 'token'", "has a time that is none of the book"),
    # Jobs
    ("DELETE FROM job WHERE key LIKE 'reconcile:%'", "is kept, but the job is not"),
    ("DELETE FROM job WHERE key LIKE 'verify:%'", "is kept, but the job is not"),
    ("UPDATE job SET club = 'c2' WHERE key LIKE 'render:%'", "the night n1 has no event"),
    ("UPDATE job SET club = 'c9' WHERE key LIKE 'render:%'", "belongs to the club c9, which is not here"),
    ("UPDATE job SET payload = '{not json}' WHERE key LIKE 'reconcile:%'", "its payload is not JSON"),
    ("UPDATE job SET kind = 'dance' WHERE key LIKE 'reconcile:%'", "no job of the kind dance"),
    ("UPDATE job SET kind = 'render_report' WHERE key LIKE 'reconcile:%'", "its key does not match its kind"),
    (
        "UPDATE job SET payload = replace(payload, 'n1', 'n2') WHERE key LIKE 'reconcile:%'",
        "its key does not match its kind",
    ),
    (
        "UPDATE job SET key = 'reconcile:n1:999', payload = '{\"night\":\"n1\",\"version\":999}' WHERE key LIKE 'reconcile:n1:%'",
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
    # Lists
    ("DELETE FROM night WHERE night = 'n1'", "The night n1 is missing in the list of nights"),
    ("UPDATE night SET night = 'n9' WHERE night = 'n1'", "The list has the night n9, which the club never recorded"),
    ("UPDATE night SET club = 'c2'", "The list has the night n1, which the club never recorded"),
    ("UPDATE night SET club = 'c9'", "The entry of nights n1 belongs to the club c9, which is not here"),
    ("UPDATE night SET hands = 2", "The list of nights does not say what the events of the night n1 come to"),
    ("DELETE FROM club WHERE club = 'k'", "The list of clubs does not say what the club k is called"),
    ("UPDATE club SET name = 'Another' WHERE club = 'k'", "The list of clubs does not say what the club k is called"),
    ("UPDATE club SET founded_at = '' WHERE club = 'k'", "The list of clubs does not say what the club k is called"),
    ("UPDATE club SET club = 'c9' WHERE club = 'k'", "Klub belongs to the club c9, which is not here"),
    # Names: `test_club.py` has more of them.
    (
        "UPDATE player SET name = 'Anne' WHERE id = 'a'",
        "The player a is called Anne, which is not the name that the club recorded: it was changed.",
    ),
    ("UPDATE player SET compared = 'anne' WHERE id = 'a'", "The player a is called Anna but filed under “anne”"),
    ("UPDATE token SET role = 'owner'", "Token 1 was not made by this program: it gives the role “owner”"),
]


@pytest.mark.parametrize(("statement", "sentence"), TAMPERED)
def test_what_was_changed_beside_the_events_is_found(sqlite_book, statement, sentence):
    forge(sqlite_book, statement)
    found = faults(sqlite_book)
    assert any(sentence in one for one in found), found


# What no check can show of the rows of these tables, in part; everything else in the book is found.
NAMED = {
    **dict.fromkeys(("job", "job_try", "outcome"), JOBS),
    **dict.fromkeys(("token", "credential"), CREDENTIALS),
    "handle": HANDLES,
    "upload": UPLOADS,
    "receiver": RECEIVERS,
}


# Of the events `test_every_byte.py` changes every byte.
CHECKED = [
    column
    for table in SQLModel.metadata.sorted_tables
    if table.name not in {*NAMED, "event"}
    for column in table.columns
]


def with_a_short_night(database: Database) -> None:
    """A row in every one of these tables."""
    handler = CommandHandler(database, now=lambda: AT)
    nights.founded(handler, NIGHT)
    nights.played(handler, NIGHT)
    countersign(database, handler, NIGHT, handler.load(NIGHT).night.banker)
    nights.close(handler, NIGHT)


def test_a_short_night_that_nobody_touched_holds(copy_of):
    assert faults(copy_of(with_a_short_night)) == []


@pytest.mark.parametrize("column", CHECKED, ids=str)
def test_every_column_is_checked_unless_its_table_is_named_among_what_no_check_can_show(copy_of, column):
    book = copy_of(with_a_short_night)
    table, name = column.table.name, column.name
    changed = f"coalesce({name}, 0) + 1000" if isinstance(column.type, Integer) else f"coalesce({name}, '') || 'x'"
    keys = ", ".join(key.name for key in column.table.primary_key)
    forge(book, f"UPDATE {table} SET {name} = {changed} WHERE ({keys}) = (SELECT {keys} FROM {table} LIMIT 1)")
    assert faults(book), "It may say anything."


def test_what_no_check_can_show_is_said_of_every_table_of_which_it_is_true(sqlite_book):
    *_, of_the_club, around = prove_book(sqlite_book)
    for proof, said in (
        (of_the_club, {JOBS, CREDENTIALS, HANDLES, UPLOADS, RECEIVERS, COUNTERSIGNATURES}),
        (around, {CREDENTIALS, HANDLES, UPLOADS, RECEIVERS}),
    ):
        assert {say(sentence) for sentence in said} <= {*proof.not_vouched}


def test_what_was_changed_in_a_night_is_told_of_the_night_alone(sqlite_book):
    forge(
        sqlite_book,
        "UPDATE event SET body = replace(body, '\"chips\":2', '\"chips\":3') WHERE type = 'bet_made' AND stream = 'night:n1'",
    )
    (found,) = faults(sqlite_book)
    assert "is not the hash of its body" in found


def test_on_postgresql_the_same_is_found(postgresql_book):
    """All at once, because a database for each takes its time; each must be told."""
    chosen = (
        "UPDATE request SET first_version = 2, last_version = 2 WHERE key = 'gap'",
        "UPDATE request SET digest = upper(digest) WHERE key = 'game'",
        "DELETE FROM outcome WHERE key LIKE 'reconcile:%'",
        "UPDATE job SET club = 'c9' WHERE key LIKE 'render:%'",
        "UPDATE night SET hands = 2",
        "UPDATE club SET name = 'Another' WHERE club = 'k'",
        "UPDATE player SET name = 'Anne' WHERE id = 'a'",
        "UPDATE token SET role = 'owner'",
    )
    said = dict(TAMPERED)
    apart = [(statement, said[statement]) for statement in chosen]
    forge(postgresql_book, *(statement for statement, _ in apart))
    found = faults(postgresql_book)
    for _, sentence in apart:
        assert any(sentence in one for one in found), (sentence, found)


def test_an_answer_that_is_missing_is_found_because_its_request_would_be_recorded_twice(sqlite_book):
    forge(sqlite_book, "DELETE FROM request WHERE key IN ('gap', 'plan', 'game')")
    night, _, _, club, _ = prove_book(sqlite_book)
    for proof in (night, club):
        (finding,) = proof.faults
        assert "under a key whose answer is not in this book; `chipbook rebuild` makes it again" in finding.sentence


def test_two_outcomes_that_changed_places_are_found(sqlite_book):
    """Each is that of a night which holds, but not of the night and version in its key."""
    assert faults(sqlite_book) == []
    first, second = (job.key for job in Jobs(sqlite_book).listed() if job.kind == RECONCILE)
    forge(
        sqlite_book,
        f"UPDATE outcome SET key = 'aside' WHERE key = '{first}'",
        f"UPDATE outcome SET key = '{first}' WHERE key = '{second}'",
        f"UPDATE outcome SET key = '{second}' WHERE key = 'aside'",
    )
    found = faults(sqlite_book)
    assert len(found) == 2
    assert all("it is about another night or version than its key" in sentence for sentence in found)


# The guards


def test_a_trigger_that_was_dropped_is_found_also_by_the_check_of_one_night(sqlite_book):
    told = []
    for what in ("update", "delete", "replace"):
        with plain_sqlite(sqlite_book) as connection:
            connection.execute(f"DROP TRIGGER event_refuses_{what}")
        told.append(MISSING.replace("refuses_change", f"refuses_{what}"))
        assert [fault.sentence for fault in prove_night(sqlite_book, STREAM).faults] == told
    assert faults(sqlite_book) == told


WITHOUT_UNIQUE_NAMES = (
    "ALTER TABLE player RENAME TO players",
    "CREATE TABLE player (club TEXT, id TEXT, name TEXT, compared TEXT, salt TEXT, PRIMARY KEY (club, id))",
    "INSERT INTO player SELECT * FROM players",
    "DROP TABLE players",
)


def test_a_trigger_that_says_something_else_and_one_that_nobody_made_are_found(sqlite_book):
    with plain_sqlite(sqlite_book) as connection:
        connection.execute("DROP TRIGGER event_refuses_update")
        connection.execute("CREATE TRIGGER event_refuses_update BEFORE UPDATE ON event BEGIN SELECT 1; END")
        connection.execute("CREATE TRIGGER sly AFTER INSERT ON event BEGIN DELETE FROM job; END")
        for statement in WITHOUT_UNIQUE_NAMES:
            connection.execute(statement)
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
# It would let a table be emptied.
BY_ROW = """
DROP TRIGGER event_refuses_change ON event;
CREATE TRIGGER event_refuses_change BEFORE UPDATE OR DELETE ON event
FOR EACH ROW EXECUTE FUNCTION chipbook_refuse_change();
ALTER TABLE event ENABLE ALWAYS TRIGGER event_refuses_change
"""
TAKEN_OUT = "{} no longer belongs to the table {}: what lies there is not read."
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
    ("GRANT DELETE ON event TO PUBLIC", "The role everybody has the right of DELETE on event"),
    (f"GRANT TRUNCATE ON event TO {ROLE}", f"The role {ROLE} has the right of TRUNCATE on event"),
    # A part is a table of its own.
    *(
        (f"DROP TRIGGER {part}_refuses_change ON {part}", MISSING.replace("event", part))
        for part in guarded()
        if part != "event"
    ),
    ("ALTER TABLE event_7 DISABLE TRIGGER event_7_refuses_change", OFF.replace("event_", "event_7_")),
    (f"GRANT UPDATE ON event_0 TO {ROLE}", f"The role {ROLE} has the right of UPDATE on event_0"),
    ("GRANT UPDATE ON event_5 TO PUBLIC", "The role everybody has the right of UPDATE on event_5, to which rows may"),
    *((BY_ROW.replace("event", table), OFF.replace("event", table)) for table in ("event", "event_2")),
    *(
        (f"ALTER TABLE {table} DETACH PARTITION {table}_{PARTS - 1}", TAKEN_OUT.format(f"{table}_{PARTS - 1}", table))
        for table in ("event", "player")
    ),
    ("DROP TABLE event_0, event_1", TAKEN_OUT.format("event_0, event_1", "event")),
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
    from service.book.store import protection

    return protection._faults(database, connection)


def test_whoever_works_as_the_owner_of_the_tables_is_told(postgresql_book, sqlite_book):
    owner = who_could_drop_the_protection(postgresql_book)
    assert owner
    remarks = prove_book(postgresql_book)[-1].remarks
    assert any(f"The program works as {owner}, which owns the tables" in remark for remark in remarks)
    assert who_could_drop_the_protection(sqlite_book) == ""


def test_a_stream_that_is_no_night_is_found(sqlite_book):
    record(sqlite_book, loans(1), stream=Stream(CLUB, "diary:x"))
    assert "The stream diary:x was not written by this program." in faults(sqlite_book)


def test_a_night_of_a_club_that_is_not_there_is_found(sqlite_database):
    record(sqlite_database, loans(1), stream=Stream("c9", "night:n9"))
    assert "The stream night:n9 belongs to the club c9, which is missing." in faults(sqlite_database)


def test_a_text_of_a_game_may_come_back_as_a_later_version(sqlite_book):
    clubs = ClubHandler(sqlite_book, lambda: AT)
    for number, toml in enumerate((FRIDAY.replace("J", "Q"), FRIDAY), start=2):
        assert add_game(clubs, CLUB, toml, key=f"game-{number}").game.version == number
    assert faults(sqlite_book) == []


def test_a_game_that_was_there_already_may_answer_another_key(sqlite_book):
    clubs = ClubHandler(sqlite_book, lambda: AT)
    assert not add_game(clubs, CLUB, FRIDAY, key="again").new
    assert faults(sqlite_book) == []
    forge(sqlite_book, f"UPDATE request SET digest = '{'0' * 64}' WHERE key = 'again'")
    (found,) = faults(sqlite_book)
    assert found.startswith("The answer under the key again of the club k was changed")


# Bytes in place of a name


def test_a_name_that_is_kept_as_bytes_is_a_finding_and_never_an_error(sqlite_book):
    forge(
        sqlite_book,
        "UPDATE player SET name = X'ff00' WHERE id = 'a'",
        "UPDATE player SET name = CAST('Eva' AS BLOB) WHERE id = 'p2'",
        "UPDATE club SET name = X'00' WHERE club = 'c2'",
    )
    told = faults(sqlite_book)
    for sentence in (
        "The name of the player a is kept as bytes, not as text.",
        "The name of the player p2 is kept as bytes, not as text.",
        "The list of clubs does not say what the club c2 is called, when it was founded and what it publishes; `chipbook rebuild` makes it again.",
    ):
        assert sentence in told
    for club in (CLUB, "c2"):
        with pytest.raises(BookDamaged, match="a name in it is kept as bytes, not as text"):
            Names(sqlite_book).members(club)


def test_a_book_that_was_mended_holds_again_for_whoever_had_found_it_damaged(sqlite_book):
    """A read that failed half-way must not show the next one the book as it was then."""
    store, last = EventStore(sqlite_book), EventStore(sqlite_book).read(STREAM)[-1]
    where = f"WHERE hash = '{last.hash}'"
    forge(sqlite_book, f"UPDATE event SET body = CAST(x'ff' AS TEXT) {where}")
    with pytest.raises(BookDamaged) as damage:
        store.read(STREAM)
    forge(sqlite_book, f"UPDATE event SET body = '{last.body}' {where}")
    assert store.read(STREAM)[-1] == last
    assert faults(sqlite_book) == []
    # Until here, so that what was raised, and its place in the program, is still known.
    assert "is not UTF-8" in str(damage.value)


def test_a_night_sealed_anew_is_accused_and_not_what_a_job_found_of_it(sqlite_book):
    version = next(event.version for event in EventStore(sqlite_book).read(STREAM) if event.type == "pot_awarded")
    reseal(sqlite_book, STREAM, version, _to_somebody_else)
    found = faults(sqlite_book)
    assert found
    assert not [sentence for sentence in found if "The job" in sentence or "The result of the job" in sentence]


def _to_somebody_else(body) -> None:
    (share, *_) = body["data"]["shares"]
    share["player"] = "b" if share["player"] != "b" else "c"


def test_the_link_that_founds_a_club_belongs_to_none_and_is_no_fault(tmp_path):
    with Book.on(open_book(f"sqlite:///{tmp_path / 'chipbook.db'}"), home=tmp_path) as book:
        way_in(book, at="http://localhost:8421", uses=1)
        assert [fault.sentence for proof in prove_book(book.database) for fault in proof.faults] == []


def test_what_a_program_kept_that_knew_no_recounts_still_holds(tmp_path):
    """A loan that is struck after the close puts a count beside the book, of which earlier programs did not tell."""
    book = open_book(f"sqlite:///{tmp_path / 'chipbook.db'}")
    handler = played(book)
    loan = handler.handle(NIGHT, commands.GiveLoan(player="a", chips=10))[0].version
    for player in ("a", "b", "c"):
        handler.handle(NIGHT, commands.CountChips(player=player, chips=handler.load(NIGHT).night.stack(player)))
    handler.handle(NIGHT, commands.CloseNight())
    handler.handle(NIGHT, commands.StrikeEvents(versions=(loan,), reason="It was never given."))
    Worker(JobContext(book, tmp_path), Jobs(book), wait_seconds=(0,)).run_due()
    query = "SELECT key, body FROM outcome WHERE key LIKE 'reconcile:%'"
    with plain_sqlite(book) as connection:
        kept = connection.execute(query).fetchall()
    assert any(json.loads(body)["gap"]["recounts"] for _, body in kept)
    for key, body in kept:
        told = json.loads(body)
        del told["gap"]["recounts"], told["gap"]["confirmed"]
        forge(book, f"UPDATE outcome SET body = '{json.dumps(told)}' WHERE key = '{key}'")
        assert msgspec.json.decode(outcome_of(book, CLUB, key), type=Reconciliation).gap.recounts == ()
    assert faults(book) == []
    book.close()
