"""Players enter their own acts in a hand where the house has agreed on it, and nobody else's."""

import pytest

from service.api.context import EXTENSION
from service.app.looking_back.report import render_report
from service.people.rights import Who
from tests.service.api.evening import Banker, Table, an_evening

BY_PHONES = {"initial_loan": 150, "entered_by": "everyone"}


@pytest.fixture
def evening(banker, app) -> tuple[Table, dict[str, Banker]]:
    """Anna, Bo and Carl, each with a phone; Bo keeps the bank, and everybody enters their own acts."""
    table = an_evening(banker, rules=BY_PHONES)
    return table, phones(table, app)


def phones(table: Table, app) -> dict[str, Banker]:
    known = app.extensions[EXTENSION].credentials.known
    for name, player in table.ids.items():
        roles = frozenset({"player", "banker"}) if name == "Bo" else frozenset({"player"})
        known[name] = Who(club=table.club, player=player, roles=roles, scope="bank" if name == "Bo" else "play")
    return {name: Banker(app.test_client(), name, taps=name) for name in table.ids}


def enters(table: Table, phone: Banker, command: dict[str, object], *, version: int = 0):
    return phone.post(f"{table.path}/commands", {"command": command}, version=version or table.version)


def code(answer) -> str:
    return answer.json["code"]


def test_a_player_bets_calls_raises_and_folds_for_themself(evening):
    table, phone = evening
    anna, bo, carl = table.ids.values()
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": carl})
    for name, command in (
        ("Anna", {"type": "check", "player": anna}),
        ("Bo", {"type": "bet", "player": bo, "chips": 3}),
        ("Carl", {"type": "raise", "player": carl, "by": 2}),
        ("Anna", {"type": "fold", "player": anna}),
        ("Bo", {"type": "call", "player": bo}),
    ):
        answer = enters(table, phone[name], command)
        assert answer.status_code == 201, answer.json
    said = table.banker.get(f"{table.path}/events", limit=500).json["events"]
    assert [one["actor"] for one in said if one["type"] == "hand_folded"] == [f"player:{anna}"]


def test_nobody_enters_the_act_of_another(evening):
    table, phone = evening
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    assert code(enters(table, phone["Carl"], {"type": "fold", "player": table.ids["Anna"]})) == "not_for_another"
    # The bank may, for somebody without a phone.
    assert enters(table, phone["Bo"], {"type": "check", "player": table.ids["Anna"]}).status_code == 201


def test_out_of_turn_a_player_is_told_whose_turn_it_is(evening):
    table, phone = evening
    carl = table.ids["Carl"]
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": carl})
    answer = enters(table, phone["Carl"], {"type": "bet", "player": carl, "chips": 3})
    assert answer.status_code == 409
    assert "It is Anna's turn" in answer.json["detail"]
    waived = {"rule": code(answer), "reason": "it is meant"}
    meant = {"type": "bet", "player": carl, "chips": 3, "waived": [waived]}
    assert code(enters(table, phone["Carl"], meant)) == "may_not_waive"


def test_where_the_bank_enters_everything_a_player_enters_nothing(table, app):
    phone, anna = phones(table, app), table.ids["Anna"]
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    assert code(enters(table, phone["Anna"], {"type": "check", "player": anna})) == "role_may_not"


def test_who_enters_acts_changes_during_the_night(table, app):
    phone, anna = phones(table, app), table.ids["Anna"]
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    assert code(enters(table, phone["Anna"], {"type": "change_entered_by", "by": "both"})) == "role_may_not"
    begun = table.version
    assert enters(table, phone["Bo"], {"type": "change_entered_by", "by": "both"}).status_code == 201
    assert code(enters(table, phone["Bo"], {"type": "change_entered_by", "by": "both"})) == "entered_so_already"
    # What was decided before the change means the same after it.
    assert enters(table, phone["Anna"], {"type": "check", "player": anna}, version=begun).status_code == 201
    table.play({"type": "change_entered_by", "by": "bank"})
    assert code(enters(table, phone["Carl"], {"type": "check", "player": table.ids["Carl"]})) == "role_may_not"


