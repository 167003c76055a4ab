"""What a night that is over came to for each player's account with the club, in cents: won, taken over, rounded and paid.

It is a pure fold. Which debts a later night took over is the club's to say, not the night's.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from engine import commands
from engine.events import Recorded
from engine.folding import effective
from engine.ids import PlayerId
from engine.ledger.accounts import dues, nets
from engine.money import Debt
from engine.state import Night


class NightAccount(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """One player's night; above zero is what they get, below zero what they owe.

    issued   what they got from the bank, on credit or for money (never below zero)
    result   what they have won (negative: lost)
    old      debts of earlier nights that went into this plan, or that came in from elsewhere
    rounded  what the rounding to the coin of the house gave them (negative: took from them)
    paid     what they have paid, at the table or on transfers (negative: were paid)
    """

    issued: int
    result: int
    old: int
    rounded: int
    paid: int


def night_accounts(records: Sequence[Recorded], night: Night) -> dict[PlayerId, NightAccount]:
    """Everybody who took part in the night, or in the debts of its plan; `night` is the fold of the records.

    While a night is played, it is what it came to if it ended now.
    """
    plan, of_table = night.closing.plan, not night.terms.debts_only
    results, due = nets(night), dues(night)
    issued = _issued(records) if of_table else Counter[PlayerId]()
    old = _got(plan.old_debts if plan else ())
    rounded = Counter[PlayerId]()
    for charge in plan.rounded if plan else ():
        rounded[charge.player] += charge.cents
    paid_on = _paid(night)

    def of(player: PlayerId) -> NightAccount:
        result = results.get(player, 0)
        return NightAccount(
            issued=issued[player] * night.unit,
            # Debts from elsewhere are owed, and won or lost by nobody here.
            result=result if of_table else 0,
            old=old[player] if of_table else old[player] + result,
            rounded=rounded[player],
            paid=due.get(player, 0) - result + paid_on[player],
        )

    return {player: of(player) for player in sorted({*night.everybody, *old, *rounded, *paid_on})}


def _issued(records: Sequence[Recorded]) -> Counter[PlayerId]:
    """The chips that each player got from the bank."""
    issued = Counter[PlayerId]()
    for record in effective(records):
        if isinstance(record.event, commands.GiveLoan | commands.BuyChips):
            issued[record.event.player] += record.event.chips
    return issued


def _paid(night: Night) -> Counter[PlayerId]:
    """The cents that each player has paid on transfers of the plan, less what they were paid; everybody of the plan is there."""
    plan = night.closing.plan
    paid = Counter[PlayerId]()
    for transfer, cents in zip((plan and plan.transfers) or (), night.closing.paid, strict=True):
        paid[transfer.payer] += cents
        paid[transfer.payee] -= cents
    return paid


def _got(debts: Iterable[Debt]) -> Counter[PlayerId]:
    """The cents that each player gets from these debts, less what they owe."""
    got = Counter[PlayerId]()
    for debt in debts:
        got[debt.payee] += debt.cents
        got[debt.payer] -= debt.cents
    return got


def cents_of(debts: Iterable[Debt], player: PlayerId) -> int:
    """The cents that the player gets from these debts, less what they owe."""
    return _got(debts)[player]
