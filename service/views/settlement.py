"""Who owes whom? Nets, the plan with its payments (or the plan as it would be now), and every payment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine import commands
from engine.club.acts import NightPhase
from engine.folding import effective
from engine.ids import PlayerId
from engine.ledger.accounts import dues, gap_in_chips, nets
from engine.night.closing.settlement import bank_plan, direct_plan
from engine.reports.transfers import TransferTold, transfers
from service.views.visible_night import Money, VisibleNight

Kind = Literal["bank", "direct"]


class Net(msgspec.Struct, frozen=True, kw_only=True):
    """One player: `result_cents` is what they have won (negative: lost), `due_cents` the part that is not paid yet."""

    id: PlayerId
    name: str
    result_cents: int
    due_cents: int


class Nets(msgspec.Struct, frozen=True, kw_only=True):
    """Everyone's result. Before the close, it is the result if the night ended now.

    The results add up to zero once no chips are in a pot or missing at the count; `open_cents` is the rest.
    """

    night: str
    version: int
    phase: NightPhase
    currency: Money
    nets: tuple[Net, ...]
    open_cents: int


class TransferView(msgspec.Struct, frozen=True, kw_only=True):
    """One transfer of the plan, payable in parts; `payments` are the events that paid for it."""

    number: int
    payer: PlayerId
    payee: PlayerId
    cents: int
    paid_cents: int
    open_cents: int
    payments: tuple[int, ...]


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """The plan. `frozen` is the event that fixed it.

    Before that, it is the plan as it would be now, and empty while chips are in a pot or missing at the count.
    """

    night: str
    version: int
    phase: NightPhase
    currency: Money
    kind: Kind
    frozen: int | None
    proven_minimal: bool | None
    transfers: tuple[TransferView, ...]
    open_cents: int


class Payment(msgspec.Struct, frozen=True, kw_only=True):
    """One payment of a transfer of the plan."""

    version: int
    transfer: int
    payer: PlayerId
    payee: PlayerId
    cents: int
    occurred_at: str


class Payments(msgspec.Struct, frozen=True, kw_only=True):
    """Every payment in force, in the order of the book."""

    night: str
    version: int
    currency: Money
    payments: tuple[Payment, ...]
    open_cents: int


def nets_now(seen: VisibleNight) -> Nets:
    """Results, and what of them is due."""
    results, due = nets(seen.night), dues(seen.night)
    return Nets(
        night=seen.night_id,
        version=seen.version,
        phase=seen.phase,
        currency=seen.money,
        nets=tuple(
            Net(id=player, name=seen.name(player), result_cents=cents, due_cents=due[player])
            for player, cents in results.items()
        ),
        open_cents=-sum(results.values()),
    )


def settlement_now(seen: VisibleNight, kind: Kind = "bank") -> Settlement:
    """The frozen plan, else the plan of that kind as it would be now."""
    return frozen_plan(seen) or _provisional(seen, kind)


def frozen_plan(seen: VisibleNight) -> Settlement | None:
    """The plan with its payments; None before it is frozen."""
    if seen.night.closing.plan is None:
        return None
    plan = transfers(seen.records, seen.night)
    return _settlement(
        seen,
        plan.kind,
        frozen=plan.version,
        proven_minimal=plan.proven_minimal,
        planned=[_transfer_view(one) for one in plan.transfers],
    )


def _provisional(seen: VisibleNight, kind: Kind) -> Settlement:
    due = dues(seen.night)
    balanced = sum(due.values()) == 0 and (not gap_in_chips(seen.night) or seen.night.closing.gap_resolved)
    plan = (bank_plan(due, seen.night.banker) if kind == "bank" else direct_plan(due)) if balanced else None
    planned = [
        TransferView(
            number=number,
            payer=one.payer,
            payee=one.payee,
            cents=one.cents,
            paid_cents=0,
            open_cents=one.cents,
            payments=(),
        )
        for number, one in enumerate(plan.transfers if plan else (), start=1)
    ]
    return _settlement(seen, kind, frozen=None, proven_minimal=plan.proven_minimal if plan else None, planned=planned)


def _settlement(
    seen: VisibleNight, kind: Kind, *, frozen: int | None, proven_minimal: bool | None, planned: Sequence[TransferView]
) -> Settlement:
    return Settlement(
        night=seen.night_id,
        version=seen.version,
        phase=seen.phase,
        currency=seen.money,
        kind=kind,
        frozen=frozen,
        proven_minimal=proven_minimal,
        transfers=tuple(planned),
        open_cents=sum(one.open_cents for one in planned),
    )


def _transfer_view(one: TransferTold) -> TransferView:
    return TransferView(
        number=one.number,
        payer=one.payer,
        payee=one.payee,
        cents=one.cents,
        paid_cents=one.paid,
        open_cents=one.open,
        payments=one.payments,
    )


def payments_so_far(seen: VisibleNight) -> Payments:
    """The payments of the plan so far."""
    plan = transfers(seen.records)
    found = []
    for record in effective(seen.records):
        if isinstance(record.event, commands.RecordPayment):
            transfer = plan.transfers[record.event.transfer - 1]
            found.append(
                Payment(
                    version=record.version,
                    transfer=transfer.number,
                    payer=transfer.payer,
                    payee=transfer.payee,
                    cents=record.event.cents or 0,
                    occurred_at=record.occurred_at,
                )
            )
    return Payments(
        night=seen.night_id,
        version=seen.version,
        currency=seen.money,
        payments=tuple(found),
        open_cents=0 if plan.provisional else plan.open,
    )
