"""The banker's table by its forms, without a script: an act out of turn, a winner whom no card shows, and what a line says."""

from __future__ import annotations

import itertools
import json

import pytest
from flask.testing import FlaskClient

from tests.service.api.evening import TOKEN, Banker, Table, an_evening
from tests.service.api.signed_in import signed_in
from tests.service.web.browsing import Form, Page, send

NUMBERS = itertools.count(1)


@pytest.fixture
def evening(shared_app) -> Table:
    """A night of its own; Bo has the bank and keeps the club."""
    night = f"table-{next(NUMBERS)}"
    table = an_evening(Banker(shared_app.test_client(), TOKEN, taps=night), night)
    table.banker.post(f"/clubs/{table.club}/players/{table.ids['Bo']}/roles", {"role": "banker", "held": True})
    return table


def announced(table: Table, game: str, rulebook: str) -> None:
    dealer = table.ids["Carl"]
    table.play({"type": "announce_hand", "game": game, "rulebook": rulebook, "dealer": dealer})


def look(browser: FlaskClient, path: str) -> Page:
    answer = browser.get(path)
    assert answer.status_code == 200, answer.text
    return Page(answer.text)


def early(page: Page) -> dict[str, Form]:
    """The forms of acts out of turn, by the kind of act."""
    return {form.control: form for form in page.at("turn")}


def last_act(table: Table) -> dict[str, object]:
    events = table.banker.get(f"{table.path}/events", limit=200).json["events"]
    return next(one for one in reversed(events) if one["caused_by"] is None)


# Out of turn


def test_a_bet_out_of_turn_is_two_taps_the_player_and_the_amount(shared_app, evening):
    announced(evening, "straight poker", "enemaerke")
    browser, carl = signed_in(shared_app, evening, "Bo"), evening.ids["Carl"]
    table = look(browser, evening.path)
    assert f'href="{evening.path}/players/{carl}"' in table.text
    sheet = look(browser, f"{evening.path}/players/{carl}")
    assert "Anna to act. Chips bet out of turn stay in the pot" in sheet.text
    bet = early(sheet)["bet"]
    assert [value for _, value, _, _ in bet.buttons][:3] == ["1", "2", "3"]
    answer = send(browser, bet, 1)
    assert answer.request.path == evening.path
    told = last_act(evening)["data"]
    assert (told["player"], told["chips"], told["ahead"]) == (carl, 2, True)
    assert [waiver["rule"] for waiver in told["waived"]] == ["looks_like_the_wrong_player"]


def test_where_an_act_out_of_turn_does_not_count_the_button_says_that_the_table_agrees(shared_app, evening):
    announced(evening, "Texas Hold'em", "standard")
    browser = signed_in(shared_app, evening, "Bo")
    asked = evening.banker.get(f"{evening.path}/table").json["table"]["seats"]
    carl = next(one["id"] for one in asked if not one["to_act"])
    sheet = look(browser, f"{evening.path}/players/{carl}")
    assert "An act out of turn does not count." in sheet.text
    fold = early(sheet)["fold"]
    assert fold.buttons[0][2] == "Fold if the table agrees"
    send(browser, fold)
    told = last_act(evening)
    assert (told["type"], told["data"]["player"]) == ("hand_folded", carl)
    assert [waiver["rule"] for waiver in told["data"]["waived"]] == ["not_your_turn"]


def test_who_is_asked_has_nothing_to_do_out_of_turn(shared_app, evening):
    browser = signed_in(shared_app, evening, "Bo")
    anna = f"{evening.path}/players/{evening.ids['Anna']}"
    assert not early(look(browser, anna))
    announced(evening, "straight poker", "enemaerke")
    assert not early(look(browser, anna))
    assert early(look(browser, f"{evening.path}/players/{evening.ids['Bo']}"))


def test_an_act_out_of_turn_that_a_rule_forbids_is_told_on_the_players_sheet(shared_app, evening):
    announced(evening, "straight poker", "enemaerke")
    browser = signed_in(shared_app, evening, "Bo")
    bet = early(look(browser, f"{evening.path}/players/{evening.ids['Carl']}"))["bet"]
    bet.buttons.append(("number:chips", "49", "49", ""))
    answer = send(browser, bet, len(bet.buttons) - 1)
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text
    again = next(form for form in Page(answer.text).forms if ("waive", "bet_over_limit") in form.fields)
    assert json.loads(dict(again.fields)["command"])["player"] == evening.ids["Carl"]


# Who wins


def at_the_showdown(table: Table) -> None:
    announced(table, "straight poker", "enemaerke")
    table.play(*({"type": "check", "player": table.ids[name]} for name in ("Anna", "Bo", "Carl")))


def winning(page: Page, name: str) -> Form:
    """The button that says who wins."""
    return next(
        form for form in page.at("acts") if form.control == "name_winners" and form.buttons[0][2] == f"{name} wins"
    )


def test_who_wins_is_one_tap_where_nobody_writes_cards_down(shared_app, evening):
    browser = signed_in(shared_app, evening, "Bo")
    at_the_showdown(evening)
    answer = send(browser, winning(look(browser, evening.path), "Anna"))
    assert answer.status_code == 200
    assert evening.banker.get(f"{evening.path}/table").json["table"]["hand"]["over"]
    assert standing(evening, "Anna") == 150 + 4


def test_a_winner_of_whom_nothing_is_known_is_asked_about_where_another_has_shown(shared_app, evening):
    browser = signed_in(shared_app, evening, "Bo")
    at_the_showdown(evening)
    evening.play({"type": "show_hand", "player": evening.ids["Carl"], "cards": ["7h", "5d", "4s", "3c", "2h"]})
    answer = send(browser, winning(look(browser, evening.path), "Anna"))
    assert answer.status_code == 409
    assert "A winner has to show, and no card of Anna is known" in answer.text
    meant = next(form for form in Page(answer.text).forms if ("reason", "it is meant") in form.fields)
    assert send(browser, meant).status_code == 200
    assert standing(evening, "Anna") > 150


def standing(table: Table, name: str) -> int:
    return next(one["stack"] for one in table.banker.get(table.path).json["players"] if one["name"] == name)


# What is typed


def typed(browser: FlaskClient, table: Table, line: str) -> tuple[Form, str]:
    """Sends a line; the form as it was sent, and the page after it."""
    form = next(form for form in look(browser, table.path).forms if "type" in form.place)
    return form, send(browser, form, line=line).text


def test_a_new_player_sent_again_with_the_same_form_is_added_once_and_not_refused(shared_app, evening):
    browser = signed_in(shared_app, evening, "Bo")
    form, _ = typed(browser, evening, "new Erik")
    again = send(browser, form, line="new Erik")
    assert (again.status_code, 'role="alert"' in again.text) == (200, False)
    players = evening.banker.get(f"/clubs/{evening.club}/players").json["players"]
    assert [one["name"] for one in players].count("Erik") == 1
    other = next(form for form in look(browser, evening.path).forms if "type" in form.place)
    refused = send(browser, other, line="new Erik")
    assert refused.status_code == 422
    assert "Erik is in the club already; “sit Erik” seats them" in refused.text
    assert send(browser, form, line="new Finn").status_code in (409, 422), "the form was sent with another name"
    players = evening.banker.get(f"/clubs/{evening.club}/players").json["players"]
    assert "Finn" not in {one["name"] for one in players}


def test_a_time_alone_is_refused_with_what_has_a_time(shared_app, evening):
    _, page = typed(signed_in(shared_app, evening, "Bo"), evening, "at 21:00")
    assert "A time alone records nothing" in page
    assert "“close at 21:00”" in page