def test_what_the_table_agrees_on_is_not_for_one_player_to_say(evening):
    table, phone = evening
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    tap_out = {"type": "go_all_in", "player": table.ids["Anna"], "agreed": True}
    assert code(enters(table, phone["Anna"], tap_out)) == "only_the_table_says"
    named = {"type": "name_winners", "rankings": [[[table.ids["Anna"]]]]}
    assert code(enters(table, phone["Anna"], named)) == "role_may_not"


def test_whoever_deals_announces_the_hand_and_deals_and_nobody_else_does(evening):
    table, phone = evening
    _anna, bo, carl = table.ids.values()
    holdem = {"type": "announce_hand", "game": "Texas Hold'em", "rulebook": "standard"}
    # Before the first hand it is for whoever has the first seat.
    assert code(enters(table, phone["Carl"], holdem)) == "not_your_deal"
    assert code(enters(table, phone["Anna"], {**holdem, "dealer": carl})) == "not_for_another"
    waived = [{"rule": "more_than_the_game_is_for", "reason": "it is meant"}]
    assert code(enters(table, phone["Anna"], {**holdem, "waived": waived})) == "may_not_waive"
    assert enters(table, phone["Anna"], holdem).status_code == 201
    for name, act in (("Anna", "call"), ("Bo", "call"), ("Carl", "check")):
        assert enters(table, phone[name], {"type": act, "player": table.ids[name]}).status_code == 201
    assert code(enters(table, phone["Carl"], {"type": "lay", "cards": ["2c", "3d", "4h"]})) == "not_your_deal"
    # Nor does the dealer find out who holds what by turning one card after the other.
    assert enters(table, phone["Bo"], {"type": "name_cards", "player": bo, "cards": ["As", "Ks"]}).status_code == 201
    assert enters(table, phone["Anna"], {"type": "lay", "cards": ["2c", "3d", "4h"]}).status_code == 201
    for name in ("Bo", "Carl", "Anna"):
        assert enters(table, phone[name], {"type": "check", "player": table.ids[name]}).status_code == 201
    turned = [enters(table, phone["Anna"], {"type": "lay", "cards": [card]}) for card in ("As", "Ks", "As", "Qs")]
    assert [*map(code, turned)] == ["card_is_already_out"] * 3 + ["too_many_requests"]


def test_an_old_page_is_told_that_something_has_happened(evening):
    table, phone = evening
    anna, bo, carl = table.ids.values()
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": carl})
    shown = table.version
    assert enters(table, phone["Anna"], {"type": "check", "player": anna}, version=shown).status_code == 201
    answer = enters(table, phone["Bo"], {"type": "check", "player": bo}, version=shown)
    assert (answer.status_code, code(answer)) == (412, "version_conflict")


def test_all_declare_at_once_from_pages_of_one_moment(evening):
    table, phone = evening
    table.play(
        {
            "type": "announce_hand",
            "game": "Straight Poker",
            "dealer": table.ids["Carl"],
            "options": [{"type": "HighLow"}],
        }
    )
    for player in table.ids.values():
        table.play({"type": "check", "player": player})
    shown = table.version
    for name, side in (("Anna", "low"), ("Bo", "high"), ("Carl", "both")):
        answer = enters(
            table, phone[name], {"type": "declare_side", "player": table.ids[name], "side": side}, version=shown
        )
        assert answer.status_code == 201, answer.json
    events = table.banker.get(f"{table.path}/events", limit=500).json["events"]
    assert events[-1]["type"] == "sides_declared" or "sides_declared" in {one["type"] for one in events}


def test_the_bidder_takes_the_widow_and_nobody_else_does(evening):
    table, phone = evening
    anna, _bo, carl = table.ids.values()
    table.play({"type": "announce_hand", "game": "Tapp-Tarok", "rulebook": "tarok", "dealer": carl})
    bid = {"type": "make_bid", "player": anna, "contract": "threesome"}
    assert enters(table, phone["Anna"], bid).status_code == 201
    for name in ("Bo", "Carl"):
        assert enters(table, phone[name], {"type": "pass_bid", "player": table.ids[name]}).status_code == 201
    assert code(enters(table, phone["Carl"], {"type": "take_widow", "choice": 1})) == "not_for_another"
    assert enters(table, phone["Anna"], {"type": "take_widow", "choice": 1}).status_code == 201


