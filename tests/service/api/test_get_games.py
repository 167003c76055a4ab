"""GET /games: every rulebook's games, with rules to read aloud."""

from __future__ import annotations

from engine.library import GAMES


def test_all_games_are_listed(onlooker):
    answer = onlooker.get("/games").json
    assert len(answer["games"]) == len(GAMES)
    assert {game["rulebook"] for game in answer["games"]} <= set(answer["rulebooks"])


def test_a_game_is_found_by_what_people_type(onlooker):
    found = onlooker.get("/games", q="straight", rulebook="enemaerke").json["games"]
    assert "Straight Poker" in [game["name"] for game in found]
    assert onlooker.get("/games", rulebook="hoyle").status_code == 422


def test_every_game_can_be_read(onlooker):
    for game in GAMES:
        answer = onlooker.get(f"/games/{game.rulebook}/{game.name}").json
        assert answer["rules"].startswith(game.name)
        assert answer["declaration"]["name"] == game.name


def test_a_game_that_nobody_plays(onlooker):
    answer = onlooker.get("/games/enemaerke/Solitaire")
    assert (answer.status_code, answer.json["code"]) == (404, "game_missing")
