"""A house that lends within limits knows what its players owe from earlier nights, and whoever runs the bank may set it aside."""

import itertools
import json

import pytest

from service.api.context import EXTENSION
from service.app.seeing import see
from service.reports.views.play.instead import in_its_place
from tests.service.api.evening import TOKEN, Banker, Table, an_evening
from tests.service.api.signed_in import signed_in
from tests.service.web.browsing import Page, send

NUMBERS = itertools.count(1)
ALL_THE_SAME = [{"rule": "old_debts_come_first", "reason": "paid tomorrow"}]


@pytest.fixture
def banker(shared_app) -> Banker:
    return Banker(shared_app.test_client(), TOKEN, taps=f"limits-{next(NUMBERS)}")


def owing(banker: Banker, **rules: object) -> Table:
    """A second night of a club under these rules; from the first one Carl owes Anna 15.00."""
    first = an_evening(banker, f"owing-{next(NUMBERS)}")
    ids = first.ids
    first.play({"type": "transfer_chips", "payer": ids["Carl"], "payee": ids["Anna"], "chips": 60})
    for player, chips in ((ids["Anna"], 210), (ids["Bo"], 150), (ids["Carl"], 90)):
        first.play({"type": "count_chips", "player": player, "chips": chips})
    first.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    night = f"{first.night}-later"
    opening = {"night": night, "club": first.club, "banker": ids["Bo"], "rules": rules}
    assert banker.post("/nights", opening).status_code == 201
    later = Table(banker, first.club, night, ids)
    later.play(*({"type": "seat_player", "player": player} for player in ids.values()))
    return later


def lend(table: Table, name: str, chips: int, **more: object):
    return table.say({"type": "give_loan", "player": table.ids[name], "chips": chips, **more})


def test_old_debts_come_first_until_they_are_paid_or_the_rule_is_set_aside(banker):
    table = owing(banker, old_debts_first=True)
    refused = lend(table, "Carl", 10)
    assert (refused.status_code, refused.json["code"]) == (409, "old_debts_come_first")
    assert "Carl still owes 15.00 DKK from earlier nights" in refused.json["detail"]
    assert lend(table, "Anna", 10).status_code == 201
    (event,) = lend(table, "Carl", 10, waived=ALL_THE_SAME).json["events"]
    assert event["data"]["earlier"] == 1500
    earlier = table.night.removesuffix("-later")
    assert banker.post(f"/nights/{earlier}/payments", {"transfer": 1}).status_code == 201
    (event,) = lend(table, "Carl", 11).json["events"]
    assert "earlier" not in event["data"]


def test_what_is_owed_in_all_counts_earlier_nights_for_a_loan_and_for_a_request_alike(banker):
    table = owing(banker, owed_most=100)
    assert lend(table, "Carl", 41).json["code"] == "owes_too_much"
    table.play({"type": "ask_for_chips", "player": table.ids["Carl"], "chips": 41})
    answer = banker.post(f"{table.path}/approvals", {"request": 1})
    assert (answer.status_code, answer.json["code"]) == (409, "owes_too_much")
    assert banker.post(f"{table.path}/approvals", {"request": 1, "chips": 40}).status_code == 201
    assert lend(table, "Anna", 100).status_code == 201


def test_a_request_says_that_old_debts_stand_against_it_before_anybody_approves_it(banker):
    table = owing(banker, old_debts_first=True)
    table.play({"type": "ask_for_chips", "player": table.ids["Carl"], "chips": 10})
    (asked,) = banker.get(f"{table.path}/requests").json["requests"]
    assert (asked["refused_as"], asked["waivable"]) == ("old_debts_come_first", True)


def test_nobody_states_what_the_book_knows(banker):
    table = owing(banker, old_debts_first=True)
    assert lend(table, "Carl", 10, earlier=1).status_code == 422


def test_a_house_without_limits_writes_its_loans_as_before(banker):
    table = owing(banker)
    (event,) = lend(table, "Carl", 10).json["events"]
    assert set(event["data"]) == {"player", "chips", "cents"}


def corrected(table: Table, version: int, act: dict[str, object], **more: object) -> list[tuple[int, str | None]]:
    """What the correction's preview and its recording answer: the status, and the code of a refusal."""
    body = {"changes": [{"version": version, "act": act, **more}]}
    answers = [table.banker.post(f"{table.path}/corrections{end}", body) for end in ("/what-if", "")]
    return [(answer.status_code, answer.json.get("code")) for answer in answers]


def test_a_loan_that_a_correction_puts_in_is_under_the_limits_of_one_lent_now(banker):
    table = owing(banker, old_debts_first=True)
    loan = {"type": "give_loan", "player": table.ids["Carl"], "chips": 10}
    assert corrected(table, table.version, loan, after=True) == [(409, "old_debts_come_first")] * 2
    assert corrected(table, table.version, loan | {"waived": ALL_THE_SAME}, after=True) == [(200, None), (201, None)]
    data = banker.get(f"{table.path}/events").json["events"][-1]["data"]
    assert (data["chips"], data["earlier"]) == (10, 1500)
    assert banker.get(f"{table.path}/verification").json["holds"]
    assert banker.get(f"{table.path}/adjudication").json["agrees"]


def test_an_approval_that_a_correction_puts_in_counts_old_debts_too(banker):
    table = owing(banker, owed_most=100)
    asked = table.say({"type": "ask_for_chips", "player": table.ids["Carl"], "chips": 41}).json["events"][0]["version"]
    approval = {"type": "approve_request", "request": 1}
    assert corrected(table, asked, approval, after=True) == [(409, "owes_too_much")] * 2
    assert corrected(table, asked, approval | {"chips": 40}, after=True) == [(200, None), (201, None)]


def test_what_may_stand_instead_of_a_loan_states_nothing_that_the_book_fills_in(banker, shared_app):
    table = owing(banker, old_debts_first=True)
    version = lend(table, "Carl", 10, waived=ALL_THE_SAME).json["events"][0]["version"]
    view = see(shared_app.extensions[EXTENSION].book, table.night)
    others = [one.command for group in in_its_place(view, version).likely for one in group.acts]
    anna = {"type": "give_loan", "player": table.ids["Anna"], "chips": 10}
    assert anna in others
    assert corrected(table, version, anna) == [(200, None), (201, None)]


def test_what_a_correction_puts_in_may_set_a_rule_aside_on_the_page(banker, shared_app):
    table = owing(banker, old_debts_first=True)
    banker.post(f"/clubs/{table.club}/players/{table.ids['Bo']}/roles", {"role": "banker", "held": True})
    bo, path = signed_in(shared_app, table, "Bo"), f"/nights/{table.night}/put-right"
    place = f"after-{table.version}"
    for act in ("carl +10", json.dumps({"type": "give_loan", "player": table.ids["Carl"], "chips": 10})):
        refused = bo.get(path, query_string={place: act})
        assert refused.status_code == 409
        assert 'name="aside" value="old_debts_come_first"' in refused.text
        asked = {place: act, "aside": "old_debts_come_first", "because": "paid tomorrow"}
        shown = Page(bo.get(path, query_string=asked).text)
    (does,) = (form for form in shown.forms if form.method == "post" and form.action == path)
    assert send(bo, does, 0).status_code in (200, 303)
    events = banker.get(f"{table.path}/events").json["events"]
    assert [one["data"]["waived"] for one in events if one["data"].get("earlier") == 1500] == [
        [{"rule": "old_debts_come_first", "reason": "paid tomorrow"}]
    ]