def drawing(table: Table) -> None:
    """A hand whose closed cards nobody has told the book yet."""
    table.play(
        {"type": "announce_hand", "game": "2-7 Triple Draw", "rulebook": "standard", "dealer": table.ids["Carl"]}
    )


def test_a_card_that_a_player_named_is_told_to_nobody_else_in_no_refusal_either(evening):
    table, phone = evening
    drawing(table)
    anna, bo = table.ids["Anna"], table.ids["Bo"]
    own = ["As", "Kd", "Qh", "Jc", "9s"]
    assert enters(table, phone["Anna"], {"type": "name_cards", "player": anna, "cards": own}).status_code == 201
    said = enters(table, phone["Bo"], {"type": "name_cards", "player": anna, "cards": ["2c"]})
    assert (said.status_code, code(said)) == (409, "no_card_is_unknown")
    hand = {name: phone[name].get(table.path).json["hand"]["cards"][anna] for name in table.ids}
    assert hand == {"Anna": own, "Bo": ["??"] * 5, "Carl": ["??"] * 5}
    # Only who has the file has all of it.
    assert code(phone["Bo"].get(f"{table.path}/exports/night.ndjson")) == "closed_to_the_bank"
    assert r"\"As\"" in table.banker.get(f"{table.path}/exports/night.ndjson").text
    events = phone["Bo"].get(f"{table.path}/events", limit=500).json["events"]
    assert [one["data"]["cards"] for one in events if one["type"] == "cards_named"] == [["??"] * 5]
    # What the bank types itself it sees, as before.
    table.play({"type": "name_cards", "player": bo, "cards": ["2c", "3c"]})
    assert phone["Bo"].get(table.path).json["hand"]["cards"][bo][:2] == ["2c", "3c"]


def test_why_the_bank_is_refused_tells_no_card_that_a_player_typed(evening):
    table, phone = evening
    anna, bo, carl = table.ids.values()
    drawing(table)
    own = ["As", "Kd", "Qh", "Jc", "9s"]
    assert enters(table, phone["Anna"], {"type": "name_cards", "player": anna, "cards": own}).status_code == 201
    table.play({"type": "call", "player": carl}, {"type": "call", "player": anna}, {"type": "check", "player": bo})
    # Nobody says which two: three of hers she must still have.
    table.play({"type": "exchange", "player": anna, "number": 2})
    other = {"type": "name_cards", "player": anna, "cards": ["2c", "3c", "4c", "5c", "7c"]}
    answer = enters(table, phone["Bo"], other)
    assert (code(answer), answer.json["details"]["cards"]) == ("kept_more_of_them", ["??"] * 5)
    assert not [card for card in ("As", "A♠", "Kd", "K♦") if card in answer.text]
    assert "A♠" in enters(table, phone["Anna"], other).json["detail"]


def test_who_is_no_winner_by_cards_that_players_typed_is_told_without_what_they_make(evening):
    table, phone = evening
    anna, bo, carl = table.ids.values()
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": carl})
    held = {"Anna": ["As", "Ah", "Ad", "7c", "9s"], "Carl": ["Ks", "Kh", "2d", "3c", "4s"]}
    for name, cards in held.items():
        named = {"type": "name_cards", "player": table.ids[name], "cards": cards}
        assert enters(table, phone[name], named).status_code == 201
    table.play(*({"type": "check", "player": player} for player in (anna, bo, carl)))
    shown = enters(table, phone["Carl"], {"type": "show_hand", "player": carl, "cards": held["Carl"]})
    assert shown.status_code == 201
    wins = {"type": "name_winners", "rankings": [[[carl]]]}
    answer = enters(table, phone["Bo"], wins)
    assert code(answer) == "cards_say_otherwise"
    assert answer.json["detail"] == "Carl cannot win the pot with pair of kings against Anna's ??."
    assert "aces" not in answer.text
    shows = {"type": "show_hand", "player": anna, "cards": held["Anna"]}
    assert enters(table, phone["Anna"], shows).status_code == 201
    assert "three of a kind, aces" in enters(table, phone["Bo"], wins).text


