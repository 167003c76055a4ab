"""A club vouches for its nights, its members and its own games; one kept head of the club vouches for the club."""

import json
import re
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import commands
from service.book.club_handler import ClubHandler
from service.book.db import Database
from service.book.own_games.adding import add_game, retire_game
from service.book.own_games.reading import read_game
from service.book.proof.book import prove_book, prove_whole_club
from service.book.proof.night import prove_night
from service.book.proof.stream import wrong_by_its_club
from service.book.recording.handler import CommandHandler
from service.book.recording.outbox import render_job
from service.book.store.chain import Stream, stream_of_club, stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.jobs import Job
from service.book.store.names import new_member
from service.errors import ClubMissing
from service.jobs.working import JobContext, render_report
from tests.service.book.own_games.test_announcing import FRIDAY
from tests.service.book.proof.forging import bodies_of, cut_off, reseal, unguarded, written_anew
from tests.service.book.store.evening import forge
from tests.service.jobs.evening import AT, CLUB, STREAM, closed, played
from tests.service.jobs.traces import report_files
from tests.soak import in_turn

OF_THE_CLUB = stream_of_club(CLUB)
SECOND = stream_of_night(CLUB, "n2")
OPEN = stream_of_night(CLUB, "n3")


class Kept(NamedTuple):
    """A book, and the head of the club that was kept elsewhere when it was sound."""

    database: Database
    head: str

    def faults(self, *, head: str = "") -> list[str]:
        """Everything that is wrong with the club."""
        proofs = prove_whole_club(self.database, CLUB, head=head)
        return [fault.sentence for proof in proofs for fault in proof.faults]


def _filled(database: Database) -> Kept:
    """Two nights that are over, one of them with debts, one that is played, an own game, and a second club."""
    handler = closed(database, now=lambda: AT)
    handler.handle("n1", commands.FreezePlan(kind="bank"))
    add_game(handler.clubs, CLUB, FRIDAY)
    closed(database, "n2", now=lambda: AT)
    played(database, "n3", now=lambda: AT)
    handler.clubs.found_club("Others", club_id="c2")
    return Kept(database, EventStore(database).head(OF_THE_CLUB))


@pytest.fixture
def kept(copy_of) -> Kept:
    made = copy_of(_filled)
    return Kept(made, EventStore(made).head(OF_THE_CLUB))


@pytest.fixture(params=["sqlite", "postgresql"])
def on_both(request) -> Kept:
    """The same on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return request.getfixturevalue("kept")
    return _filled(request.getfixturevalue("postgresql_database"))


def rewritten(stream: Stream) -> str:
    return f"No event of {stream.name} has the hash"


def act_of(database: Database, kind: str, *, last: bool = False) -> int:
    """The number of the first act of this stored type in the club's stream, or of the last."""
    versions = [event.version for event in EventStore(database).read(OF_THE_CLUB) if event.type == kind]
    return versions[-1 if last else 0]


def records_of(database: Database, night: str) -> list[int]:
    """The numbers of the acts that record this night."""
    bodies = bodies_of(database, OF_THE_CLUB)
    return [one["version"] for one in bodies if one["data"].get("night") == night]


def forget_what_is_derived(database: Database, night: str) -> None:
    """What a careful forger does beside it: nothing that is kept of the night tells of it any more."""
    forge(
        database,
        f"DELETE FROM job WHERE key LIKE '%:{night}:%'",
        f"DELETE FROM night WHERE night = '{night}'",
    )


def test_a_club_that_nobody_touched_holds_and_still_has_every_head_it_ever_had(on_both):
    assert on_both.faults() == []
    # In a quick run every second head, and on PostgreSQL fewer.
    heads = EventStore(on_both.database).read(OF_THE_CLUB)
    for event in in_turn(heads, 0, of=2 if on_both.database.dialect == "sqlite" else 8):
        assert on_both.faults(head=event.hash.upper()) == []
    ClubHandler(on_both.database, lambda: AT).admit(CLUB, "Dora")
    assert on_both.faults(head=on_both.head) == []
    (found,) = on_both.faults(head=EventStore(on_both.database).head(STREAM))
    assert found.startswith(rewritten(OF_THE_CLUB))


