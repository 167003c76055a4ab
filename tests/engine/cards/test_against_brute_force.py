"""Counting wild cards finds the hands that trying everything finds: one to ten cards, up to four of them wild."""

import random
from itertools import pairwise

import pytest

from engine.cards.deck import FRENCH_52
from engine.cards.high import best_high, high_value
from engine.cards.low import best_low
from engine.cards.other_scales import best_badugi, best_single, best_twenty_one
from tests.engine.cards.brute_force import (
    best_21_by_force,
    best_badugi_by_force,
    best_high_by_force,
    judge_by_suits,
    judge_high,
    judge_low,
    judge_single,
    naturals_before_kickers,
    possible_hands,
    telling_hands,
)
from tests.soak import ALL_HANDS, rounds

# Cards, wild cards, number of hands.
FEW_CARDS = [(size, wilds, rounds(number, 20)) for size, wilds, number in [(2, 1, 3), (3, 1, 3), (3, 2, 1), (4, 1, 2)]]
NATURAL = [(size, 0, rounds(6, 60)) for size in range(1, 9)]
# By wild cards, so many hands of each size up to so many cards: the more there are, the longer everything takes to try.
# CHIPBOOK_ALL_HANDS=1 tries all sizes and more of each, which takes ten minutes.
NUMBER = {0: (40, 10), 1: (25, 10), 2: (14, 10), 3: (6, 10), 4: (2, 10)}
SOME = {0: (14, 10), 1: (4, 9), 2: (2, 8), 3: (1, 6), 4: (1, 5)}
MANY = [(size, wilds, n) for wilds, (n, most) in (NUMBER if ALL_HANDS else SOME).items() for size in range(5, most + 1)]
HIGH_ORDERS = [
    ({}, lambda cards, natural: judge_high(cards, natural)[:2]),
    ({"naturals": True}, judge_high),
    ({"naturals": True, "naturals_first": True}, naturals_before_kickers),
    ({"suits": True}, judge_by_suits),
]
LOW_SCALES = [(True, False, None), (True, True, None), (False, True, None), (True, False, 8)]
SIZES = ["few cards", "natural", "many"]


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


@pytest.fixture(scope="module")
def hands():
    """By size: hands with their wild cards and everything they may be made to be."""
    few, natural, many = tight_hands(FEW_CARDS, seed=1891), tight_hands(NATURAL, seed=3), tight_hands(MANY, seed=67)
    every_way = {
        "few cards": (few, possible_hands),
        "natural": (natural, possible_hands),
        "many": (many, telling_hands),
    }
    return {
        sizes: [(cards, wild, list(possible(cards, wild))) for cards, wild in found]
        for sizes, (found, possible) in every_way.items()
    }


def test_trying_the_telling_hands_finds_what_trying_every_card_finds() -> None:
    for cards, wild in tight_hands([(5, 1, rounds(8, 20)), (7, 1, rounds(2, 4)), (6, 2, rounds(1, 2))], seed=5):
        assert max(judge_high(*hand) for hand in telling_hands(cards, wild)) == best_high_by_force(cards, wild)


@pytest.mark.parametrize(("options", "judge"), HIGH_ORDERS, ids=["plain", "naturals", "naturals first", "suits"])
@pytest.mark.parametrize("sizes", SIZES)
def test_the_best_high_hand_is_the_one_found_by_trying_everything(hands, sizes, options, judge) -> None:
    judged = []
    for cards, wild, possible in hands[sizes]:
        standing = best_high(cards, wild=frozenset(wild), **options)
        assert_honest(standing, cards, wild)
        slow = max(judge(*hand) for hand in possible)
        assert judge(standing.stands_for, [card not in wild for card in standing.cards]) == slow
        judged.append((standing.value, slow))
        if not options:
            assert high_value(cards, frozenset(wild)) == standing.value
    assert sizes != "many" or len({slow[0] for _, slow in judged}) > 8
    assert_same_order(judged)


