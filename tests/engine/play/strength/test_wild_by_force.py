"""Every set of cards is asked, apart from the engine, whether it may be the wild ones, and every hand of it is tried."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations

import pytest

from engine.catalogue.shared import DANISH
from engine.game.definition import Deck
from engine.game.wilds import Personal, RiskyPairs, SplitPairs
from engine.play.strength.best_hand import best_made
from engine.state import Held
from tests.engine.cards.brute_force import Judged, best_high_by_force, judge_high, rank_of
from tests.engine.cards.test_against_brute_force import tight_hands
from tests.engine.declared import DECLARED
from tests.engine.play.strength.test_wild import PLAIN, lying
from tests.soak import rounds

Admits = Callable[[set[str], Sequence[Held]], bool]


def of_rank(cards: Sequence[str], rank: str) -> list[str]:
    return [card for card in cards if card[:-1] == rank]


def admits_split(chosen: set[str], own: Sequence[Held]) -> bool:
    """Of each rank as many closed as open ones, and as many as there can be."""
    for rank in {held.card[:-1] for held in own}:
        closed = of_rank([held.card for held in own if not held.dealt_up], rank)
        opened_ = of_rank([held.card for held in own if held.dealt_up], rank)
        paired = min(len(closed), len(opened_))
        if len(chosen & set(closed)) != paired or len(chosen & set(opened_)) != paired:
            return False
    return True


def admits_risky(chosen: set[str], own: Sequence[Held]) -> bool:
    cards = [held.card for held in own]
    return all((card in chosen) == (len(of_rank(cards, card[:-1])) == 2) for card in cards)


def admits_lowest(chosen: set[str], own: Sequence[Held]) -> bool:
    closed = [held.card for held in own if not held.up]
    for ace_low in (True, False):
        lowest = min(rank_of(card, ace_low=ace_low) for card in closed)
        if chosen == {card for card in closed if rank_of(card, ace_low=ace_low) == lowest}:
            return True
    return False


def admits_chosen(chosen: set[str], own: Sequence[Held]) -> bool:
    return len(chosen) == 1


def admissible(admits: Admits, own: Sequence[Held]) -> Iterator[set[str]]:
    cards = [held.card for held in own]
    subsets = chain.from_iterable(combinations(cards, number) for number in range(len(cards) + 1))
    return (set(subset) for subset in subsets if admits(set(subset), own))


def affordable(cards: Sequence[str], sets: Sequence[set[str]]) -> bool:
    """Trying 52 cards for each of many wild ones takes too long."""
    return max(map(len, sets)) <= 2 and sum(map(len, sets)) <= 8


def by_force(cards: Sequence[str], sets: Sequence[set[str]]) -> Judged:
    return max(best_high_by_force(cards, tuple(chosen)) for chosen in sets)


@pytest.mark.parametrize(
    ("rule", "admits", "closed", "hands"),
    [
        (SplitPairs(), admits_split, 2, rounds(8, 24)),
        (SplitPairs(), admits_split, 3, rounds(6, 24)),
        (RiskyPairs(), admits_risky, 0, rounds(6, 24)),
        (Personal("lowest closed"), admits_lowest, 3, rounds(12, 40)),
        (Personal("chosen"), admits_chosen, 0, rounds(6, 20)),
    ],
)
def test_the_best_hand_is_the_one_found_by_trying_every_set_of_wild_cards(rule, admits, closed, hands):
    declared = PLAIN.but(wild=rule, scale=DANISH, deck=Deck())
    chance = random.Random(1873)
    several = 0
    for cards, _ in tight_hands([(5, 0, hands), (6, 0, hands // 2), (7, 0, hands // 2)], seed=1873):
        own = lying(declared, " ".join(chance.sample(cards, len(cards))), closed=closed)
        sets = list(admissible(admits, own.own))
        if not affordable(cards, sets):
            continue
        several += len(sets) > 1 or bool(sets[0])
        made = best_made(own, DANISH)
        (chosen,) = made.wild
        assert set(chosen) & set(cards) in sets
        judged = judge_high(made.standing.stands_for, [card not in chosen for card in made.standing.cards])
        assert judged == by_force(cards, sets), own.own
    assert several > hands // 3


def test_in_a_line_the_best_hand_is_the_one_found_by_trying_every_pair():
    """Gammel Skagen: own cards count as closed, those of the side as open; of three sides the best is taken."""
    declared = DECLARED["Gammel Skagen"]
    assert declared.board.lines is not None
    tried = 0
    for cards, _ in tight_hands([(10, 0, rounds(4, 12))], seed=12):
        own, board = cards[:4], cards[4:]
        spots = dict(zip(declared.spots, board, strict=True))
        found: list[Judged] = []
        for line in declared.board.lines:
            side = [spots[spot] for spot in line.split()]
            held = [Held(card, up=False) for card in own] + [Held(card, up=True, dealt_up=True) for card in side]
            sets = list(admissible(admits_split, held))
            found += [by_force([*own, *side], sets)] if affordable([*own, *side], sets) else []
        if len(found) < len(declared.board.lines):
            continue
        made = best_made(lying(declared, " ".join(own), closed=4, board=" ".join(board)), DANISH)
        (chosen,) = made.wild
        judged = judge_high(made.standing.stands_for, [card not in chosen for card in made.standing.cards])
        assert judged == max(found)
        tried += 1
    assert tried > 1