def test_the_proof_of_a_club_that_is_not_there_is_refused(kept):
    with pytest.raises(ClubMissing):
        prove_whole_club(kept.database, "c9")


# Nights


def test_a_night_that_was_deleted_as_a_whole_is_missing(kept):
    cut_off(kept.database, SECOND)
    forget_what_is_derived(kept.database, "n2")
    assert kept.faults() == [
        "The night n2, which the club recorded, is not here: it was lost, or never brought along; import its export, or that of the club."
    ]


def test_a_closed_night_whose_end_was_cut_off_is_told_by_its_club(kept):
    recorded = EventStore(kept.database).version(SECOND)
    cut_off(kept.database, SECOND, after=recorded - 1)
    told = f"The night n2 was cut off: the club recorded {recorded} events."
    assert kept.faults().count(told) == 2
    assert told in [fault.sentence for fault in prove_night(kept.database, SECOND).faults]


def test_a_closed_night_that_was_sealed_anew_is_told_by_its_club(kept):
    """Its chain holds and its rules hold: somebody else is said to have made the bet."""
    version = EventStore(kept.database).version(SECOND)
    reseal(kept.database, SECOND, 5, lambda body: body.update(actor="somebody"))
    told = f"The night n2 is another than the club recorded: event {version} has another hash."
    assert set(kept.faults()) == {told}


def test_an_event_put_behind_the_close_of_a_night_is_told_by_its_club(kept):
    bodies = bodies_of(kept.database, SECOND)
    loan = next(body for body in bodies_of(kept.database, OPEN) if body["type"] == "loan_given")
    written_anew(kept.database, SECOND, [*bodies, loan])
    told = f"The night n2 goes on after its close to event {len(bodies) + 1}, which the club never recorded."
    assert told in kept.faults()


def test_what_was_sealed_anew_in_an_open_night_is_found_only_by_a_head_of_the_night(kept):
    head = EventStore(kept.database).head(OPEN)
    reseal(kept.database, OPEN, 5, lambda body: body.update(actor="somebody"))
    assert kept.faults(head=kept.head) == []
    (fault,) = prove_night(kept.database, OPEN, head=head).faults
    assert fault.sentence.startswith(rewritten(OPEN))


def test_a_night_and_its_record_both_sealed_anew_are_found_by_the_kept_head_of_the_club(kept):
    database = kept.database
    reseal(database, SECOND, 5, lambda body: body.update(actor="somebody"))
    head = EventStore(database).head(SECOND)
    reseal(database, OF_THE_CLUB, records_of(database, "n2")[-1], lambda body: body["data"].update(head=head))
    forge(database, "DELETE FROM job WHERE key LIKE '%:n2:%'")
    assert kept.faults() == []
    (found,) = kept.faults(head=kept.head)
    assert found.startswith(rewritten(OF_THE_CLUB))


@pytest.mark.parametrize(
    ("night", "changed"),
    [
        ("n1", {"phase": "settled", "unpaid": []}),
        ("n1", {"currency": {"code": "EUR", "exponent": 2}}),
        ("n2", {"phase": "settled"}),
    ],
)
def test_a_record_of_a_night_that_was_changed_is_told_by_the_night(kept, night, changed):
    """The chain of the club holds; the debts of the night, its phase or its currency are no longer those it came to."""
    for version in records_of(kept.database, night):
        if version == records_of(kept.database, night)[-1] or "currency" in changed:
            reseal(kept.database, OF_THE_CLUB, version, lambda body: body["data"].update(changed))
    at = EventStore(kept.database).version(stream_of_night(CLUB, night))
    told = f"The night {night} has another phase, currency or debt at event {at} than the club recorded."
    assert told in kept.faults()


def test_a_night_that_goes_on_while_it_is_read_is_not_cut_off(kept):
    before = EventStore(kept.database).read(SECOND)
    CommandHandler(kept.database, lambda: AT).handle("n2", commands.RaiseDispute(by="b", words="I had more."))
    assert wrong_by_its_club(kept.database, SECOND, before) == ""
    assert wrong_by_its_club(kept.database, SECOND, EventStore(kept.database).read(SECOND)) == ""


