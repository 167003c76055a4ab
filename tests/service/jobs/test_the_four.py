"""Reconciliation, plan, report and verification: what each job does, and that doing it again changes nothing."""

import json
import stat
import threading
from collections.abc import Callable

import msgspec
import pytest

from engine import commands
from engine.errors import PlanIsFrozen
from service.app.looking_back.verify import verification_of
from service.book.proof.reconciliation import Reconciliation
from service.book.recording.outbox import reconcile_job, render_job, settle_job, verify_job
from service.book.store.chain import stream_of_night
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Job, outcome_of, record_outcome
from service.errors import BrokenChain, KeyReused, NightMissing, VersionConflict
from service.jobs.working import Act, JobContext, reconcile_night, render_report, settle_night, verify_club
from tests.service.book.store.evening import drop_protection, forge, plain_sqlite
from tests.service.jobs.evening import AT, CLUB, NIGHT, STREAM, closed, played
from tests.service.jobs.traces import outcomes, plans, report_files, report_names


@pytest.fixture
def context(database, home) -> JobContext:
    return JobContext(database, home)


def claimed(draft: JobDraft, claim: str = "test/1") -> Job:
    """The job as a worker has it in hand."""
    return Job(draft.club, draft.key, draft.kind, draft.payload, 1, claim)


