"""Compares the jobs and their outcomes with the nights that they are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

import msgspec

from engine.night.table.rule import RULES_VERSION
from service.command_handler import PREFIX
from service.db import Database
from service.outbox import KINDS, RECONCILE, SETTLE, VERIFY, key_of
from service.payload_limits import is_time
from service.proof.reconciliation import Reconciliation, digest_of, reconciled
from service.proof.requests import RequestRow
from service.proof.results import Defect, faults_of
from service.proof.stream import prove_events
from service.store.event_store import EventStore
from service.store.raw import every_text
from service.store.rows import JOB
from service.store.verify import streams_of

_COLUMNS = ("key", "kind", "payload", "state", "due_at", "claimed_at", "done_at")


def faults_of_jobs(database: Database, answers: Mapping[str, Sequence[RequestRow]]) -> Iterator[Defect]:
    """The faults of jobs: in their rows, in their outcomes, and outcomes without a job."""
    jobs = {row["key"]: row for row in every_text(database, JOB, _COLUMNS)}
    streams = streams_of(database)
    kept = [row for rows in answers.values() for row in rows]
    left = {row.key for row in kept if _kind_of_outcome(row) or row.first_version}
    for key, job in jobs.items():
        if wrong := _wrong_with(job, streams, left):
            yield Defect(sentence=f"The job {key[:80]} was changed: {wrong}.")
    for row in kept:
        kind = _kind_of_outcome(row)
        if not kind:
            continue
        if row.key not in jobs:
            yield Defect(stream=row.stream, sentence=f"The result of the job {row.key} is kept, but the job is not.")
        if kind == RECONCILE and (wrong := _wrong_outcome(database, row)):
            yield Defect(stream=row.stream, sentence=f"The result of the job {row.key} was changed: {wrong}.")


def _wrong_with(job: Mapping[str, Any], streams: Mapping[str, int], left: Set[str]) -> str:
    try:
        payload = msgspec.json.decode(job["payload"], type=dict[str, str | int])
    except msgspec.DecodeError:
        return "its payload is not JSON"
    if job["kind"] not in KINDS:
        return f"this program has no job of the kind {job['kind'][:40]}"
    if bool(job["done_at"]) != (job["state"] == "done"):
        return (
            "it has a time of completion but is not marked as done"
            if job["done_at"]
            else "it is marked as done but has no time of completion"
        )
    if not is_time(job["due_at"]) or not all(not job[name] or is_time(job[name]) for name in ("claimed_at", "done_at")):
        return "one of its times is not a time of the book"
    if job["kind"] == VERIFY:
        return "" if job["key"].startswith("verify:") and not payload else "its key does not match its kind"
    night, version = payload.get("night"), payload.get("version")
    if not (isinstance(night, str) and isinstance(version, int)):
        return "it names no version of a night"
    if job["key"] != key_of(job["kind"], night, version):
        return "its key does not match its kind, night and version"
    if version > streams.get(PREFIX + night, 0):
        return f"the night {night} has no event {version}"
    if job["state"] == "done" and job["kind"] in (RECONCILE, SETTLE) and job["key"] not in left:
        return "it is marked as done but left no result"
    return ""


def _kind_of_outcome(row: RequestRow) -> str:
    """The kind of the job that left this answer; empty if no job did."""
    if row.first_version:
        return ""
    if row.stream.startswith(PREFIX) and row.key.startswith("reconcile:"):
        return RECONCILE
    return VERIFY if row.stream == "book" else ""


def _wrong_outcome(database: Database, row: RequestRow) -> str:
    """What differs if the night is reconciled again at the same version. Ignores what only other rules would find."""
    try:
        found = msgspec.json.decode(row.answer, type=Reconciliation)
    except msgspec.DecodeError:
        return "it cannot be read"
    stored = EventStore(database).read(row.stream, up_to=found.version)
    night = row.stream.removeprefix(PREFIX)
    if len(stored) != found.version or not stored:
        return f"the night has no event {found.version}"
    read, checks = prove_events(row.stream, stored)
    chain, *_ = checks
    is_of_it = row.digest == digest_of(night, found.version, stored[-1].hash)
    if read.wrong or not chain.holds or not (is_of_it or all(check.holds for check in checks)):
        # The check of the night reports what is wrong with the night itself.
        return ""
    if not is_of_it:
        return "its digest does not match that version of the night"
    again = reconciled(night, read.records, stored[-1].hash, faults_of(checks))
    if found.judged_under != RULES_VERSION:
        again = msgspec.structs.replace(
            again, holds=found.holds, findings=found.findings, judged_under=found.judged_under
        )
    if found.holds is not (not found.findings):
        return "it says that the night holds and also what is wrong with it"
    return "" if again == found else "reconciling the same night again gives another result"
