"""Under /clubs/{club}/games a club's own games are added as TOML, listed, read with every version, and played."""

import pytest

from engine.library import GAMES
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import V1, Table, publish
from tests.service.api.rest_client import DocumentedClient

FRIDAY = 'name = "Friday 50/50"\nlike = "Three Card Draw"\nwild = "J"\n'
NEXT = FRIDAY.replace('"J"', '"2"')


def added(table: Table, toml: str = FRIDAY, **how: str) -> dict[str, object]:
    answer = table.banker.post(f"/clubs/{table.club}/games", {"toml": toml}, **how)
    assert answer.status_code == 201, answer.json
    return answer.json


def test_a_game_is_added_and_read_with_its_rules_and_every_version(table, onlooker, clock):
    answer = table.banker.post(f"/clubs/{table.club}/games", {"toml": FRIDAY})
    assert answer.headers["Location"] == f"{V1}/clubs/{table.club}/games/Friday%2050%2F50"
    assert (answer.json["name"], answer.json["version"], answer.json["new"]) == ("Friday 50/50", 1, True)
    clock.pass_seconds(60)
    assert added(table, NEXT)["version"] == 2
    for path in (answer.headers["Location"].removeprefix(V1), f"/clubs/{table.club}/games/friday 50 50"):
        told = onlooker.get(path).json
        assert told["rules"].startswith("Friday 50/50 · The club's own games. A variation of Three Card Draw.")
        assert told["toml"] == NEXT
        assert told["declaration"]["wild"] == [{"type": "Cards", "names": "2"}]
        assert [(one["version"], one["toml"], one["added_at"][11:]) for one in told["versions"]] == [
            (1, FRIDAY, "19:30:00Z"),
            (2, NEXT, "19:31:00Z"),
        ]


def test_own_games_are_listed_with_the_club_and_among_all_games(table, onlooker):
    assert onlooker.get(f"/clubs/{table.club}/games").json == {"club": table.club, "games": []}
    added(table)
    (listed,) = onlooker.get(f"/clubs/{table.club}/games").json["games"]
    assert (listed["version"], listed["summary"]["rulebook"], listed["summary"]["wild"]) == (1, "own", "jacks")
    every = onlooker.get("/games", club=table.club).json
    assert len(every["games"]) == len(GAMES) + 1
    assert every["rulebooks"][-1] == "own"
    assert [one["name"] for one in onlooker.get("/games", club=table.club, rulebook="own").json["games"]] == [
        "Friday 50/50"
    ]
    assert onlooker.get("/games", club=table.club, q="fri").json["games"] == [listed["summary"]]
    assert onlooker.get("/games", rulebook="own").json["games"] == []
    assert onlooker.get("/games", club="nobody").status_code == 404


def test_a_retired_game_is_neither_listed_nor_announced_and_adding_its_name_brings_it_back(table, onlooker):
    added(table)
    path = f"/clubs/{table.club}/games/friday 50 50"
    retired = table.banker.post(path.replace("/games/", "/retired-games/"), {}, key="off")
    assert retired.status_code == 201, retired.json
    assert (retired.json["name"], retired.json["retired_at"][:10]) == ("Friday 50/50", added_on(table, path))
    assert table.banker.post(path.replace("/games/", "/retired-games/"), {}, key="off").json == retired.json
    assert onlooker.get(f"/clubs/{table.club}/games").json["games"] == []
    told = onlooker.get(path).json
    assert (told["retired_at"], len(told["versions"])) == (retired.json["retired_at"], 1)
    said = {"type": "announce_hand", "game": "Friday 50/50", "dealer": table.ids["Bo"]}
    assert table.say(said).json["code"] == "unknown_game"
    assert table.banker.post(path.replace("/games/", "/retired-games/"), {}).json["code"] == "own_game_missing"
    assert added(table)["version"] == 3
    assert onlooker.get(path).json["retired_at"] is None


def added_on(table: Table, path: str) -> str:
    return table.banker.get(path).json["versions"][0]["added_at"][:10]


@pytest.mark.parametrize(
    ("toml", "status", "code", "says"),
    [
        (FRIDAY.replace("like", "lik"), 422, "bad_game_file", "Line 2, lik: "),
        ("", 422, "wrong_body", "toml"),
        ("#" * 20_001, 422, "wrong_body", "toml"),
        (
            FRIDAY.replace("Friday 50/50", "your choice"),
            409,
            "game_exists",
            "is already a name of the game Your Choise in a rulebook",
        ),
    ],
)
def test_what_is_no_game_is_told_and_not_kept(table, onlooker, toml, status, code, says):
    answer = table.banker.post(f"/clubs/{table.club}/games", {"toml": toml})
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert says in answer.json["detail"]
    assert onlooker.get(f"/clubs/{table.club}/games").json["games"] == []


