"""The odd chip goes to the first winner after the dealer, or into the next pot (RULINGS R-G1)."""

import pytest

from engine import events
from engine.game.betting import Ante
from engine.game.steps import Bet, Deal
from engine.play.showdown.odd_chip import odd_chips_carried, odd_chips_first
from tests.engine.table import announce, game, house, opened


def test_odd_chips_go_one_at_a_time_to_the_first_winners() -> None:
    assert odd_chips_first(11, ["A", "C", "D"]) == {"A": 4, "C": 4, "D": 3}


@pytest.mark.parametrize(("dealer", "first", "second"), [("A", "C", "A"), ("B", "C", "A"), ("C", "A", "C")])
def test_the_odd_chip_goes_to_the_first_winner_left_of_the_dealer(dealer, first, second) -> None:
    table = opened("ABC").do(announce(game(), dealer=dealer)).checked_down().do("A, C win")
    assert table.won() == {first: 2, second: 1}


def test_where_betting_runs_to_the_right_the_odd_chip_does_too() -> None:
    declared = game(Deal(down=5), Bet(), direction="right")
    table = opened("ABC").do(announce(declared, dealer="A"), "C b1; B c; A f")
    assert table.do("B, C win").won() == {"C": 3, "B": 2}


def test_the_house_may_carry_the_odd_chip_to_the_next_pot() -> None:
    rules = house(forced=Ante(1), odd_chip="carry_to_next_pot")
    table = opened("ABC", rules=rules).do("hand straight poker by C", "A b1; B c; C f", "A, B win")
    assert table.won() == {"A": 2, "B": 2}
    assert table.of(events.PotCarried) == [events.PotCarried(chips=1, rule="standard/odd-chip-carried")]
    table.do("hand straight poker")
    assert table.night.pot_worth() == 4


def test_shares_of_whole_chips_leave_the_odd_ones_over() -> None:
    assert odd_chips_carried(11, ["A", "B"]) == ({"A": 5, "B": 5}, 1)
