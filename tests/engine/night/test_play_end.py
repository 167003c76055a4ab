"""R-W12: play ends when one player is bankrupt, when all but one are, when everyone has dealt three times, or else."""

import pytest

from engine import commands, errors
from tests.engine.table import Table, house, opened


def ending(play_ends: str, players: str = "ABC", chips: int = 100) -> Table:
    return opened(players, chips, rules=house("wordpoker", auto="all", play_ends=play_ends))


def all_in(table: Table, *players: str, winner: str) -> Table:
    """A hand into which these players put everything, and which the winner has."""
    table.do(f"hand wordpoker by {winner}")
    while table.night.hand is not None and table.hand.stage == "playing":
        betting = table.hand.round
        player = betting.waiting[0] if betting else table.hand.asked.waiting[0]
        table.do(f"{player} draws 0" if not betting else f"{player} all-in" if player in players else f"{player} f")
    return table.do(f"{winner} win")


def nobody_bets(table: Table, dealer: str) -> Table:
    table.do(f"hand wordpoker by {dealer}")
    while table.night.hand is not None and table.hand.stage == "playing":
        doing = table.hand.round
        table.do(f"{doing.waiting[0]} x" if doing else f"{table.hand.asked.waiting[0]} draws 0")
    return table.do(f"{dealer} win")


def test_r_w12_play_ends_when_one_player_is_bankrupt() -> None:
    table = all_in(ending("one_bankrupt"), "A", "B", winner="A")
    assert table.holds("chips:B") == 0
    table.refuses("hand wordpoker by A", errors.PlayIsOver, ends="one_bankrupt")
    assert "one player has no chips left" in errors.PlayIsOver(ends="one_bankrupt").say()
    table.do(commands.GiveLoan(player="B", chips=20), "hand wordpoker by A")


def test_r_w12_play_ends_when_all_but_one_are_bankrupt() -> None:
    table = all_in(ending("one_left"), "A", "B", winner="A")
    all_in(table, "A", "C", winner="A")
    table.refuses("hand wordpoker by A", errors.PlayIsOver, ends="one_left")


def test_r_w12_play_ends_when_everyone_has_dealt_three_times() -> None:
    table = ending("three_deals", "AB")
    for dealer in "ABABA":
        nobody_bets(table, dealer)
    nobody_bets(table, "B").refuses("hand wordpoker by A", errors.PlayIsOver, ends="three_deals")


def test_r_w12_a_deal_that_was_stopped_is_dealt_again_and_counts_once() -> None:
    table = ending("three_deals", "AB")
    for dealer in "ABABA":
        nobody_bets(table, dealer)
    table.do("hand wordpoker by B", commands.NewDeal(reason="a card fell"))
    nobody_bets(table, "B").refuses("hand wordpoker by A", errors.PlayIsOver)


def test_r_w12_the_table_may_play_on_all_the_same() -> None:
    table = all_in(ending("one_bankrupt"), "A", "B", winner="A")
    waived = commands.Waiver(rule="play_is_over", reason="one more")
    table.do(commands.AnnounceHand(game="WordPoker", dealer="A", waived=(waived,)))
    assert table.hand.order == ("C", "A")


@pytest.mark.parametrize("play_ends", ["agreed", "one_bankrupt", "one_left", "three_deals"])
def test_r_w12_a_night_does_not_end_before_it_begins(play_ends) -> None:
    table = ending(play_ends, chips=0)
    table.do(*(commands.GiveLoan(player=player, chips=100) for player in "AB"), "hand wordpoker by A")
    assert table.hand.order == ("B", "A")
