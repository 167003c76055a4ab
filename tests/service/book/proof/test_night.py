"""A night is proved in one way for every face, and a forged one ends in a finding that names the event."""

from functools import partial
from typing import Any

import pytest

from engine import commands, events
from engine.adjudicate import Finding
from engine.night.table.rule import RULES_VERSION
from service.app.looking_back.verify import verification_of
from service.book.db import Database
from service.book.proof.book import prove_book, prove_whole_club
from service.book.proof.night import prove_night
from service.book.proof.results import Phrasing
from service.book.proof.stream import damage, faults, insist_it_is_sound
from service.book.recording.handler import CommandHandler
from service.book.recording.outbox import reconcile_job, render_job, verify_job
from service.book.store.jobs import Job
from service.errors import BrokenChain, NightDoesNotAddUp, NightIsDamaged
from service.jobs.working import JobContext, reconcile_night, render_report, verify_club
from tests.service.book.proof.forging import Change, reseal
from tests.service.book.store.evening import forge, plain_sqlite
from tests.service.jobs.evening import AT, CLUB, NIGHT, STREAM, closed, played


def said(**fields: Any) -> Change:
    return lambda body: body.update(fields)


def in_data(**fields: Any) -> Change:
    return lambda body: body["data"].update(fields)


def without(name: str) -> Change:
    return lambda body: body["data"].pop(name)


def version_of(handler: CommandHandler, kind: type) -> int:
    return next(record.version for record in handler.load(NIGHT).records if isinstance(record.event, kind))


@pytest.fixture
def over(copy_of) -> Database:
    """A night that is over."""
    return copy_of(closed)


# What is changed, in the event of which command, and the check that finds it.
FORGERIES = [
    (commands.Bet, said(occurred_at="not a time"), "events", "at “not a time”, which is not a time of the book"),
    (commands.Bet, said(recorded_at="never"), "events", "at “never”, which is not a time of the book"),
    (commands.Bet, said(occurred_at="0001-01-01T00:00:00Z"), "events", "not a time of the book"),
    (commands.Bet, said(type="no_such_type"), "chain", "another type than its row"),
    (commands.Bet, said(caused_by=1_000), "events", "follows from 1000, which is not an act"),
    (commands.OpenNight, said(caused_by=1), "events", "is not an act"),
    (commands.OpenNight, in_data(night="another"), "events", "does not open night:n1"),
    (commands.OpenNight, in_data(club="c2"), "events", "opens a night of the club c2, but it is kept with k"),
    (commands.Bet, in_data(chips=-5), "events", "cannot be read"),
    (commands.Bet, in_data(player="nobody"), "events", "cannot follow what is recorded before it"),
    (commands.Bet, in_data(chips=4), "invariants", ""),
    (commands.CountChips, in_data(player="nobody"), "rules", ""),
    (commands.AnnounceHand, in_data(dealer="nobody"), "events", "cannot follow"),
    (commands.AnnounceHand, without("declaration"), "events", "cannot follow what is recorded before it"),
    (commands.NameWinners, in_data(rankings=[[["nobody"]]]), "rules", ""),
    (commands.SeatPlayer, in_data(seat=0), "rules", ""),
    (commands.OpenNight, in_data(banker="nobody"), "people", "nobody is no member of the club"),
    (
        commands.AnnounceHand,
        lambda body: body["data"]["declaration"]["limit"].update(most=9),
        "rules",
        "announces Straight Poker of the rulebook Pokerregler (Enemærke) with rules that this game does not have",
    ),
    (commands.OpenNight, in_data(zone="Mars/Base"), "events", "There is no time zone “Mars/Base”"),
    (commands.OpenNight, in_data(rules_version=99), "events", "this program knows 1 to"),
    (commands.Bet, said(actor="x" * 100_000), "events", "who said it has 100000 characters"),
    (commands.Bet, said(actor="\x1b[2J"), "events", "holds U+001B (a control character), which nobody sees"),
]


@pytest.mark.parametrize(("kind", "change", "check", "sentence"), FORGERIES)
def test_a_forgery_is_a_finding_that_names_the_event_and_never_an_error(over, tmp_path, kind, change, check, sentence):
    version = version_of(CommandHandler(over), kind)
    reseal(over, STREAM, version, change)
    proof = prove_night(over, STREAM)
    assert not proof.holds
    first = next(one for one in proof.checks if not one.holds)
    assert first.name == check, proof
    assert sentence in first.findings[0].sentence
    assert all(finding.version or check == "chain" for finding in first.findings)
    # The worker finds the same and keeps it, whatever the night says.
    context, draft = JobContext(over, tmp_path), verify_job(CLUB, AT)
    verify_club(context, Job(draft.club, draft.key, draft.kind, draft.payload, 1, "test/1"))
    kept = verification_of(over, CLUB, draft.key)
    assert set(proof.faults) <= set(kept.findings)


def told(database: Database, **how: bool) -> str:
    return "\n".join(fault.sentence for fault in prove_night(database, STREAM, **how).faults)


def test_people_are_told_by_name_to_a_reader_and_by_id_in_what_is_kept(over):
    reseal(over, STREAM, version_of(CommandHandler(over), commands.Bet), in_data(chips=4))
    kept, read = told(over), told(over, named=True)
    assert "would be refused: b owes 4" in kept
    assert "chips:a holds -2 chips." in kept
    assert "would be refused: Bo owes 4" in read
    assert "chips:Anna (a) holds -2 chips." in read


