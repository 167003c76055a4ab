"""What one person still has to pay another."""

from typing import Annotated

import msgspec

from engine.ids import AnyPlayerId, NightId
from engine.money import SomeCents

# A plan that takes old debts in must end in a list of transfers that a person can read, and in good time.
OLD_DEBTS_MAX = 400


class Debt(msgspec.Struct, frozen=True, gc=False):
    """Cents that one person still has to pay to another."""

    payer: AnyPlayerId
    payee: AnyPlayerId
    cents: SomeCents


class NettedDebt(Debt, frozen=True, gc=False, kw_only=True):
    """Cents of a debt of this night that are carried into the settlement of a later one."""

    night: NightId


OldDebts = Annotated[tuple[NettedDebt, ...], msgspec.Meta(max_length=OLD_DEBTS_MAX)]
