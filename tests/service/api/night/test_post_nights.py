"""POST /nights: a night begins once, in a club that is there, under rules that are known."""

import pytest

from service.api.context import EXTENSION
from service.app import people
from service.app.night import open_night
from service.app.seeing import see
from tests.service.api.evening import an_evening


@pytest.fixture
def opening(banker) -> dict[str, object]:
    club = banker.post("/clubs", {"name": "Klub"}).json["id"]
    bo = banker.post(f"/clubs/{club}/players", {"name": "Bo"}).json["id"]
    return {"night": "friday", "club": club, "banker": bo, "zone": "Europe/Copenhagen"}


def test_a_night_is_opened_and_the_answer_holds_its_first_event(banker, opening):
    answer = banker.post("/nights", opening)
    assert (answer.status_code, answer.headers["Location"]) == (201, "/api/v1/nights/friday")
    assert answer.headers["ETag"] == '"1"'
    assert [event["type"] for event in answer.json["events"]] == ["night_opened"]
    assert banker.get("/nights/friday").json["phase"] == "open"


@pytest.mark.parametrize(("name", "called"), [("   ", ""), (" Friday ", "Friday")])
def test_a_night_that_is_called_by_blanks_has_no_name_but_its_day(banker, opening, name, called):
    assert banker.post("/nights", {**opening, "name": name}, key="open").status_code == 201
    assert banker.post("/nights", {**opening, "name": name}, key="open").status_code == 201
    assert banker.get("/nights/friday").json["name"] == called
    page = banker.http.get("/nights/friday", headers=banker.headers).text
    assert f'<h1 class="unseen">{called or "The table"}</h1>' in page
    report = banker.http.get("/nights/friday/report", headers=banker.headers).text
    assert f"<h1>{called or 'Friday 20 November 2026'}</h1>" in report


@pytest.mark.parametrize(
    ("stated", "decimals"),
    [({"code": "JPY"}, 0), ({"code": "EUR"}, 2), ({"code": "KWD"}, 3), ({"code": "JPY", "exponent": 2}, 2), (None, 2)],
)
def test_decimals_that_are_left_out_are_those_of_the_currency(banker, opening, stated, decimals):
    assert banker.post("/nights", {**opening, **({"currency": stated} if stated else {})}).status_code == 201
    assert banker.get("/nights/friday").json["currency"]["exponent"] == decimals


def test_the_same_request_again_gets_the_first_answer(banker, opening):
    first = banker.post("/nights", opening, key="open")
    banker.post("/nights/friday/seats", {"player": opening["banker"]})
    again = banker.post("/nights", opening, key="open")
    assert (again.status_code, again.json, again.headers["ETag"]) == (201, first.json, first.headers["ETag"])


def test_a_night_that_is_open_is_not_opened_again(banker, opening):
    banker.post("/nights", opening)
    answer = banker.post("/nights", opening)
    assert (answer.status_code, answer.json["code"]) == (409, "night_is_open_already")


def test_the_most_a_bet_may_be_is_agreed_when_the_night_opens(banker, opening):
    rules = {"rulebook": "scroker", "limit": {"type": "HouseLimit", "most": 5}}
    opened = banker.post("/nights", opening | {"rules": rules}).json
    assert opened["events"][0]["data"]["rules"]["limit"] == {"type": "HouseLimit", "most": 5}
    answer = banker.post(
        "/nights", opening | {"night": "saturday", "rules": {"limit": {"type": "HouseLimit", "most": 0}}}
    )
    assert (answer.status_code, answer.json["code"]) == (422, "wrong_body")


