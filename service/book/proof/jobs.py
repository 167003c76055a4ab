"""Compares the jobs and their outcomes with the nights that they are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from engine.folding import fold
from engine.night.table.rule import RULES_VERSION
from engine.speech import say
from service.book.db import Database
from service.book.job_kinds import (
    IMPORT,
    KIND_NAMED,
    NOTIFY,
    RECONCILE,
    REMIND,
    RENDER,
    SETTLE,
    VERIFY,
    PlanKept,
    RemindersKept,
    ReportKept,
)
from service.book.proof.reconciliation import Reconciliation, digest_of, reconciled
from service.book.proof.results import Defect, Verification, faults_of
from service.book.proof.stream import prove_events
from service.book.recording.outbox import head_of, key_of, key_of_notice
from service.book.store.chain import NIGHT, Stream, stream_of_club
from service.book.store.event_store import EventStore
from service.book.store.raw import every_text
from service.book.store.rows import JOB, OUTCOME, REQUEST
from service.language.languages import ENGLISH, in_language
from service.language.payload_limits import is_digest, is_time

_COLUMNS = ("key", "kind", "payload", "state", "due_at", "claimed_at", "done_at")


# What is kept of a job, by kind.
_KEPT: Mapping[str, type[PlanKept | ReportKept | RemindersKept | Verification]] = {
    SETTLE: PlanKept,
    RENDER: ReportKept,
    REMIND: RemindersKept,
    VERIFY: Verification,
}


class Outcome(NamedTuple):
    """A row of outcomes, as it stands."""

    club: str
    key: str
    digest: str
    stream: str
    body: str


def faults_of_jobs(database: Database, club: str, streams: Mapping[Stream, int]) -> Iterator[Defect]:
    """The faults of a club's jobs: in their rows, in their outcomes, and outcomes without a job."""
    jobs = {row["key"]: row for row in every_text(database, JOB, _COLUMNS, club=club)}
    outcomes = [Outcome(**row) for row in every_text(database, OUTCOME, Outcome._fields, club=club)]
    answers = {
        row["key"]: row["first_version"] for row in every_text(database, REQUEST, ("key", "first_version"), club=club)
    }
    # A plan is proven by the answer that the job's key got, whatever is kept of the job.
    made = {row.key for row in outcomes if jobs.get(row.key, {}).get("kind") != SETTLE}
    left = {*made, *answers}
    events = {stream.night: count for stream, count in streams.items() if stream.night}
    for key, job in jobs.items():
        if wrong := _wrong_with(job, events, left):
            yield Defect(sentence=say("The job {key} was changed: {wrong}.", key=key[:80], wrong=wrong))
    for row in outcomes:
        if row.key not in jobs:
            yield Defect(
                stream=row.stream, sentence=say("The result of the job {key} is kept, but the job is not.", key=row.key)
            )
        elif wrong := _wrong_with_outcome(database, row, jobs[row.key], answers):
            yield Defect(
                stream=row.stream,
                sentence=say("The result of the job {key} was changed: {wrong}.", key=row.key, wrong=wrong),
            )


def _wrong_with(job: Mapping[str, Any], events: Mapping[str, int], left: Set[str]) -> str:
    try:
        payload = msgspec.json.decode(job["payload"], type=dict[str, str | int])
    except msgspec.DecodeError:
        return say("its payload is not JSON")
    if job["kind"] not in KIND_NAMED:
        return say("this program has no job of the kind {kind}", kind=job["kind"][:40])
    if bool(job["done_at"]) != (job["state"] == "done"):
        return (
            say("it has a time of completion but is not marked as done")
            if job["done_at"]
            else say("it is marked as done but has no time of completion")
        )
    if not is_time(job["due_at"]) or not all(not job[name] or is_time(job[name]) for name in ("claimed_at", "done_at")):
        return say("one of its times is not a time of the book")
    if job["kind"] == IMPORT:
        # What came of it stands with the files, and in the nights.
        is_its_key = job["key"].startswith(f"import:{payload.get('upload')}:")
        return "" if is_its_key else say("its key does not match its kind")
    if job["kind"] == NOTIFY:
        # It leaves no result: what was sent is elsewhere.
        return "" if job["key"] == key_of_notice(payload) else say("its key does not match its kind")
    if job["kind"] in (VERIFY, REMIND):
        return _wrong_with_key(job, payload) or _without_result(job, left)
    night, version = payload.get("night"), payload.get("version")
    if not (isinstance(night, str) and isinstance(version, int)):
        return say("it names no version of a night")
    if job["key"] != key_of(job["kind"], night, version):
        return say("its key does not match its kind, night and version")
    if version > events.get(night, 0):
        return say("the night {night} has no event {version}", night=night, version=version)
    # A plan of the house is not frozen in a night that has gone on meanwhile.
    went_on = job["kind"] == SETTLE and version != events.get(night)
    return "" if went_on else _without_result(job, left)


