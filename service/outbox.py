"""The outbox: jobs that follow an append, recorded as rows in its transaction, and jobs that people may ask for.

The key of a job says what it does to which night, so that the same job never exists twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import commands, events
from engine.events import Recorded
from engine.state import Night
from service.store.event_store import JobDraft

RECONCILE = "reconcile_night"
SETTLE = "settle_night"
RENDER = "render_report"
VERIFY = "verify_book"
KINDS = (RECONCILE, SETTLE, RENDER, VERIFY)
# The prefix of the keys of jobs about a night.
_VERBS = {RECONCILE: "reconcile", RENDER: "render", SETTLE: "settle"}

OVER = ("closed", "planned")


def jobs_after(night_id: str, night: Night, fresh: Sequence[Recorded], version: int, now: str) -> tuple[JobDraft, ...]:
    """The jobs for a closed night at this version, after the `fresh` events.

    After a close, and after a correction of a closed night, the night is reconciled and gets a new report; after a frozen
    plan, a new report. Freezing a plan follows from nothing by itself, because the house decides it: see `settle_job`.
    """
    if night.phase not in OVER:
        return ()
    happened = {type(record.event) for record in fresh}
    changed = not happened.isdisjoint((commands.CloseNight, events.EventsStruck))
    jobs = []
    if changed:
        jobs.append(reconcile_job(night_id, version, now))
    if changed or commands.FreezePlan in happened:
        jobs.append(render_job(night_id, version, now))
    return tuple(jobs)


def reconcile_job(night_id: str, version: int, now: str) -> JobDraft:
    """Compare the night as it was at a version with its counts and its rules, and keep the outcome."""
    return _of_a_night(RECONCILE, night_id, version, now)


def render_job(night_id: str, version: int, now: str) -> JobDraft:
    """Write the report of the night as it was at a version."""
    return _of_a_night(RENDER, night_id, version, now)


def settle_job(night_id: str, version: int, plan: str, now: str) -> JobDraft:
    """Freeze the plan of a night that is at this version; if it has moved on by then, nothing is frozen."""
    return _of_a_night(SETTLE, night_id, version, now, plan=plan)


def verify_job(now: str) -> JobDraft:
    """Check the whole book and keep the outcome."""
    return JobDraft(key=f"verify:{now}", kind=VERIFY, due_at=now)


def key_of(kind: str, night_id: str, version: int) -> str:
    """The key of the job of this kind for a night at a version."""
    return f"{_VERBS[kind]}:{night_id}:{version}"


def _of_a_night(kind: str, night_id: str, version: int, now: str, **more: str) -> JobDraft:
    payload = {"night": night_id, "version": version, **more}
    return JobDraft(key=key_of(kind, night_id, version), kind=kind, due_at=now, payload=payload)
