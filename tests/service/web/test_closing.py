"""Count, close and settle by the forms of one page, without a script; and the bank's sheet of each player."""

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.service.api.evening import Table, publish
from tests.service.api.signed_in import signed_in
from tests.service.web.browsing import Form, Page, send
from tests.service.web.conftest import beside, opened

KINDS = [{"name": "white", "worth": 1, "pieces": 200}, {"name": "peder", "worth": 50, "pieces": 20}]


class Sheet:
    """The sheet of a night in the browser of one person."""

    def __init__(self, browser: FlaskClient, table: Table) -> None:
        self.browser, self.table = browser, table
        self.path = f"{table.path}/close"
        self.page = self.look()

    def look(self) -> Page:
        answer = self.browser.get(self.path)
        assert answer.status_code == 200, answer.text
        self.page = Page(answer.text)
        return self.page

    def form(self, act: str, *, asks: str = "", **fields: object) -> Form:
        """The form that does this, with these hidden fields; one that asks for a field of this name."""
        wanted = {("act", act), *((name, str(value)) for name, value in fields.items())}
        return next(
            form for form in self.page.forms if wanted <= set(form.fields) and (not asks or asks in form.open_fields)
        )

    def do(
        self, act: str, *, button: str = "", fields: dict[str, object] | None = None, **filled: object
    ) -> TestResponse:
        """Fills the form in and presses its first button, or the one of this value; the next page is looked at."""
        form = self.form(act, asks=next(iter(filled), ""), **(fields or {}))
        pressed = next(place for place, one in enumerate(form.buttons) if not button or one[1] == button)
        answer = send(self.browser, form, pressed, **{name: str(value) for name, value in filled.items()})
        self.page = Page(answer.text)
        return answer

    def done(self, act: str, **rest: object) -> str:
        """The same, which must be recorded; the page that follows, in words."""
        answer = self.do(act, **rest)
        assert answer.status_code == 200, words(answer.text)
        return words(answer.text)

    def refused(self, act: str, **rest: object) -> str:
        """The same, which must be refused; the sentence."""
        answer = self.do(act, **rest)
        assert answer.status_code in (409, 422), words(answer.text)
        return words(re.search(r'role="alert">(.*?)</div>', answer.text, re.DOTALL)[1])


def words(page: str) -> str:
    told = re.sub(r"<[^>]+>", " ", page).replace("&#39;", "'").replace("&amp;", "&")
    return re.sub(r"\s+([.,;])", r"\1", " ".join(told.split()))


@pytest.fixture
def evening(shared_app) -> Table:
    """A night of its own, with a box of white chips and peders; Bo also keeps the club."""
    return opened(shared_app, inventory=KINDS)


def of(app, table: Table, *names: str) -> list[Sheet]:
    return [Sheet(signed_in(app, table, name), table) for name in names]


def counted(table: Table, chips: dict[str, int]) -> None:
    table.play(*({"type": "count_chips", "player": table.ids[name], "chips": one} for name, one in chips.items()))


