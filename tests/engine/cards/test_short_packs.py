"""Packs without their low cards: the straight with the ace at its lower end, and short-deck poker's order of hands."""

import random
from itertools import product

import pytest

from engine.cards.announcement import high_as, read_high, read_low
from engine.cards.card import RANK
from engine.cards.deck import DECKS
from engine.cards.high import best_high, high_value
from engine.cards.low import best_low, low_as
from engine.cards.ranking import USUAL, Category, Order
from tests.engine.cards.test_against_peers import assert_same_order, in_ascii
from tests.soak import rounds

PACK = DECKS["french-36"]
SHORT = Order(lowest=6, flush_over_house=True)
OTHER = SHORT._replace(three_over_straight=True)
ORDERS = (SHORT, OTHER, Order(lowest=6), Order(lowest=7, three_over_straight=True), Order(flush_over_house=True))


def hand(text: str) -> list[str]:
    return text.split()


def name_of(text: str, order: Order = SHORT, wild: str = "") -> str:
    return best_high(hand(text), wild=frozenset(wild.split()), order=order).name


def test_the_ace_counts_below_the_lowest_rank_of_the_pack() -> None:
    assert name_of("As 6h 7d 8c 9s") == "straight, nine high"
    assert name_of("As 6s 7s 8s 9s") == "straight flush, nine high"
    assert name_of("As 7h 8d 9c 10s", Order(lowest=7)) == "straight, ten high"
    assert name_of("As 2h 3d 4c 5s") == "ace high"
    assert name_of("As 6h 7d 8c 9s", USUAL) == "ace high"
    assert best_high(hand("As 6h 7d 8c 9s"), order=SHORT).cards == ("9s", "8c", "7d", "6h", "As")


def test_a_straight_with_the_ace_below_is_the_lowest_of_straights() -> None:
    assert high_value(hand("6s 7h 8d 9c 10s"), order=SHORT) > high_value(hand("As 6h 7d 8c 9s"), order=SHORT)


KINDS = {
    Category.THREE: "9s 9h 9d Ks As",
    Category.STRAIGHT: "As 6h 7d 8c 9s",
    Category.FLUSH: "As Ks Js 8s 6s",
    Category.FULL_HOUSE: "Ks Kh Kd As Ah",
    Category.FOUR: "6s 6h 6d 6c 7s",
}


@pytest.mark.parametrize(
    ("order", "from_low_to_high"),
    [
        (Order(lowest=6), (3, 4, 5, 6, 7)),
        (SHORT, (3, 4, 6, 5, 7)),
        (OTHER, (4, 3, 6, 5, 7)),
        (Order(lowest=6, three_over_straight=True), (4, 3, 5, 6, 7)),
    ],
)
def test_kinds_of_hands_change_places_as_the_order_says(order, from_low_to_high) -> None:
    kinds = sorted(KINDS, key=lambda kind: high_value(hand(KINDS[kind]), order=order))
    assert tuple(kinds) == from_low_to_high


def test_of_seven_cards_that_hold_both_the_better_kind_is_taken() -> None:
    both = "Ks Kh Kd As 9s 8s 6s"
    assert name_of(f"{both} Ah") == "flush, ace high"
    assert name_of(f"{both} Ah", Order(lowest=6)) == "full house, kings over aces"
    straight = "9s 9h 9d 8c 7s 6h As"
    assert (name_of(straight), name_of(straight, OTHER)) == ("straight, nine high", "three of a kind, nines")


@pytest.mark.parametrize("size", [5, 7])
def test_short_deck_hands_stand_in_the_order_of_pokerkit(size) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    chance = random.Random(size)
    hands = [tuple(chance.sample(PACK, size)) for _ in range(rounds(500, 1500))]
    theirs = [
        pokerkit.ShortDeckHoldemHand.from_game(in_ascii(cards[:2]), in_ascii(cards[2:])).entry.index for cards in hands
    ]
    ours = [high_value(cards, order=SHORT) for cards in hands]
    assert_same_order(list(zip(ours, theirs, strict=True)))


@pytest.mark.parametrize("order", ORDERS)
def test_the_value_alone_is_that_of_the_hand_laid_out_with_wild_cards_too(order) -> None:
    chance = random.Random(7)
    pack = [card for card in PACK if RANK[card] >= order.lowest]
    for size in (1, 3, 5, 7, 9):
        for _ in range(rounds(15, 40)):
            cards = chance.sample(pack, size)
            wild = frozenset(chance.sample(cards, chance.randrange(min(size, 3))))
            assert high_value(cards, wild, order) == best_high(cards, wild=wild, order=order).value


@pytest.mark.parametrize("order", [SHORT, OTHER])
def test_a_wild_card_stands_for_what_is_best_in_this_order(order) -> None:
    """Against every card of the pack in its place; five of a kind is beyond those."""
    chance = random.Random(3)
    for _ in range(rounds(20, 60)):
        cards = chance.sample(PACK, 6)
        number = chance.choice((1, 2))
        wild, natural = cards[:number], cards[number:]
        found = best_high(cards, wild=frozenset(wild), order=order)
        if found.name.startswith("five"):
            continue
        left = [card for card in PACK if card not in natural]
        stands = (roles for roles in product(left, repeat=number) if len(set(roles)) == number)
        assert found.value == max(high_value([*natural, *roles], order=order) for roles in stands)


def test_five_of_a_kind_stays_above_all() -> None:
    assert name_of("9s 9h 9d 9c Ks", wild="Ks") == "five of a kind, nines"
    with_wild = best_high(hand("9s 9h 9d 9c Ks"), wild=frozenset({"Ks"}), order=SHORT)
    assert with_wild.beats(best_high(hand("As Ks Qs Js 10s"), order=SHORT))


def test_what_is_announced_is_looked_for_in_the_same_order() -> None:
    cards = hand("Ks Kh Kd As 9s 8s 6s")
    flush, three, run = (read_high(said) for said in ("a flush", "three kings", "straight, nine high"))
    assert flush is not None
    assert three is not None
    assert run is not None
    announced = high_as(flush, cards, order=SHORT)
    assert announced == best_high(cards, order=SHORT)
    too_low = high_as(three, cards, order=SHORT)
    assert too_low is not None
    assert announced.beats(too_low)
    assert high_as(run, hand("As 9s 8h 7d 6c"), order=SHORT) is not None
    assert high_as(run, hand("As 9s 8h 7d 6c")) is None


def test_a_low_ace_makes_a_run_with_the_lowest_ranks_where_runs_count() -> None:
    cards = hand("As 6h 7d 8c 9s")
    as_low = best_low(cards, below=5)
    assert as_low.name == "nine-eight low"
    assert as_low.cards == ("9s", "8c", "7d", "6h", "As")
    counted = best_low(cards, runs=True, below=5)
    assert counted.name == "low with a straight, nine high"
    said = read_low("nine-eight-seven-six-ace")
    assert said is not None
    assert low_as(said, cards, below=5) == as_low
    assert low_as(said, cards, runs=True, below=5) is None


def test_a_wild_card_in_a_low_hand_is_the_lowest_rank_of_the_pack_that_is_missing() -> None:
    found = best_low(hand("As 7h 8d 9c Ks"), wild=frozenset({"Ks"}), below=5)
    assert found.stands_for == ("9c", "8d", "7h", "6s", "As")
