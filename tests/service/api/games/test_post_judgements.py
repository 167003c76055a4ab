"""POST /judgements: the rules lawyer, asked by whoever knows no more than the document; and cases that are none."""

import json
import re

import msgspec
import pytest

from engine.judge import Case, judge
from service.language.help import topic
from service.reports.forms import to_json
from tests.service.api.rest_client import DocumentedClient

ONE_FOR_ALL = True
ROUTE = "/judgements"
REFERENCE = topic("lawyer").text
# The case that the reference shows as JSON, for the command line and for the route.
CASE = json.loads(re.search(r"```json\n(\{\"game\".*?)```", REFERENCE, re.DOTALL)[1])


@pytest.fixture(scope="module")
def stranger(shared_app) -> DocumentedClient:
    """Somebody without a token, who has read the document and nothing else."""
    return DocumentedClient(shared_app.test_client(), "/api/v1/openapi.json", token="")


def asked(app, case: object, **more: object):
    return app.test_client().post(f"/api/v1{ROUTE}", json=case, **more)


def won(judgement: dict) -> dict[str, dict[str, int]]:
    return {
        share["share"]: {winner["player"]: winner["chips"] for winner in share["winners"]}
        for share in judgement["shares"]
    }


def test_the_case_of_the_readme_is_judged_for_whoever_knows_the_document_alone(stranger):
    judged = stranger.send("post", f"/api/v1{ROUTE}", CASE, status=200)
    assert won(judged) == {"all": {"Bo": 47}}
    assert judged["wild"] == ["threes and nines"]
    assert judged["players"][0]["hands"][0]["claim"] == "too low"
    assert judged["rules"][0]["says"]
    assert judged["text"].startswith("Baseball · Pokerregler (Enemærke). Wild: threes and nines.")


def test_the_example_of_the_document_is_the_case_of_the_readme(stranger):
    content = stranger.operation("post", f"/api/v1{ROUTE}")["requestBody"]["content"]
    assert content["application/json"]["example"] == CASE


def test_the_readme_names_the_route():
    assert f"/api/v1{ROUTE}" in REFERENCE


def test_shared_cards_by_place_options_and_sides(stranger):
    case = {
        "game": "Spit in the Ocean",
        "options": ["high-low", {"type": "Wild", "rule": {"type": "Cards", "names": "J"}}],
        "board": {"spit": "5h"},
        "players": {
            "Anna": {"cards": "As Ad 7c 7s", "side": "high"},
            "Bo": {"cards": "2s 3d 4c 6h", "side": "low"},
            "Carl": {"folded": True},
        },
        "pot": 31,
    }
    judged = stranger.send("post", f"/api/v1{ROUTE}", case, status=200)
    assert judged["options"] == ["HighLow", "Wild"]
    assert won(judged) == {"high": {"Anna": 16}, "low": {"Bo": 15}}
    assert judged["players"][2]["out"] == "they have folded"


def test_the_new_cards_of_a_deal_off_and_a_card_for_all(stranger):
    case = {
        "game": "Book'em Danno",
        "pot": 9,
        "players": {
            "Anna": {"cards": "10s 3s 2s 2h 2c", "deal_off": "As Ah Kd Kc 4c"},
            "Bo": {"cards": "10h 3h 2d 3c Ac", "deal_off": "Ks Kh Qd Qc 9h"},
        },
    }
    judged = stranger.send("post", f"/api/v1{ROUTE}", case, status=200)
    assert won(judged) == {"all": {"Anna": 9}}
    assert judged["players"][1]["deal_off"][0]["counts"] == "two pair, kings and queens"
    case = {
        "game": "Longhorn Stud",
        "board": "Ta",
        "players": {"Anna": {"cards": "Ca Aa Ma Zl Ym Xm"}, "Bo": {"cards": "Da Oa Pl Vm Wl Nl"}},
    }
    assert won(stranger.send("post", f"/api/v1{ROUTE}", case, status=200)) == {"all": {"Bo": 0}}


def test_over_http_it_is_judged_as_by_the_engine(app):
    assert asked(app, CASE).data == to_json(judge(msgspec.convert(CASE, Case)))


def test_it_needs_neither_token_nor_key_nor_a_night_and_takes_them_all_the_same(app, banker):
    alone = asked(app, CASE)
    assert alone.status_code == 200
    assert "ETag" not in alone.headers
    assert banker.post(ROUTE, CASE).json == alone.json


def test_a_case_that_is_not_as_the_game_is_played_is_refused_by_the_rules(stranger):
    anna = CASE["players"]["Anna"]
    for other, code, named in (
        ({"game": "Ludo"}, "unknown_game", "Ludo"),
        ({"players": {"Anna": anna, "Bo": anna}}, "card_is_already_out", "A♠"),
        ({"players": {"0": {}}}, "holds_another_number", "0 has 0 closed and 0 open cards"),
    ):
        problem = stranger.send("post", f"/api/v1{ROUTE}", {**CASE, **other}, status=409)
        assert (problem["code"], problem["waivable"]) == (code, False)
        assert named in problem["detail"]
        assert problem["details"]


BOARD = "an object with at most 20 entries, a list of at most 20 or a text of at most 200 characters"
WRONG = [
    ([], "", "The body must be an object with game and players; a list of 0 is not."),
    ({"game": "Baseball"}, "players", "players is missing; it must be an object with 1 to 20 entries."),
    ({**CASE, "game": ""}, "game", "game must be a text of 1 to 120 characters; “” is not."),
    ({**CASE, "pots": 3}, "pots", "There is no field pots here; nearest to it is pot."),
    ({**CASE, "pot": 10**9 + 1}, "pot", "pot must be a whole number from 0 to 1000000000; 1000000001 is not."),
    (
        {**CASE, "players": {str(number): {} for number in range(21)}},
        "players",
        "players must be an object with 1 to 20 entries; an object with 21 entries is not.",
    ),
    (
        {**CASE, "players": {"": {}}},
        "players",
        "A name in players must be a text of 1 to 80 characters without control characters.",
    ),
    (
        {**CASE, "players": {"Bo": {"side": "left"}}},
        "players.Bo.side",
        "players.Bo.side must be “”, “both”, “high” or “low”; “left” is not.",
    ),
    (
        {**CASE, "options": [{"type": "Psycholgy"}]},
        "options[0].type",
        "options[0].type must be one of 10 words, of which “Psychology” is nearest; “Psycholgy” is not.",
    ),
    ({**CASE, "board": ["5s"] * 21}, "board", f"board must be {BOARD}; a list of 21 is not."),
]


@pytest.mark.parametrize(("body", "at", "sentence"), WRONG, ids=range(len(WRONG)))
def test_a_body_that_is_no_case_says_where_and_why(app, body, at, sentence):
    answer = asked(app, body)
    assert (answer.status_code, answer.json["code"]) == (422, "wrong_body")
    assert answer.json["details"]["errors"][0] == {"at": at, "sentence": sentence}