def test_a_night_is_counted_closed_settled_and_paid_by_forms_alone(shared_app, evening):
    bo, anna, carl = of(shared_app, evening, "Bo", "Anna", "Carl")
    ids = evening.ids
    evening.play({"type": "transfer_chips", "payer": ids["Carl"], "payee": ids["Anna"], "chips": 60})

    # Anna counts herself by kind of chip, and the bank takes it over with one tap.
    said = anna.done("say-count", fields={"player": ids["Anna"]}, **{"pieces-0": 10, "pieces-1": 4})
    assert "You said 210. The bank has not answered yet." in said
    assert "Anna says 210." in words(bo.look().text)
    bo.done("approve", fields={"at": f"count-{ids['Anna']}"})
    assert "counted, and agrees" in words(bo.page.text)

    # Three are missing at Carl, and the page says so before anybody closes.
    bo.done("count", fields={"player": ids["Bo"]}, **{"pieces-1": 3})
    told = bo.done("count", fields={"player": ids["Carl"]}, **{"pieces-0": 37, "pieces-1": 1})
    assert "Everybody has counted." in told
    assert "3 missing, worth 0.75 DKK." in told
    assert "The bank Bo +0.75 DKK" in told
    anna.look()
    assert "Nothing stands in the way." in words(anna.page.text)
    assert "Close the night" not in anna.page.text

    bo.done("close")
    told = bo.done("bear", button="losers", why="They slept on it")
    assert "Carl +0.75 DKK" in told
    assert "They slept on it" in told
    assert "Directly 1 payment · proven the fewest Carl pays Anna 15.00 DKK" in told
    bo.done("plan", fields={"kind": "direct"})

    # Carl says that he paid a part, Anna says that it arrived, and the bank notes the rest.
    carl.look()
    assert "You said that you paid 5.00 DKK." in carl.done("say-paid", cents="5,00")
    anna.look()
    assert "10.00 DKK still open." in anna.done("confirm-paid")
    bo.look()
    told = bo.done("pay", fields={"transfer": 1})
    assert "The night is settled" in told
    assert f'href="{evening.path}/report"' in bo.page.text
    nets = {one["name"]: one["due_cents"] for one in evening.banker.get(f"{evening.path}/nets").json["nets"]}
    assert set(nets.values()) == {0}


def test_a_pot_that_no_hand_follows_is_shared_out_at_the_close(shared_app, evening):
    announcement = {"type": "announce_hand", "game": "straight poker", "rulebook": "enemaerke"}
    evening.play(announcement | {"dealer": evening.ids["Carl"]}, {"type": "new_deal", "reason": "misdeal"})
    (bo,) = of(shared_app, evening, "Bo")
    assert "The carried pot of 6 chips belongs to nobody yet: play another hand, or share it out." in words(
        bo.page.text
    )
    assert "each gets a part of the carried pot: Carl 2, Anna 2, Bo 2." in words(bo.page.text)
    told = bo.done("share-carry")
    assert "belongs to nobody yet" not in told
    counted(evening, dict.fromkeys(evening.ids, 150))
    assert "Nothing stands in the way." in words(bo.look().text)


def test_a_refusal_stands_where_it_was_said_with_what_was_typed(shared_app, evening):
    (bo,) = of(shared_app, evening, "Bo")
    place = f"count-{evening.ids['Carl']}"
    told = bo.refused("count", fields={"player": evening.ids["Carl"]}, **{"pieces-0": "many"})
    assert "“many” will not do here; write a whole number" in told
    inside = bo.page.text.partition(f'id="{place}"')[2].partition("</details>")[0]
    assert 'role="alert"' in inside
    assert 'value="many"' in inside
    assert evening.banker.get(f"{evening.path}/closing").json["counts"][2]["counted"] is None


def test_a_refusal_whose_place_is_gone_stands_at_the_top(shared_app, evening):
    (bo,) = of(shared_app, evening, "Bo")
    form = bo.form("count", player=evening.ids["Carl"])
    counted(evening, {"Anna": 150, "Bo": 150, "Carl": 150})
    evening.play({"type": "close_night"})
    answer = send(bo.browser, form, **{"pieces-1": "3"})
    assert answer.status_code == 409
    above, _, below = answer.text.partition('role="alert"')
    assert "<h1>" in above
    assert "<section" not in above
    assert "closed" in words(below)


def test_nothing_is_no_number_of_chips_and_no_money(shared_app, evening):
    sheet = of_player(shared_app, evening, "Carl")
    assert "“0” will not do here; write a whole number" in sheet.refused("lend", chips="0")
    evening.play({"type": "transfer_chips", "payer": evening.ids["Carl"], "payee": evening.ids["Anna"], "chips": 5})
    sheet.look()
    assert "“0,00” is too little; the least amount is 0.01." in sheet.refused("pay-in", cents="0,00")


def test_a_count_far_from_the_book_is_asked_back_and_done_with_one_more_tap(shared_app, evening):
    (bo,) = of(shared_app, evening, "Bo")
    who = {"player": evening.ids["Carl"]}
    assert "The book says 150 for Carl" in bo.refused("count", fields=who, **{"pieces-0": 15})
    assert "135 missing" in bo.done("count", fields=who | {"waive": "looks_like_a_miscount"})


