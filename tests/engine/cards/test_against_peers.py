"""Natural hands stand in the same order here as with treys and pokerkit."""

import random
from itertools import pairwise

import pytest

from engine.cards.deck import FRENCH_52
from engine.cards.high import best_high, high_value
from engine.cards.low import best_low
from engine.cards.standing import best_of
from tests.soak import ALL_HANDS

# So many hands of five (of badugi four) a scale against PokerKit's own tables; CHIPBOOK_ALL_HANDS=1 asks for all.
HANDS = 100_000 if ALL_HANDS else 2_000
# So many a size against evaluators that are asked hand by hand.
FEWER = 4_000 if ALL_HANDS else 1_000


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


def test_high_hands_stand_in_the_order_of_treys() -> None:
    treys = pytest.importorskip("treys")
    evaluator = treys.Evaluator()
    number_of = {card: treys.Card.new(in_ascii([card])) for card in FRENCH_52}
    hands = random_hands(FEWER, 7, seed=7)
    ranks = [-evaluator.evaluate([number_of[card] for card in hand], []) for hand in hands]
    assert_same_order(list(zip(map(high_value, hands), ranks, strict=True)))


def test_the_names_of_high_hands_agree_with_treys() -> None:
    treys = pytest.importorskip("treys")
    evaluator = treys.Evaluator()
    for hand in random_hands(FEWER, 7, seed=70):
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
    for hand in random_hands(FEWER, size, seed=size):
        theirs = hand_type.from_game_or_none(in_ascii(hand), "")
        ours = best_low(hand, **options)
        assert (ours is None) == (theirs is None)
        if ours is not None:
            pairs.append((ours.value, theirs))
    assert len(pairs) > 20 if "most" in options else len(pairs) == FEWER
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


SCALES = {
    "high": ("StandardLookup", high_value, 1),
    "A-5": ("RegularLookup", lambda hand: best_low(hand).value, -1),
    "2-7": ("StandardLookup", lambda hand: best_low(hand, ace="high", runs=True).value, -1),
    "8 or better": ("EightOrBetterLookup", lambda hand: low.value if (low := best_low(hand, most=8)) else None, -1),
}


@pytest.mark.parametrize("scale", SCALES)
def test_many_hands_stand_in_the_order_of_pokerkits_tables(scale) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    table, ours_of, sign = SCALES[scale]
    lookup = getattr(pokerkit.lookups, table)()
    card_of = {card: next(iter(pokerkit.Card.parse(in_ascii([card])))) for card in FRENCH_52}
    theirs_by_ours: dict[int, int] = {}
    qualified = 0
    for hand in random_hands(HANDS, 5, seed=100):
        if scale == "2-7" and {card[:-1] for card in hand} == set("A2345"):
            # To PokerKit's one table this is a straight; where the ace is high it is none, and ours is ace high.
            continue
        entry = lookup.get_entry_or_none([card_of[card] for card in hand])
        ours = ours_of(hand)
        assert (ours is None) == (entry is None), hand
        if ours is not None:
            qualified += 1
            # Equal for us is equal for them.
            assert theirs_by_ours.setdefault(ours, sign * entry.index) == sign * entry.index, hand
    assert qualified > HANDS * (0.9 if scale != "8 or better" else 0.01)
    assert_same_order(theirs_by_ours.items())
