"""Every game is told by the chips it moved and whom it was good to."""

from __future__ import annotations

from engine import commands
from engine.reports.figures import by_game
from engine.reports.hand_history import hand_history
from engine.reports.sentences import tell_all
from tests.engine.play.tarok.test_rule import bids, tarok
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


def test_what_is_owed_for_want_of_chips_counts_as_won_and_lost() -> None:
    """A solo of 44 points pays the bidder 118 from each; both others have 10 chips."""
    deal = bids(tarok(chips=10), A="solo")
    deal.do(commands.NameScore(points=44))
    (hand,) = hand_history(deal.records)
    assert {stake.player: (stake.scored, stake.on_account) for stake in hand.stakes} == {
        "A": (20, 2 * 108 * 25),
        "B": (-10, -108 * 25),
        "C": (-10, -108 * 25),
    }
    (game,) = by_game(deal.records)
    assert [(result.player, result.net) for result in game.results] == [("A", 236), ("B", -118), ("C", -118)]
    told = " ".join(line.sentence for line in tell_all(deal.records, {"A": "Anna", "B": "Bo", "C": "Carl"}))
    assert "Bo pays Anna 10, the last chips, and owes Anna 27.00 DKK" in told
    assert "Anna has 44 points, and a game of a solo takes 36 or more" in told