def test_the_book_may_be_trusted_for_whoever_has_not_counted_with_a_reason(shared_app, evening):
    (bo,) = of(shared_app, evening, "Bo")
    assert "Not counted yet: Anna, Bo, Carl." in bo.refused("close")
    told = bo.done("close", fields={"waive": "count_is_missing"}, reason="All went home")
    assert "Counted and closed without a gap" in told


def test_a_sum_that_was_not_what_somebody_saw_is_no_count(shared_app, evening):
    (bo,) = of(shared_app, evening, "Bo")
    form = bo.form("count", player=evening.ids["Bo"])
    form.fields = [(name, "140" if name == "chips" else value) for name, value in form.fields]
    answer = send(bo.browser, form, **{"pieces-1": "3"})
    assert answer.status_code == 409
    assert "are worth 150 chips, not 140" in words(answer.text)
    bo.look()
    assert "No number was given" in bo.refused("count", fields={"player": evening.ids["Anna"]}, button="leave")


def test_whoever_goes_home_is_counted_on_the_way_out(shared_app, evening):
    (bo,) = of(shared_app, evening, "Bo")
    filled = {"pieces-0": 48, "pieces-1": 2}
    told = bo.done("count", fields={"player": evening.ids["Carl"]}, button="leave", **filled)
    assert "2 missing, worth 0.50 DKK." in told
    carl = evening.banker.get(evening.path).json["players"][-1]
    assert (carl["name"], carl["place"]) == ("Carl", "gone home")


def test_the_bank_is_handed_over_with_box_and_till_counted(shared_app, evening):
    evening.play({"type": "buy_chips", "player": evening.ids["Anna"], "chips": 20})
    (bo,) = of(shared_app, evening, "Bo")
    assert "by the book 5.00 DKK" in words(bo.page.text)
    told = bo.done("pass-bank", to=evening.ids["Carl"], till="5", **{"pieces-0": 30, "pieces-1": 14})
    assert "Carl keeps the bank" in told
    assert evening.banker.get(evening.path).json["banker"] == evening.ids["Carl"]


def test_a_close_is_taken_back_until_somebody_has_paid(shared_app, evening):
    (bo,) = of(shared_app, evening, "Bo")
    evening.play({"type": "transfer_chips", "payer": evening.ids["Carl"], "payee": evening.ids["Anna"], "chips": 40})
    counted(evening, {"Anna": 190, "Bo": 150, "Carl": 110})
    bo.look()
    bo.done("close")
    bo.done("take-back", fields={"at": "close"}, why="Another hand")
    assert evening.banker.get(evening.path).json["phase"] == "open"
    bo.done("close")
    bo.done("plan", fields={"kind": "bank"})
    bo.done("pay", fields={"transfer": 1})
    assert "Carl has paid Bo 10.00 DKK of transfer 1" in bo.refused(
        "take-back", fields={"at": "close"}, why="Another hand"
    )
    assert evening.banker.get(evening.path).json["phase"] == "settling"
    told = bo.done("take-back", fields={"at": "pay-1"}, why="It was not him")
    assert "20.00 DKK are still to be paid." in told


def test_somebody_else_bears_the_gap_until_somebody_has_paid(shared_app, evening):
    bo, anna = of(shared_app, evening, "Bo", "Anna")
    evening.play({"type": "transfer_chips", "payer": evening.ids["Carl"], "payee": evening.ids["Anna"], "chips": 60})
    counted(evening, {"Anna": 210, "Bo": 150, "Carl": 87})
    evening.play({"type": "close_night"}, {"type": "resolve_gap", "by": "banker"})
    evening.play({"type": "freeze_plan", "kind": "direct"})
    told = words(bo.look().text)
    # It stands above who pays whom, and only the bank may choose.
    assert told.index("Somebody else instead") < told.index("are still to be paid")
    assert "Somebody else instead" not in anna.look().text
    told = bo.done("bear", button="winners", why="Anna offered it")
    assert "Anna offered it" in told
    assert "Anna +0.75 DKK" in told
    assert "15.75 DKK are still to be paid." in told
    assert "has been said so already" in bo.refused("bear", button="winners")
    bo.look()
    told = bo.done("pay", cents="1.00")
    assert "Somebody else instead" not in told
    assert "Somebody has paid, so this stands." in told


