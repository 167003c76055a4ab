"""The games in the browser: searched, read with their layout, and a club's own written, tried and kept."""

from __future__ import annotations

import re

import pytest

from engine.library import GAMES
from tests.service.api.signed_in import signed_in
from tests.service.web.browsing import Page, send

GRANDMAS = 'name = "Grandma\'s Draw"\nlike = "Three Card Draw"\nwild = "J"\nseats = [3, 6]\n'


def test_anybody_finds_a_game_by_a_word_and_reads_its_rules(shared_app):
    stranger = shared_app.test_client()
    everything = stranger.get("/games").text
    links = re.findall(r'<a href="(/games/[^"]+)"', everything)
    assert len(links) == len(GAMES)
    assert [link for link in links if stranger.get(link).status_code != 200] == []
    found = stranger.get("/games?q=criss").text
    assert "Criss-Cross" in found
    assert "Baseball" not in found
    assert "No game contains these words." in stranger.get("/games?q=zzzz").text


def test_a_search_looks_in_the_rules_in_the_language_of_the_reader(shared_app):
    stranger = shared_app.test_client()
    assert "Tarok" in stranger.get("/games?q=widow").text
    danish = stranger.get("/games?q=talonen", headers={"Accept-Language": "da"}).text
    assert "Tarok" in danish
    assert "Baseball" not in danish


@pytest.mark.parametrize(
    "game", [*[game for game in GAMES if game.board is not None][::6], GAMES[0]], ids=lambda game: game.name
)
def test_the_layout_of_a_game_is_drawn_with_every_place(shared_app, game):
    told = shared_app.test_client().get(f"/games/{game.rulebook}/{game.name}")
    assert told.status_code == 200
    assert all(f"<b>{spot}</b>" in told.text for spot in game.spots)


def test_an_own_game_is_tried_line_by_line_and_kept(shared_app, shared_table):
    bo = signed_in(shared_app, shared_table, "Bo")
    form = next(one for one in Page(bo.get("/own-games").text).forms if one.action == "/own-games")
    form.action = "/own-games/trial"
    wrong = send(bo, form, 0, toml=GRANDMAS.replace("wild", "wilde"))
    assert wrong.status_code == 200
    assert "line 3" in wrong.text
    tried = send(bo, form, 0, toml=GRANDMAS)
    assert "A hand of it, played at random" in tried.text
    assert "Jacks are wild" in tried.text or "jacks" in tried.text
    assert "The night is closed" not in tried.text
    form.action = "/own-games"
    kept = send(bo, form, 1, toml=GRANDMAS)
    assert "<h1>Grandma&#39;s Draw</h1>" in kept.text
    assert "Grandma&#39;s Draw" in bo.get("/games").text
    anna = signed_in(shared_app, shared_table, "Anna")
    form = next(one for one in Page(anna.get("/own-games").text).forms if one.action == "/own-games")
    assert send(anna, form, 1, toml=GRANDMAS.replace("Grandma", "Anna")).status_code == 403
