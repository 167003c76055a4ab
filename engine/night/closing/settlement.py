"""Turns the nets of a night into payments: everyone with the banker, or directly with the fewest transfers.

A net is what a person won (above zero, to receive) or lost (below zero, to pay), in cents. Nets sum to zero. The same
nets in the same order always give the same plan. Debts of earlier nights may go into the nets, and a house may round
them to its smallest coin.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from engine.commands import Charge, Transfer
from engine.money import Debt
from engine.night.closing.fewest import most_groups, most_groups_thinkable

Kind = Literal["bank", "direct"]


class Plan(NamedTuple):
    """Payments that settle every net.

    `proven_minimal`: no plan of any kind has fewer transfers for these nets. False means only that this was not shown.
    `rounded`: what each person's net gained or lost (below zero) when the nets were rounded.
    """

    kind: Kind
    transfers: tuple[Transfer, ...]
    proven_minimal: bool
    rounded: tuple[Charge, ...] = ()


def plan_of(kind: Kind, nets: Mapping[str, int], banker: str, *, old_debts: Iterable[Debt] = (), coin: int = 1) -> Plan:
    """The plan for these nets together with old debts, all of it rounded to the coin.

    People who are only in an old debt take part too, behind the others.
    """
    exact = with_debts(nets, old_debts)
    whole = rounded_to(coin, exact)
    plan = bank_plan(whole, banker) if kind == "bank" else direct_plan(whole)
    moved = {person: whole[person] - cents for person, cents in exact.items()}
    return plan._replace(rounded=tuple(Charge(person, cents) for person, cents in moved.items() if cents))


def with_debts(nets: Mapping[str, int], debts: Iterable[Debt]) -> dict[str, int]:
    """The nets of everyone once these debts are settled with them."""
    owing = dict(nets)
    for debt in debts:
        owing[debt.payer] = owing.get(debt.payer, 0) - debt.cents
        owing[debt.payee] = owing.get(debt.payee, 0) + debt.cents
    return owing


def rounded_to(coin: int, nets: Mapping[str, int]) -> dict[str, int]:
    """The nets in whole coins, by largest remainder (RULINGS R-G3). Raises ValueError if they do not sum to zero.

    Every net is rounded down, towards paying more and receiving less. The coins that this leaves go one each to those
    who lost most by it, of equals to the first. So the sum stays zero, nobody moves by a whole coin, and a net that is
    whole already stays.
    """
    _sum_to_zero(nets)
    whole = {person: net - net % coin for person, net in nets.items()}
    coins = -sum(whole.values()) // coin
    for person in sorted(nets, key=lambda person: -(nets[person] % coin))[:coins]:
        whole[person] += coin
    return whole


def bank_plan(nets: Mapping[str, int], banker: str) -> Plan:
    """Everyone settles with the banker and nobody else: first those who pay, then those who receive, as given."""
    owing = _balanced(nets)
    others = {person: net for person, net in owing.items() if person != banker}
    payments = [Transfer(payer=person, payee=banker, cents=-net) for person, net in others.items() if net < 0]
    payouts = [Transfer(payer=banker, payee=person, cents=net) for person, net in others.items() if net > 0]
    transfers = (*payments, *payouts)
    groups_at_most = most_groups_thinkable(tuple(owing.values()))
    return Plan("bank", transfers, proven_minimal=len(transfers) == len(owing) - groups_at_most)


def direct_plan(nets: Mapping[str, int]) -> Plan:
    """The fewest transfers in which nobody both pays and receives.

    Exact while at most twenty people are left once two whose nets cancel out have paid each other, and so always up
    to twenty people. Beyond that, threes who cancel out are taken first, and what is then left beyond twenty pays
    the largest debt to the largest claim; such a plan is proven minimal only if it meets a simple lower bound.
    """
    owing = _balanced(nets)
    grouping = most_groups(tuple(owing.values()))
    transfers = tuple(
        transfer for members in _people_in(grouping.groups, owing) for transfer in _settle_within(members)
    )
    return Plan("direct", transfers, proven_minimal=len(transfers) == len(owing) - grouping.groups_at_most)


def _balanced(nets: Mapping[str, int]) -> dict[str, int]:
    """The nets that are not zero. Raises ValueError if they do not sum to zero."""
    _sum_to_zero(nets)
    return {person: net for person, net in nets.items() if net}


def _sum_to_zero(nets: Mapping[str, int]) -> None:
    total = sum(nets.values())
    if total:
        raise ValueError(f"Nets must sum to 0 cents before they can be settled; these sum to {total}.")


def _people_in(groups: Iterable[tuple[int, ...]], owing: Mapping[str, int]) -> list[dict[str, int]]:
    """The people of each group of amounts; equal amounts go to people in order, groups stand by their first person."""
    places = {person: place for place, person in enumerate(owing)}
    waiting: defaultdict[int, deque[str]] = defaultdict(deque)
    for person, net in owing.items():
        waiting[net].append(person)
    peopled = [sorted((waiting[amount].popleft() for amount in group), key=places.__getitem__) for group in groups]
    peopled.sort(key=lambda members: places[members[0]])
    return [{person: owing[person] for person in members} for members in peopled]


def _settle_within(members: Mapping[str, int]) -> list[Transfer]:
    """Transfers in which the largest debt always pays the largest claim: at least one fewer than there are people."""
    payers = deque(sorted((person for person in members if members[person] < 0), key=members.__getitem__))
    payees = deque(sorted((person for person in members if members[person] > 0), key=lambda person: -members[person]))
    left = {person: abs(net) for person, net in members.items()}
    transfers = []
    while payers:
        payer, payee = payers[0], payees[0]
        cents = min(left[payer], left[payee])
        transfers.append(Transfer(payer=payer, payee=payee, cents=cents))
        for person, side in ((payer, payers), (payee, payees)):
            left[person] -= cents
            if not left[person]:
                side.popleft()
    return sorted(transfers, key=lambda transfer: -transfer.cents)
