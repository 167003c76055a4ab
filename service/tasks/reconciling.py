"""The night against its counts, its chain and its rules, once it is over; the outcome is kept under the job's key."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from hashlib import sha256

import msgspec

from engine.adjudicate import adjudicate
from engine.bank.accounts import dues, nets
from engine.ids import PlayerId
from engine.reports.gap import Gap, gap
from engine.reports.wording import format_cents
from service.db import Database
from service.handle import PREFIX, Page
from service.store.chain import canonical, check_chain
from service.store.event_store import EventStore
from service.store.jobs import Job
from service.store.outcomes import outcome_of, record_outcome
from service.tasks.bench import Bench

_log = logging.getLogger("chipbook.tasks")


class Reconciliation(msgspec.Struct, frozen=True, kw_only=True):
    """`holds`: nothing is wrong with the record. A gap is no fault of the record: it is shown, player by player, and
    `gap_is_open` until somebody bears it. `nets` are results in cents, without names.
    """

    night: str
    version: int
    head: str
    holds: bool
    findings: tuple[str, ...]
    gap: Gap
    gap_is_open: bool
    nets: dict[PlayerId, int]


def reconcile_night(bench: Bench, job: Job) -> None:
    """Reconciles the night as it was at the job's version, and keeps the outcome."""
    page = bench.page_of(job)
    found = reconcile(page, bench.database)
    asked = {"night": page.night_id, "version": page.version, "head": page.head}
    record_outcome(
        bench.database,
        club=page.club,
        key=job.key,
        digest=sha256(canonical(asked).encode()).hexdigest(),
        stream=PREFIX + page.night_id,
        outcome=msgspec.json.encode(found).decode(),
    )
    for sentence in found.findings:
        _log.warning("does_not_hold", extra={"night": page.night_id, "sentence": sentence})


def reconcile(page: Page, database: Database) -> Reconciliation:
    """The comparison itself; the same for the same night every time."""
    findings = tuple(_findings(page, database))
    difference = gap(page.records)
    return Reconciliation(
        night=page.night_id,
        version=page.version,
        head=page.head,
        holds=not findings,
        findings=findings,
        gap=difference,
        gap_is_open=bool(difference.chips) and not page.night.gap_resolved,
        nets=nets(page.night),
    )


def reconciliation_of(database: Database, club: str, key: str) -> Reconciliation | None:
    """What the job of this key has found; nothing before it is done."""
    outcome = outcome_of(database, club, key)
    return None if outcome is None else msgspec.json.decode(outcome, type=Reconciliation)


def _findings(page: Page, database: Database) -> Iterator[str]:
    stored = EventStore(database).read(PREFIX + page.night_id, up_to=page.version)
    yield from (finding.sentence for finding in check_chain(stored))
    # Judges every act again and asks the invariants of the bank.
    yield from (finding.sentence for finding in adjudicate(page.records).findings)
    night = page.night
    lying = {account: chips for account, chips in night.balance.items() if account.startswith("chips:") and chips}
    yield from (f"The night is over and {account} still holds {chips} chips." for account, chips in lying.items())
    open_gap = 0 if night.gap_resolved else night.balance.get("gap", 0) * night.unit
    rest = sum(dues(night).values()) + open_gap
    if rest:
        assert night.opened is not None
        told = format_cents(rest, night.opened.currency)
        yield f"What is to be paid and received sums to {told} beyond the gap, not to 0."
