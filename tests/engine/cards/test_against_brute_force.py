"""Counting wild cards finds the same hands as trying every card for every one of them."""

import random
from itertools import combinations, pairwise

import pytest

from engine.cards.deck import FRENCH_52
from engine.cards.high import best_high
from engine.cards.low import best_low
from tests.engine.cards.brute_force import (
    best_high_by_force,
    best_low_by_force,
    judge_high,
    judge_low,
    judge_munk,
    possible_hands,
)
from tests.soak import SOAK

# Cards, wild cards, number of hands: trying 52 cards for each of three wild ones takes its time.
ALL_SIZES = [(5, 1, 80), (6, 1, 60), (7, 1, 50), (5, 2, 30), (6, 2, 10), (7, 2, 6), (5, 3, 6), (6, 3, 2), (7, 3, 1)]
ALL_FEW_CARDS = [(2, 1, 20), (3, 1, 20), (3, 2, 4), (4, 1, 20), (4, 2, 4)]
ALL_NATURAL = [(size, 0, 60) for size in range(1, 9)]
# A third of them in a quick run.
SIZES, FEW_CARDS, NATURAL, NO_FIVES = (
    [(size, wilds, number if SOAK else (number + 2) // 3) for size, wilds, number in sizes]
    for sizes in (ALL_SIZES, ALL_FEW_CARDS, ALL_NATURAL, [(5, 1, 80), (7, 1, 20), (5, 2, 30), (6, 2, 6), (5, 3, 3)])
)
LOW_SCALES = [(True, False), (True, True), (False, True)]


def tight_hands(sizes, seed):
    """Hands from a few neighbouring ranks and suits, where straights, flushes and pairs meet often."""
    chance = random.Random(seed)
    for size, wilds, number in sizes:
        for _ in range(number):
            first_rank = chance.randrange(13)
            ranks = {chance.choice((first_rank, chance.randrange(13))) for _ in range(3)}
            ranks |= {(first_rank + step) % 13 for step in range(chance.randrange(2, 6))}
            suits = chance.sample(range(4), chance.choice((2, 2, 3, 4)))
            pool = [card for place, card in enumerate(FRENCH_52) if place % 13 in ranks and place // 13 in suits]
            pool = pool if len(pool) >= size else list(FRENCH_52)
            cards = chance.sample(pool, size)
            yield tuple(cards), tuple(chance.sample(cards, wilds))


def assert_honest(standing, cards, wild) -> None:
    """The hand is made of cards that are held, and only wild ones stand for something else."""
    assert len(standing.cards) == len(standing.stands_for) == min(5, len(cards))
    assert len(set(standing.cards)) == len(standing.cards)
    assert set(standing.cards) <= set(cards)
    for card, role in zip(standing.cards, standing.stands_for, strict=True):
        assert card == role or card in wild


def assert_same_order(judged) -> None:
    """Our values and the slow ones put the same hands in the same order, equal ones included."""
    judged.sort(key=lambda pair: pair[0])
    for (ours, slow), (next_ours, next_slow) in pairwise(judged):
        assert (ours < next_ours) == (slow < next_slow)
        assert (ours == next_ours) == (slow == next_slow)


@pytest.mark.parametrize("sizes", [SIZES, FEW_CARDS, NATURAL], ids=["wild", "few cards", "natural"])
def test_the_best_high_hand_is_the_one_found_by_trying_everything(sizes) -> None:
    danish, plain = [], []
    for cards, wild in tight_hands(sizes, seed=1891):
        slow = best_high_by_force(cards, wild)
        standing = best_high(cards, wild=frozenset(wild), naturals=True)
        assert_honest(standing, cards, wild)
        assert judge_high(standing.stands_for, [card not in wild for card in standing.cards]) == slow
        danish.append((standing.value, slow))
        plain.append((best_high(cards, wild=frozenset(wild)).value, slow[:2]))
    if sizes is SIZES:
        assert {category for _, (category, *_) in danish} >= set(range(3, 10))
    assert_same_order(danish)
    assert_same_order(plain)


def test_without_five_of_a_kind_the_best_high_hand_is_found_too() -> None:
    judged = []
    # Four wild cards alone take as long as all the others.
    many = [(5, 4, 1)] if SOAK else []
    for cards, wild in tight_hands([*NO_FIVES, *many], seed=4):
        slow = best_high_by_force(cards, wild, five_of_a_kind=False)
        standing = best_high(cards, wild=frozenset(wild), five_of_a_kind=False, naturals=True)
        assert judge_high(standing.stands_for, [card not in wild for card in standing.cards]) == slow
        judged.append((standing.value, slow))
    assert_same_order(judged)


def test_munks_order_of_natural_hands_is_the_one_found_by_trying_everything() -> None:
    judged = []
    for cards, _ in tight_hands(NATURAL, seed=1997):
        slow = max(judge_munk(hand) for hand in combinations(cards, min(5, len(cards))))
        standing = best_high(cards, suits=True)
        assert judge_munk(standing.cards) == slow
        judged.append((standing.value, slow))
    assert_same_order(judged)


@pytest.mark.parametrize(("ace_low", "runs"), LOW_SCALES, ids=["ace-five", "ace-six", "deuce-seven"])
@pytest.mark.parametrize("sizes", [SIZES[:5], FEW_CARDS, NATURAL], ids=["wild", "few cards", "natural"])
def test_the_best_low_hand_is_the_one_found_by_trying_everything(sizes, ace_low, runs) -> None:
    judged = []
    for cards, wild in tight_hands(sizes, seed=3):
        slow = best_low_by_force(cards, wild, ace_low=ace_low, runs=runs)
        standing = best_low(cards, wild=frozenset(wild), ace="low" if ace_low else "high", runs=runs)
        assert_honest(standing, cards, wild)
        assert judge_low(standing.stands_for, ace_low=ace_low, runs=runs) == slow
        judged.append((-standing.value, slow))
    assert_same_order(judged)


@pytest.mark.parametrize("sizes", [SIZES[:5], FEW_CARDS, NATURAL], ids=["wild", "few cards", "natural"])
def test_the_low_with_the_most_natural_cards_is_the_one_found_by_trying_everything(sizes) -> None:
    """RULINGS R-E16."""
    judged = []
    for cards, wild in tight_hands(sizes, seed=16):
        slow = min(
            (judge_low(hand, ace_low=True, runs=True), -sum(are_natural))
            for hand, are_natural in possible_hands(cards, wild)
        )
        standing = best_low(cards, wild=frozenset(wild), runs=True, naturals=True)
        naturals = sum(card not in wild for card in standing.cards)
        assert (judge_low(standing.stands_for, ace_low=True, runs=True), -naturals) == slow
        judged.append((-standing.value, slow))
    assert_same_order(judged)


def test_eight_or_better_is_found_exactly_when_trying_everything_finds_it() -> None:
    found = 0
    for cards, wild in tight_hands(SIZES[:5], seed=8):
        category, ranks = best_low_by_force(cards, wild, ace_low=True, runs=False)
        standing = best_low(cards, wild=frozenset(wild), most=8)
        assert (standing is not None) == (category == 0 and ranks[0] <= 8)
        found += standing is not None
    assert found > 10