def test_a_count_is_kept_over_a_loan_and_says_what_came_since(shared_app, evening):
    (bo,) = of(shared_app, evening, "Bo")
    carl = evening.ids["Carl"]
    bo.done("count", fields={"player": carl}, **{"pieces-0": 40, "pieces-1": 2})
    evening.play({"type": "give_loan", "player": carl, "chips": 100})
    told = words(bo.look().text)
    assert "1 of 3 have counted." in told
    assert "240 counted · +100 since the count · book 250" in told
    assert "10 missing" in told
    (one,) = [one for one in evening.banker.get(f"{evening.path}/closing").json["counts"] if one["id"] == carl]
    assert (one["counted"], one["since"], one["gap"], one["pieces"]) == (240, 100, -10, [])


def test_a_payment_that_has_not_arrived_is_said_with_its_reason_on_the_payers_pages(shared_app, evening):
    bo, anna, carl = of(shared_app, evening, "Bo", "Anna", "Carl")
    evening.play({"type": "transfer_chips", "payer": evening.ids["Carl"], "payee": evening.ids["Anna"], "chips": 60})
    counted(evening, {"Anna": 210, "Bo": 150, "Carl": 90})
    evening.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    carl.look()
    carl.done("say-paid")
    anna.look()
    why = "Nothing on my account"
    assert "Anna says that 15.00 DKK has not arrived: Nothing on my account." in anna.done("decline", why=why)
    mine = carl.browser.get(f"{evening.path}/mine").text
    for page in (carl.look().text, bo.look().text, mine):
        assert "Anna says that 15.00 DKK has not arrived: Nothing on my account." in words(page)
    # He says so again, and then the bank does not know of it either, without a reason.
    carl.done("say-paid")
    assert "has not arrived" not in words(carl.page.text)
    bo.look()
    assert "Bo says that 15.00 DKK has not arrived." in bo.done("decline")
    assert "has not arrived" not in bo.done("pay", fields={"transfer": 1})
    # What the bank has noted as paid, the payee may say is not so: a dispute about that event.
    (event,) = re.findall(r'replay/(\d+)">Not so<', anna.look().text)
    assert 'value="raise_dispute"' in anna.browser.get(f"{evening.path}/replay/{event}").text


def test_nobody_but_the_payee_and_the_bank_says_that_a_payment_has_not_arrived(shared_app, evening):
    evening.play({"type": "transfer_chips", "payer": evening.ids["Carl"], "payee": evening.ids["Anna"], "chips": 60})
    counted(evening, {"Anna": 210, "Bo": 150, "Carl": 90})
    evening.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    anna, carl = of(shared_app, evening, "Anna", "Carl")
    carl.done("say-paid")
    anna.look()
    form = anna.form("decline")
    carl.look()
    form.fields = [(name, value) for name, value in form.fields if name != "form_token"] + [
        (name, value) for name, value in carl.page.forms[0].fields if name == "form_token"
    ]
    assert send(carl.browser, form).status_code == 403


def test_another_plan_may_take_the_place_of_one_on_which_nothing_is_paid(shared_app, evening):
    (bo,) = of(shared_app, evening, "Bo")
    evening.play({"type": "transfer_chips", "payer": evening.ids["Carl"], "payee": evening.ids["Anna"], "chips": 40})
    counted(evening, {"Anna": 190, "Bo": 150, "Carl": 110})
    bo.look()
    bo.done("close")
    assert "Carl pays Bo" in bo.done("plan", fields={"kind": "bank"})
    assert "Settle otherwise" in bo.page.text
    assert "Carl pays Anna" in bo.done("plan", fields={"kind": "direct"})
    bo.done("pay", fields={"transfer": 1})
    assert "Settle otherwise" not in bo.page.text


