"""Compares a closed night with its counts and its books. A worker keeps the outcome, and it can be made again at any time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

import msgspec

from engine.events import Recorded
from engine.ids import PlayerId
from engine.ledger.accounts import dues, nets
from engine.night.table.rule import RULES_VERSION
from engine.reports.gap import Gap, gap
from engine.speech import say
from engine.state import Night
from engine.wording import format_cents
from service.book.store.chain import canonical


class Reconciliation(msgspec.Struct, frozen=True, kw_only=True):
    """`holds` is true if nothing is wrong with the record.

    A gap is no fault of the record: it is shown player by player, and `gap_is_open` until somebody bears it. `nets` are
    results in cents, without names.
    """

    night: str
    version: int
    head: str
    holds: bool
    findings: tuple[str, ...]
    gap: Gap
    gap_is_open: bool
    nets: dict[PlayerId, int]
    judged_under: int = RULES_VERSION


def reconciled(
    night_id: str, records: Sequence[Recorded], night: Night, head: str, faults: Sequence[str]
) -> Reconciliation:
    """The reconciliation, with the faults that a verification has found; always the same for the same night."""
    findings = (*faults, *_left_over(night))
    difference = gap(records)
    return Reconciliation(
        night=night_id,
        version=len(records),
        head=head,
        holds=not findings,
        findings=findings,
        gap=difference,
        gap_is_open=bool(difference.chips) and not night.closing.gap_resolved,
        nets=nets(night),
    )


def digest_of(night_id: str, version: int, head: str) -> str:
    """The SHA-256 of the request for a reconciliation."""
    asked = {"night": night_id, "version": version, "head": head}
    return sha256(canonical(asked).encode()).hexdigest()


def _left_over(night: Night) -> Iterator[str]:
    lying = {account: chips for account, chips in night.balance.items() if account.startswith("chips:") and chips}
    yield from (
        say("The night is over, but {account} still holds {chips} chips.", account=account, chips=chips)
        for account, chips in lying.items()
    )
    open_gap = 0 if night.closing.gap_resolved else night.balance.get("gap", 0) * night.unit
    rest = sum(dues(night).values()) + open_gap
    if rest:
        text = format_cents(rest, night.terms.currency)
        yield say("Payments and receipts sum to {amount} apart from the gap, not to 0.", amount=text)
