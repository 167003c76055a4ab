"""Which jobs an append leaves behind, in its own transaction."""

from collections import Counter

import pytest

from engine import commands
from engine.adjudicate import adjudicate
from engine.club.nights import unpaid_of
from engine.errors import Refusal
from engine.folding import fold
from service.book.cache import Cache
from service.book.job_kinds import SETTLE
from service.book.proof.book import prove_book
from service.book.recording.handler import CommandHandler, utc_now
from service.book.recording.outbox import settle_job
from service.book.recording.unit_of_work import IncomingCommand
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Jobs
from service.book.store.verify import verify_book
from service.errors import VersionConflict
from tests.service.jobs.evening import CLUB, NIGHT, PEOPLE, STREAM, closed, played
from tests.service.jobs.traces import plans


def faults_of_the_book(database) -> list[str]:
    """Everything that a verification of the whole book finds."""
    return [fault.sentence for proof in prove_book(database) for check in proof.checks for fault in check.findings]


def keys(jobs: Jobs) -> list[str]:
    """The keys of all jobs, in the order of the alphabet: several are due in the same second."""
    return sorted(job.key for job in jobs.listed())


def test_nothing_follows_while_the_night_is_played(database, jobs):
    handler = played(database)
    handler.handle(NIGHT, commands.GiveLoan(player="a", chips=50))
    assert jobs.listed() == []


def test_a_closed_night_is_reconciled_and_reported_as_it_was_then(database_on_both):
    database, jobs = database_on_both, Jobs(database_on_both)
    version = closed(database, missing=2).load(NIGHT).version
    assert keys(jobs) == [f"reconcile:{NIGHT}:{version}", f"render:{NIGHT}:{version}"]


def test_a_frozen_plan_is_reported_and_no_plan_freezes_itself(database, jobs):
    handler = closed(database)
    before = keys(jobs)
    handler.handle(NIGHT, commands.FreezePlan(kind="direct"))
    assert keys(jobs) == sorted([*before, f"render:{NIGHT}:{handler.load(NIGHT).version}"])


def test_every_word_in_a_dispute_after_the_close_is_reported(database, jobs):
    handler = closed(database)
    said = keys(jobs)
    for command in (
        commands.RaiseDispute(by="a", event=3, words="never lent"),
        commands.AnswerDispute(dispute=1, by="b", words="it was"),
        commands.ResolveDispute(dispute=1, words="it stands"),
    ):
        handler.handle(NIGHT, command)
        said.append(f"render:{NIGHT}:{handler.load(NIGHT).version}")
        assert keys(jobs) == sorted(said)


def test_a_payment_and_a_resolved_gap_leave_no_job(database, jobs):
    handler = closed(database, missing=2)
    before = keys(jobs)
    handler.handle(NIGHT, commands.ResolveGap(by="banker", reason="As always."))
    assert keys(jobs) == before


def test_a_correction_after_the_close_is_reconciled_and_reported_anew(database, jobs):
    handler = played(database)
    loan = handler.handle(NIGHT, commands.GiveLoan(player="a", chips=50))[0].version
    for player, _ in PEOPLE:
        handler.handle(NIGHT, commands.CountChips(player=player, chips=handler.load(NIGHT).night.stack(player)))
    handler.handle(NIGHT, commands.CloseNight())
    before = keys(jobs)
    handler.handle(NIGHT, commands.StrikeEvents(versions=(loan,), reason="It was never lent."))
    version = handler.load(NIGHT).version
    assert keys(jobs) == sorted([*before, f"reconcile:{NIGHT}:{version}", f"render:{NIGHT}:{version}"])


def test_a_close_that_is_struck_leaves_no_job(database, jobs):
    handler = closed(database)
    before = keys(jobs)
    close = next(
        record.version for record in handler.load(NIGHT).records if isinstance(record.event, commands.CloseNight)
    )
    handler.handle(NIGHT, commands.StrikeEvents(versions=(close,), reason="One more hand."))
    assert handler.load(NIGHT).night.phase == "open"
    assert keys(jobs) == before


def test_what_is_refused_or_loses_a_race_leaves_no_job(database_on_both):
    database, jobs = database_on_both, Jobs(database_on_both)
    handler = played(database)
    with pytest.raises(Refusal):
        handler.handle(NIGHT, commands.CloseNight())
    for player, _ in PEOPLE:
        handler.handle(NIGHT, commands.CountChips(player=player, chips=handler.load(NIGHT).night.stack(player)))
    version = handler.load(NIGHT).version
    CommandHandler(database).handle(NIGHT, commands.GiveLoan(player="a", chips=1))
    with pytest.raises(VersionConflict):
        handler.handle(NIGHT, commands.CloseNight(), expected=version)
    assert jobs.listed() == []