def test_the_dictionary_is_chosen_when_the_night_opens(banker, opening):
    opened = banker.post("/nights", opening | {"rules": {"rulebook": "wordpoker", "dictionary": "wide"}}).json
    assert opened["events"][0]["data"]["rules"]["dictionary"] == "wide-english"
    answer = banker.post("/nights", opening | {"night": "saturday", "rules": {"dictionary": "websters"}})
    assert (answer.status_code, answer.json["code"]) == (409, "dictionary_is_missing")


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"club": "nowhere"}, 404, "club_missing"),
        ({"banker": "nobody"}, 404, "player_missing"),
        ({"zone": "Europe/Copenhaven"}, 409, "unknown_zone"),
        ({"rules": {"rulebook": "hoyle"}}, 409, "unknown_rulebook"),
        ({"rules_version": 99}, 409, "rules_version_is_another"),
        ({"night": "no spaces"}, 422, "wrong_body"),
        ({"unit": 0}, 422, "wrong_body"),
        ({"unit": "25"}, 422, "wrong_body"),
        ({"type": "open_night"}, 422, "wrong_body"),
        ({"colour": "red"}, 422, "wrong_body"),
        ({"rules": {"colour": "red"}}, 422, "wrong_body"),
    ],
)
def test_what_a_night_cannot_be_opened_with(banker, opening, changed, status, code):
    answer = banker.post("/nights", opening | changed)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert banker.get("/nights").json["nights"] == []


def test_a_night_of_one_club_takes_no_banker_and_no_player_of_another(banker):
    ours, theirs = an_evening(banker, "friday"), an_evening(banker, "sunday")
    stranger = theirs.ids["Anna"]
    for answer in (
        banker.post("/nights", {"night": "monday", "club": ours.club, "banker": stranger}),
        banker.post(f"{ours.path}/seats", {"player": stranger}),
        ours.say({"type": "seat_player", "player": stranger}),
    ):
        assert (answer.status_code, answer.json["code"]) == (404, "player_missing")
        assert answer.json["detail"] == f"The club has no player {stranger}."
    assert banker.get("/nights/monday").status_code == 404
    assert ours.version == theirs.version


def adopted(banker, opening, rules, night="earlier"):
    """The club plays by these rules from now on, and with these chips."""
    earlier = banker.post("/nights", {**opening, "night": night, "rules": rules})
    assert earlier.status_code == 201, earlier.json
    book = banker.http.application.extensions[EXTENSION].book
    people.adopt_rules(book, night)
    people.declare_chips(book, "white 1 x 100, red 5 x 40")
    return book


def test_rules_and_chips_that_nobody_says_are_those_of_the_club_as_on_the_command_line(banker, opening):
    book = adopted(banker, opening, {"rulebook": "scroker", "initial_loan": 150, "auto": "all"})
    assert banker.post("/nights", {**opening, "rules": {"initial_loan": 40}}).status_code == 201
    over_http = see(book, "friday").opened
    said = {"loan": "40", "club": "Klub", "bank": "Bo", "players": "Bo, Anna, Carl"}
    typed = open_night.open_night(book, open_night.head_from(book, said)).opened
    assert over_http.rules == typed.rules
    assert (over_http.rules.rulebook, over_http.rules.initial_loan) == ("scroker", 40)
    assert over_http.inventory == typed.inventory != ()


def test_a_club_that_has_its_chips_in_the_book_alone_opens_nights_without_those_in_its_box(banker, opening):
    book = adopted(banker, opening, {"chips": "none"})
    assert banker.post("/nights", opening).status_code == 201
    opened = see(book, "friday").opened
    assert (opened.rules.chips, opened.inventory) == ("none", ())
    said = {**opening, "night": "real", "rules": {"chips": "real"}}
    assert banker.post("/nights", said).status_code == 201
    assert see(book, "real").opened.inventory != ()
    kinds = [{"name": "white", "worth": 1, "pieces": 10}]
    refused = banker.post("/nights", {**opening, "night": "both", "inventory": kinds})
    assert (refused.status_code, refused.json["code"]) == (409, "no_kinds_of_chip")
    assert "leave out white" in refused.json["detail"]


def test_an_opening_sent_again_is_the_same_whatever_the_club_has_agreed_on_since(banker, opening):
    adopted(banker, opening, {"initial_loan": 150})
    first = banker.post("/nights", opening, key="open")
    adopted(banker, opening, {"rulebook": "scroker"}, night="another")
    again = banker.post("/nights", opening, key="open")
    assert (again.status_code, again.json) == (201, first.json)