def test_without_five_of_a_kind_the_best_high_hand_is_found_too(hands) -> None:
    judged = []
    for cards, wild, possible in hands["many"]:
        slow = max((one for hand in possible if (one := judge_high(*hand))[0] < 9), default=None)
        if slow is None:
            continue
        standing = best_high(cards, wild=frozenset(wild), five_of_a_kind=False, naturals=True)
        assert judge_high(standing.stands_for, [card not in wild for card in standing.cards]) == slow
        judged.append((standing.value, slow))
    assert_same_order(judged)


@pytest.mark.parametrize(("ace_low", "runs", "most"), LOW_SCALES, ids=["A-5", "A-6", "2-7", "8 or better"])
@pytest.mark.parametrize("sizes", SIZES)
def test_the_best_low_hand_is_the_one_found_by_trying_everything(hands, sizes, ace_low, runs, most) -> None:
    judged = []
    for cards, wild, possible in hands[sizes]:
        slow = min(judge_low(hand, ace_low=ace_low, runs=runs) for hand, _ in possible)
        standing = best_low(cards, wild=frozenset(wild), ace="low" if ace_low else "high", runs=runs, most=most)
        if most is not None and (len(cards) < 5 or slow[0] != 0 or slow[1][0] > most):
            assert standing is None
            continue
        assert_honest(standing, cards, wild)
        assert judge_low(standing.stands_for, ace_low=ace_low, runs=runs) == slow
        judged.append((-standing.value, slow))
    assert sizes != "many" or len(judged) >= 20
    assert_same_order(judged)


@pytest.mark.parametrize("sizes", SIZES)
def test_the_low_with_the_most_natural_cards_is_the_one_found_by_trying_everything(hands, sizes) -> None:
    """RULINGS R-E16."""
    judged = []
    for cards, wild, possible in hands[sizes]:
        slow = min((judge_low(hand, ace_low=True, runs=True), -sum(are_natural)) for hand, are_natural in possible)
        standing = best_low(cards, wild=frozenset(wild), runs=True, naturals=True)
        naturals = sum(card not in wild for card in standing.cards)
        assert (judge_low(standing.stands_for, ace_low=True, runs=True), -naturals) == slow
        judged.append((-standing.value, slow))
    assert_same_order(judged)


def random_hands(sizes, number, seed):
    chance = random.Random(seed)
    return [tuple(chance.sample(FRENCH_52, chance.choice(sizes))) for _ in range(number)]


def test_the_best_badugi_is_the_one_found_by_trying_every_choice() -> None:
    judged = []
    for cards in random_hands((1, 2, 3, 4, 4, 4, 5, 6, 7), 1200, seed=4):
        standing, slow = best_badugi(cards), best_badugi_by_force(cards)
        assert best_badugi_by_force(standing.cards) == slow
        assert len(standing.cards) == slow[0]
        judged.append((standing.value, slow))
    assert_same_order(judged)


@pytest.mark.parametrize("top", [(), ("Jh", "Js"), ("As",)])
def test_single_cards_stand_in_the_order_of_their_ranks_and_suits(top) -> None:
    hands = random_hands((1, 2, 3), 3000, seed=1)
    hands += [(card, *top) for card in FRENCH_52 if card not in top]
    assert_same_order([(best_single(cards, top=top).value, tuple(judge_single(cards, top))) for cards in hands])


@pytest.mark.parametrize("top", [(), ("As", "Js")])
def test_twenty_one_is_counted_with_every_ace_both_ways(top) -> None:
    hands = random_hands((2, 3, 4, 5), 4000, seed=21)
    hands += [("As", "Js", *cards) for cards in random_hands((1, 3), 50, seed=2) if not {"As", "Js"} & set(cards)]
    # Many aces, which are rare by chance.
    hands += [("Ah", "Ad", card) for card in FRENCH_52[:13]] + [("Ah", "Ad", "Ac", card) for card in FRENCH_52[:13]]
    judged = [(best_twenty_one(cards, top=top).value, best_21_by_force(cards, top)) for cards in hands]
    assert {kind for _, (kind, _) in judged} == ({0, 1, 2} if top else {0, 1})
    assert_same_order(judged)