def at_once(act: Act, context: JobContext, job: Callable[[int], Job]) -> list[Exception]:
    """The job done by four at once, as if their claims were lost; what was raised."""
    problems: list[Exception] = []
    together = threading.Barrier(4)

    def do(number: int) -> None:
        together.wait()
        try:
            act(context, job(number))
        except Exception as problem:  # noqa: BLE001 - the test looks at them all.
            problems.append(problem)

    threads = [threading.Thread(target=do, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return problems


# The reconciliation


def test_a_reconciliation_shows_the_gap_and_finds_nothing_wrong_with_the_record(database, context):
    version = closed(database, missing=4).load(NIGHT).version
    job = claimed(reconcile_job(STREAM, version, AT))
    reconcile_night(context, job)
    found = msgspec.json.decode(outcome_of(database, CLUB, job.key), type=Reconciliation)
    assert (found.version, found.holds, found.findings, found.gap_is_open) == (version, True, (), True)
    assert [(part.player, part.chips) for part in found.gap.found] == [("c", -4)]
    assert sum(found.nets.values()) == found.gap.cents == -100


def test_a_gap_that_somebody_bears_is_closed(database, context):
    handler = closed(database, missing=4)
    handler.handle(NIGHT, commands.ResolveGap(by="losers", reason="As always."))
    job = claimed(reconcile_job(STREAM, handler.load(NIGHT).version, AT))
    reconcile_night(context, job)
    found = msgspec.json.decode(outcome_of(database, CLUB, job.key), type=Reconciliation)
    assert (found.holds, found.gap_is_open, sum(found.nets.values())) == (True, False, 0)


def test_a_reconciliation_is_of_the_night_as_it_was_then(database, context):
    handler = closed(database, missing=4)
    draft = reconcile_job(STREAM, handler.load(NIGHT).version, AT)
    handler.handle(NIGHT, commands.ResolveGap(by="losers", reason="As always."))
    reconcile_night(context, claimed(draft))
    found = msgspec.json.decode(outcome_of(database, CLUB, draft.key), type=Reconciliation)
    assert found.gap_is_open


def test_a_reconciliation_done_by_four_at_once_is_one_record(database_on_both, home):
    database, context = database_on_both, JobContext(database_on_both, home)
    draft = reconcile_job(STREAM, closed(database).load(NIGHT).version, AT)
    assert at_once(reconcile_night, context, lambda number: claimed(draft, f"test/{number}")) == []
    assert outcomes(database, "reconcile") == 1


def test_a_reconciliation_names_what_the_rules_would_not_have_recorded(sqlite_database, home):
    loaded = closed(sqlite_database).load(NIGHT)
    version, called = (
        loaded.version,
        next(one.version for one in loaded.records if isinstance(one.event, commands.Call)),
    )
    with plain_sqlite(sqlite_database) as connection:
        drop_protection(connection)
        connection.execute(
            "UPDATE event SET body = replace(body, '\"chips\":2', '\"chips\":3') WHERE type = 'bet_made'"
        )
    draft = reconcile_job(STREAM, version, AT)
    reconcile_night(JobContext(sqlite_database, home), claimed(draft))
    found = msgspec.json.decode(outcome_of(sqlite_database, CLUB, draft.key), type=Reconciliation)
    assert not found.holds
    assert any("hash" in sentence for sentence in found.findings), found.findings
    assert (
        f"Event {called} would be refused: b owes 3 and cannot call with 2; a call puts in what is owed, and more is a raise."
        in found.findings
    )


def test_an_outcome_is_kept_under_its_key_for_what_was_asked_and_nothing_else(database):
    played(database)
    words = {"club": CLUB, "key": "reconcile:n1:9", "stream": "night:n1"}
    assert record_outcome(database, **words, digest="a", body="first") == "first"
    assert record_outcome(database, **words, digest="a", body="second") == "first"
    with pytest.raises(KeyReused):
        record_outcome(database, **words, digest="b", body="third")


# The plan


def test_a_plan_is_frozen_by_the_worker_with_the_key_of_its_job(database, context):
    handler = closed(database)
    draft = settle_job(STREAM, handler.load(NIGHT).version, "direct", AT)
    settle_night(context, claimed(draft))
    record = handler.load(NIGHT).records[-1]
    assert isinstance(record.event, commands.FreezePlan)
    assert (record.event.kind, record.actor) == ("direct", "worker")
    body = json.loads(handler.store.read(STREAM, after=record.version - 1)[0].body)
    assert body["request_id"] == draft.key


def test_a_plan_that_the_worker_freezes_is_told_to_those_who_listen(sqlite_database, home):
    told = []
    handler = closed(sqlite_database)
    settle_night(
        JobContext(sqlite_database, home, announce=lambda *said: told.append(said)),
        claimed(settle_job(handler.stream(NIGHT), handler.version(NIGHT), "direct", AT)),
    )
    assert told == [(NIGHT, handler.version(NIGHT))]


def test_a_plan_frozen_by_four_at_once_is_one_plan(database_on_both, home):
    database, context = database_on_both, JobContext(database_on_both, home)
    draft = settle_job(STREAM, closed(database).load(NIGHT).version, "bank", AT)
    assert at_once(settle_night, context, lambda number: claimed(draft, f"test/{number}")) == []
    assert plans(database) == 1


def test_a_night_that_has_moved_on_since_is_not_settled(database, context):
    handler = closed(database, missing=2)
    draft = settle_job(STREAM, handler.load(NIGHT).version, "bank", AT)
    handler.handle(NIGHT, commands.ResolveGap(by="banker", reason="As always."))
    with pytest.raises(VersionConflict):
        settle_night(context, claimed(draft))
    assert plans(database) == 0


def test_a_plan_that_is_frozen_already_is_not_frozen_again(database, context):
    handler = closed(database)
    handler.handle(NIGHT, commands.FreezePlan(kind="bank"))
    with pytest.raises(PlanIsFrozen):
        settle_night(context, claimed(settle_job(STREAM, handler.load(NIGHT).version, "bank", AT)))
    assert plans(database) == 1


# The report


def test_a_report_is_two_files_that_only_their_owner_reads(database, context, home):
    version = closed(database).load(NIGHT).version
    render_report(context, claimed(render_job(STREAM, version, AT)))
    files = report_files(home, NIGHT, version)
    assert sorted(files) == ["json", "txt"]
    assert report_names(home) == [f"{version}.json", f"{version}.txt"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files.values()} == {0o600}
    assert stat.S_IMODE(files["txt"].parent.stat().st_mode) == 0o700
    told = json.loads(files["json"].read_bytes())
    assert (told["version"], told["verdict"]["phase"], told["names"]["a"]) == (version, "closed", "Anna")
    assert "Anna" in files["txt"].read_text(encoding="utf-8")


def test_a_report_is_of_the_night_as_it_was_then(database, context, home):
    handler = closed(database)
    version = handler.load(NIGHT).version
    handler.handle(NIGHT, commands.FreezePlan(kind="bank"))
    render_report(context, claimed(render_job(STREAM, version, AT)))
    told = json.loads(report_files(home, NIGHT, version)["json"].read_bytes())
    assert (told["version"], told["verdict"]["phase"]) == (version, "closed")


def test_a_report_written_by_four_at_once_is_whole(database, context, home):
    version = closed(database).load(NIGHT).version
    draft = render_job(STREAM, version, AT)
    render_report(context, claimed(draft))
    first = {kind: path.read_bytes() for kind, path in report_files(home, NIGHT, version).items()}
    assert at_once(render_report, context, lambda number: claimed(draft, f"test/{number}")) == []
    assert {kind: path.read_bytes() for kind, path in report_files(home, NIGHT, version).items()} == first
    assert len(report_names(home)) == 2


def test_what_a_killed_worker_left_half_written_is_gone_after_the_next_attempt(database, context, home):
    version = closed(database).load(NIGHT).version
    folder = home / "reports" / NIGHT
    folder.mkdir(parents=True)
    (folder / f".{version}.txt.part-dead").write_text("half a rep")
    (folder / f"{version}.txt").write_text("of another time")
    render_report(context, claimed(render_job(STREAM, version, AT)))
    assert report_names(home) == [f"{version}.json", f"{version}.txt"]
    assert "Anna" in (folder / f"{version}.txt").read_text(encoding="utf-8")


def test_of_a_night_whose_chain_does_not_hold_no_report_is_written(sqlite_database, home):
    version = closed(sqlite_database).load(NIGHT).version
    with plain_sqlite(sqlite_database) as connection:
        drop_protection(connection)
        connection.execute("UPDATE event SET prev_hash = hash WHERE version = 3")
    with pytest.raises(BrokenChain, match="broken at version 3"):
        render_report(JobContext(sqlite_database, home), claimed(render_job(STREAM, version, AT)))
    assert report_files(home, NIGHT, version) == {}


def test_a_report_of_a_night_that_is_not_there_says_which(context):
    with pytest.raises(NightMissing, match="n9"):
        render_report(context, claimed(render_job(stream_of_night(CLUB, "n9"), 3, AT)))


def test_a_report_of_a_version_that_is_not_there_says_both_numbers(database, context):
    version = played(database).load(NIGHT).version
    with pytest.raises(VersionConflict, match=f"{version}.*{version + 1}"):
        render_report(context, claimed(render_job(STREAM, version + 1, AT)))


# The verification


def test_a_sound_book_is_found_sound(database, context):
    closed(database)
    played(database, "n2")
    draft = verify_job(CLUB, AT)
    verify_club(context, claimed(draft))
    found = verification_of(database, CLUB, draft.key)
    assert (found.nights, found.holds, found.findings_in_all) == (2, True, 0)


def test_a_forged_event_is_found_and_the_first_outcome_stands(sqlite_database, home):
    context, draft = JobContext(sqlite_database, home), verify_job(CLUB, AT)
    closed(sqlite_database)
    with plain_sqlite(sqlite_database) as connection:
        drop_protection(connection)
        connection.execute(
            "UPDATE event SET body = replace(body, '\"chips\":2', '\"chips\":3') WHERE type = 'bet_made'"
        )
    verify_club(context, claimed(draft))
    found = verification_of(sqlite_database, CLUB, draft.key)
    assert not found.holds
    assert found.findings[0].stream == f"night:{NIGHT}"
    verify_club(context, claimed(draft))
    assert verification_of(sqlite_database, CLUB, draft.key) == found
    assert outcomes(sqlite_database, "verify") == 1


def test_a_verification_is_of_its_club_alone(sqlite_database, home):
    closed(sqlite_database).clubs.found_club("Others", club_id="c2")
    forge(sqlite_database, "UPDATE event SET prev_hash = hash WHERE stream = 'night:n1' AND version = 3")
    context = JobContext(sqlite_database, home)
    for club, holds, nights in ((CLUB, False, 1), ("c2", True, 0)):
        verify_club(context, claimed(verify_job(club, AT)))
        found = verification_of(sqlite_database, club, f"verify:{AT}")
        assert (found.holds, found.nights) == (holds, nights)
