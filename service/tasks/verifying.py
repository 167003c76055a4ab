"""The whole book checked: every chain, the clubs' own games, and every night whose chain holds judged again by its rules."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from hashlib import sha256

import msgspec

from engine.adjudicate import adjudicate
from service.db import Database
from service.errors import EventFromNewerVersion, EventUnreadable
from service.handle import PREFIX, Page, nameless
from service.own_games.checking import Checked, checked_shelf, flaws_of_hands
from service.store.jobs import Job
from service.store.outcomes import OF_THE_BOOK, outcome_of, record_outcome
from service.store.verify import verify_book as findings_of
from service.tasks.bench import Bench

STREAM = "book"
# A damaged book may have a finding for every event; the first ones say what is the matter.
KEPT_MAX = 200

_log = logging.getLogger("chipbook.tasks")


class FoundInBook(msgspec.Struct, frozen=True, kw_only=True):
    """A stream (none for the file itself and for own games), a version of it, and what is wrong there."""

    stream: str
    version: int
    sentence: str


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """How the book stood when it was checked; `findings` are the first of `findings_in_all`.

    `remarks` are what an auditor should know besides: players without a name, who are no failure of any check.
    """

    checked_at: str
    nights: int
    holds: bool
    findings_in_all: int
    findings: tuple[FoundInBook, ...]
    remarks: tuple[FoundInBook, ...] = ()


def verify_book(bench: Bench, job: Job) -> None:
    """Checks the book as it is now, and keeps the outcome under the job's key."""
    found = verify(bench)
    outcome = msgspec.json.encode(found).decode()
    digest = sha256(job.key.encode()).hexdigest()
    record_outcome(bench.database, club=OF_THE_BOOK, key=job.key, digest=digest, stream=STREAM, outcome=outcome)
    for finding in found.findings:
        night = finding.stream.removeprefix(PREFIX)
        _log.error("does_not_hold", extra={"night": night, "sentence": finding.sentence})


def verify(bench: Bench) -> Verification:
    """Everything that is wrong with the book."""
    nights = bench.desk().nights()
    broken = findings_of(bench.database)
    findings = [FoundInBook(stream=one.stream, version=one.version, sentence=one.sentence) for one in broken]
    damaged = {finding.stream for finding in findings}
    shelf = checked_shelf(bench.database)
    findings += [FoundInBook(stream="", version=flaw.version, sentence=flaw.sentence) for flaw in shelf.flaws]
    remarks: list[FoundInBook] = []
    for night in nights:
        if PREFIX + night in damaged:
            continue
        # A desk for each night: one desk would keep them all.
        desk = bench.desk()
        try:
            page = desk.page(night)
        except (EventUnreadable, EventFromNewerVersion) as problem:
            findings.append(FoundInBook(stream=PREFIX + night, version=problem.version, sentence=str(problem)))
            continue
        findings += _against_the_rules(page, shelf)
        remarks += [FoundInBook(stream=PREFIX + night, version=0, sentence=told) for told in nameless(page, desk.names)]
    return Verification(
        checked_at=bench.now(),
        nights=len(nights),
        holds=not findings,
        findings_in_all=len(findings),
        findings=tuple(findings[:KEPT_MAX]),
        remarks=tuple(remarks[:KEPT_MAX]),
    )


def verification_of(database: Database, key: str) -> Verification | None:
    """What the job of this key has found; nothing before it is done."""
    outcome = outcome_of(database, OF_THE_BOOK, key)
    return None if outcome is None else msgspec.json.decode(outcome, type=Verification)


def _against_the_rules(page: Page, shelf: Checked) -> Iterator[FoundInBook]:
    for finding in adjudicate(page.records).findings:
        yield FoundInBook(stream=PREFIX + page.night_id, version=finding.version, sentence=finding.sentence)
    for flaw in flaws_of_hands(page.records, shelf):
        yield FoundInBook(stream=PREFIX + page.night_id, version=flaw.version, sentence=flaw.sentence)
