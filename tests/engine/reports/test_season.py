"""Standings over nights: sums, best and worst, streaks, and achievements, from facts alone."""

import pytest
from msgspec.structs import replace

from engine.ledger.accounts import nets
from engine.library import named
from engine.reports.figures import by_game
from engine.reports.night_results import GameFigure, NightResult, night_results
from engine.reports.season import (
    ACHIEVEMENTS,
    OTHERS,
    Chosen,
    NightFigure,
    achieved,
    games_of,
    pairs_of,
    running_totals,
    season,
)
from engine.reports.statement import statements
from engine.sample.table import ScratchPaper
from service.language.local_time import minutes_between
from tests.engine.reports.evening import opened
from tests.engine.simulate.evening import Plan, play
from tests.engine.simulate.seeded import Seeded


def night(number: int, player: str = "anna", result: int = 0, **more: object) -> NightResult:
    """A night of a player, six hours long."""
    usual = {"ended_at": "", "unit": 1, "issued": 0, "left": 0, "minutes": 360, "hands": 10, "won": 1}
    day = f"2026-01-{number:02}T19:00:00Z"
    return NightResult(night=f"n{number:02}", player=player, opened_at=day, result=result, **usual | more)


def of_anna(*results: int) -> list[NightResult]:
    return [night(number, result=result) for number, result in enumerate(results, start=1)]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_kept_of_a_random_night_is_what_its_report_says(seed) -> None:
    games = named("Straight Poker", "enemaerke") + named("Kings Cross") + named("Follow the Queen")
    plan = Plan(night="n", club="c", people=("anna", "bo", "carl", "dora"), games=games, hands=6, depth="book")
    paper = ScratchPaper()
    assert play(plan, Seeded(seed), paper) == ()
    records, folded = paper.records(), paper.night()
    results = {result.player: result for result in night_results(records, folded, minutes_between)}
    assert {player: result.result for player, result in results.items()} == nets(folded)
    assert not sum(result.result for result in results.values())
    for account in statements(records, folded):
        kept = results[account.player]
        assert (kept.hands, kept.won) == (account.hands_played, account.hands_won)
        assert (kept.issued, kept.left) == (account.issued, account.stack + account.returned)
        assert sum(game.cents for game in kept.games) == account.hands * account.unit + account.on_account
    told = {
        (game.rulebook, game.game, one.player): (one.hands, one.won)
        for game in by_game(records)
        for one in game.results
    }
    assert told == {
        (game.rulebook, game.game, player): (game.hands, game.won)
        for player, result in results.items()
        for game in result.games
    }
    for winner, result in results.items():
        for loser, cents in result.won_from.items():
            assert results[loser].lost_to[winner] == cents


def test_a_night_that_is_not_over_came_to_nothing_yet() -> None:
    evening = opened("anna", "bo")
    assert night_results(evening.records, evening.night, minutes_between) == ()


def test_a_season_adds_up_its_nights() -> None:
    (standing,) = season(of_anna(100, -50, 25))
    assert (standing.nights, standing.hands, standing.minutes, standing.result) == (3, 30, 1080, 75)
    assert (standing.per_hour, standing.per_night) == (4, 25)
    assert standing.best_night == NightFigure(night="n01", cents=100)
    assert standing.worst_night == NightFigure(night="n02", cents=-50)


@pytest.mark.parametrize(("result", "per_hour"), [(3, 1), (-3, -1), (2, 0), (-2, 0), (9, 2), (-9, -2)])
def test_what_an_hour_brought_is_rounded_to_the_nearest_cent(result, per_hour) -> None:
    (standing,) = season(of_anna(result))
    assert standing.per_hour == per_hour


@pytest.mark.parametrize(
    ("results", "streak", "longest"), [((1, 1, -1), 0, 2), ((-1, 1, 1, 1), 3, 3), ((1, 0, 1), 1, 1), ((-1,), 0, 0)]
)
def test_a_streak_is_of_winning_nights_in_a_row(results, streak, longest) -> None:
    (standing,) = season(of_anna(*results))
    assert (standing.streak, standing.longest) == (streak, longest)


def test_equal_results_share_a_place() -> None:
    results = [night(1, "anna", 5), night(1, "bo", 5), night(1, "carl", -10)]
    assert [(one.player, one.place) for one in season(results)] == [("anna", 1), ("bo", 1), ("carl", 3)]


def test_who_opted_out_stands_with_the_others_and_the_sum_stays() -> None:
    results = [night(1, "anna", 5), night(1, "bo", 7), night(1, "carl", -12)]
    anna, others = season(results, hidden={"bo", "carl"})
    assert (anna.player, others.player, others.players, others.place) == ("anna", OTHERS, 2, 0)
    assert anna.result + others.result == 0
    assert others.best_night is None


