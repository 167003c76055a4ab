"""Who wins from whom: hand by hand, what the losers paid is divided among the winners.

Each loser's cents go to the winners in proportion to what each of them still has to get, by largest remainder, the
losers in seat order. So what a player loses to all is exactly what the hand cost, and what a player wins from all is
exactly what it brought. Chips that a hand carries on stay their payers' until a later hand takes the carry.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.ids import PlayerId
from engine.money import apportion
from engine.reports.hand_history import HandHistory

# By winner and loser: cents.
Pairs = dict[tuple[PlayerId, PlayerId], int]

# No player: chips that came from nowhere in a hand or stay nobody's, as a ruling or a fund may leave them.
NOBODY = ""
# No player: what a hand carries on.
CARRY = ":carry"


def won_from(hands: Iterable[HandHistory], unit: int) -> Pairs:
    """What each player won from each other in hands that have ended; a player wins nothing from themselves."""
    pairs: Counter[tuple[PlayerId, PlayerId]] = Counter()
    carried: dict[PlayerId, int] = {}
    for hand in hands:
        results = {stake.player: stake.net * unit + stake.on_account for stake in hand.stakes}
        taken = _taken(carried, hand.carried_in * unit)
        paid = Counter({player: -cents for player, cents in results.items() if cents < 0})
        paid.update(taken)
        got = {player: cents for player, cents in results.items() if cents > 0}
        if hand.carried_out:
            got[CARRY] = hand.carried_out * unit
        for (winner, loser), cents in divided(paid, got).items():
            if winner == CARRY:
                carried[loser] = carried.get(loser, 0) + cents
            elif NOBODY not in (winner, loser) and winner != loser:
                pairs[winner, loser] += cents
    return {pair: cents for pair, cents in sorted(pairs.items()) if cents}


def divided(paid: Mapping[PlayerId, int], got: Mapping[PlayerId, int]) -> Pairs:
    """Who got how much of whose; both sides come out exactly. What the sides differ by is NOBODY's."""
    more = sum(got.values()) - sum(paid.values())
    payers = {**paid, NOBODY: paid.get(NOBODY, 0) + max(more, 0)}
    open_cents = {**got, NOBODY: max(-more, 0)}
    pairs: Pairs = {}
    for payer, cents in payers.items():
        shares = apportion(cents, tuple(open_cents.values()))
        for winner, share in zip(tuple(open_cents), shares, strict=True):
            open_cents[winner] -= share
            if share:
                pairs[winner, payer] = share
    return pairs


def _taken(carried: dict[PlayerId, int], cents: int) -> dict[PlayerId, int]:
    """Takes so many cents out of the carry, of everybody in proportion; less if there are fewer."""
    taken = apportion(min(cents, sum(carried.values())), tuple(carried.values()))
    parts = dict(zip(tuple(carried), taken, strict=True))
    for player, part in parts.items():
        carried[player] -= part
    return parts
