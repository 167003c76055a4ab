"""Winners whom no card shows are asked back: one who has not shown where others have, and a tie of many."""

import pytest

from engine import errors
from service.book.guards import LooksLikeAnUnshownWinner, LooksLikeATieOfMany
from tests.engine.table import Table, house, opened
from tests.service.book.guards.asking import asks, doubt, meant

ACES, KINGS = "As Ah 2c 7d 9s", "Ks Kh 2d 7c 9h"
NAMES = {"A": "Anna", "B": "Bo", "C": "Carl"}


def checked_down(table: Table | None = None) -> Table:
    return (table or opened(rules=house())).do("hand straight poker by C").checked_down()


def test_whom_a_table_names_that_writes_no_cards_down_is_not_asked() -> None:
    assert doubt(checked_down(), "B win") is None
    assert doubt(checked_down(), "A > B > C win") is None


def test_a_winner_has_to_show_where_another_has() -> None:
    """RULINGS E3: only the winner must show."""
    asked = doubt(checked_down().do(f"C shows {ACES}"), "B win")
    assert isinstance(asked, LooksLikeAnUnshownWinner)
    assert asked.say(NAMES) == "A winner has to show, and the whole hand of Bo is not known."
    assert asked.how_typed(NAMES) == "Say “Bo shows CARDS”."


def test_a_winner_has_to_show_where_closed_cards_of_another_are_known() -> None:
    assert isinstance(doubt(checked_down().do(f"C has {ACES}"), "B win"), LooksLikeAnUnshownWinner)
    assert doubt(checked_down().do("C has As"), "C win") is None


def test_who_has_shown_or_is_alone_is_not_asked() -> None:
    assert doubt(checked_down().do(f"B has {KINGS}"), "B win") is None
    assert doubt(checked_down().do(f"B shows {KINGS}"), "B win") is None


def test_lines_that_waive_it_where_it_arises_no_more_are_still_read() -> None:
    table = checked_down()
    asks(table, meant("B win", LooksLikeAnUnshownWinner), wary=True)
    asks(table, meant("B win", LooksLikeAnUnshownWinner), wary=False)
    table.do(f"B shows {KINGS}")
    with pytest.raises(errors.NothingToWaive):
        asks(table, meant("B win", LooksLikeAnUnshownWinner))


@pytest.mark.parametrize("line", ["A, B win", "A > B > C win"])
def test_two_equal_hands_and_an_order_are_no_slip(line) -> None:
    assert not isinstance(doubt(checked_down(), line), LooksLikeATieOfMany)


def test_a_tie_of_three_that_no_card_shows_is_asked_back_with_the_line_for_an_order() -> None:
    asked = doubt(checked_down(), "A, B, C win")
    assert isinstance(asked, LooksLikeATieOfMany)
    assert "“Anna > Bo > Carl win”" in asked.how_typed(NAMES)
