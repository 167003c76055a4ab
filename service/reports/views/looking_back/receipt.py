"""What does a receipt say of money? Everybody's result, and the frozen plan with what is paid of it."""

from __future__ import annotations

from engine.ids import PlayerId
from engine.ledger.accounts import dues, nets
from service.book.receipts.form import OldDebt, Paid, Plan, PlayerNet, Rounded, Transfer
from service.reports.views.settling.settlement import frozen_plan, payments_so_far
from service.reports.views.visible_night import VisibleNight


def nets_of(seen: VisibleNight) -> tuple[PlayerNet, ...]:
    """Results, and what of them is due."""
    due = dues(seen.night)
    return tuple(
        PlayerNet(player=player, result_cents=cents, due_cents=due[player])
        for player, cents in nets(seen.night).items()
    )


def people_of(seen: VisibleNight) -> tuple[PlayerId, ...]:
    """Everyone at the table, the banker, and who has only an old debt in the plan."""
    plan = seen.night.closing.plan
    in_debts = (person for debt in plan.old_debts for person in (debt.payer, debt.payee)) if plan else ()
    return tuple(dict.fromkeys((*seen.night.everybody, *in_debts)))


def plan_of(seen: VisibleNight) -> Plan | None:
    """The plan with its payments; None before it is frozen."""
    plan, frozen = frozen_plan(seen), seen.night.closing.plan
    if plan is None or plan.frozen is None or frozen is None:
        return None
    payments = payments_so_far(seen).payments
    return Plan(
        kind=plan.kind,
        frozen=plan.frozen,
        fewest="proven" if plan.proven_minimal else "not proven",
        transfers=tuple(
            Transfer(
                payer=one.payer,
                payee=one.payee,
                cents=one.cents,
                paid=tuple(
                    Paid(event=paid.version, cents=paid.cents) for paid in payments if paid.transfer == one.number
                ),
            )
            for one in plan.transfers
        ),
        old_debts=tuple(
            OldDebt(night=debt.night, payer=debt.payer, payee=debt.payee, cents=debt.cents) for debt in frozen.old_debts
        ),
        rounded=tuple(Rounded(player=moved.player, cents=moved.cents) for moved in frozen.rounded),
    )