def test_what_does_not_add_up_is_told_only_to_whom_no_card_is_closed(over):
    """It may say which card lies twice, also where the rules find it."""
    reseal(over, STREAM, version_of(CommandHandler(over), commands.Bet), in_data(chips=4))
    last = CommandHandler(over).load(NIGHT).version
    assert "holds" in told(over, named=True)
    for_others = told(over, named=True, sees_everything=False)
    assert "holds" not in for_others
    assert f"After event {last} something does not add up; only the banker may see what." in for_others
    twice = Finding(last, "invariant", "K♠ lies twice.")
    assert "K♠" not in Phrasing({}, sees_everything=False).finding(twice)


def to_somebody_else(body: dict[str, Any]) -> None:
    body["data"]["shares"][0]["player"] = "b"


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (events.PotAwarded, to_somebody_else),
        (commands.Bet, in_data(chips=4)),
        (commands.SeatPlayer, in_data(seat=0)),
    ],
)
def test_faults_of_money_and_of_rules_are_told_and_a_night_that_is_over_is_held_against_its_club(over, kind, change):
    assert faults(over, STREAM) == []
    reseal(over, STREAM, version_of(CommandHandler(over), kind), change)
    assert faults(over, STREAM)
    (sentence,) = damage(over, STREAM)
    assert "is another than the club recorded" in sentence


def test_what_newer_rules_would_record_otherwise_is_no_fault(over):
    reseal(over, STREAM, 1, in_data(rules_version=RULES_VERSION - 1))
    reseal(over, STREAM, version_of(CommandHandler(over), commands.SeatPlayer), in_data(seat=0))
    assert faults(over, STREAM) == []


def test_on_postgresql_a_forged_time_is_found_too(postgresql_database):
    version = version_of(closed(postgresql_database), commands.Bet)
    reseal(postgresql_database, STREAM, version, said(occurred_at="not a time"))
    (finding,) = prove_night(postgresql_database, STREAM).faults
    assert (finding.version, "not a time of the book" in finding.sentence) == (version, True)


def test_a_report_and_a_reconciliation_of_a_forged_time_are_refused_and_name_the_event(sqlite_database, tmp_path):
    handler = closed(sqlite_database)
    last, version = handler.load(NIGHT).version, version_of(handler, commands.Bet)
    reseal(sqlite_database, STREAM, version, said(occurred_at="not a time"))
    with pytest.raises(
        NightIsDamaged, match=f"at event {version}: .* at “not a time”, which is not a time of the book"
    ):
        insist_it_is_sound(sqlite_database, STREAM)
    assert damage(sqlite_database, STREAM) == [
        f"Event {version} says that it happened at “not a time”, which is not a time of the book."
    ]
    for act, job in ((reconcile_night, reconcile_job), (render_report, render_job)):
        draft = job(STREAM, last, AT)
        with pytest.raises(NightIsDamaged, match=f"event {version}"):
            act(
                JobContext(sqlite_database, tmp_path),
                Job(draft.club, draft.key, draft.kind, draft.payload, 1, "test/1"),
            )


def test_a_night_that_does_not_add_up_names_the_event(sqlite_database):
    version = version_of(closed(sqlite_database), commands.AnnounceHand)
    reseal(sqlite_database, STREAM, version, without("declaration"))
    with pytest.raises(NightDoesNotAddUp, match=f"event {version} cannot follow"):
        CommandHandler(sqlite_database).load(NIGHT)


def test_bytes_in_place_of_a_text_are_found_before_an_append_refuses_them(sqlite_database):
    """The same letters, kept as bytes: whoever appends finds no text there, and so does whoever verifies."""
    handler = played(sqlite_database)
    last = handler.load(NIGHT).version
    with plain_sqlite(sqlite_database) as connection:
        forge(sqlite_database, f"UPDATE event SET body = CAST(body AS BLOB) WHERE version = {last}")
        assert connection.execute("SELECT typeof(body) FROM event WHERE version = ?", (last,)).fetchone() == ("blob",)
    (finding,) = prove_night(sqlite_database, STREAM).faults
    assert finding.version == last
    assert finding.sentence == "The body of an event is kept as blob, not as text."
    with pytest.raises(BrokenChain, match=f"version {last}"):
        handler.handle(NIGHT, commands.GiveLoan(player="a", chips=5))


def test_a_clock_that_was_put_back_is_a_remark(sqlite_database):
    times = iter(["2099-01-01T00:00:00Z"] * 3)
    handler = played(sqlite_database, now=partial(next, times, AT))
    proof = prove_night(sqlite_database, STREAM)
    assert proof.holds
    (remark,) = proof.remarks
    went_back = int(remark.split()[1])
    assert remark == f"Event {went_back} was recorded earlier than the event before it: the clock was set back."
    assert went_back <= handler.load(NIGHT).version


def test_what_no_check_can_show_is_said(sqlite_database):
    closed(sqlite_database)
    (night, club, book) = prove_book(sqlite_database)
    assert any(limit.startswith("Who an id stands for") for limit in night.not_vouched)
    for proof in (night, club):
        assert any(limit.startswith("That its end was not cut off") for limit in proof.not_vouched)
    kept = (
        prove_night(sqlite_database, STREAM, head=night.head),
        prove_whole_club(sqlite_database, CLUB, head=club.head)[-1],
    )
    for proof in kept:
        assert not any(limit.startswith("That its end") for limit in proof.not_vouched)
    assert "Which jobs were ever asked for" in " ".join(club.not_vouched)
    told = " ".join(book.not_vouched)
    for word in ("That the club's own history is whole", "The tokens"):
        assert word in told
