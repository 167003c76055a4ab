"""A player's page offers their own acts in the hand, with the same controls as the bank's."""

import json
import re
from html import unescape

from tests.service.api.evening import Table, an_evening
from tests.service.api.night.test_own_acts import BY_PHONES, phones
from tests.service.web.browsing import Page

FORM = re.compile(r'<form method="post" action="([^"]+)" class="control" data-control="(\w+)"(.*?)</form>', re.DOTALL)
FIELD = re.compile(r'name="(key|version|command)" value="([^"]*)"')


def page_of(table: Table, phone, path: str = "/mine") -> str:
    answer = phone.http.get(f"/nights/{table.night}{path}", headers=phone.headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def offered(page: str) -> dict[str, tuple[str, dict[str, str]]]:
    """By the act: where its form is sent, and what it holds."""
    found = FORM.findall(page)
    return {act: (to, {name: unescape(value) for name, value in FIELD.findall(rest)}) for to, act, rest in found}


def taps(phone, to: str, fields: dict[str, str], **more: str):
    return phone.http.post(to, data={**fields, **more}, headers=phone.headers)


def test_who_is_asked_acts_with_one_tap_and_the_others_have_nothing_to_tap(banker, app):
    table = an_evening(banker, rules=BY_PHONES)
    phone = phones(table, app)
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    assert {"check", "bet", "fold"} <= offered(page_of(table, phone["Anna"])).keys()
    assert not {"check", "bet", "fold"} & offered(page_of(table, phone["Carl"])).keys()
    to, fields = offered(page_of(table, phone["Anna"]))["bet"]
    assert taps(phone["Anna"], to, fields, **{"number:chips": "4"}).status_code == 303
    assert table.banker.get(table.path).json["pot"] == 3 * 2 + 4
    # The same tap once more is the same act.
    assert taps(phone["Anna"], to, fields, **{"number:chips": "4"}).status_code == 303
    assert table.banker.get(table.path).json["pot"] == 3 * 2 + 4


def test_out_of_turn_the_page_says_whose_turn_it_is(banker, app):
    table = an_evening(banker, rules=BY_PHONES)
    phone = phones(table, app)
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    command = json.dumps({"type": "bet", "player": table.ids["Carl"], "chips": 2})
    answer = taps(phone["Carl"], f"/nights/{table.night}/mine", {"command": command, "version": str(table.version)})
    assert answer.status_code == 409
    assert "It is Anna&#39;s turn" in answer.text
    assert "Yes, it is meant" not in answer.text


def test_whoever_has_no_act_any_more_reads_why_the_one_they_sent_was_refused(banker, app):
    table = an_evening(banker, rules=BY_PHONES)
    phone = phones(table, app)
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    to, fields = offered(page_of(table, phone["Anna"]))["bet"]
    table.play({"type": "bet", "player": table.ids["Anna"], "chips": 2})
    answer = taps(phone["Anna"], to, fields, **{"number:chips": "2"})
    assert answer.status_code == 409
    assert re.search(r'role="alert">(?:<p>)?[^<]+', answer.text)


def test_the_bank_finds_the_acts_of_others_behind_their_names_or_at_the_thumb(banker, app):
    table = an_evening(banker, rules=BY_PHONES)
    phone = phones(table, app)
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    behind = f'<details id="turn-{table.ids["Anna"]}"'
    assert behind in page_of(table, phone["Bo"], "")
    table.play({"type": "change_entered_by", "by": "both"})
    assert behind not in page_of(table, phone["Bo"], "")
    assert "check" in offered(page_of(table, phone["Bo"], ""))
    # Their own act stands at the thumb in any case.
    table.play({"type": "change_entered_by", "by": "everyone"}, {"type": "check", "player": table.ids["Anna"]})
    assert f'<details id="turn-{table.ids["Bo"]}"' not in page_of(table, phone["Bo"], "")


def test_where_the_bank_enters_everything_a_players_page_offers_no_act(banker, app):
    table = an_evening(banker)
    phone = phones(table, app)
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    assert offered(page_of(table, phone["Anna"])) == {}


def test_a_player_names_their_cards_and_shows_them_with_one_tap(banker, app):
    table = an_evening(banker, rules=BY_PHONES)
    phone, anna = phones(table, app), table.ids["Anna"]
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    to, fields = offered(page_of(table, phone["Anna"]))["name_cards"]
    assert taps(phone["Anna"], to, fields, **{"cards:cards": "As Ad 7c 4h 2d"}).status_code == 303
    for name in ("Bo", "Carl"):
        assert "A♠" not in page_of(table, phone[name]) + page_of(table, phone[name], "")
    table.play(*({"type": "check", "player": player} for player in table.ids.values()))
    to, fields = offered(page_of(table, phone["Anna"]))["show_hand"]
    assert json.loads(fields["command"])["cards"] == ["As", "Ad", "7c", "4h", "2d"]
    assert taps(phone["Anna"], to, fields).status_code == 303
    assert phone["Carl"].get(table.path).json["hand"]["cards"][anna] == ["As", "Ad", "7c", "4h", "2d"]


def test_the_page_of_phones_says_who_enters_acts_and_changes_it(banker, app):
    table = an_evening(banker, rules=BY_PHONES)
    phone = phones(table, app)
    page = page_of(table, phone["Bo"], "/join")
    assert '<option value="everyone" selected>' in page
    command = json.dumps({"type": "change_entered_by"})
    answer = taps(phone["Bo"], f"/nights/{table.night}/acts", {"command": command}, **{"text:by": "both"})
    assert answer.status_code == 303
    assert '<option value="both" selected>' in page_of(table, phone["Bo"], "/join")


def test_the_dealer_announces_the_next_hand_and_deals_by_phone(banker, app):
    table = an_evening(banker, rules=BY_PHONES)
    phone = phones(table, app)
    page = page_of(table, phone["Anna"])
    assert "Your deal is next" in page
    assert 'aria-label="Games that most tables know"' in page
    assert "Next: Anna deals" in page_of(table, phone["Carl"])
    assert "Anna deals" in page_of(table, phone["Bo"], "")
    assert "announce_hand" not in page_of(table, phone["Carl"])
    assert f'action="/nights/{table.night}/mine" class="announce again"' in page
    # By a few letters, with options, and out of turn not at all.
    found = phone["Anna"].http.get(f"/nights/{table.night}/hands?game=seven", headers=phone["Anna"].headers)
    assert "Seven Card Stud" in found.text
    options = f"/nights/{table.night}/hands/standard/Seven%20Card%20Stud"
    assert taps(phone["Carl"], options, {"version": str(table.version)}).status_code == 403
    assert taps(phone["Anna"], options, {"version": str(table.version)}).status_code == 303
    page = page_of(table, phone["Carl"])
    assert "Anna deals" in page
    assert "deal" not in offered(page)


def test_a_player_enters_what_they_paid_for_others_on_their_own_phone(banker, app):
    table = an_evening(banker, rules=BY_PHONES)
    phone, path = phones(table, app), f"/nights/{table.night}/expenses"
    assert f'href="{path}"' in page_of(table, phone["Carl"])
    page = page_of(table, phone["Carl"], "/expenses")
    assert "You paid for several" in page
    assert "Enter the tip" not in page
    pizza = {"act": "enter", "at": "enter", "cents": "240", "purpose": "pizza", "player": table.ids["Carl"]}
    parts = {f"parts-{player}": "1" for player in table.ids.values()}
    assert taps(phone["Carl"], path, {**pizza, **parts, "key": "pizza"}).status_code == 303
    assert "<b>Carl</b> paid for pizza" in page_of(table, phone["Anna"], "/expenses")
    # Nobody says it for another, or for the kitty, and nobody takes back what the book has.
    for said, code in (({"player": table.ids["Anna"]}, 403), ({"kitty": "yes"}, 403)):
        answer = taps(phone["Carl"], path, {**pizza, **parts, **said, "key": "another"})
        assert answer.status_code == code, answer.text
    back = {"act": "take-back", "at": "expenses", "event": str(table.version), "why": "no", "key": "back"}
    assert taps(phone["Carl"], path, back).status_code == 403
    (paid,) = table.banker.get(f"{table.path}/events?limit=500").json["events"][-1:]
    assert (paid["type"], paid["actor"]) == ("expense_paid", f"player:{table.ids['Carl']}")


def test_where_the_bank_enters_everything_no_player_enters_an_expense(banker, app):
    table = an_evening(banker)
    phone, path = phones(table, app), f"/nights/{table.night}/expenses"
    assert "I paid for several" not in page_of(table, phone["Carl"])
    assert "You paid for several" not in page_of(table, phone["Carl"], "/expenses")
    pizza = {"act": "enter", "at": "enter", "cents": "240", "purpose": "pizza", "player": table.ids["Carl"], "key": "1"}
    assert taps(phone["Carl"], path, pizza).status_code == 403


# What a player says to the bank.


def test_a_phone_asks_the_bank_only_what_the_book_would_take(banker, app):
    table = an_evening(banker)
    carl = phones(table, app)["Carl"]
    (ask,) = (
        form for form in Page(page_of(table, carl)).forms if ("chips", "150") in [one[:2] for one in form.buttons]
    )
    fields = dict(ask.fields) | {"chips": "150"}
    assert carl.http.post(ask.action, data=fields, headers=carl.headers).status_code == 303
    asked = page_of(table, carl)
    assert "Carl asks for 150 chips" in asked
    # A second request, and one of somebody who has gone home, would be refused; a count would not.
    assert said_to_the_bank(asked) == {"say_count", "raise_dispute"}
    table.play({"type": "approve_request", "request": 1})
    assert said_to_the_bank(page_of(table, carl)) == {"ask_for_chips", "say_count", "raise_dispute"}
    table.play({"type": "leave_night", "player": table.ids["Carl"], "counted": 300})
    assert said_to_the_bank(page_of(table, carl)) == {"raise_dispute"}


def said_to_the_bank(page: str) -> set[str]:
    """What can be said in the part of the page that speaks to the bank."""
    return {value for form in Page(page).at("ask") for name, value in form.fields if name == "say"}


def test_closed_cards_lie_with_nobody_who_has_folded_nor_once_the_hand_is_over(banker, app):
    table = an_evening(banker)
    phone = phones(table, app)
    back = 'class="card back"'
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    assert (page_of(table, phone["Anna"]).count(back), page_of(table, phone["Bo"], "").count(back)) == (5, 15)
    table.play({"type": "fold", "player": table.ids["Anna"]})
    assert (page_of(table, phone["Anna"]).count(back), page_of(table, phone["Bo"], "").count(back)) == (0, 10)
    table.play({"type": "fold", "player": table.ids["Bo"]})
    assert (page_of(table, phone["Anna"]).count(back), page_of(table, phone["Bo"], "").count(back)) == (0, 0)


def test_what_is_to_be_paid_stands_above_what_is_only_to_be_agreed_to(banker, app):
    table = an_evening(banker)
    phone = phones(table, app)
    table.play({"type": "transfer_chips", "payer": table.ids["Carl"], "payee": table.ids["Anna"], "chips": 20})
    for name, chips in (("Anna", 170), ("Bo", 146), ("Carl", 130)):
        table.play({"type": "count_chips", "player": table.ids[name], "chips": chips})
    table.play({"type": "close_night"}, {"type": "resolve_gap", "by": "all"}, {"type": "freeze_plan"})
    told = page_of(table, phone["Carl"])
    assert told.index("I have paid") < told.index("I agree")