def test_debts_of_earlier_nights_go_along_where_the_box_is_ticked(shared_app, evening):
    ids, club = evening.ids, evening.club
    counted(evening, {"Anna": 150, "Bo": 150, "Carl": 150})
    evening.play({"type": "transfer_chips", "payer": ids["Carl"], "payee": ids["Anna"], "chips": 40})
    counted(evening, {"Anna": 190, "Carl": 110})
    evening.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    later = f"{evening.night}-later"
    opening = {"night": later, "club": club, "banker": ids["Bo"], "rules": {"initial_loan": 150, "settles": "ask"}}
    assert evening.banker.post("/nights", opening).status_code == 201
    second = Table(evening.banker, club, later, ids)
    second.play(*({"type": "seat_player", "player": one} for one in ids.values()))
    second.play({"type": "transfer_chips", "payer": ids["Anna"], "payee": ids["Carl"], "chips": 40})
    counted(second, {"Anna": 110, "Bo": 150, "Carl": 190})
    second.play({"type": "close_night"})
    (bo,) = of(shared_app, second, "Bo")
    assert "Carl owes Anna" in words(bo.page.text)
    assert "Settle these along with it" in bo.page.text
    bo.path += "?old-debts=yes"
    bo.look()
    assert "Nobody owes anybody anything." in words(bo.page.text)
    told = bo.done("plan", fields={"kind": "direct", "with_old_debts": "yes"})
    assert "The night is settled" in told
    assert "Carl owed Anna" in told


def test_a_house_that_pays_in_coins_shows_what_rounding_moved(shared_app):
    table = opened(shared_app, rules={"initial_loan": 150, "cash": "1.00", "settles": "ask"})
    ids = table.ids
    table.play({"type": "transfer_chips", "payer": ids["Carl"], "payee": ids["Anna"], "chips": 41})
    counted(table, {"Anna": 191, "Bo": 150, "Carl": 109})
    table.play({"type": "close_night"})
    (bo,) = of(shared_app, table, "Bo")
    assert "Rounded to 1.00 DKK:" in words(bo.page.text)
    assert "10.00 DKK are still to be paid." in bo.done("plan", fields={"kind": "direct"})


def test_the_code_of_a_transfer_is_for_the_bank_and_for_the_two_it_concerns(shared_app, evening):
    ids = evening.ids
    path = f"/api/v1/clubs/{evening.club}/players/{ids['Anna']}/handles/mobilepay"
    assert evening.banker.http.put(path, json={"handle": "12345678"}, headers=evening.banker.headers).status_code < 300
    evening.play({"type": "transfer_chips", "payer": ids["Carl"], "payee": ids["Anna"], "chips": 40})
    counted(evening, {"Anna": 190, "Bo": 150, "Carl": 110})
    evening.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    dora = evening.banker.post(f"/clubs/{evening.club}/players", {"name": "Dora"}).json["id"]
    evening.ids["Dora"] = dora
    code = f"{evening.path}/transfers/1/code.svg?way=mobilepay"
    for name, status in (("Bo", 200), ("Anna", 200), ("Carl", 200), ("Dora", 404)):
        browser = signed_in(shared_app, evening, name)
        answer = browser.get(code)
        assert answer.status_code == status, name
        assert ("MobilePay 12 34 56 78" in browser.get(f"{evening.path}/close").text) == (status == 200)
        assert (answer.mimetype == "image/svg+xml") == (status == 200)
    assert signed_in(shared_app, evening, "Bo").get(code.replace("/1/", "/9/")).status_code == 404
    assert signed_in(shared_app, evening, "Bo").get(code.replace("mobilepay", "iban")).status_code == 404


