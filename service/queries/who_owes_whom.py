"""Who owes whom? Nets, the plan with its payments (or the plan as it would be now), and every payment."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine import commands
from engine.folding import effective
from engine.ids import PlayerId
from engine.ledger.accounts import dues, gap_in_chips, nets
from engine.night.closing.settlement import bank_plan, direct_plan
from engine.reports.transfers import TransferTold, transfers
from service.queries.visible_night import Money, VisibleNight

Kind = Literal["bank", "direct"]


class Net(msgspec.Struct, frozen=True, kw_only=True):
    """One player: `result_cents` is what they have won (negative: lost), `due_cents` the part that is not paid yet."""

    player: PlayerId
    name: str
    result_cents: int
    due_cents: int


class Nets(msgspec.Struct, frozen=True, kw_only=True):
    """Everyone's result. Before the close, it is the result if the night ended now.

    The results add up to zero once no chips are in a pot or missing at the count; `open_cents` is the rest.
    """

    night: str
    version: int
    phase: str
    currency: Money
    nets: tuple[Net, ...]
    open_cents: int


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """The plan. `frozen` is the event that fixed it.

    Before that, it is the plan as it would be now, and empty while chips are in a pot or missing at the count.
    """

    night: str
    version: int
    phase: str
    currency: Money
    kind: Kind
    frozen: int | None
    proven_minimal: bool | None
    transfers: tuple[TransferTold, ...]
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
        phase=seen.night.phase,
        currency=seen.money,
        nets=tuple(
            Net(player=player, name=seen.name(player), result_cents=cents, due_cents=due[player])
            for player, cents in results.items()
        ),
        open_cents=-sum(results.values()),
    )


def settlement_now(seen: VisibleNight, kind: Kind = "bank") -> Settlement:
    """The frozen plan, else the plan of that kind as it would be now."""
    plan = transfers(seen.records)
    if plan.provisional:
        return _provisional(seen, kind)
    return Settlement(
        night=seen.night_id,
        version=seen.version,
        phase=seen.night.phase,
        currency=seen.money,
        kind=plan.kind,
        frozen=plan.version,
        proven_minimal=plan.proven_minimal,
        transfers=plan.transfers,
        open_cents=plan.open,
    )


def _provisional(seen: VisibleNight, kind: Kind) -> Settlement:
    due = dues(seen.night)
    balanced = sum(due.values()) == 0 and (not gap_in_chips(seen.night) or seen.night.closing.gap_resolved)
    plan = (bank_plan(due, seen.night.banker) if kind == "bank" else direct_plan(due)) if balanced else None
    planned: tuple[commands.Transfer, ...] = plan.transfers if plan else ()
    return Settlement(
        night=seen.night_id,
        version=seen.version,
        phase=seen.night.phase,
        currency=seen.money,
        kind=kind,
        frozen=None,
        proven_minimal=plan.proven_minimal if plan else None,
        transfers=tuple(
            TransferTold(
                number=number,
                payer=one.payer,
                payee=one.payee,
                cents=one.cents,
                paid=0,
                open=one.cents,
                payments=(),
            )
            for number, one in enumerate(planned, start=1)
        ),
        open_cents=sum(one.cents for one in planned),
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
