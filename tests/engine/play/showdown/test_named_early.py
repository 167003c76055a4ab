"""A table that keeps no cards says who has won once nobody bets any more, whatever steps are left."""

import pytest

from engine import commands, errors, events
from engine.game.options import HighLow
from tests.engine.table import Table, house, opened


def three_dog_night(players: str = "ABC") -> Table:
    table = opened(players, rules=house("munk"))
    return table.do(commands.AnnounceHand(game="Three Dog Night", rulebook="munk", dealer=players[-1]))


def test_the_winner_is_named_before_an_exchange_and_what_was_left_stands_in_the_book() -> None:
    table = three_dog_night().do("A b5; B c; C f", "A win")
    (skipped,) = table.of(events.StepsSkipped)
    assert skipped.steps == ("draw", "bet") * 3
    assert (table.won(), table.night.hand) == ({"A": 13}, None)


def test_nobody_wins_while_a_betting_round_goes_on_or_before_the_first() -> None:
    table = three_dog_night()
    table.refuses("A win", errors.BettingIsNotOver, waiting=["A"], line="all check")
    table.do("A b5; B c").refuses("A win", errors.BettingIsNotOver, waiting=["C"], line="all call")
    dealing = opened(rules=house("standard", auto="none")).do("hand texas hold'em by C")
    dealing.refuses("A win", errors.NotAtTheShowdown)


def test_where_the_first_to_speak_may_not_check_nobody_is_told_to() -> None:
    table = opened(rules=house("wordpoker", auto="all")).do("hand longhorn stud by C")
    table.refuses("A win", errors.NotAtTheShowdown)


def test_where_every_hand_is_known_the_cards_have_to_be_played_out() -> None:
    table = three_dog_night().do("A b5; B c; C f", "A has As")
    table.refuses(commands.NameWinners(rankings=((("C",),),)), errors.CannotWin)
    twin = three_dog_night().do("A b5; B c; C f", "A has As", "B has Kd")
    twin.refuses("A win", errors.NotAtTheShowdown, waiting=["A"])
    table.do("B win")
    assert table.won() == {"B": 13}, "an exchange may have brought the better card"


def test_side_pots_are_won_by_those_who_paid_into_them() -> None:
    table = opened("ABC", {"A": 30, "B": 60, "C": 100}, rules=house("standard", auto="none"))
    table.do("hand texas hold'em by C", "deal", "C all-in; A all-in; B all-in")
    table.refuses("A win", errors.PotWithoutWinner)
    table.do("A > C win")
    assert table.won() == {"A": 90, "C": 60}
    (skipped,) = table.of(events.StepsSkipped)
    assert "lay" in skipped.steps


def test_sides_that_nobody_has_declared_yet_are_named_with_their_winners() -> None:
    announced = commands.AnnounceHand(game="Three Card Draw", dealer="C", options=(HighLow(),))
    table = opened(rules=house()).do(announced)
    table.do("A 2; B c; C c", "A / B win")
    assert table.won() == {"A": 6, "B": 6}


@pytest.mark.parametrize("line", ["A win", "B win"])
def test_the_last_to_hold_cards_is_named_in_the_middle_of_the_tricks(line) -> None:
    table = opened("ABCD", rules=house("tarok", auto="all")).do("hand lift smoke by D", line)
    assert [event.steps for event in table.of(events.StepsSkipped)] == [("tricks",)]
    assert table.won() == {line[0]: 4}
