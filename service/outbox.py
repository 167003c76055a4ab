"""The outbox: jobs that follow an append, recorded as rows in its transaction, and jobs that people may ask for.

The key of a job says what it does to which night of the club, so that the same job never exists twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import commands, events
from engine.events import Recorded
from engine.state import Night
from service.store.event_store import JobDraft
from service.store.streams import Stream

RECONCILE = "reconcile_night"
SETTLE = "settle_night"
RENDER = "render_report"
VERIFY = "verify_club"
KINDS = (RECONCILE, SETTLE, RENDER, VERIFY)
# The prefix of the keys of jobs about a night.
_VERBS = {RECONCILE: "reconcile", RENDER: "render", SETTLE: "settle"}

OVER = ("closed", "planned")


def jobs_after(stream: Stream, night: Night, fresh: Sequence[Recorded], version: int, now: str) -> tuple[JobDraft, ...]:
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
        jobs.append(reconcile_job(stream, version, now))
    if changed or commands.FreezePlan in happened:
        jobs.append(render_job(stream, version, now))
    return tuple(jobs)


def reconcile_job(stream: Stream, version: int, now: str) -> JobDraft:
    """Compare the night as it was at a version with its counts and its rules, and keep the outcome."""
    return _of_a_night(RECONCILE, stream, version, now)


def render_job(stream: Stream, version: int, now: str) -> JobDraft:
    """Write the report of the night as it was at a version."""
    return _of_a_night(RENDER, stream, version, now)


def settle_job(stream: Stream, version: int, plan: str, now: str) -> JobDraft:
    """Freeze the plan of a night that is at this version; if it has moved on by then, nothing is frozen."""
    return _of_a_night(SETTLE, stream, version, now, plan=plan)


def verify_job(club: str, now: str) -> JobDraft:
    """Check all that the book has of a club, and keep the outcome."""
    return JobDraft(club=club, key=f"verify:{now}", kind=VERIFY, due_at=now)


def key_of(kind: str, night_id: str, version: int) -> str:
    """The key of the job of this kind for a night at a version."""
    return f"{_VERBS[kind]}:{night_id}:{version}"


def _of_a_night(kind: str, stream: Stream, version: int, now: str, **more: str) -> JobDraft:
    payload = {"night": stream.night, "version": version, **more}
    key = key_of(kind, stream.night, version)
    return JobDraft(club=stream.club, key=key, kind=kind, due_at=now, payload=payload)
