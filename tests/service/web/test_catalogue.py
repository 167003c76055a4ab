"""The games in the browser: searched, read with their layout, and a club's own written, tried and kept."""

import re

import pytest
from markupsafe import escape

from engine.library import GAMES
from tests.service.api.signed_in import signed_in
from tests.service.web.browsing import Page, send

GRANDMAS = 'name = "Grandma\'s Draw"\nlike = "Three Card Draw"\nwild = "J"\nseats = [3, 6]\n'


def test_anybody_finds_a_game_by_a_word_and_reads_its_rules(shared_app):
    stranger = shared_app.test_client()
    everything = stranger.get("/games").text
    links = re.findall(r'<a href="(/games/[^"]+)"', everything)
    assert len(links) == len(GAMES)
    # For how many more than sit at a table a pack would do is told of none.
    assert "Three Dog Night</a><small>2 players or more</small>" in everything
    assert re.findall(r"–[1-9]\d+ players", everything.replace("–10 ", "")) == []
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
    for words, game in (
        ("split pairs", "Karrusel"),
        ("psykologi", "Straight Poker"),
        ("high/low", "Seven Card Stud"),
        ("soemaerket", "Sømærket"),
    ):
        assert f">{game}</a>" in stranger.get(f"/games?q={words}", headers={"Accept-Language": "da"}).text, words


@pytest.mark.parametrize("words", ["vildkort", "vilde kort", "vilde", "vild", "wild cards", "wild"])
def test_a_search_finds_the_same_by_every_word_for_the_same_thing(shared_app, words):
    told = shared_app.test_client().get(f"/games?q={words}", headers={"Accept-Language": "da"}).text
    assert {game.name for game in GAMES if game.wild_rules and f">{escape(game.name)}</a>" not in told} == set()
    assert ">Straight Poker</a>" not in told


@pytest.mark.parametrize(
    "game", [*[game for game in GAMES if game.board is not None][::6], GAMES[0]], ids=lambda game: game.name
)
def test_the_layout_of_a_game_is_drawn_with_every_place(shared_app, game):
    told = shared_app.test_client().get(f"/games/{game.rulebook}/{game.name}")
    assert told.status_code == 200
    assert all(f"<b>{spot}</b>" in told.text for spot in game.spots)


def test_it_is_read_how_the_shared_cards_lie_and_in_which_order_they_are_turned(shared_app):
    def told(game: str) -> str:
        return shared_app.test_client().get(f"/games/enemaerke/{game}", headers={"Accept-Language": "da"}).text

    for words in (
        "som et højhus i form af et ”H”: stuen (st.), 1. og 2. sal, til venstre (tv) og til højre (th), med elevatoren",
        "i denne rækkefølge: st.tv, 1.th, 2.tv, st.th, 1.tv, 2.th, elevatoren.",
    ):
        assert words in told("Elevator")
    assert "i urets retning, centerkortet sidst: øverst, til højre, nederst, til venstre" in told("Criss-Cross")
    assert told("Cincinnati").count("ligger i en række og vendes i den rækkefølge, de er lagt i.") == 1


def test_an_own_game_is_tried_line_by_line_and_kept(shared_app, shared_table):
    bo = signed_in(shared_app, shared_table, "Bo")
    form = next(one for one in Page(bo.get("/own-games").text).forms if "written" in one.place)
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
    form = next(one for one in Page(anna.get("/own-games").text).forms if "written" in one.place)
    assert send(anna, form, 1, toml=GRANDMAS.replace("Grandma", "Anna")).status_code == 403


def test_an_own_game_is_made_by_taps_without_a_script_and_both_views_show_it(shared_app, shared_table):
    bo = signed_in(shared_app, shared_table, "Bo")

    def tap(page: str, button: str, **said: str) -> str:
        form = next(one for one in Page(page).forms if one.place[-1] == "taps")
        at = next(place for place, one in enumerate(form.buttons) if f"{one[1] or one[2]}" == button)
        form.action = "/own-games" if button == "Keep it" else "/own-games/trial"
        return send(bo, form, at, **said).text

    page = tap(bo.get("/own-games").text, "Try it", name="Bo's Draw", like="Five-Card Draw")
    page = tap(page, "add Bet")
    page = tap(page, "Try it", **{"wild.Cards.names": "J", "seats.1": "5"})
    assert "&#34;Bet&#34;,\n]\nwild = &#34;J&#34;\nseats = [2, 5]\n" in page
    assert "There are three betting rounds in all." in page
    assert "A hand of it, played at random" in page
    unsound = tap(page, "drop 0")
    assert "deals nobody a card of their own" in unsound
    assert " disabled" not in unsound
    refused = tap(unsound, "Keep it")
    assert "deals nobody a card of their own" in re.findall(r'role="alert">(.*?)</div>', refused, re.DOTALL)[0]
    assert "<h1>Bo&#39;s Draw</h1>" in tap(page, "Keep it")


def test_a_text_with_the_quotation_marks_of_a_phone_is_tried_kept_and_kept_straight(shared_app, shared_table):
    bo = signed_in(shared_app, shared_table, "Bo")
    form = next(one for one in Page(bo.get("/own-games").text).forms if "written" in one.place)
    kept = send(bo, form, 1, toml="name = “Curly Draw”\nlike = “Three Card Draw”\nwild = [“2”, “4”]\n")
    assert "<h1>Curly Draw</h1>" in kept.text
    assert "wild = [&#34;2&#34;, &#34;4&#34;]" in kept.text
