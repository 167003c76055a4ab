"""The night against its counts, its chain and its rules, once it is over; the outcome is kept under the job's key."""

from __future__ import annotations

import logging

import msgspec

from service.db import Database
from service.handle import PREFIX
from service.proof.reconciliation import Reconciliation, digest_of, reconciled
from service.proof.stream import prove_events
from service.proof.told import faults_of
from service.store.event_store import EventStore
from service.store.jobs import Job
from service.store.outcomes import outcome_of, record_outcome
from service.tasks.bench import Bench

_log = logging.getLogger("chipbook.tasks")


def reconcile_night(bench: Bench, job: Job) -> None:
    """Reconciles the night as it was at the job's version, and keeps the outcome."""
    page = bench.page_of(job)
    stream = PREFIX + page.night_id
    _, checks = prove_events(stream, EventStore(bench.database).read(stream, up_to=page.version))
    found = reconciled(page.night_id, page.records, page.head, faults_of(checks))
    record_outcome(
        bench.database,
        club=page.club,
        key=job.key,
        digest=digest_of(page.night_id, page.version, page.head),
        stream=stream,
        outcome=msgspec.json.encode(found).decode(),
    )
    for sentence in found.findings:
        _log.warning("does_not_hold", extra={"night": page.night_id, "sentence": sentence})


def reconciliation_of(database: Database, club: str, key: str) -> Reconciliation | None:
    """What the job of this key has found; None before it is done."""
    outcome = outcome_of(database, club, key)
    return None if outcome is None else msgspec.json.decode(outcome, type=Reconciliation)