def test_games_are_those_of_a_club_that_is_there(table, onlooker):
    assert table.banker.post("/clubs/nobody/games", {"toml": FRIDAY}).status_code == 404
    assert onlooker.get("/clubs/nobody/games").status_code == 404
    missing = onlooker.get(f"/clubs/{table.club}/games/Solitaire")
    assert (missing.status_code, missing.json["code"]) == (404, "own_game_missing")


def test_an_own_game_with_a_kitty_is_played_closed_and_settled(table, banker):
    anna, bo, carl = table.ids.values()
    added(table, FRIDAY + "kitty = { chips = 2 }\n")
    told = banker.get(f"/clubs/{table.club}/games/friday 50 50").json
    assert told["declaration"]["kitty"] == {"chips": 2}
    assert "Of every pot that is won 2 chips go to the kitty" in told["rules"]
    table.play({"type": "announce_hand", "game": "friday 50/50", "dealer": carl})
    table.play({"type": "fold", "player": anna}, {"type": "fold", "player": bo})
    stacks = {one["player"]: one["stack"] for one in banker.get(f"{table.path}/report").json["standings"]}
    pot = sum(stake["put_in"] for stake in banker.get(f"{table.path}/report").json["hands"][0]["stakes"])
    assert sum(stacks.values()) == 450 - 2
    before = banker.get(f"{table.path}/nets").json["nets"]
    assert sum(one["result_cents"] for one in before) == 0
    table.play(*({"type": "count_chips", "player": player, "chips": chips} for player, chips in stacks.items()))
    table.play({"type": "close_night"})
    assert banker.get(f"{table.path}/nets").json["nets"] == before
    report = banker.get(f"{table.path}/report").json
    assert (report["totals"]["in_funds"], report["totals"]["shared_out"], report["hands"][0]["pot"]) == (0, 2, pot)
    assert banker.get(f"{table.path}/adjudication").json["agrees"]
    assert banker.post(f"{table.path}/settlement", {"kind": "direct"}).status_code == 201


def test_a_declaration_from_outside_is_still_no_way_to_announce(table):
    added(table)
    declaration = table.banker.get(f"/clubs/{table.club}/games/friday 50 50").json["declaration"]
    said = {"type": "announce_hand", "game": "Friday 50/50", "dealer": table.ids["Bo"], "declaration": declaration}
    assert table.say(said).json["code"] == "declaration_is_not_built_in"
    said = {"type": "name_the_game", "game": "Friday 50/50", "declaration": declaration}
    assert table.say(said).json["code"] == "declaration_is_not_built_in"


CASE = {
    "game": "friday 50 50",
    "pot": 20,
    "players": {"Anna": {"cards": "As Ks Jd Qs 10s"}, "Bo": {"cards": "2s 2d 2c 3s 3d"}},
}


def test_the_rules_lawyer_knows_the_own_games_of_the_club_he_is_asked_about(app, table):
    added(table)
    publish(table, "standings")
    stranger = DocumentedClient(app.test_client(), f"{V1}/openapi.json", token="")
    judged = stranger.send("post", f"{V1}/judgements", CASE, club=table.club, status=200)
    assert (judged["game"], judged["rulebook"]) == ("Friday 50/50", "own")
    # With jacks wild it is a royal flush and not an ace-high hand.
    assert judged["shares"][0]["winners"] == [{"player": "Anna", "chips": 20}]
    added(table, NEXT)
    judged = stranger.send("post", f"{V1}/judgements", CASE, club=table.club, status=200)
    assert judged["shares"][0]["winners"] == [{"player": "Bo", "chips": 20}]


def test_the_rules_lawyer_is_not_told_of_a_game_that_is_another_clubs_or_nobodys(app, table):
    added(table)
    stranger = DocumentedClient(app.test_client(), f"{V1}/openapi.json", token=TOKEN)
    other = table.banker.post("/clubs", {"name": "Others"}).json["id"]
    for club in ({}, {"club": other}):
        assert stranger.send("post", f"{V1}/judgements", CASE, status=409, **club)["code"] == "unknown_game"
    assert stranger.send("post", f"{V1}/judgements", CASE, status=404, club="nobody")["code"] == "club_missing"
    assert stranger.send("post", f"{V1}/judgements", CASE, status=422, club="no club")["code"] == "wrong_query"


@pytest.mark.parametrize("rulebook", ["", "own"])
def test_who_asks_for_a_game_that_no_rulebook_has_is_told_where_a_club_s_own_are_found(app, table, rulebook):
    added(table)
    publish(table, "standings")
    stranger = DocumentedClient(app.test_client(), f"{V1}/openapi.json", token="")
    case = {**CASE, "game": "Friday 50/50", "rulebook": rulebook}
    assert "?club=ID" in stranger.send("post", f"{V1}/judgements", case, status=409)["detail"]
    stranger.send("post", f"{V1}/judgements", case, status=200, club=table.club)
    for elsewhere, club in (({"rulebook": "munk"}, {}), ({"game": "Ludo", "rulebook": ""}, {"club": table.club})):
        refused = stranger.send("post", f"{V1}/judgements", {**case, **elsewhere}, status=409, **club)
        assert "?club=ID" not in refused["detail"]
