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


def test_own_and_shared_cards_mix_freely_and_the_board_alone_may_be_played() -> None:
    assert best("2c 3d", "As Ks Qs Js 10s").name == "straight flush, ace high"
    assert best("Ah 3d", "As Ad Qs Js 2s").name == "three of a kind, aces"


def test_omaha_counts_exactly_two_own_and_three_shared_cards() -> None:
    assert best("As 3d 7h 8c", "Ks Qs Js 10s 2d").name == "straight flush, ace high"
    assert best("As 3d 7h 8c", "Ks Qs Js 10s 2d", own_exactly=2).name == "ace high"
    assert best("As 10d 7h 8c", "Ks Qs Js 10s 2d", own_exactly=2).name == "straight, ace high"


def test_omaha_four_own_cards_of_a_rank_are_only_a_pair() -> None:
    assert best("9s 9h 9d 9c", "As Kd 7h 4c 2s", own_exactly=2).name == "pair of nines"


def test_omaha_low_needs_three_low_cards_on_the_board() -> None:
    eight_or_better = partial(best_low, most=8)
    assert best("As 2d 3h 4c", "5s Kd Qh Jc 8s", own_exactly=2, evaluate=eight_or_better) is None
    assert best("As 2d Kh Kc", "5s 7d Qh Jc 8s", own_exactly=2, evaluate=eight_or_better).name == "eight-seven low"


def test_while_fewer_than_three_cards_lie_all_of_them_count() -> None:
    assert best("9s 9h 4d 4c", "9d 4h", own_exactly=2).name == "three of a kind, nines"
    assert best("9s 9h 4d 4c", "", own_exactly=2).name == "pair of nines"


def test_too_few_own_cards_make_no_hand() -> None:
    assert best("9s", "9d 4h 2c", own_exactly=2) is None


def test_the_cards_of_exactly_one_line_count() -> None:
    standing = best("9s 9h", "9d Kc 2d Kh 4s", lines=CROSS)
    assert standing.name == "three of a kind, nines"
    assert set(standing.cards) == set(parse_cards("9s 9h 9d 4s 2d"))
    assert best("Ks 9h", "9d Kc 2d Kh 4s", lines=CROSS).name == "three of a kind, kings"


def test_while_no_shared_card_lies_the_own_cards_count_alone() -> None:
    assert best("9s 9h", "", lines=CROSS).name == "pair of nines"


def test_no_lines_at_all_leave_the_own_cards_only() -> None:
    assert best("9s 9h", "9d Kc 2d Kh 4s", lines=()).name == "pair of nines"


def test_the_first_of_equal_lines_is_taken() -> None:
    standing = best("As Ah", "Kd Kc 7s 7h 2d", lines=((0, 2), (1, 3)))
    assert standing.cards == ("As", "Ah", "Kd", "7s")


def test_wild_cards_are_a_matter_of_the_scale() -> None:
    deuces = partial(best_high, wild=frozenset(parse_cards("2s 2h 2d 2c")))
    assert best("9s 9h", "9d Kc 2d Kh 4s", evaluate=deuces).name == "four of a kind, nines"


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
