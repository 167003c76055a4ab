"""Who owes whom: the transfers of the frozen plan with their payments, or what they would be now."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine import commands
from engine.events import Recorded
from engine.folding import effective, fold
from engine.ids import PlayerId
from engine.ledger.accounts import dues
from engine.state import Night


class TransferTold(msgspec.Struct, frozen=True, kw_only=True):
    """One transfer, numbered from 1, with the events that paid for it."""

    number: int
    payer: PlayerId
    payee: PlayerId
    cents: int
    paid: int
    open: int
    payments: tuple[int, ...]


class Transfers(msgspec.Struct, frozen=True, kw_only=True):
    """The plan. `provisional`: not frozen yet, everyone settles with the banker as if the night ended now."""

    provisional: bool
    kind: Literal["bank", "direct"]
    proven_minimal: bool | None
    transfers: tuple[TransferTold, ...]
    version: int | None

    @property
    def open(self) -> int:
        """The cents still to be paid."""
        return sum(transfer.open for transfer in self.transfers)


def transfers(records: Sequence[Recorded], night: Night | None = None) -> Transfers:
    """The frozen plan with its payments, else the provisional one. `night` is the fold of the records, if it is at hand."""
    plan: commands.FreezePlan | None = None
    version: int | None = None
    payments: dict[int, list[tuple[int, int]]] = {}
    for record in effective(records):
        match record.event:
            case commands.FreezePlan() as frozen:
                plan, version = frozen, record.version
            case commands.RecordPayment() as payment:
                payments.setdefault(payment.transfer, []).append((record.version, payment.cents or 0))
            case _:
                pass
    if plan is None:
        return _provisional(night or fold(records))
    return Transfers(
        provisional=False,
        kind=plan.kind,
        proven_minimal=plan.proven_minimal,
        transfers=tuple(
            _told(number, transfer, payments.get(number, []))
            for number, transfer in enumerate(plan.transfers or (), start=1)
        ),
        version=version,
    )


def _told(number: int, transfer: commands.Transfer, payments: Sequence[tuple[int, int]]) -> TransferTold:
    paid = sum(cents for _, cents in payments)
    return TransferTold(
        number=number,
        payer=transfer.payer,
        payee=transfer.payee,
        cents=transfer.cents,
        paid=paid,
        open=transfer.cents - paid,
        payments=tuple(version for version, _ in payments),
    )


def _provisional(night: Night) -> Transfers:
    """Everyone settles with the banker. Chips in a pot and an open gap belong to nobody yet, so the sum may not be zero."""
    due = dues(night) if night.opened else {}
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
        transfers=tuple(_told(number, transfer, []) for number, transfer in enumerate((*pay, *get), start=1)),
        version=None,
    )