def test_a_debt_that_was_made_smaller_in_the_club_is_told_by_the_night(kept):
    def halve(body: dict[str, Any]) -> None:
        assert body["data"]["unpaid"][0]["cents"] > 1
        body["data"]["unpaid"][0]["cents"] //= 2

    reseal(kept.database, OF_THE_CLUB, records_of(kept.database, "n1")[-1], halve)
    assert any("another phase, currency or debt" in sentence for sentence in kept.faults())


def test_a_night_moved_to_another_club_is_missed_here_and_strange_there(on_both):
    with unguarded(on_both.database) as execute:
        execute("UPDATE event SET club = ? WHERE club = ? AND stream = ?", ("c2", *SECOND))
    assert (
        "The night n2, which the club recorded, is not here: it was lost, or never brought along; import its export, or that of the club."
        in on_both.faults()
    )
    there = [fault.sentence for proof in prove_book(on_both.database) if proof.club == "c2" for fault in proof.faults]
    assert "The club never opened the night n2." in there
    assert "Event 1 opens a night of the club k, but it is kept with c2." in there


def test_a_night_moved_to_another_club_and_opened_there_anew_is_told_too(kept):
    """The moved night says that it was always played there; its people are no members of that club."""
    bodies = bodies_of(kept.database, SECOND)
    bodies[0]["data"]["club"] = "c2"
    written_anew(kept.database, stream_of_night("c2", "n2"), bodies)
    cut_off(kept.database, SECOND)
    forget_what_is_derived(kept.database, "n2")
    assert kept.faults() == [
        "The night n2, which the club recorded, is not here: it was lost, or never brought along; import its export, or that of the club."
    ]
    there = {fault.sentence for proof in prove_book(kept.database) if proof.club == "c2" for fault in proof.faults}
    assert {f"{player} is no member of the club." for player in "abc"} <= there
    assert {"The club never opened the night n2.", "The night n2 was never opened by its club."} <= there


# The club's own stream


def test_a_club_cut_off_before_a_night_is_told_by_the_night_and_by_the_head(kept):
    cut_off(kept.database, OF_THE_CLUB, after=records_of(kept.database, "n2")[0] - 1)
    found = kept.faults()
    assert "The club never opened the night n2." in found
    assert "The night n2 was never opened by its club." in found
    assert any(sentence.startswith(rewritten(OF_THE_CLUB)) for sentence in kept.faults(head=kept.head))


def test_a_club_cut_off_before_the_close_of_a_night_is_told_by_the_night(kept):
    cut_off(kept.database, OF_THE_CLUB, after=records_of(kept.database, "n2")[0])
    end = EventStore(kept.database).version(SECOND)
    assert f"The night n2 is over since event {end} at the latest, which the club never recorded." in kept.faults()


def test_what_nothing_beside_it_needs_is_found_by_the_kept_head_when_the_end_of_the_club_is_cut_off(kept):
    clubs = ClubHandler(kept.database, lambda: AT)
    retire_game(clubs, CLUB, "Friday Draw")
    loaded = clubs.load(CLUB)
    cut_off(kept.database, OF_THE_CLUB, after=loaded.version - 1)
    assert kept.faults() == []
    (found,) = kept.faults(head=loaded.head)
    assert found.startswith(rewritten(OF_THE_CLUB))


def test_a_club_whose_stream_is_gone_is_told_with_every_night_that_it_leaves_behind(kept):
    cut_off(kept.database, OF_THE_CLUB)
    assert kept.faults() == [
        "The stream of the club k itself is missing: nothing vouches for its nights, its members and its own games."
    ]
    found = [fault.sentence for proof in prove_book(kept.database) for fault in proof.faults]
    for night in ("n1", "n2", "n3"):
        assert f"The stream night:{night} belongs to the club k, which is missing." in found


def test_an_act_that_the_rules_of_a_club_would_refuse_is_told(kept):
    bodies = bodies_of(kept.database, OF_THE_CLUB)
    admission = next(body for body in bodies if body["type"] == "member_admitted")
    written_anew(kept.database, OF_THE_CLUB, [*bodies, admission])
    assert f"Act {len(bodies) + 1} of the club k would be refused: " in "".join(kept.faults())


