"""Winners whom no card shows are asked back: one who has shown nothing, and a tie of many that may be an order."""

from __future__ import annotations

import pytest

from service.guards.winners import LooksLikeAnUnshownWinner, LooksLikeATieOfMany
from tests.engine.table import Table, house, opened
from tests.service.guards.asking import doubt, meant

ACES, KINGS = "As Ah 2c 7d 9s", "Ks Kh 2d 7c 9h"
NAMES = {"A": "Anna", "B": "Bo", "C": "Carl"}


def checked_down(table: Table | None = None) -> Table:
    return (table or opened(rules=house())).do("hand straight poker by C").checked_down()


def test_the_winner_of_a_checked_down_hand_has_to_show() -> None:
    """RULINGS E3: only the winner must show."""
    asked = doubt(checked_down(), "B win")
    assert isinstance(asked, LooksLikeAnUnshownWinner)
    assert asked.say(NAMES) == "A winner has to show, and no card of Bo is known; say “Bo shows CARDS”."


def test_who_has_shown_or_is_alone_is_not_asked() -> None:
    assert doubt(checked_down().do(f"B has {KINGS}"), "B win") is None
    assert doubt(checked_down().do(f"B shows {KINGS}"), "B win") is None


def test_a_table_that_writes_no_cards_down_is_asked_once_a_night() -> None:
    table = checked_down().do(meant("B win", LooksLikeAnUnshownWinner))
    assert doubt(checked_down(table), "A win") is None
    table.do(f"C shows {ACES}")
    asked = doubt(table, "A win")
    assert isinstance(asked, LooksLikeAnUnshownWinner), "here somebody shows, and so does the winner"


@pytest.mark.parametrize("line", ["A, B win", "A > B > C win"])
def test_two_equal_hands_and_an_order_are_no_slip(line: str) -> None:
    assert not isinstance(doubt(checked_down(), line), LooksLikeATieOfMany)


def test_a_tie_of_three_that_no_card_shows_is_asked_back_with_the_line_for_an_order() -> None:
    table = checked_down()
    asked = doubt(table, meant("A, B, C win", LooksLikeAnUnshownWinner))
    assert isinstance(asked, LooksLikeATieOfMany)
    assert "“Anna > Bo > Carl win”" in asked.say(NAMES)
