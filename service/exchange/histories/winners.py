"""Who wins a showdown whose cards are not all known, by what the file says that each player got."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from engine.play.showdown.pots import Pot

# The orders of six winners are thousands, and no hand at a table has so many pots.
_WINNERS_AT_MOST = 5

Ranking = tuple[tuple[str, ...], ...]


def ranking_of(pots: Sequence[Pot], won: Mapping[str, int]) -> Ranking:
    """The winners in groups of equal hands, best first, so that the pots pay them what they `won`.

    If no order pays exactly that (a site may have kept a fee), all of them are equal.
    """
    winners = tuple(player for player, chips in won.items() if chips)
    if len(winners) <= _WINNERS_AT_MOST:
        for ranking in _rankings(winners):
            if _pays(pots, ranking, won):
                return ranking
    return (winners,)


def _rankings(players: tuple[str, ...]) -> Iterator[Ranking]:
    """Every order of these players in groups of equals, the largest first group first."""
    if not players:
        yield ()
    for size in range(len(players), 0, -1):
        for best in combinations(players, size):
            others = tuple(player for player in players if player not in best)
            for behind in _rankings(others):
                yield (best, *behind)


def _pays(pots: Sequence[Pot], ranking: Ranking, won: Mapping[str, int]) -> bool:
    """Whether each winner gets what they won, but for the odd chips of the pots that they share."""
    paid: Counter[str] = Counter()
    odd: Counter[str] = Counter()
    for pot in pots:
        best = _best(ranking, pot.eligible)
        for player in best:
            paid[player] += pot.chips // len(best)
            odd[player] += bool(pot.chips % len(best))
    return all(paid[player] <= chips <= paid[player] + odd[player] for player, chips in won.items())


def _best(ranking: Ranking, eligible: Collection[str]) -> tuple[str, ...]:
    groups = (tuple(player for player in group if player in eligible) for group in ranking)
    return next((group for group in groups if group), ())