POKER = GameFigure(rulebook="munk", game="Poker", hands=4, won=1, cents=40)
DRAW = GameFigure(rulebook="enemaerke", game="Draw", hands=6, won=2, cents=-15)


def test_of_one_game_only_its_hands_count() -> None:
    results = [night(1, result=30, games=(DRAW, POKER)), night(2, result=9)]
    (standing,) = season(results, Chosen(game="Poker"))
    assert (standing.nights, standing.hands, standing.result, standing.minutes) == (1, 4, 40, None)
    assert season(results, Chosen(rulebook="enemaerke"))[0].result == -15
    assert season(results, Chosen(rulebook="enemaerke", game="Poker")) == ()


def test_the_best_game_is_the_one_that_brought_most_over_all_nights() -> None:
    results = [night(1, games=(DRAW, POKER)), night(2, games=(replace(DRAW, cents=100),))]
    draw = GameFigure(rulebook="enemaerke", game="Draw", hands=12, won=4, cents=85)
    poker = GameFigure(rulebook="munk", game="Poker", hands=4, won=1, cents=40)
    (standing,) = season(results)
    assert (standing.best_game, standing.worst_game) == (draw, poker)
    assert games_of(results) == (draw, poker)


def test_a_running_total_begins_with_the_first_night_and_goes_on_over_nights_missed() -> None:
    results = [night(1, "anna", 5), night(2, "bo", 3), night(3, "anna", -9)]
    assert running_totals(results, ["n01", "n02", "n03"]) == {"anna": (5, 5, -4), "bo": (None, 3, 3)}


def test_pairs_are_summed_over_nights_and_hidden_players_stand_together() -> None:
    results = [night(1, won_from={"bo": 5, "carl": 2}, lost_to={"dora": 1}), night(2, lost_to={"bo": 3})]
    told = [(pair.other, pair.won, pair.lost, pair.net) for pair in pairs_of(results)]
    assert told == [("bo", 5, 3, 2), ("carl", 2, 0, 2), ("dora", 0, 1, -1)]
    (others, carl) = pairs_of(results, hidden={"bo", "dora"})
    assert (others.other, others.won, others.lost, carl.other) == (OTHERS, 5, 4, "carl")


PROOFS: dict[str, tuple[list[NightResult], str]] = {
    "first_win": (of_anna(-1, 1, 1), "n02"),
    "three_in_a_row": (of_anna(1, 1, -1, 1, 1, 1), "n06"),
    "five_in_a_row": (of_anna(1, 1, 1, 1, 1, 1), "n05"),
    "regular": (of_anna(*[-1] * 11), "n10"),
    "thousand_hands": ([night(1, hands=999), night(2, hands=1), night(3)], "n02"),
    "all_rounder": (
        [night(1, games=tuple(replace(POKER, game=f"g{number}") for number in range(9))), night(2, games=(DRAW,))],
        "n02",
    ),
    "comeback": (
        [night(1, result=-1, lowest=-300), night(2, result=1, lowest=-199), night(3, result=1, lowest=-200)],
        "n03",
    ),
    "to_the_cent": ([night(1, hands=9), night(2, hands=10)], "n02"),
    "beat_everybody": (
        [night(1, won_from={"b": 2, "c": 2}), night(2, won_from={"b": 2, "c": 1, "d": 9}, lost_to={"c": 0})],
        "n02",
    ),
    "biggest_pot": ([night(1, "bo", best_pot=40), night(2, best_pot=30, unit=2), night(3, best_pot=59)], "n02"),
    "best_night": ([night(1, "bo", 7), night(2, result=8), night(3, "bo", -8)], "n02"),
    "paid_within_a_day": ([night(1, paid_after=1441), night(2), night(3, paid_after=1440)], "n03"),
}


@pytest.mark.parametrize("achievement", ACHIEVEMENTS, ids=lambda achievement: achievement.code)
def test_an_achievement_names_the_night_that_proves_it(achievement) -> None:
    results, proof = PROOFS[achievement.code]
    assert [one.night for one in achieved(results) if (one.code, one.player) == (achievement.code, "anna")] == [proof]
    before = [result for result in results if result.night < proof]
    assert not [one for one in achieved(before) if (one.code, one.player) == (achievement.code, "anna")]


def test_hours_that_the_book_does_not_know_count_in_no_average() -> None:
    known = night(1, result=600, minutes=60)
    typed_later = night(2, result=-5000, minutes=None)
    (standing,) = season([known, typed_later])
    assert (standing.nights, standing.timed, standing.minutes, standing.per_hour) == (2, 1, 60, 600)
    assert standing.per_night == -2200
    (untimed,) = season([typed_later])
    assert (untimed.timed, untimed.minutes, untimed.per_hour) == (0, None, None)
