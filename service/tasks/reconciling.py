"""Compares a closed night with its counts, its chain and its rules; the outcome is kept under the job's key."""

from __future__ import annotations

import logging

import msgspec

from service.command_handler import PREFIX
from service.db import Database
from service.proof.reconciliation import Reconciliation, digest_of, reconciled
from service.proof.results import faults_of
from service.proof.stream import prove_events
from service.store.event_store import EventStore
from service.store.job_results import record_result, result_of
from service.store.jobs import Job
from service.tasks.context import JobContext

_log = logging.getLogger("chipbook.tasks")


def reconcile_night(context: JobContext, job: Job) -> None:
    """Reconciles the night at the job's version, and keeps the outcome."""
    loaded = context.night_of(job)
    stream = PREFIX + loaded.night_id
    _, checks = prove_events(stream, EventStore(context.database).read(stream, up_to=loaded.version))
    found = reconciled(loaded.night_id, loaded.records, loaded.head, faults_of(checks))
    record_result(
        context.database,
        club=loaded.club,
        key=job.key,
        digest=digest_of(loaded.night_id, loaded.version, loaded.head),
        stream=stream,
        outcome=msgspec.json.encode(found).decode(),
    )
    for sentence in found.findings:
        _log.warning("does_not_hold", extra={"night": loaded.night_id, "sentence": sentence})


def reconciliation_of(database: Database, club: str, key: str) -> Reconciliation | None:
    """The outcome of the job with this key; None before it is done."""
    outcome = result_of(database, club, key)
    return None if outcome is None else msgspec.json.decode(outcome, type=Reconciliation)