def test_an_act_that_cannot_be_read_is_told(kept):
    version = act_of(kept.database, "member_admitted")
    reseal(kept.database, OF_THE_CLUB, version, lambda body: body["data"].update(name_commitment="anna"))
    (found,) = kept.faults()
    assert found.startswith(f"Event {version} of club:k cannot be read: it is no act of a club")


def test_a_stream_that_founds_another_club_is_told(kept):
    reseal(kept.database, OF_THE_CLUB, 1, lambda body: body["data"].update(club="c2"))
    assert kept.faults() == ["Act 1 of the club k founds the club c2."]


# Names


def not_the_name(player: str, name: str) -> str:
    return f"The player {player} is called {name}, which is not the name that the club recorded: it was changed."


SWAPPED = [
    "UPDATE player SET name = '-', compared = '-' WHERE id = 'a'",
    "UPDATE player SET name = 'Anna', compared = 'anna' WHERE id = 'b'",
    "UPDATE player SET name = 'Bo', compared = 'bo' WHERE id = 'a'",
]
SWAPPED_WITH_SALTS = [
    "UPDATE player SET id = '-' WHERE id = 'a'",
    "UPDATE player SET id = 'a' WHERE id = 'b'",
    "UPDATE player SET id = 'b' WHERE id = '-'",
]


@pytest.mark.parametrize("statements", [SWAPPED, SWAPPED_WITH_SALTS], ids=["names", "names and salts"])
def test_two_names_that_were_swapped_are_told(kept, statements):
    forge(kept.database, *statements)
    assert kept.faults() == [not_the_name("a", "Bo"), not_the_name("b", "Anna")]


def test_a_name_that_was_changed_is_told_with_its_old_salt_and_with_a_new_one(kept):
    forge(kept.database, "UPDATE player SET name = 'Anne', compared = 'anne' WHERE id = 'a'")
    assert kept.faults() == [not_the_name("a", "Anne")]
    forge(kept.database, f"UPDATE player SET salt = '{'0' * 64}' WHERE id = 'a'")
    assert kept.faults() == [not_the_name("a", "Anne")]
    forge(kept.database, "UPDATE player SET salt = 'no salt' WHERE id = 'a'")
    assert kept.faults() == [not_the_name("a", "Anne")]


def test_a_name_that_was_changed_together_with_its_commitment_is_found_by_the_kept_head(kept):
    anne = new_member(CLUB, "a", "Anne")
    forge(kept.database, f"UPDATE player SET name = 'Anne', compared = 'anne', salt = '{anne.salt}' WHERE id = 'a'")
    version = act_of(kept.database, "member_admitted")
    reseal(kept.database, OF_THE_CLUB, version, lambda body: body["data"].update(name_commitment=anne.commitment))
    assert kept.faults() == []
    (found,) = kept.faults(head=kept.head)
    assert found.startswith(rewritten(OF_THE_CLUB))


def test_a_member_who_was_renamed_is_vouched_for_by_the_new_member(kept):
    clubs = ClubHandler(kept.database, lambda: AT)
    before = clubs.names.member(CLUB, "a")
    clubs.rename_member(CLUB, "a", "Annabella")
    assert kept.faults(head=kept.head) == []
    forge(
        kept.database,
        f"UPDATE player SET name = 'Anna', compared = 'anna', salt = '{before.salt}' WHERE id = 'a'",
    )
    assert kept.faults() == [not_the_name("a", "Anna")]


def test_a_member_whose_row_was_moved_to_another_club_is_told_in_both(kept):
    forge(kept.database, "UPDATE player SET club = 'c2' WHERE id = 'a'")
    assert kept.faults() == ["The name of the player a is missing, and nobody recorded that it was forgotten."]
    there = [fault.sentence for proof in prove_book(kept.database) if proof.club == "c2" for fault in proof.faults]
    assert there == ["The player a, called Anna, was never admitted to the club c2."]


def test_a_member_who_was_deleted_without_being_forgotten_is_told(kept):
    forge(kept.database, "DELETE FROM player WHERE id = 'a'")
    assert kept.faults() == ["The name of the player a is missing, and nobody recorded that it was forgotten."]


