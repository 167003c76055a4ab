"""Who owes whom: the transfers of the frozen plan with their payments, or what they would be now."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine import commands
from engine.events import Recorded
from engine.folding import effective
from engine.house.soundness import coin_of
from engine.ids import NightId, PlayerId
from engine.ledger.accounts import dues
from engine.money import Debt, NettedDebt
from engine.night.closing.settlement import rounded_to
from engine.state import Night

CarriedOn = Mapping[NightId, Sequence[Debt]]
NOTHING_CARRIED: CarriedOn = {}


class TransferReport(msgspec.Struct, frozen=True, kw_only=True):
    """One transfer, numbered from 1, with the events that paid for it; `netted` cents went into the plan of a later night.

    `confirmed`: the cents of `paid` that the payee has confirmed.
    """

    number: int
    payer: PlayerId
    payee: PlayerId
    cents: int
    paid: int
    open: int
    payments: tuple[int, ...]
    netted: int = 0
    confirmed: int = 0


class Transfers(msgspec.Struct, frozen=True, kw_only=True):
    """The plan. `provisional`: not frozen yet, everyone settles with the banker as if the night ended now.

    `old_debts` of earlier nights went into it, and `netted_into` are the later nights that took over some of it. `rounded`:
    what each player's net gained or lost by the rounding of the house.
    """

    provisional: bool
    kind: Literal["bank", "direct"]
    proven_minimal: bool | None
    transfers: tuple[TransferReport, ...]
    version: int | None
    old_debts: tuple[NettedDebt, ...] = ()
    rounded: tuple[commands.Charge, ...] = ()
    netted_into: tuple[NightId, ...] = ()

    @property
    def open(self) -> int:
        """The cents still to be paid."""
        return sum(transfer.open for transfer in self.transfers)

    def paid_by(self, player: PlayerId) -> int:
        """The cents that a player has paid by the plan; below zero what they have got."""
        return sum(one.paid * ((one.payer == player) - (one.payee == player)) for one in self.transfers)


def transfers(records: Sequence[Recorded], night: Night, netted: CarriedOn = NOTHING_CARRIED) -> Transfers:
    """The frozen plan with its payments, else the provisional one; `night` is the fold of the records.

    `netted`: by later night, what its plan took over from this one; only the club's own stream knows it.
    """
    plan: commands.FreezePlan | None = None
    version: int | None = None
    payments: dict[int, list[tuple[int, int]]] = {}
    confirmed = Counter[int]()
    for record in effective(records):
        match record.event:
            case commands.FreezePlan() as frozen:
                plan, version = frozen, record.version
            case commands.RecordPayment() as payment:
                payments.setdefault(payment.transfer, []).append((record.version, payment.cents or 0))
                confirmed[payment.transfer] += (payment.cents or 0) if payment.confirmed_by else 0
            case commands.ConfirmPayment(transfer=number, cents=int(cents)):
                confirmed[number] += cents
            case _:
                pass
    if plan is None:
        return _provisional(night)
    gone = Counter[tuple[PlayerId, PlayerId]]()
    for debts in netted.values():
        for debt in debts:
            gone[debt.payer, debt.payee] += debt.cents
    return Transfers(
        provisional=False,
        kind=plan.kind,
        proven_minimal=plan.proven_minimal,
        transfers=tuple(
            replace(
                planned(number, transfer, payments.get(number, []), gone[transfer.payer, transfer.payee]),
                confirmed=confirmed[number],
            )
            for number, transfer in enumerate(plan.transfers or (), start=1)
        ),
        version=version,
        old_debts=plan.old_debts,
        rounded=plan.rounded,
        netted_into=tuple(netted),
    )


def planned(
    number: int, transfer: commands.Transfer, payments: Sequence[tuple[int, int]] = (), netted: int = 0
) -> TransferReport:
    """One transfer of a plan; `payments` are the events that paid for it, and how much each."""
    paid = sum(cents for _, cents in payments)
    return TransferReport(
        number=number,
        payer=transfer.payer,
        payee=transfer.payee,
        cents=transfer.cents,
        paid=paid,
        open=transfer.cents - paid - netted,
        payments=tuple(version for version, _ in payments),
        netted=netted,
    )


def _provisional(night: Night) -> Transfers:
    """Everyone settles with the banker. Chips in a pot and an open gap belong to nobody yet, so the sum may not be zero."""
    due = dues(night) if night.opened else {}
    if not sum(due.values()):
        due = rounded_to(coin_of(night.rules.cash, night.terms.currency), due)
    others = {player: cents for player, cents in due.items() if cents and player != night.banker}
    pay = [
        commands.Transfer(payer=player, payee=night.banker, cents=-cents)
        for player, cents in others.items()
        if cents < 0
    ]
    get = [
        commands.Transfer(payer=night.banker, payee=player, cents=cents)
        for player, cents in others.items()
        if cents > 0
    ]
    return Transfers(
        provisional=True,
        kind="bank",
        proven_minimal=None,
        transfers=tuple(planned(number, transfer) for number, transfer in enumerate((*pay, *get), start=1)),
        version=None,
    )
