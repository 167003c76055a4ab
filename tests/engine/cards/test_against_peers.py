"""Natural hands stand in the same order here as with treys and pokerkit."""

import random
from itertools import pairwise

import pytest

from engine.cards.choose import best_of
from engine.cards.deck import FRENCH_52
from engine.cards.high import best_high, high_value
from engine.cards.low import best_low


def random_hands(number, size, seed):
    chance = random.Random(seed)
    return [tuple(chance.sample(FRENCH_52, size)) for _ in range(number)]


def in_ascii(cards) -> str:
    return "".join(card.replace("10", "T") for card in cards)


def assert_same_order(pairs) -> None:
    """Each pair is our value and theirs, both greater for a better hand."""
    pairs = sorted(pairs, key=lambda pair: pair[0])
    for (ours, theirs), (next_ours, next_theirs) in pairwise(pairs):
        assert (ours < next_ours) == (theirs < next_theirs)
        assert (ours == next_ours) == (theirs == next_theirs)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_high_hands_stand_in_the_order_of_treys(size) -> None:
    treys = pytest.importorskip("treys")
    evaluator = treys.Evaluator()
    number_of = {card: treys.Card.new(in_ascii([card])) for card in FRENCH_52}
    hands = random_hands(4000, size, seed=size)
    ranks = [-evaluator.evaluate([number_of[card] for card in hand], []) for hand in hands]
    assert_same_order(list(zip(map(high_value, hands), ranks, strict=True)))


def test_the_names_of_high_hands_agree_with_treys() -> None:
    treys = pytest.importorskip("treys")
    evaluator = treys.Evaluator()
    for hand in random_hands(2000, 7, seed=70):
        rank = evaluator.evaluate([treys.Card.new(in_ascii([card])) for card in hand], [])
        their_name = evaluator.class_to_string(evaluator.get_rank_class(rank)).lower()
        their_name = {"royal flush": "straight flush", "pair": "pair of", "high card": "high"}.get(
            their_name, their_name
        )
        assert their_name in best_high(hand).name


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize(
    ("peer", "options"),
    [
        ("RegularLowHand", {}),
        ("StandardLowHand", {"ace": "high", "runs": True}),
        ("EightOrBetterLowHand", {"most": 8}),
    ],
)
def test_low_hands_stand_in_the_order_of_pokerkit(peer, options, size) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    hand_type = getattr(pokerkit, peer)
    pairs = []
    for hand in random_hands(2500, size, seed=size):
        theirs = hand_type.from_game_or_none(in_ascii(hand), "")
        ours = best_low(hand, **options)
        assert (ours is None) == (theirs is None)
        if ours is not None:
            pairs.append((ours.value, theirs))
    assert len(pairs) > 50 if "most" in options else len(pairs) == 2500
    assert_same_order(pairs)


@pytest.mark.parametrize(
    ("peer", "evaluate"),
    [("OmahaHoldemHand", best_high), ("OmahaEightOrBetterLowHand", lambda cards: best_low(cards, most=8))],
)
def test_omaha_hands_stand_in_the_order_of_pokerkit(peer, evaluate) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    hand_type = getattr(pokerkit, peer)
    pairs = []
    for cards in random_hands(150, 9, seed=9):
        own, board = cards[:4], cards[4:]
        theirs = hand_type.from_game_or_none(in_ascii(own), in_ascii(board))
        ours = best_of(own, board, own_exactly=2, evaluate=evaluate)
        assert (ours is None) == (theirs is None)
        if ours is not None:
            pairs.append((ours.value, theirs))
    assert len(pairs) > 20
    assert_same_order(pairs)
