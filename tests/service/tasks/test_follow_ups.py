"""Which jobs an append leaves behind, in its own transaction."""

from __future__ import annotations

import pytest

from engine import commands
from engine.errors import Refusal
from service.errors import VersionConflict
from service.handle import Desk, Said
from service.store.event_store import JobDraft
from service.store.jobs import Jobs
from tests.service.tasks.evening import NIGHT, PEOPLE, closed, played


def keys(jobs: Jobs) -> list[str]:
    return [job.key for job in jobs.listed()]


def test_nothing_follows_while_the_night_is_played(database, jobs):
    desk = played(database)
    desk.handle(NIGHT, commands.GiveLoan(player="a", chips=50))
    assert jobs.listed() == []


def test_a_closed_night_is_reconciled_and_reported_as_it_was_then(database, jobs):
    version = closed(database, missing=2).page(NIGHT).version
    assert keys(jobs) == [f"reconcile:{NIGHT}:{version}", f"render:{NIGHT}:{version}"]


def test_a_frozen_plan_is_reported_and_no_plan_freezes_itself(database, jobs):
    desk = closed(database)
    before = keys(jobs)
    desk.handle(NIGHT, commands.FreezePlan(kind="direct"))
    assert keys(jobs) == [*before, f"render:{NIGHT}:{desk.page(NIGHT).version}"]


def test_a_payment_and_a_resolved_gap_leave_no_job(database, jobs):
    desk = closed(database, missing=2)
    before = keys(jobs)
    desk.handle(NIGHT, commands.ResolveGap(by="banker", reason="As always."))
    assert keys(jobs) == before


def test_a_correction_after_the_close_is_reconciled_and_reported_anew(database, jobs):
    desk = played(database)
    loan = desk.handle(NIGHT, commands.GiveLoan(player="a", chips=50))[0].version
    for player, _ in PEOPLE:
        desk.handle(NIGHT, commands.CountChips(player=player, chips=desk.page(NIGHT).night.stack(player)))
    desk.handle(NIGHT, commands.CloseNight())
    before = keys(jobs)
    desk.handle(NIGHT, commands.StrikeEvents(versions=(loan,), reason="It was never lent."))
    version = desk.page(NIGHT).version
    assert keys(jobs) == [*before, f"reconcile:{NIGHT}:{version}", f"render:{NIGHT}:{version}"]


def test_a_close_that_is_struck_leaves_no_job(database, jobs):
    desk = closed(database)
    before = keys(jobs)
    close = next(record.version for record in desk.page(NIGHT).records if isinstance(record.event, commands.CloseNight))
    desk.handle(NIGHT, commands.StrikeEvents(versions=(close,), reason="One more hand."))
    assert desk.page(NIGHT).night.phase == "open"
    assert keys(jobs) == before


def test_what_is_refused_or_loses_a_race_leaves_no_job(database, jobs):
    desk = played(database)
    with pytest.raises(Refusal):
        desk.handle(NIGHT, commands.CloseNight())
    for player, _ in PEOPLE:
        desk.handle(NIGHT, commands.CountChips(player=player, chips=desk.page(NIGHT).night.stack(player)))
    version = desk.page(NIGHT).version
    Desk(database).handle(NIGHT, commands.GiveLoan(player="a", chips=1))
    with pytest.raises(VersionConflict):
        desk.handle(NIGHT, commands.CloseNight(), expected=version)
    assert jobs.listed() == []


def test_the_jobs_of_a_batch_are_told_once_after_the_commit(database, jobs):
    told: list[list[str]] = []

    def tell(drafts: list[JobDraft]) -> None:
        told.append([draft.key for draft in drafts])
        assert set(told[-1]) <= set(keys(jobs)), "Whoever is told finds the rows."

    desk = played(database, tell=tell)
    stacks = [(player, desk.page(NIGHT).night.stack(player)) for player, _ in PEOPLE]
    counts = [Said(commands.CountChips(player=player, chips=chips)) for player, chips in stacks]
    said = [*counts, Said(commands.CloseNight()), Said(commands.FreezePlan(kind="bank"))]
    desk.handle_all(NIGHT, said, key="the end")
    desk.handle_all(NIGHT, said, key="the end")
    version = desk.page(NIGHT).version
    assert told == [[f"reconcile:{NIGHT}:{version}", f"render:{NIGHT}:{version}"]]
    assert keys(jobs) == told[0]