def _wrong_with_key(job: Mapping[str, Any], payload: Mapping[str, str | int]) -> str:
    """What is wrong with the key of a job of a whole club."""
    if job["kind"] == VERIFY:
        head = head_of(job["key"])
        is_its_key = job["key"].startswith("verify:") and payload == ({"head": head} if head else {})
        return "" if is_its_key else say("its key does not match its kind")
    return "" if job["key"] == f"remind:{payload.get('day')}" else say("its key does not match its day")


def _without_result(job: Mapping[str, Any], left: Set[str]) -> str:
    missing = job["state"] == "done" and job["key"] not in left
    return say("it is marked as done but left no result") if missing else ""


def _wrong_with_outcome(database: Database, row: Outcome, job: Mapping[str, Any], answers: Mapping[str, int]) -> str:
    kind: str = job["kind"]
    if kind == RECONCILE:
        return _wrong_reconciliation(database, row)
    of_a_night = kind in (SETTLE, RENDER)
    is_there = row.stream.startswith(NIGHT) if of_a_night else row.stream == stream_of_club(row.club).name
    if not is_there or row.digest != sha256(row.key.encode()).hexdigest():
        return say("it belongs to no job")
    if kind not in _KEPT:
        return ""
    try:
        kept = msgspec.json.decode(row.body, type=_KEPT[kind])
        about = msgspec.json.decode(job["payload"], type=dict[str, str | int])
    except msgspec.DecodeError:
        return say("it cannot be read")
    # What a verification found then cannot be found again now, and the files have the names of then.
    if isinstance(kept, Verification):
        sound = is_time(kept.checked_at) and kept.holds is not bool(kept.findings_in_all)
        return "" if sound else say("it says that the club holds and also what is wrong with it")
    if any(getattr(kept, name) != about.get(name) for name in kept.__struct_fields__ if name in about):
        return say("it is about something else than its job")
    if isinstance(kept, PlanKept):
        return _wrong_plan(kept, answers.get(row.key, 0))
    written = isinstance(kept, RemindersKept) or {*kept.files} == {f"{kept.version}.txt", f"{kept.version}.json"}
    sound = written and all(one.bytes > 0 and is_digest(one.sha256) for one in kept.files.values())
    return "" if sound else say("it names files that such a job does not write")


def _wrong_plan(kept: PlanKept, answer: int) -> str:
    """`answer`: the event that answers the job's key; 0 if there is none."""
    if kept.went_on == bool(kept.frozen_by_event):
        return say("it does not say whether the plan was frozen or the night had gone on")
    if kept.frozen_by_event and kept.frozen_by_event != answer:
        return say("the plan was not frozen by event {event}", event=kept.frozen_by_event)
    return ""


def _wrong_reconciliation(database: Database, row: Outcome) -> str:
    """What differs if the night is reconciled again at the same version. Ignores what only other rules would find."""
    try:
        result = msgspec.json.decode(row.body, type=Reconciliation)
    except msgspec.DecodeError:
        return say("it cannot be read")
    stream = Stream(row.club, row.stream)
    if row.key != key_of(RECONCILE, stream.night, result.version):
        return say("it is about another night or version than its key")
    stored = EventStore(database).read(stream, up_to=result.version)
    if len(stored) != result.version or not stored:
        return say("the night has no event {version}", version=result.version)
    # Workers speak English, and what they kept is compared word by word.
    with in_language(ENGLISH):
        read, checks = prove_events(stream, stored)
        findings = faults_of(checks)
    chain, *_ = checks
    is_of_it = row.digest == digest_of(stream.night, result.version, stored[-1].hash)
    if read.wrong or not chain.holds or not (is_of_it or all(check.holds for check in checks)):
        # The check of the night reports what is wrong with the night itself.
        return ""
    if not is_of_it:
        return say("its digest does not match that version of the night")
    with in_language(ENGLISH):
        now = reconciled(stream.night, read.records, fold(read.records), stored[-1].hash, findings)
    again = _as_stated_then(now, row.body)
    if result.judged_under != RULES_VERSION:
        again = msgspec.structs.replace(
            again, holds=result.holds, findings=result.findings, judged_under=result.judged_under
        )
    if result.holds is not (not result.findings):
        return say("it says that the night holds and also what is wrong with it")
    return "" if again == result else say("reconciling the same night again gives another result")


def _as_stated_then(again: Reconciliation, body: str) -> Reconciliation:
    """The reconciliation without what the program that kept this outcome did not tell yet."""
    gap = msgspec.json.decode(body)["gap"]
    unknown = {name: () for name in ("recounts", "confirmed") if name not in gap}
    return msgspec.structs.replace(again, gap=msgspec.structs.replace(again.gap, **unknown))