@pytest.mark.parametrize("name", ["Anna", "Bo"])
def test_where_less_is_left_than_was_said_the_rest_can_be_noted(shared_app, evening, name):
    ids = evening.ids
    evening.play({"type": "transfer_chips", "payer": ids["Carl"], "payee": ids["Anna"], "chips": 40})
    counted(evening, {"Anna": 190, "Bo": 150, "Carl": 110})
    evening.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    evening.play({"type": "say_payment", "transfer": 1}, {"type": "record_payment", "transfer": 1, "cents": 400})
    anna = signed_in(shared_app, evening, "Anna")
    Sheet(anna, evening).done("confirm-paid", fields={"transfer": 1})
    if name == "Anna":
        own = Page(anna.get(f"{evening.path}/mine").text)
        (rest,) = (form for form in own.forms if ("say", "confirm_payment") in form.fields)
        assert ("cents", "600") in rest.fields
        Sheet(anna, evening).done("confirm-rest", fields={"transfer": 1})
    else:
        Sheet(signed_in(shared_app, evening, "Bo"), evening).done("pay", fields={"transfer": 1})
    (transfer,) = evening.banker.get(f"{evening.path}/settlement").json["transfers"]
    assert (transfer["open_cents"], transfer["paid_cents"]) == (0, 1000)
    (claim,) = evening.banker.get(f"{evening.path}/requests").json["requests"]
    assert claim["state"] == "approved"


def test_nobody_shares_the_carried_pot_of_a_table_at_which_nobody_sits(shared_app):
    table = opened(shared_app)
    ids = table.ids
    table.play({"type": "transfer_chips", "payer": ids["Carl"], "payee": ids["Anna"], "chips": 40})
    counted(table, {"Anna": 190, "Bo": 150, "Carl": 110})
    table.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    settlement = table.banker.post(f"/clubs/{table.club}/settlement", {"kind": "direct"}).json["night"]
    sheet = Sheet(signed_in(shared_app, table, "Bo"), replace(table, night=settlement))
    sheet.done("pay", fields={"transfer": 1})
    left = beside(table, "Anna")
    left.play({"type": "give_loan", "player": ids["Anna"], "chips": 150})
    left.play({"type": "leave_night", "player": ids["Anna"], "counted": 150})
    assert Sheet(signed_in(shared_app, table, "Bo"), left).form("close")


def test_who_only_looks_on_reads_the_sheet_and_finds_no_form(shared_app, evening):
    publish(evening, "nights")
    stranger = shared_app.test_client().get(f"{evening.path}/close")
    assert stranger.status_code == 200
    assert Page(stranger.text).forms == []
    assert "Anna" in stranger.text


def test_a_player_counts_for_nobody_else(shared_app, evening):
    (anna,) = of(shared_app, evening, "Anna")
    form = anna.form("say-count", player=evening.ids["Anna"])
    form.fields = [(name, evening.ids["Carl"] if name == "player" else value) for name, value in form.fields]
    answer = send(anna.browser, form, **{"pieces-1": "3"})
    assert answer.status_code == 403
    form.fields = [(name, "close" if name == "act" else value) for name, value in form.fields]
    assert send(anna.browser, form).status_code == 403
    form.fields = [(name, "burn" if name == "act" else value) for name, value in form.fields]
    assert send(anna.browser, form).status_code == 422


def test_the_same_form_sent_twice_counts_once(shared_app, evening):
    (bo,) = of(shared_app, evening, "Bo")
    form = bo.form("count", player=evening.ids["Bo"])
    versions = []
    for _ in range(2):
        assert send(bo.browser, form, **{"pieces-1": "3"}).status_code == 200
        versions.append(evening.version)
    assert versions[0] == versions[1]


# The sheet of one player.


def of_player(app, table: Table, name: str) -> Sheet:
    browser = signed_in(app, table, "Bo")
    sheet = Sheet(browser, table)
    sheet.path = f"{table.path}/players/{table.ids[name]}"
    sheet.look()
    return sheet


def standing(table: Table, name: str) -> dict[str, object]:
    return next(one for one in table.banker.get(table.path).json["players"] if one["name"] == name)


def test_the_usual_loan_is_one_tap_and_the_last_amounts_are_beside_it(shared_app, evening):
    sheet = of_player(shared_app, evening, "Carl")
    sheet.done("lend", fields={"chips": 150})
    assert standing(evening, "Carl")["stack"] == 300
    sheet.look()
    # As much again within a moment is asked back: a thumb may have tapped twice.
    assert "the same loan of 150 chips" in sheet.refused("lend", fields={"chips": 150})
    sheet.done("lend", fields={"waive": "looks_like_a_repeat"})
    sheet.look()
    sheet.done("lend", chips=35)
    sheet.look()
    assert sheet.form("lend", chips=35)
    assert standing(evening, "Carl")["loan_cents"] == 485 * 25


