"""Chips and cents, the two kinds of money in the book, the only ways to divide them, and what one person owes another."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec

from engine.ids import AnyPlayerId, NightId, PlayerId

# Whole numbers of the smallest chip. The bounds are for values from outside.
Chips = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000_000)]

# The largest sum of money that the book writes.
CENTS_MOST = 10**15

# Whole numbers of the currency's smallest unit (øre, cent, yen); a negative number is owed or lost.
Cents = Annotated[int, msgspec.Meta(ge=-CENTS_MOST, le=CENTS_MOST)]

# At least one: nobody lends, bets or pays nothing.
SomeChips = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000_000)]
SomeCents = Annotated[int, msgspec.Meta(ge=1, le=CENTS_MOST)]


def apportion(total: int, weights: Sequence[int]) -> tuple[int, ...]:
    """The total divided in proportion to the weights by largest remainder; of equal remainders the earlier one wins.

    Hamilton's rule: everyone gets their exact quota rounded down, and what is left goes one at a time to those
    whose rounding lost most. The parts sum to the total. A negative total is divided like its opposite. Raises
    ValueError if a weight is negative, or if all are zero and the total is not.
    """
    if any(weight < 0 for weight in weights):
        raise ValueError(f"Weights cannot be negative, and {min(weights)} is; give zero or more for each part.")
    if total < 0:
        return tuple(-part for part in apportion(-total, weights))
    all_weights = sum(weights)
    if all_weights == 0:
        if total:
            raise ValueError(f"{total} cannot be divided when no part has any weight; give one of them more than zero.")
        return (0,) * len(weights)
    parts = [total * weight // all_weights for weight in weights]
    lost = [total * weight % all_weights for weight in weights]
    by_loss = sorted(range(len(weights)), key=lambda place: -lost[place])
    for place in by_loss[: total - sum(parts)]:
        parts[place] += 1
    return tuple(parts)


def shared_up_to(total: int, most: Sequence[int]) -> tuple[int, ...]:
    """The total in equal parts, none above its bound in `most`; what is too much for one goes to the others equally.

    Odd units go one at a time to the first whose bound allows it. Raises ValueError for a negative total or bound, and
    for a total that the bounds together do not hold.
    """
    if total < 0 or min(most, default=0) < 0 or total > sum(most):
        raise ValueError(f"{total} cannot be shared out within {list(most)}; their sum is the most that can be.")
    parts, left = dict.fromkeys(range(len(most)), 0), total
    sharing = list(parts)
    while full := [place for place in sharing if most[place] * len(sharing) <= left]:
        for place in full:
            parts[place] = most[place]
        left -= sum(most[place] for place in full)
        sharing = [place for place in sharing if place not in full]
    for place, part in zip(sharing, apportion(left, [1] * len(sharing)), strict=True):
        parts[place] = part
    return tuple(parts.values())


def share_out(chips: int, winners: int) -> tuple[int, ...]:
    """The chips divided equally, odd chips one at a time to the first winners in the given order (RULINGS R-G1).

    The caller gives winners in betting order, the first winner after the dealer first. Raises ValueError for a negative
    pot, or without winners.
    """
    if chips < 0:
        raise ValueError(f"A pot of {chips} chips cannot be shared; it must hold zero or more.")
    if winners < 1:
        raise ValueError(f"A pot cannot be shared among {winners} winners; there must be one or more.")
    equal, odd_chips = divmod(chips, winners)
    return (equal + 1,) * odd_chips + (equal,) * (winners - odd_chips)


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


def received(debts: Iterable[Debt]) -> Counter[PlayerId]:
    """The cents that each player gets from these debts, less what they owe."""
    got = Counter[PlayerId]()
    for debt in debts:
        got[debt.payee] += debt.cents
        got[debt.payer] -= debt.cents
    return got
