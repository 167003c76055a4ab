"""Who owes whom? Nets, the plan with its payments (or the plan as it would be now), and every payment."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine import commands
from engine.club.acts import NightPhase
from engine.folding import effective
from engine.house.soundness import coin_of
from engine.ids import NightId, PlayerId
from engine.ledger.accounts import dues, gap_in_chips, nets
from engine.money import NettedDebt
from engine.night.closing.rule import usual_plan
from engine.night.closing.settlement import Kind as PlanKind
from engine.night.closing.settlement import plan_of
from engine.reports.transfers import TransferReport, Transfers, planned, transfers
from service.reports.views.visible_night import Money, PlayerCents, VisibleNight

Kind = PlanKind


class Net(msgspec.Struct, frozen=True, kw_only=True):
    """One player: `result_cents` is what they have won (negative: lost).

    `due_cents` is what they still get (negative: pay): once a plan is frozen, what is open of its transfers, which may be
    debts of earlier nights too; until then, of the result, what has not changed hands at the table.
    """

    id: PlayerId
    name: str
    result_cents: int
    due_cents: int


class Nets(msgspec.Struct, frozen=True, kw_only=True):
    """The result of everyone who took part or is in the plan. Before the close, it is the result if the night ended now.

    The results add up to zero once no chips are in a pot or missing at the count; `open_cents` is the rest.
    """

    night: str
    version: int
    phase: NightPhase
    currency: Money
    nets: tuple[Net, ...]
    open_cents: int


class TransferView(msgspec.Struct, frozen=True, kw_only=True):
    """One transfer of the plan, payable in parts; `payments` are the events that paid for it.

    `confirmed_cents` are those paid that the payee has confirmed. `netted_cents` went into the plan of a later night and
    are paid there.
    """

    number: int
    payer: PlayerId
    payer_name: str
    payee: PlayerId
    payee_name: str
    cents: int
    paid_cents: int
    confirmed_cents: int
    netted_cents: int
    open_cents: int
    payments: tuple[int, ...]

    @property
    def stands(self) -> str:
        """Who pays whom, and what is paid and confirmed of it: another text once any of that has changed."""
        return f"{self.payer} {self.payee} {self.cents} {self.paid_cents} {self.confirmed_cents}"


class OldDebt(msgspec.Struct, frozen=True, kw_only=True):
    """A debt of an earlier night that went into this plan."""

    night: NightId
    night_called: str
    payer: PlayerId
    payer_name: str
    payee: PlayerId
    payee_name: str
    cents: int


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """The plan. `frozen` is the event that fixed it.

    Before that, it is the plan as it would be now, and empty while chips are in a pot or missing at the count.
    `old_debts` of earlier nights go into it; `rounded`: what players gain or lose because transfers are rounded to the coin of the
    house; `netted_into` are the later nights whose plans took over some of it, and
    `netted_into_called` is what people call them.
    """

    night: str
    version: int
    phase: NightPhase
    currency: Money
    kind: Kind
    frozen: int | None
    proven_minimal: bool | None
    transfers: tuple[TransferView, ...]
    old_debts: tuple[OldDebt, ...]
    rounded: tuple[PlayerCents, ...]
    netted_into: tuple[NightId, ...]
    netted_into_called: tuple[str, ...]
    open_cents: int


class WaysToSettle(msgspec.Struct, frozen=True, kw_only=True):
    """The plans that may be frozen now, none if there is nothing to choose.

    `old_debts`: what is unpaid of earlier nights and may go into them; `with_old_debts` whether it is in these plans.
    """

    plans: tuple[Settlement, ...]
    with_old_debts: bool
    old_debts: tuple[OldDebt, ...]


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


def nets_now(view: VisibleNight) -> Nets:
    """Results, and what of them is due."""
    results, due = nets(view.night), _still_due(view)
    return Nets(
        night=view.night_id,
        version=view.version,
        phase=view.phase,
        currency=view.money,
        nets=tuple(
            Net(id=player, name=view.name(player), result_cents=results.get(player, 0), due_cents=due.get(player, 0))
            for player in dict.fromkeys((*results, *due))
        ),
        open_cents=-sum(results.values()),
    )


def _still_due(view: VisibleNight) -> dict[PlayerId, int]:
    """What each person still gets (below zero: pays)."""
    if view.night.closing.plan is None:
        return dues(view.night)
    left: dict[PlayerId, int] = {}
    for one in transfers(view.records, view.night, view.carried_on).transfers:
        left[one.payer] = left.get(one.payer, 0) - one.open
        left[one.payee] = left.get(one.payee, 0) + one.open
    return left


def settlement_now(view: VisibleNight, kind: Kind | None = None, old_debts: Sequence[NettedDebt] = ()) -> Settlement:
    """The frozen plan, else the plan of that kind, or the usual one, as it would be now, with these debts of earlier nights."""
    return frozen_plan(view) or plan_if_frozen(view, kind or usual_plan(view.night), old_debts)


def plan_if_frozen(view: VisibleNight, kind: Kind, old_debts: Sequence[NettedDebt] = ()) -> Settlement:
    """The plan of that kind as it would be now, with these debts of earlier nights, also in the place of a frozen one."""
    return _settlement(view, _provisional(view, kind, old_debts))


def frozen_plan(view: VisibleNight) -> Settlement | None:
    """The plan with its payments; None before it is frozen."""
    if view.night.closing.plan is None:
        return None
    return _settlement(view, transfers(view.records, view.night, view.carried_on))


def _provisional(view: VisibleNight, kind: Kind, old_debts: Sequence[NettedDebt]) -> Transfers:
    night, due = view.night, dues(view.night)
    balanced = sum(due.values()) == 0 and (not gap_in_chips(night) or night.closing.gap_resolved)
    coin = coin_of(night.rules.cash, view.opened.currency)
    plan = plan_of(kind, due, night.banker, old_debts=old_debts, coin=coin) if balanced else None
    return Transfers(
        provisional=True,
        kind=kind,
        proven_minimal=plan.proven_minimal if plan else None,
        transfers=tuple(planned(number, one) for number, one in enumerate(plan.transfers if plan else (), start=1)),
        version=None,
        old_debts=tuple(old_debts) if plan else (),
        rounded=plan.rounded if plan else (),
    )


def _settlement(view: VisibleNight, plan: Transfers) -> Settlement:
    return Settlement(
        night=view.night_id,
        version=view.version,
        phase=view.phase,
        currency=view.money,
        kind=plan.kind,
        frozen=plan.version,
        proven_minimal=plan.proven_minimal,
        transfers=tuple(_transfer_view(view, one) for one in plan.transfers),
        old_debts=tuple(old_debt_view(view, debt) for debt in plan.old_debts),
        rounded=tuple(view.cents_of(one.player, one.cents) for one in plan.rounded),
        netted_into=plan.netted_into,
        netted_into_called=tuple(view.night_called(night) for night in plan.netted_into),
        open_cents=plan.open,
    )


def old_debt_view(view: VisibleNight, debt: NettedDebt) -> OldDebt:
    """A debt of an earlier night with the names in it."""
    return OldDebt(
        night=debt.night,
        night_called=view.night_called(debt.night),
        payer=debt.payer,
        payer_name=view.name(debt.payer),
        payee=debt.payee,
        payee_name=view.name(debt.payee),
        cents=debt.cents,
    )


def _transfer_view(view: VisibleNight, one: TransferReport) -> TransferView:
    return TransferView(
        number=one.number,
        payer=one.payer,
        payer_name=view.name(one.payer),
        payee=one.payee,
        payee_name=view.name(one.payee),
        cents=one.cents,
        paid_cents=one.paid,
        confirmed_cents=one.confirmed,
        netted_cents=one.netted,
        open_cents=one.open,
        payments=one.payments,
    )


def payments_so_far(view: VisibleNight) -> Payments:
    """The payments of the plan so far."""
    plan = transfers(view.records, view.night, view.carried_on)
    results = []
    for record in effective(view.records):
        if isinstance(record.event, commands.RecordPayment):
            transfer = plan.transfers[record.event.transfer - 1]
            results.append(
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
        night=view.night_id,
        version=view.version,
        currency=view.money,
        payments=tuple(results),
        open_cents=0 if plan.provisional else plan.open,
    )
