"""Which cards may make a hand: any, exactly two own ones, or one line of the layout."""

from functools import partial
from random import Random

import pytest

from engine.cards.card import parse_cards
from engine.cards.deck import FRENCH_52
from engine.cards.high import best_high, highest_choice
from engine.cards.low import best_low
from engine.cards.standing import best_of, hands_of
from tests.soak import rounds

CROSS = ((0, 4, 2), (1, 4, 3))


def best(own, board, *, own_exactly=None, lines=None, evaluate=best_high):
    return best_of(parse_cards(own), parse_cards(board), own_exactly=own_exactly, lines=lines, evaluate=evaluate)


OMAHA, LOW = {"own_exactly": 2}, {"own_exactly": 2, "evaluate": partial(best_low, most=8)}
DEUCES = {"evaluate": partial(best_high, wild=frozenset(parse_cards("2s 2h 2d 2c")))}


@pytest.mark.parametrize(
    ("own", "board", "how", "name"),
    [
        # Own and shared cards mix freely, and the board alone may be played.
        ("2c 3d", "As Ks Qs Js 10s", {}, "straight flush, ace high"),
        ("Ah 3d", "As Ad Qs Js 2s", {}, "three of a kind, aces"),
        ("As 3d 7h 8c", "Ks Qs Js 10s 2d", {}, "straight flush, ace high"),
        # Omaha counts exactly two own and three shared cards; four own cards of a rank are only a pair.
        ("As 3d 7h 8c", "Ks Qs Js 10s 2d", OMAHA, "ace high"),
        ("As 10d 7h 8c", "Ks Qs Js 10s 2d", OMAHA, "straight, ace high"),
        ("9s 9h 9d 9c", "As Kd 7h 4c 2s", OMAHA, "pair of nines"),
        # A low hand in Omaha needs three low cards on the board.
        ("As 2d 3h 4c", "5s Kd Qh Jc 8s", LOW, None),
        ("As 2d Kh Kc", "5s 7d Qh Jc 8s", LOW, "eight-seven low"),
        # While fewer than three cards lie, all of them count; too few own cards make no hand.
        ("9s 9h 4d 4c", "9d 4h", OMAHA, "three of a kind, nines"),
        ("9s 9h 4d 4c", "", OMAHA, "pair of nines"),
        ("9s", "9d 4h 2c", OMAHA, None),
        # While no shared card lies, and without any lines, the own cards count alone.
        ("9s 9h", "", {"lines": CROSS}, "pair of nines"),
        ("9s 9h", "9d Kc 2d Kh 4s", {"lines": ()}, "pair of nines"),
        # Wild cards are a matter of the scale.
        ("9s 9h", "9d Kc 2d Kh 4s", DEUCES, "four of a kind, nines"),
    ],
)
def test_the_best_hand_is_made_of_the_cards_that_the_game_counts(own, board, how, name) -> None:
    standing = best(own, board, **how)
    assert (standing and standing.name) == name


def test_the_cards_of_exactly_one_line_count() -> None:
    standing = best("9s 9h", "9d Kc 2d Kh 4s", lines=CROSS)
    assert standing.name == "three of a kind, nines"
    assert set(standing.cards) == set(parse_cards("9s 9h 9d 4s 2d"))
    assert best("Ks 9h", "9d Kc 2d Kh 4s", lines=CROSS).name == "three of a kind, kings"


def test_the_first_of_equal_lines_is_taken() -> None:
    standing = best("As Ah", "Kd Kc 7s 7h 2d", lines=((0, 2), (1, 3)))
    assert standing.cards == ("As", "Ah", "Kd", "7s")


@pytest.mark.parametrize(("held", "shared", "own_exactly"), [(4, 5, 2), (5, 5, 2), (4, 3, 2), (4, 0, 2), (6, 5, 3)])
def test_the_highest_choice_is_the_first_of_the_best_hands_that_may_be_used(held, shared, own_exactly) -> None:
    chance = Random(held + shared)
    for _ in range(rounds(80, 300)):
        # Two suits make more flushes than four.
        pack = FRENCH_52 if chance.randrange(2) else [card for card in FRENCH_52 if card[-1] in "sh"]
        cards = chance.sample(pack, held + shared)
        own, board = cards[:held], cards[held:]
        every = list(hands_of(own, board, own_exactly, None))
        assert highest_choice(own, board, own_exactly) == max(every, key=lambda hand: best_high(hand).value)
