"""Verifies the whole book, as the API and the command line do; the outcome is kept under the job's key."""

from __future__ import annotations

import logging
from hashlib import sha256

import msgspec

from service.command_handler import PREFIX
from service.db import Database
from service.proof.book import prove_book
from service.proof.results import Defect
from service.store.job_results import OF_THE_BOOK, record_result, result_of
from service.store.jobs import Job
from service.tasks.context import JobContext

STREAM = "book"
# A damaged book may have a finding for every event; the first ones show what is wrong.
KEPT_MAX = 200

_log = logging.getLogger("chipbook.tasks")


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """The state of the book when it was checked; `findings` are the first of `findings_in_all`.

    `remarks` are for an auditor and fail no check: players without a name. `not_vouched` holds what no check can show.
    """

    checked_at: str
    nights: int
    holds: bool
    findings_in_all: int
    findings: tuple[Defect, ...]
    remarks: tuple[Defect, ...] = ()
    not_vouched: tuple[str, ...] = ()


def verify_book(context: JobContext, job: Job) -> None:
    """Checks the book as it is now, and keeps the outcome under the job's key."""
    found = verify(context)
    outcome = msgspec.json.encode(found).decode()
    digest = sha256(job.key.encode()).hexdigest()
    record_result(context.database, club=OF_THE_BOOK, key=job.key, digest=digest, stream=STREAM, outcome=outcome)
    for finding in found.findings:
        night = finding.stream.removeprefix(PREFIX)
        _log.error("does_not_hold", extra={"night": night, "sentence": finding.sentence})


def verify(context: JobContext) -> Verification:
    """Everything that is wrong with the book. People are named by their ids, because what is kept never changes."""
    proofs = prove_book(context.database)
    findings = [fault for proof in proofs for fault in proof.faults]
    remarks = [
        Defect(stream=PREFIX + proof.night if proof.night else "", sentence=remark)
        for proof in proofs
        for remark in proof.remarks
    ]
    limits = dict.fromkeys(limit for proof in proofs for limit in proof.not_vouched)
    return Verification(
        checked_at=context.now(),
        nights=len(proofs) - 1,
        holds=not findings,
        findings_in_all=len(findings),
        findings=tuple(findings[:KEPT_MAX]),
        remarks=tuple(remarks[:KEPT_MAX]),
        not_vouched=tuple(limits),
    )


def verification_of(database: Database, key: str) -> Verification | None:
    """The outcome of the job with this key; None before it is done."""
    outcome = result_of(database, OF_THE_BOOK, key)
    return None if outcome is None else msgspec.json.decode(outcome, type=Verification)
