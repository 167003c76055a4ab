"""GET /games: every rulebook's games, with rules to read aloud."""

from engine.library import GAMES

ONE_FOR_ALL = True


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


def test_the_rules_come_one_by_one_and_the_layout_row_by_row(onlooker):
    answer = onlooker.get("/games/enemaerke/Trafalgar Square").json
    parts, layout = answer["parts"], answer["layout"]
    assert all(line.strip() in answer["rules"] for part in ("steps", "picture", "facts") for line in parts[part])
    assert len(parts["steps"]) == 3
    assert [[place and place["spot"] for place in row] for row in layout["rows"]] == [
        [None, "north", None],
        ["west", "centre", "east"],
        [None, "south", None],
    ]
    assert layout["rows"][1][1] == {
        "spot": "centre",
        "name": "Lord Nelson",
        "laid": 5,
        "closed": True,
        "wild": True,
    }
    assert layout["lines"] == [["north", "east", "south", "west"], ["centre"]]
    assert onlooker.get("/games/enemaerke/Straight Poker").json["layout"] is None


def test_the_rules_are_told_in_the_language_of_the_reader(shared_app, onlooker):
    client = shared_app.test_client()

    def asked(language):
        headers = {**onlooker.headers, "Accept-Language": language}
        return client.get("/api/v1/games/enemaerke/Baseball", headers=headers)

    danish, english = asked("da, en;q=0.5"), asked("en")
    assert "Vildkort: 3'ere og 9'ere." in danish.json["parts"]["facts"]
    assert "Wild: threes and nines." in english.json["parts"]["facts"]
    assert danish.json["summary"]["wild"] == "3'ere og 9'ere"
    assert danish.json["declaration"] == english.json["declaration"]
    assert danish.json["layout"] == english.json["layout"]
