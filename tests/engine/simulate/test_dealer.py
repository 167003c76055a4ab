"""The simulated dealer: one real deck, no card twice, shuffled again when the stock is used up (RULINGS R-M13)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import commands
from engine.cards.deck import FRENCH_52
from engine.game.definition import Deck
from engine.sample.dealer import Dealer, one_in, shuffled, weighed
from engine.state import UNKNOWN
from tests.engine.simulate.seeded import Seeded
from tests.engine.table import Table, opened


def a_hand() -> Table:
    return opened("ABC").do(commands.AnnounceHand(game="Straight Poker", dealer="C"))


def test_every_card_of_the_deck_falls_once() -> None:
    dealer = Dealer(a_hand().hand, Seeded(), tells=True)
    assert sorted(dealer.cards(20) + dealer.cards(32)) == sorted(FRENCH_52)


def test_when_the_stock_is_used_up_what_does_not_lie_on_the_table_is_shuffled() -> None:
    hand = a_hand().hand
    dealer = Dealer(hand, Seeded(), tells=True)
    first = dealer.cards(50)
    for held, card in zip(hand.cards.own["A"], first, strict=False):
        held.card = card
    hand.still_in = ["A"]
    again = dealer.cards(10)
    # The rest of the stock comes first.
    assert set(again[:2]) == set(FRENCH_52) - set(first)
    assert set(again[2:]) <= set(first[5:])
    assert len(set(again)) == 10


def test_a_dealer_who_does_not_tell_names_no_card() -> None:
    dealer = Dealer(a_hand().hand, Seeded(), tells=False)
    assert (dealer.cards(5), dealer.card(), dealer.has(99)) == ((), UNKNOWN, True)


def test_extra_wildcards_are_shuffled_in() -> None:
    assert Counter(Deck("french-52", wildcards=4).cards)["wildcard"] == 4
    assert len(Deck("french-52", wildcards=4).cards) == 56


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    chance = Seeded()
    orders = Counter(tuple(shuffled(chance, "abc")) for _ in range(6000))
    assert len(orders) == 6
    assert min(orders.values()) > 850


def test_things_are_drawn_by_their_weight() -> None:
    chance = Seeded()
    drawn = Counter(weighed(chance, "abc", (3, 0, 1)) for _ in range(4000))
    assert drawn["b"] == 0
    assert drawn["a"] == pytest.approx(3000, rel=0.1)
    assert {weighed(chance, "ab", (0, 0)) for _ in range(50)} == {"a", "b"}
    assert sum(one_in(chance, 4) for _ in range(4000)) == pytest.approx(1000, rel=0.15)