def test_chips_for_money_back_to_the_bank_and_to_another_are_on_the_sheet(shared_app, evening):
    sheet = of_player(shared_app, evening, "Carl")
    for act, filled in (
        ("buy", {"chips": 20}),
        ("cash-out", {"chips": 30}),
        ("transfer", {"chips": 40, "payee": evening.ids["Anna"]}),
        ("pay-in", {"cents": "2,50"}),
    ):
        sheet.done(act, **filled)
        sheet.look()
    sheet.done("cash-out", button="yes", chips=10)
    assert (standing(evening, "Carl")["stack"], standing(evening, "Anna")["stack"]) == (90, 190)
    assert evening.banker.get(f"{evening.path}/movements?player={evening.ids['Carl']}").status_code == 200


def test_a_player_stands_up_sits_back_leaves_and_comes_again(shared_app, evening):
    sheet = of_player(shared_app, evening, "Carl")
    for act, filled, place in (
        ("stand", {}, "away"),
        ("sit", {}, "at the table"),
        ("leave", {"pieces-1": 3}, "gone home"),
        ("seat", {}, "at the table"),
    ):
        sheet.done(act, **filled)
        assert standing(evening, "Carl")["place"] == place
        sheet.look()


def test_what_a_player_asks_for_is_answered_on_their_sheet(shared_app, evening):
    evening.play({"type": "ask_for_chips", "player": evening.ids["Carl"], "chips": 80})
    sheet = of_player(shared_app, evening, "Carl")
    assert "Carl asks for 80 chips on credit" in words(sheet.page.text)
    sheet.done("approve")
    assert standing(evening, "Carl")["stack"] == 230


def test_during_a_hand_the_sheet_says_what_has_to_wait_and_takes_cards_that_are_known(shared_app, evening):
    evening.play({"type": "announce_hand", "game": "Straight Poker", "dealer": evening.ids["Anna"]})
    sheet = of_player(shared_app, evening, "Carl")
    told = words(sheet.page.text)
    assert "5 cards are not known yet" in told
    assert "Not now" in told
    assert "Goes home" not in told
    sheet.done("name-cards", cards="As Kd")
    sheet.look()
    assert "3 cards are not known yet" in words(sheet.page.text)
    assert "Xx" in sheet.refused("name-cards", cards="Xx")


def test_chips_are_offered_when_they_can_be_given_and_else_the_sheet_says_when(shared_app, evening):
    evening.play({"type": "ask_for_chips", "player": evening.ids["Carl"], "chips": 80})
    sheet, acts = of_player(shared_app, evening, "Carl"), ("lend", "buy", "approve")
    assert all(sheet.form(act) for act in acts)
    evening.play({"type": "announce_hand", "game": "Straight Poker", "dealer": evening.ids["Anna"]})
    told = words(sheet.look().text)
    assert not [form for form in sheet.page.forms if {("act", act) for act in acts} & set(form.fields)]
    assert "Chips on credit Bo keeps the bank and is in the hand; Carl bets with a shadow" in told
    assert sheet.form("decline")
    evening.play({"type": "fold", "player": evening.ids["Bo"]})
    sheet.look()
    assert all(sheet.form(act) for act in acts)


def test_the_sheet_of_somebody_who_is_not_there_is_not_there(shared_app, evening):
    browser = signed_in(shared_app, evening, "Bo")
    assert browser.get(f"{evening.path}/players/nobody").status_code == 404
    anna = signed_in(shared_app, evening, "Anna")
    assert anna.get(f"{evening.path}/players/{evening.ids['Carl']}").status_code == 403


