"""Every game is told by the chips it moved and whom it was good to."""

from __future__ import annotations

from engine import commands
from engine.reports.by_game import by_game
from tests.engine.reports.evening import table, won_by


def test_games_are_told_by_the_chips_they_moved_and_whom_they_were_good_to() -> None:
    evening = table()
    won_by(evening, "carl")
    won_by(evening, "bo", game="Three Card Draw", bet=3)
    won_by(evening, "carl")
    evening.do(commands.AnnounceHand(game="Five Card Stud", dealer="eva"))
    straight, draw = by_game(evening.records)
    assert (straight.game, straight.hands, straight.chips) == ("Straight Poker", 2, 42)
    best, *others = straight.results
    assert (best.player, best.hands, best.won, best.net) == ("carl", 2, 2, 28)
    assert sorted((result.player, result.net) for result in others) == [("bo", -14), ("eva", -14)]
    assert (draw.game, draw.chips, draw.results[0].player) == ("Three Card Draw", 15, "bo")