def test_why_nothing_is_put_right_tells_no_card_that_a_player_typed(evening):
    table, phone = evening
    anna, carl = table.ids["Anna"], table.ids["Carl"]
    drawing(table)
    bank = phone["Bo"]
    named = {"type": "name_cards", "cards": ["As", "Kd", "Qh", "Jc", "9s"]}
    assert enters(table, phone["Anna"], {**named, "player": anna}).status_code == 201
    struck = table.version + 1
    table.play({"type": "strike_events", "versions": [table.version], "reason": "these were Carl's"})
    assert enters(table, phone["Carl"], {**named, "player": carl}).status_code == 201
    back = {"versions": [struck], "reason": "let me see"}
    batch = {"commands": [{"command": {"type": "strike_events", **back}}]}
    answers = [
        enters(table, bank, {"type": "strike_events", **back}),
        bank.post(f"{table.path}/strikes/what-if", back),
        bank.post(f"{table.path}/batches", batch, version=table.version),
    ]
    assert [code(one) for one in answers] == ["strike_conflicts"] * 3
    assert [one.json["details"]["because"]["details"]["card"] for one in answers] == ["??"] * 3
    assert answers[-1].json["index"] == 0
    page = bank.http.get(f"{table.path}/put-right?strike={struck}", headers=bank.headers).text
    assert "would no longer be possible: ?? is out already" in page
    for text in (*(one.text for one in answers), page):
        assert not [card for card in ('"As"', "A♠", '"Kd"', "K♦") if card in text]


@pytest.mark.parametrize("first", ["house", "bank"])
def test_the_report_that_the_house_keeps_is_not_that_of_the_bank(evening, banker, first):
    table, phone = evening
    drawing(table)
    named = {"type": "name_cards", "player": table.ids["Anna"], "cards": ["As", "Kd", "Qh", "Jc", "9s"]}
    assert enters(table, phone["Anna"], named).status_code == 201
    table.play({"type": "strike_events", "versions": [table.version], "reason": "mistyped"})
    book = banker.http.application.extensions[EXTENSION].book
    readers = {
        "house": lambda: str(render_report(book, table.club, table.night, table.version)["txt"], "utf-8"),
        "bank": lambda: phone["Bo"].get(f"{table.path}/report").text,
    }
    told = {who: readers[who]() for who in (first, *readers)}
    assert {who: "A♠" in text for who, text in told.items()} == {"house": True, "bank": False}


def test_whose_cards_are_where_is_not_found_out_by_naming_them_one_after_the_other(evening):
    table, phone = evening
    drawing(table)
    held = {"type": "name_cards", "player": table.ids["Carl"], "cards": ["As", "Ks", "Qs", "Js", "9s"]}
    assert enters(table, phone["Carl"], held).status_code == 201
    codes = [
        code(enters(table, phone["Anna"], {"type": "name_cards", "player": table.ids["Anna"], "cards": [card]}))
        for card in ("As", "Ks", "Qs", "Js")
    ]
    assert codes == ["card_is_already_out"] * 3 + ["too_many_requests"]


def test_a_secret_stays_one_when_the_change_that_allowed_it_is_struck(evening, banker):
    table = an_evening(banker, "saturday")
    known = banker.http.application.extensions[EXTENSION].credentials.known
    known["anna"] = Who(club=table.club, player=table.ids["Anna"], roles=frozenset({"player"}), scope="play")
    known["boss"] = Who(club=table.club, player=table.ids["Bo"], roles=frozenset({"banker"}))
    anna, boss = (Banker(banker.http, name, taps=name) for name in ("anna", "boss"))
    table.play({"type": "change_entered_by", "by": "both"})
    changed = table.version
    drawing(table)
    named = {"type": "name_cards", "player": table.ids["Anna"], "cards": ["As", "Kd", "Qh", "Jc", "9s"]}
    assert enters(table, anna, named).status_code == 201
    table.play({"type": "strike_events", "versions": [changed], "reason": "let me see"})
    assert code(enters(table, anna, {"type": "check", "player": table.ids["Anna"]})) == "role_may_not"
    assert boss.get(table.path).json["hand"]["cards"][table.ids["Anna"]] == ["??"] * 5
