"""Which jobs an append leaves behind, in its own transaction."""

from __future__ import annotations

import pytest

from engine import commands
from engine.errors import Refusal
from service.command_handler import CommandHandler, IncomingCommand
from service.errors import VersionConflict
from service.store.event_store import JobDraft
from service.store.jobs import Jobs
from tests.service.tasks.evening import NIGHT, PEOPLE, closed, played


def keys(jobs: Jobs) -> list[str]:
    """The keys of all jobs, in the order of the alphabet: several are due in the same second."""
    return sorted(job.key for job in jobs.listed())


def test_nothing_follows_while_the_night_is_played(database, jobs):
    handler = played(database)
    handler.handle(NIGHT, commands.GiveLoan(player="a", chips=50))
    assert jobs.listed() == []


def test_a_closed_night_is_reconciled_and_reported_as_it_was_then(database, jobs):
    version = closed(database, missing=2).load(NIGHT).version
    assert keys(jobs) == [f"reconcile:{NIGHT}:{version}", f"render:{NIGHT}:{version}"]


def test_a_frozen_plan_is_reported_and_no_plan_freezes_itself(database, jobs):
    handler = closed(database)
    before = keys(jobs)
    handler.handle(NIGHT, commands.FreezePlan(kind="direct"))
    assert keys(jobs) == sorted([*before, f"render:{NIGHT}:{handler.load(NIGHT).version}"])


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


def test_what_is_refused_or_loses_a_race_leaves_no_job(database, jobs):
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


def test_the_jobs_of_a_batch_are_told_once_after_the_commit(database, jobs):
    told: list[list[str]] = []

    def tell(drafts: list[JobDraft]) -> None:
        told.append([draft.key for draft in drafts])
        assert set(told[-1]) <= set(keys(jobs)), "Whoever is told finds the rows."

    handler = played(database, tell=tell)
    stacks = [(player, handler.load(NIGHT).night.stack(player)) for player, _ in PEOPLE]
    counts = [IncomingCommand(commands.CountChips(player=player, chips=chips)) for player, chips in stacks]
    said = [*counts, IncomingCommand(commands.CloseNight()), IncomingCommand(commands.FreezePlan(kind="bank"))]
    handler.handle_all(NIGHT, said, key="the end")
    handler.handle_all(NIGHT, said, key="the end")
    version = handler.load(NIGHT).version
    assert told == [[f"reconcile:{NIGHT}:{version}", f"render:{NIGHT}:{version}"]]
    assert keys(jobs) == told[0]