def test_a_loan_beyond_what_the_house_lends_is_asked_about_with_the_reason(shared_app):
    table = opened(shared_app, rules={"initial_loan": 150, "lent_most": 200})
    sheet = of_player(shared_app, table, "Carl")
    asked = sheet.refused("lend", fields={"chips": 150})
    assert "Carl would have 300 chips on credit, and this house lends 200 at most." in asked
    assert "All the same, because" in asked
    sheet.done("lend", fields={"waive": "lent_too_much"}, reason="he pays tomorrow")
    assert standing(table, "Carl")["loan_cents"] == 300 * 25
    (waiver,) = table.banker.get(f"{table.path}/report").json["corrections"]["waivers"]
    assert (waiver["rule"], waiver["reason"]) == ("lent_too_much", "he pays tomorrow")


def test_the_buttons_of_a_loan_say_what_the_house_still_lends_and_ask_before_they_go_beyond(shared_app):
    limits = {"initial_loan": 150, "lent_most": 200}
    table = opened(shared_app, rules=limits)
    sheet = of_player(shared_app, table, "Carl")
    assert "Within its limits the house lends 50 chips more." in words(sheet.look().text)
    ask = 'data-ask="Carl would have 300 chips on credit, and this house lends 200 at most. Tap again to do it."'
    waived = '<input type="hidden" name="waive" value="lent_too_much" disabled data-meant>'
    bo = sheet.browser.get(table.path).text
    for page in (sheet.page.text, bo):
        assert ask in page
        assert waived in page
    assert (
        'data-largest="50" data-ask-largest="{number} chips: within its limits the house lends 50 more.'
        in sheet.page.text
    )
    table.play({"type": "ask_for_chips", "player": table.ids["Carl"], "chips": 60})
    sheet.look()
    assert "Carl would have 210 chips on credit" in words(sheet.page.text)
    sheet.done("approve")
    assert standing(table, "Carl")["loan_cents"] == 210 * 25
    (waiver,) = table.banker.get(f"{table.path}/report").json["corrections"]["waivers"]
    assert (waiver["rule"], waiver["reason"]) == ("lent_too_much", "it is meant")


def test_where_the_book_alone_has_the_chips_nobody_is_asked_to_count(shared_app):
    table = opened(shared_app, rules={"initial_loan": 150, "chips": "none"})
    bo, carl = of(shared_app, table, "Bo", "Carl")
    ids = table.ids
    table.play({"type": "transfer_chips", "payer": ids["Carl"], "payee": ids["Anna"], "chips": 60})
    told = words(bo.look().text)
    assert "Count and close" not in told
    assert "The count" not in told
    assert "The gap" not in told
    assert "Nothing stands in the way." in told
    assert "Hand the bank over" in told
    assert not {"count", "say-count"} & {
        value for form in bo.page.forms for name, value in form.fields if name == "act"
    }
    assert "Count and close" not in words(bo.browser.get(table.path).text)
    mine = carl.browser.get(f"{table.path}/mine").text
    assert "ask_for_chips" in mine
    assert "say_count" not in mine
    assert "my-count" not in mine

    home = of_player(shared_app, table, "Carl")
    assert "Counted, and goes home" not in words(home.page.text)
    assert "Carl goes home without a count" in home.done("leave")
    assert table.banker.get(f"{table.path}/closing").json["may_close"] is True
    bo.look()
    told = bo.done("close")
    assert "Closed; the chips are in the book alone" in told
    assert "Carl pays Anna 15.00 DKK" in told
    report = words(bo.browser.get(f"{table.path}/report").text)
    assert "Chips in the book alone: nothing is counted, and no gap can arise." in report
    assert "Not counted" not in report
    assert "Every count agreed" not in report


def test_where_the_book_alone_has_the_chips_no_count_is_offered_in_the_place_of_an_act(shared_app):
    opening = {"initial_loan": 150, "chips": "none"}
    for rules, offers in (({"initial_loan": 150}, True), (opening, False)):
        table = opened(shared_app, rules=rules)
        table.play({"type": "give_loan", "player": table.ids["Carl"], "chips": 10})
        page = signed_in(shared_app, table, "Bo").get(f"{table.path}/put-right?event={table.version}").text
        assert "give_loan" in page
        assert ("count_chips" in page) is offers
        assert ("number:counted" in page) is offers
        assert ("%22counted%22" in page) is offers
        assert "%22leave_night%22" in page