def test_the_jobs_of_a_batch_are_told_once_after_the_commit(database_on_both):
    database, jobs = database_on_both, Jobs(database_on_both)
    told: list[list[str]] = []

    def tell(drafts: list[JobDraft]) -> None:
        told.append([draft.key for draft in drafts])
        assert set(told[-1]) <= set(keys(jobs)), "Whoever is told finds the rows."

    handler = played(database, tell=tell)
    stacks = [(player, handler.load(NIGHT).night.stack(player)) for player, _ in PEOPLE]
    counts = [IncomingCommand(commands.CountChips(player=player, chips=chips)) for player, chips in stacks]
    said = [*counts, IncomingCommand(commands.CloseNight()), IncomingCommand(commands.FreezePlan(kind="bank"))]
    handler.handle(NIGHT, *said, key="the end")
    handler.handle(NIGHT, *said, key="the end")
    version = handler.load(NIGHT).version
    assert told == [[f"reconcile:{NIGHT}:{version}", f"render:{NIGHT}:{version}"]]
    assert keys(jobs) == told[0]


# A house that settles by itself


def test_a_house_that_settles_by_itself_gets_its_plan_first_and_then_the_rest(database, jobs, worker):
    version = closed(database, settles="bank").load(NIGHT).version
    assert keys(jobs) == [f"settle:{NIGHT}:{version}"]
    worker.run_due()
    after = [f"{verb}:{NIGHT}:{version + 1}" for verb in ("reconcile", "render")]
    assert keys(jobs) == sorted([*after, f"settle:{NIGHT}:{version}"])
    assert {job.state for job in jobs.listed()} == {"done"}
    night = CommandHandler(database).load(NIGHT).night
    assert night.closing.plan.kind == "bank"
    assert verify_book(database) == []


def test_a_plan_waits_for_the_gap(database, jobs, worker):
    handler = closed(database, missing=2, settles="direct")
    worker.run_due()
    assert plans(database) == 0
    handler.handle(NIGHT, commands.ResolveGap(by="banker"))
    worker.run_due()
    assert plans(database) == 1
    assert {job.state for job in jobs.listed()} == {"done"}


def test_a_night_that_goes_on_after_its_close_is_planned_as_it_then_is(database, jobs, worker):
    handler = closed(database, settles="direct")
    handler.handle(NIGHT, commands.PayIn(player="c", cents=25))
    worker.run_due()
    assert plans(database) == 1
    # The plan that was due before is no failure, and leaves nothing.
    assert {job.state for job in jobs.listed()} == {"done"}
    assert faults_of_the_book(database) == []


def test_a_close_that_is_taken_back_in_time_is_not_planned(database, jobs, worker):
    handler = closed(database, settles="direct")
    close = next(one.version for one in handler.load(NIGHT).records if isinstance(one.event, commands.CloseNight))
    handler.handle(NIGHT, commands.StrikeEvents(versions=(close,), reason="One more hand."))
    worker.run_due()
    assert plans(database) == 0
    assert {job.state for job in jobs.listed()} == {"done"}


def test_a_correction_before_the_first_payment_is_planned_anew_and_the_club_knows(database, jobs, worker):
    handler = played(database, settles="direct")
    paid = handler.handle(NIGHT, commands.PayIn(player="c", cents=25))[0].version
    for player, _ in PEOPLE:
        handler.handle(NIGHT, commands.CountChips(player=player, chips=handler.load(NIGHT).night.stack(player)))
    handler.handle(NIGHT, commands.CloseNight())
    worker.run_due()
    handler.handle(NIGHT, commands.StrikeEvents(versions=(paid,), reason="It was never paid."))
    assert handler.clubs.load(CLUB).club.nights[NIGHT].phase == "closed"
    worker.run_due()
    assert plans(database) == 2
    recorded, night = handler.clubs.load(CLUB).club.nights[NIGHT], handler.load(NIGHT).night
    assert (recorded.phase, recorded.unpaid) == ("settling", unpaid_of(night))
    assert faults_of_the_book(database) == []


def test_a_plan_asked_for_by_somebody_still_fails_if_the_night_has_gone_on(database, jobs, worker):
    handler = closed(database)
    jobs.ask(settle_job(STREAM, handler.load(NIGHT).version, "direct", utc_now()))
    handler.handle(NIGHT, commands.PayIn(player="c", cents=25))
    worker.run_due()
    assert [job.state for job in jobs.listed() if job.kind == SETTLE] == ["failed"]


def test_what_follows_a_close_folds_the_night_once_and_judges_it_once(database, worker, monkeypatch):
    calls: Counter[str] = Counter()

    def counting(name, original):
        return lambda *said, **more: calls.update([name]) or original(*said, **more)

    for place in ("service.book.proof.records", "service.app.seeing", "service.reports.night_report"):
        monkeypatch.setattr(f"{place}.fold", counting("fold", fold))
    monkeypatch.setattr("service.book.proof.records.adjudicate", counting("adjudicate", adjudicate))
    # The same night may have been told of before.
    for cache in (
        "service.book.proof.records._NIGHTS",
        "service.book.proof.records._WEIGHED",
        "service.reports.night_report._REPORTS",
    ):
        monkeypatch.setattr(cache, Cache(4))
    closed(database, settles="direct")
    assert worker.run_due() == 3
    assert calls == {"fold": 1, "adjudicate": 1}
