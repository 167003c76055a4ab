"""Logs of tournaments: who is seated with which stack, who is out, and a raise that is a call."""

from __future__ import annotations

import pytest

from engine import commands
from tests.service.imports.logs import ANN, BO, CY, log, played

STANDS, BACK = "is in the tournament", "will start to play in this table"


def tournament(*hand: str, stands: str = STANDS) -> str:
    """A table of a tournament: its players are in it, or come to this table, and play one hand."""
    return log(
        [
            f"The player {ANN} {stands} with a stack of 1000.",
            f"{BO} {stands} with a stack of 1000.",
            f"The player {CY} {BACK} with a stack of 40.",
            '-- starting hand #1 (id: abc)  (No Limit Texas Hold\'em) (dealer: "Ann @ aaa1") --',
            f"Player stacks: #1 {ANN} (1000) | #2 {BO} (1000) | #3 {CY} (40)",
            f"{BO} posts a small blind of 20",
            f"{CY} posts a big blind of 40 and go all in",
            *hand,
            "-- ending hand #1 --",
            f"The player {CY} was eliminated from the tournament.",
            "The tournament has ended.",
        ]
    )


@pytest.mark.parametrize("stands", [STANDS, BACK])
def test_the_stacks_of_a_tournament_are_issued_when_it_seats_its_players(stands: str) -> None:
    shown = [f"{BO} shows a K♠, K♥.", f"{CY} shows a 7♠, 2♥.", f"{BO} collected 80 from pot with Pair, K's"]
    board = "Flop:  [A♣, 9♦, 4♠]", "Turn: A♣, 9♦, 4♠ [J♦]", "River: A♣, 9♦, 4♠, J♦ [3♣]"
    report, book = played(tournament(f"{ANN} folds", f"{BO} calls 40", *board, *shown, stands=stands))
    assert (report.hands, report.to_json()["unknown_lines"], report.to_json()["adjustments"]) == (1, [], [])
    assert [loan.chips for loan in book.all(commands.GiveLoan)] == [1000, 1000, 40]
    assert [event.player for event in book.all(commands.LeaveNight)] == ["cy"]
    assert report.holds


def test_a_raise_to_what_is_to_be_paid_anyway_is_a_call() -> None:
    shown = [f"{BO} shows a K♠, K♥.", f"{CY} shows a 7♠, 2♥.", f"{BO} collected 80 from pot with Pair, K's"]
    board = "Flop:  [A♣, 9♦, 4♠]", "Turn: A♣, 9♦, 4♠ [J♦]", "River: A♣, 9♦, 4♠, J♦ [3♣]"
    report, book = played(tournament(f"{ANN} folds", f"{BO} raises to 40", *board, *shown))
    assert [(event.player, event.chips) for event in book.all(commands.Call)] == [("bo", 20)]
    assert book.all(commands.Raise) == []
    assert report.holds