def test_a_row_that_nobody_was_admitted_with_is_told(kept):
    salt = "0" * 64
    forge(
        kept.database,
        f"INSERT INTO player (club, id, name, compared, salt) VALUES ('k', 'x', 'Xenia', 'xenia', '{salt}')",
    )
    assert kept.faults() == ["The player x, called Xenia, was never admitted to the club k."]


def test_a_forgotten_member_leaves_the_chain_whole_and_an_id_in_the_reports(kept, tmp_path):
    database = kept.database
    CommandHandler(database).clubs.forget_member(CLUB, "a")
    assert kept.faults(head=kept.head) == []
    draft = render_job(SECOND, EventStore(database).version(SECOND), AT)
    render_report(JobContext(database, tmp_path), Job(CLUB, draft.key, draft.kind, draft.payload, 1, "test/1"))
    files = report_files(tmp_path, "n2", draft.payload["version"])
    told = files["txt"].read_text(encoding="utf-8")
    assert "Bo" in told
    assert "Anna" not in told + files["json"].read_text(encoding="utf-8")
    names = json.loads(files["json"].read_bytes())["names"]
    assert (names["b"], names.get("a", "a")) == ("Bo", "a")
    assert re.search(r"^ *a\b", told, re.MULTILINE), told


def test_the_name_of_a_forgotten_member_that_was_put_back_is_told(kept):
    clubs = ClubHandler(kept.database, lambda: AT)
    anna = clubs.names.member(CLUB, "a")
    clubs.forget_member(CLUB, "a")
    values = f"('k', 'a', 'Anna', 'anna', '{anna.salt}')"
    forge(kept.database, f"INSERT INTO player (club, id, name, compared, salt) VALUES {values}")
    assert kept.faults() == ["The player a was forgotten, but a name is kept: Anna."]


# Own games


def to_queens(body: dict[str, Any]) -> None:
    body["data"]["source"] = FRIDAY.replace('"J"', '"Q"')


def test_an_own_game_whose_text_was_changed_is_told_by_its_declaration(kept):
    reseal(kept.database, OF_THE_CLUB, act_of(kept.database, "own_game_added"), to_queens)
    (found,) = kept.faults()
    assert found.startswith("Version 1 of the own game Friday Draw of the club k: its text and its declaration differ")
    assert any(sentence.startswith(rewritten(OF_THE_CLUB)) for sentence in kept.faults(head=kept.head))


def test_and_so_it_is_by_the_verification_of_a_night_that_played_it(kept):
    handler = CommandHandler(kept.database, lambda: AT)
    handler.handle(OPEN.night, commands.AnnounceHand(game="Friday Draw"))
    assert prove_night(kept.database, OPEN).holds
    reseal(kept.database, OF_THE_CLUB, act_of(kept.database, "own_game_added"), to_queens)
    (told,) = [check for check in prove_night(kept.database, OPEN).checks if check.name == "own games"]
    assert [fault.sentence[:40] for fault in told.findings] == ["Version 1 of the own game Friday Draw of"]
    (told,) = [check for check in prove_night(kept.database, SECOND).checks if check.name == "own games"] or [None]
    assert told is None, "No hand of that night was played by it."


def test_an_own_game_whose_text_and_declaration_were_changed_is_found_by_the_kept_head(kept):
    def change(body: dict[str, Any]) -> None:
        to_queens(body)
        body["data"]["declaration"] = msgspec.to_builtins(read_game(body["data"]["source"]))

    reseal(kept.database, OF_THE_CLUB, act_of(kept.database, "own_game_added"), change)
    assert kept.faults() == []
    (found,) = kept.faults(head=kept.head)
    assert found.startswith(rewritten(OF_THE_CLUB))


def test_an_own_game_that_was_taken_out_of_the_club_is_found_by_the_kept_head(kept):
    bodies = [body for body in bodies_of(kept.database, OF_THE_CLUB) if body["type"] != "own_game_added"]
    written_anew(kept.database, OF_THE_CLUB, bodies)
    assert kept.faults() == []
    (found,) = kept.faults(head=kept.head)
    assert found.startswith(rewritten(OF_THE_CLUB))
