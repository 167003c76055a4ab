"""POST /judgements: the rules lawyer, asked by whoever knows no more than the document; and cases that are none."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

from engine.judge import Case, judge
from service.api.bodies import BODY_MAX, DEPTH_MAX
from service.language.help import topic
from service.reports.encoding import to_json
from tests.service.api.rest_client import DocumentedClient

ROUTE = "/judgements"
REFERENCE = topic("lawyer").text
# The case that the reference shows as JSON, for the command line and for the route.
CASE = json.loads(re.search(r"```json\n(\{\"game\".*?)```", REFERENCE, re.DOTALL)[1])


@pytest.fixture
def stranger(app) -> DocumentedClient:
    """Somebody without a token, who has read the document and nothing else."""
    return DocumentedClient(app.test_client(), "/api/v1/openapi.json", token="")


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


REFUSED = [
    ({"game": "Ludo"}, "unknown_game", "Ludo"),
    ({"game": "bright stars"}, "game_is_ambiguous", "Eleven Bright Stars, Seven Bright Stars"),
    ({"rulebook": "hoyle"}, "unknown_rulebook", "hoyle"),
    ({"options": ["no peek"]}, "unknown_option", "no peek"),
    ({"options": ["high-spade", "high-low"]}, "option_does_not_fit", "high-low"),
    ({"options": [{"type": "Exchange", "cards": 3}]}, "option_does_not_fit", "exchange 3"),
    ({"players": {"0": {}}}, "holds_another_number", "0 has 0 closed and 0 open cards"),
    ({"players": {"Anna": CASE["players"]["Anna"], "Bo": CASE["players"]["Anna"]}}, "card_is_already_out", "A♠"),
    ({"players": {"Bo": {"cards": "Ks Kh 5d 5h 8s Js Zz"}}}, "not_a_card", "Zz"),
    ({"players": {"Bo": {"cards": "Ks Kh 5d 5h 8s Js ??"}}}, "cards_are_not_known", "Bo"),
    ({"players": {"Bo": {"cards": "Ks", "closed": "Kh"}}}, "cards_said_twice", "Bo"),
    ({"players": {"Bo": {"folded": True}}}, "nobody_is_left", "folded"),
    ({"players": {"Bo": {**CASE["players"]["Bo"], "side": "low"}}}, "no_sides_here", "Bo"),
    ({"players": {"Bo": {**CASE["players"]["Bo"], "announced": "lots"}}}, "announcement_is_unclear", "lots"),
    ({"options": ["high-low"]}, "sides_are_missing", "Anna"),
    ({"board": ["5s"]}, "shared_cards_are_another", "Baseball"),
    ({"board": {"spit": "5s"}}, "unknown_spot", "spit"),
    ({"order": ["Anna"]}, "order_is_another", "Anna"),
]


@pytest.mark.parametrize(("other", "code", "named"), REFUSED, ids=[row[1] for row in REFUSED])
def test_a_case_that_is_not_as_the_game_is_played_is_refused_by_the_rules(stranger, other, code, named):
    problem = stranger.send("post", f"/api/v1{ROUTE}", {**CASE, **other}, status=409)
    assert (problem["code"], problem["waivable"]) == (code, False)
    assert named in problem["detail"]
    assert problem["details"] or code == "nobody_is_left"


BOARD = "an object with at most 20 entries, a list of at most 20 or a text of at most 200 characters"
WRONG = [
    ({}, "game", "game is missing; it must be a text of 1 to 120 characters."),
    ([], "", "The body must be an object with game and players; a list of 0 is not."),
    ({"game": "Baseball"}, "players", "players is missing; it must be an object with 1 to 20 entries."),
    ({**CASE, "game": 3}, "game", "game must be a text of 1 to 120 characters; 3 is not."),
    ({**CASE, "game": ""}, "game", "game must be a text of 1 to 120 characters; “” is not."),
    (
        {**CASE, "game": "x" * 121},
        "game",
        "game must be a text of 1 to 120 characters; a text of 121 characters is not.",
    ),
    (
        {**CASE, "type": "Case"},
        "type",
        "There is no field type here; there are game, rulebook, options, wild, dictionary, board, players, order, pot and tarok.",
    ),
    ({**CASE, "pots": 3}, "pots", "There is no field pots here; nearest to it is pot."),
    ({**CASE, "pot": -1}, "pot", "pot must be a whole number, at least 0; -1 is not."),
    ({**CASE, "pot": 10**9 + 1}, "pot", "pot must be a whole number from 0 to 1000000000; 1000000001 is not."),
    ({**CASE, "pot": 1.5}, "pot", "pot must be a whole number, at least 0; 1.5 is not."),
    (
        {**CASE, "players": {}},
        "players",
        "players must be an object with 1 to 20 entries; an object with 0 entries is not.",
    ),
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
        {**CASE, "players": {"Anna": {}, "Bo": {"hand": "Ks"}}},
        "players.Bo.hand",
        "There is no field hand here; there are cards, closed, open, announced, side, folded and deal_off.",
    ),
    (
        {**CASE, "players": {"Bo": {"cards": "Ks " * 70}}},
        "players.Bo.cards",
        "players.Bo.cards must be a text of at most 200 characters; a text of 210 characters is not.",
    ),
    (
        {**CASE, "players": {"Bo": {"side": "left"}}},
        "players.Bo.side",
        "players.Bo.side must be “”, “both”, “high” or “low”; “left” is not.",
    ),
    ({**CASE, "options": ["psychology"] * 9}, "options", "options must be a list of at most 8; a list of 9 is not."),
    (
        {**CASE, "options": [{"type": "Psycholgy"}]},
        "options[0].type",
        "options[0].type must be one of 10 words, of which “Psychology” is nearest; “Psycholgy” is not.",
    ),
    (
        {**CASE, "options": [{"type": "Psychology", "loud": 1}]},
        "options[0].loud",
        "There is no field loud here; none is taken.",
    ),
    (
        {**CASE, "board": ["5s"] * 21},
        "board",
        f"board must be {BOARD}; a list of 21 is not.",
    ),
    ({**CASE, "board": {"spit": ""}}, "board.spit", "board.spit must be a text of 1 to 10 characters; “” is not."),
]


@pytest.mark.parametrize(("body", "at", "sentence"), WRONG, ids=range(len(WRONG)))
def test_a_body_that_is_no_case_says_where_and_why(app, body, at, sentence):
    answer = asked(app, body)
    assert (answer.status_code, answer.json["code"]) == (422, "wrong_body")
    assert answer.json["details"]["errors"][0] == {"at": at, "sentence": sentence}


@pytest.mark.parametrize(
    ("data", "kind", "status", "code"),
    [
        (b"{", "application/json", 400, "not_json"),
        (b"[" * (DEPTH_MAX + 1) + b"]" * (DEPTH_MAX + 1), "application/json", 400, "too_deep"),
        (b" " * (BODY_MAX + 1), "application/json", 413, "body_too_large"),
        (b"{}", "text/plain", 415, "not_the_content_type"),
    ],
)
def test_a_body_that_cannot_be_read_is_a_problem(app, data, kind, status, code):
    answer = app.test_client().post(f"/api/v1{ROUTE}", data=data, content_type=kind)
    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_a_wrong_token_is_refused_here_too(app):
    answer = asked(app, CASE, headers={"Authorization": "Bearer wrong"})
    assert (answer.status_code, answer.json["code"]) == (401, "token_wrong")


def test_a_whole_deal_of_tarok_is_settled_over_http(stranger):
    case = {
        "game": "Tarok",
        "players": {"Anna": {}, "Bo": {}, "Carl": {}},
        "tarok": {"widow": 2, "points": 44, "melds": {"Bo": ["Ks Kh Kd Kc"]}},
    }
    judged = stranger.send("post", f"/api/v1{ROUTE}", case, status=200)
    assert judged["payments"] == [
        {"payer": "Bo", "payee": "Anna", "chips": 86},
        {"payer": "Carl", "payee": "Bo", "chips": 50},
        {"payer": "Carl", "payee": "Anna", "chips": 136},
    ]
