"""The banker's table by its forms, without a script: an act out of turn, a winner whom no card shows, and what a line says."""

import json
import re
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.cards.announcement import read_high
from engine.library import most_known
from service.app.games import games_to_choose
from tests.service.api.evening import Table
from tests.service.api.signed_in import ORIGIN, signed_in
from tests.service.web.browsing import Form, Page, send
from tests.service.web.conftest import beside, opened

FIVE = ("Anna", "Bo", "Carl", "Dora", "Eva")


@pytest.fixture
def own(shared_app) -> Table:
    """The first night of a club of its own; Bo has the bank and keeps the club."""
    return opened(shared_app)


def announced(table: Table, game: str, rulebook: str) -> None:
    dealer = table.ids["Carl"]
    table.play({"type": "announce_hand", "game": game, "rulebook": rulebook, "dealer": dealer})


def look(browser: FlaskClient, path: str) -> Page:
    answer = browser.get(path)
    assert answer.status_code == 200, answer.text
    return Page(answer.text)


def line_of(page: Page) -> Form:
    """The form in which a line is typed."""
    (form,) = page.at("type")
    return form


def typed(browser: FlaskClient, table: Table, line: str) -> TestResponse:
    """What answers a line that is typed at the table."""
    return send(browser, line_of(look(browser, table.path)), line=line)


def early(page: Page) -> dict[str, Form]:
    """The forms of acts out of turn, by the kind of act."""
    return {form.control: form for form in page.at("turn")}


def last_act(table: Table) -> dict[str, object]:
    events = table.banker.get(f"{table.path}/events", limit=200).json["events"]
    return next(one for one in reversed(events) if one["caused_by"] is None)


# Out of turn


def test_a_bet_out_of_turn_is_two_taps_the_player_and_the_amount(bo, evening):
    announced(evening, "straight poker", "enemaerke")
    carl = evening.ids["Carl"]
    table = look(bo, evening.path)
    assert f'href="{evening.path}/players/{carl}"' in table.text
    sheet = look(bo, f"{evening.path}/players/{carl}")
    assert "Anna to act. Chips bet out of turn stay in the pot" in sheet.text
    bet = early(sheet)["bet"]
    assert [value for _, value, _, _ in bet.buttons][:3] == ["1", "2", "3"]
    answer = send(bo, bet, 1)
    assert answer.request.path == evening.path
    told = last_act(evening)["data"]
    assert (told["player"], told["chips"], told["ahead"]) == (carl, 2, True)
    assert [waiver["rule"] for waiver in told["waived"]] == ["looks_like_the_wrong_player"]


def test_where_an_act_out_of_turn_does_not_count_the_button_says_that_the_table_agrees(bo, evening):
    announced(evening, "Texas Hold'em", "standard")
    asked = evening.banker.get(f"{evening.path}/table").json["table"]["seats"]
    carl = next(one["id"] for one in asked if not one["to_act"])
    sheet = look(bo, f"{evening.path}/players/{carl}")
    assert "An act out of turn does not count." in sheet.text
    fold = early(sheet)["fold"]
    assert fold.buttons[0][2] == "Fold if the table agrees"
    send(bo, fold)
    told = last_act(evening)
    assert (told["type"], told["data"]["player"]) == ("hand_folded", carl)
    assert [waiver["rule"] for waiver in told["data"]["waived"]] == ["not_your_turn"]


def test_who_is_asked_has_nothing_to_do_out_of_turn(bo, evening):
    anna = f"{evening.path}/players/{evening.ids['Anna']}"
    assert not early(look(bo, anna))
    announced(evening, "straight poker", "enemaerke")
    assert not early(look(bo, anna))
    assert early(look(bo, f"{evening.path}/players/{evening.ids['Bo']}"))


def test_an_act_out_of_turn_that_a_rule_forbids_is_told_on_the_players_sheet(bo, evening):
    announced(evening, "straight poker", "enemaerke")
    bet = early(look(bo, f"{evening.path}/players/{evening.ids['Carl']}"))["bet"]
    bet.buttons.append(("number:chips", "49", "49", ""))
    answer = send(bo, bet, len(bet.buttons) - 1)
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


def test_who_wins_is_one_tap_where_nobody_writes_cards_down(bo, evening):
    at_the_showdown(evening)
    answer = send(bo, winning(look(bo, evening.path), "Anna"))
    assert answer.status_code == 200
    assert evening.banker.get(f"{evening.path}/table").json["table"]["hand"]["over"]
    assert standing(evening, "Anna") == 150 + 4


def test_a_winner_of_whom_nothing_is_known_is_asked_about_where_another_has_shown(bo, evening):
    at_the_showdown(evening)
    evening.play({"type": "show_hand", "player": evening.ids["Carl"], "cards": ["7h", "5d", "4s", "3c", "2h"]})
    answer = send(bo, winning(look(bo, evening.path), "Anna"))
    assert answer.status_code == 409
    assert "A winner has to show, and the whole hand of Anna is not known" in answer.text
    assert "shows CARDS" not in answer.text
    refused = typed(bo, evening, "anna wins")
    assert "Say “Anna shows CARDS”." in refused.text
    meant = next(form for form in Page(answer.text).forms if ("reason", "it is meant") in form.fields)
    assert send(bo, meant).status_code == 200
    assert standing(evening, "Anna") > 150


def standing(table: Table, name: str) -> int:
    return next(one["stack"] for one in table.banker.get(table.path).json["players"] if one["name"] == name)


# Chips that are lacking, and who is dealt in


def trouble_of(answer: TestResponse) -> dict[str, Form]:
    """The ways on that are offered with a refusal, by the label of their button."""
    found = re.search(r'class="row many ways">(.*?)</div>', answer.text, re.DOTALL)
    return {form.buttons[0][2]: form for form in Page(found[1]).forms} if found else {}


def announcing(browser: FlaskClient, table: Table, letters: str) -> Form:
    """The button that announces the first game that is called like this."""
    return look(browser, f"{table.path}/hands?game={letters}").at("found")[0]


def test_a_player_without_the_ante_is_lent_chips_or_left_out_with_one_tap(bo, evening):
    evening.play({"type": "cash_out", "player": evening.ids["Anna"], "chips": 150})
    refused = send(bo, announcing(bo, evening, "straight"))
    assert "Too few chips for the ante: Anna" in refused.text
    ways = trouble_of(refused)
    assert set(ways) == {"Lend Anna 150", "Deal without Anna"}
    dealt = send(bo, ways["Deal without Anna"])
    assert dealt.status_code == 200
    assert "not in this hand: no chips" in dealt.text
    hand = evening.banker.get(f"{evening.path}/table").json["table"]
    assert [one["put_in"] for one in hand["seats"]] == [0, 2, 2]


def test_whoever_lacks_the_ante_is_lent_it_and_the_game_is_announced_again(bo, evening):
    evening.play({"type": "cash_out", "player": evening.ids["Anna"], "chips": 150})
    lent = send(bo, trouble_of(send(bo, announcing(bo, evening, "straight")))["Lend Anna 150"])
    assert (lent.status_code, standing(evening, "Anna")) == (200, 150)
    assert send(bo, announcing(bo, evening, "straight")).status_code == 200


def test_too_few_players_with_chips_are_lent_some_with_one_tap(bo, evening):
    for name in ("Anna", "Carl"):
        evening.play({"type": "cash_out", "player": evening.ids[name], "chips": 150})
    refused = send(bo, announcing(bo, evening, "Texas"))
    assert set(trouble_of(refused)) == {"Lend Anna 150", "Lend Carl 150"}


def test_of_one_player_too_many_the_table_says_who_sits_out(bo, shared_table):
    evening = beside(shared_table, *FIVE)
    refused = send(bo, announcing(bo, evening, "tarok"))
    assert "for at most 4 players, but 5 are dealt in" in refused.text
    ways = trouble_of(refused)
    assert set(ways) == {f"Deal without {name}" for name in FIVE}
    dealt = send(bo, ways["Deal without Dora"])
    assert dealt.status_code == 200
    assert "not in this hand" in dealt.text


def test_whoever_has_played_most_hands_is_the_first_to_sit_one_out(bo, shared_table):
    evening = beside(shared_table, *FIVE)
    people = [evening.ids[name] for name in ("Carl", "Eva")]
    evening.play({"type": "announce_hand", "game": "Straight Poker", "players": people, "dealer": people[0]})
    evening.play({"type": "bet", "player": people[1], "chips": 1}, {"type": "fold", "player": people[0]})
    ways = trouble_of(send(bo, announcing(bo, evening, "tarok")))
    assert [*ways] == [f"Deal without {name}" for name in ("Carl", "Eva", "Anna", "Bo", "Dora")]


def test_a_refusal_that_chips_or_players_do_not_mend_offers_no_way_of_theirs(bo, evening):
    announced(evening, "straight poker", "enemaerke")
    refused = typed(bo, evening, "anna b 49")
    assert (refused.status_code, trouble_of(refused)) == (409, {})


def test_the_bank_is_lent_chips_with_one_tap_like_anybody_unless_it_plays_from_the_box(bo, shared_table, evening):
    page = look(bo, evening.path)
    assert f'id="loan-{evening.ids["Bo"]}"' in page.text
    other = beside(shared_table, rules={"initial_loan": 150, "banker_stack": "box"})
    page = look(bo, other.path)
    assert f'id="loan-{other.ids["Anna"]}"' in page.text
    assert f'id="loan-{other.ids["Bo"]}"' not in page.text


def test_the_first_hand_of_a_night_is_announced_again_from_the_night_before(shared_app, own):
    announced(own, "straight poker", "enemaerke")
    table = beside(own)
    browser = signed_in(shared_app, own, "Bo")
    again = next(form for form in look(browser, table.path).at("acts") if form.buttons[0][2] == "Straight Poker")
    assert send(browser, again).status_code == 200
    assert last_act(table)["type"] == "hand_announced"


# What is typed


def test_a_new_player_sent_again_with_the_same_form_is_added_once_and_not_refused(bo, evening):
    form = line_of(look(bo, evening.path))
    # Whoever was added is seated by one tap on the page to which it leads.
    assert ">Erik</button>" in send(bo, form, line="new Erik").text
    again = send(bo, form, line="new Erik")
    assert (again.status_code, 'role="alert"' in again.text) == (200, False)
    players = evening.banker.get(f"/clubs/{evening.club}/players").json["players"]
    assert [one["name"] for one in players].count("Erik") == 1
    refused = typed(bo, evening, "new Erik")
    assert refused.status_code == 422
    assert "Erik is in the club already; “sit Erik” seats them" in refused.text
    assert send(bo, form, line="new Gorm").status_code in (409, 422), "the form was sent with another name"
    players = evening.banker.get(f"/clubs/{evening.club}/players").json["players"]
    assert "Gorm" not in {one["name"] for one in players}


def test_a_time_alone_is_refused_with_what_has_a_time(bo, evening):
    page = typed(bo, evening, "at 21:00").text
    assert "A time alone records nothing" in page
    assert "“close at 21:00”" in page


# Who opens


def opening_a_stud(table: Table) -> None:
    """Seven Card Stud, dealt without a word about the open cards, so that nobody can say who opens."""
    announced(table, "Seven Card Stud", "enemaerke")
    table.play({"type": "deal"})


def asks_who_opens(page: Page) -> dict[str, list[Form]]:
    """The forms behind each name, where the page asks who opens."""
    found: dict[str, list[Form]] = {}
    for form in page.at("acts"):
        for one in form.place:
            if one.startswith("turn-"):
                found.setdefault(one.removeprefix("turn-"), []).append(form)
    return found


def test_a_stud_round_whose_opener_is_not_known_asks_who_opens(bo, evening):
    opening_a_stud(evening)
    page = look(bo, evening.path)
    assert '<b class="serif">Who opens?</b>' in page.text
    behind = asks_who_opens(page)
    assert set(behind) == set(evening.ids.values())
    # No act stands there for somebody whom nobody has chosen.
    loose = [
        form for form in page.at("acts") if form.control and not any(one.startswith("turn-") for one in form.place)
    ]
    assert loose == []
    carl = evening.ids["Carl"]
    bet = next(form for form in behind[carl] if form.control == "bet")
    went_on = Page(send(bo, bet, 2).text)
    told = last_act(evening)["data"]
    assert (told["player"], told["chips"]) == (carl, 3)
    # Then there is one set of buttons, that of whoever is asked next.
    assert asks_who_opens(went_on) == {}
    calls = [
        json.loads(dict(form.fields)["command"])["player"] for form in went_on.at("acts") if form.control == "call"
    ]
    assert calls == [evening.ids["Anna"]]


# Pots, ties and what a button costs


def button(page: Page, control: str) -> list[str]:
    """What the buttons of this kind of act say, at the bottom of the table."""
    return [label for form in page.at("acts") if form.control == control for _, _, label, _ in form.buttons]


def test_a_call_with_too_few_chips_says_that_it_is_all_in_and_a_bet_of_everything_too(bo, evening):
    evening.play({"type": "cash_out", "player": evening.ids["Anna"], "chips": 130})
    announced(evening, "Texas Hold'em", "standard")
    assert "148all-in" in button(look(bo, evening.path), "raise")
    evening.play({"type": "raise", "player": evening.ids["Carl"], "by": 40})
    assert "Call 19, all-in" in button(look(bo, evening.path), "call")


def test_the_winner_of_each_pot_is_named_where_a_side_pot_goes_to_somebody_else(bo, evening):
    evening.play({"type": "cash_out", "player": evening.ids["Anna"], "chips": 130})
    announced(evening, "Texas Hold'em", "standard")
    evening.play(
        {"type": "raise", "player": evening.ids["Carl"], "by": 40},
        {"type": "call", "player": evening.ids["Anna"]},
        {"type": "call", "player": evening.ids["Bo"]},
    )
    page = look(bo, evening.path)
    assert "side pot 1: <b>44</b>" in page.text
    while (lay := next((form for form in page.at("acts") if form.control in ("lay", "check")), None)) is not None:
        page = Page(send(bo, lay).text)
    assert "Main pot: 60" in page.text
    assert "Side pot 1: 44" in page.text
    won = next(
        form for form in page.at("acts") if form.control == "name_winners" and form.buttons[0][2] == "Share it out"
    )
    # One tap says only what leaves nothing open: whoever has part in every pot wins them all.
    assert sorted(label for label in button(page, "name_winners") if label.endswith("wins")) == ["Bo wins", "Carl wins"]
    ids = evening.ids
    answer = send(bo, won, **{"won:0:0": ids["Anna"], "won:0:1": ids["Carl"]})
    assert answer.status_code == 200
    assert "Anna wins 60. Carl wins 44 of side pot 1." in answer.text
    assert (standing(evening, "Anna"), standing(evening, "Carl")) == (60, 108 + 44)


def test_a_bet_of_more_chips_than_somebody_has_says_how_many_go_by_shadow_and_is_tapped_twice(bo, evening):
    evening.play({"type": "cash_out", "player": evening.ids["Anna"], "chips": 146})
    announced(evening, "straight poker", "enemaerke")
    evening.play(
        {"type": "check", "player": evening.ids["Anna"]}, {"type": "bet", "player": evening.ids["Bo"], "chips": 1}
    )
    evening.play({"type": "fold", "player": evening.ids["Carl"]})
    page = look(bo, evening.path)
    # Anna has 2 chips, and 1 of them calls.
    assert button(page, "raise")[:3] == ["1", "21 by shadow", "32 by shadow"]
    assert "Raise by 2: 1 of it by shadow, to be paid to the pot unless the hand is won. Tap again" in page.text


@pytest.mark.parametrize("chips", [3, 5, 6, 8])
def test_the_shadow_that_a_button_names_is_the_one_that_is_recorded(bo, evening, chips):
    """Of a raise, what the call lacks is part of it."""
    anna = evening.ids["Anna"]
    evening.play({"type": "cash_out", "player": anna, "chips": 150 - chips})
    announced(evening, "straight poker", "enemaerke")
    evening.play({"type": "check", "player": anna}, {"type": "bet", "player": evening.ids["Bo"], "chips": 3})
    evening.play({"type": "raise", "player": evening.ids["Carl"], "by": 1})
    page = look(bo, evening.path)
    called, lacking = button(page, "call")[0], max(0, 4 - (chips - 2))
    assert called == (f"Call 4, {lacking} by shadow" if lacking else "Call 4")
    assert (f"Call 4, {lacking} by shadow: the shadow is paid" in page.text) == bool(lacking)
    assert "pull_shadow" not in {form.control for form in page.at("acts")}
    raises = next(form for form in page.at("acts") if form.control == "raise")
    told = re.match(r"2(\d+) by shadow|2$", raises.buttons[1][2])
    send(bo, raises, 1)
    owed = next(one for one in evening.banker.get(f"{evening.path}/table").json["table"]["seats"] if one["id"] == anna)
    assert int(told[1] or 0) == owed["owes_pot"]


def test_whoever_may_still_owe_the_pot_is_not_all_in_and_pays_at_the_end_in_sight(bo, evening):
    evening.play({"type": "cash_out", "player": evening.ids["Anna"], "chips": 148})
    announced(evening, "straight poker", "enemaerke")
    assert "all-in" not in look(bo, evening.path).text
    evening.play(
        {"type": "bet", "player": evening.ids["Anna"], "chips": 3},
        {"type": "call", "player": evening.ids["Bo"]},
        {"type": "fold", "player": evening.ids["Carl"]},
    )
    ended = Page(send(bo, winning(look(bo, evening.path), "Bo")).text)
    told = told_last(ended)
    assert told.startswith("Bo wins 12.")
    assert "Anna pays the pot the 3 owed by shadow." in told
    assert "Anna borrows 3 chips" in told


def test_a_tie_is_said_by_ticking_all_who_share(bo, evening):
    at_the_showdown(evening)
    page = look(bo, evening.path)
    shared = next(form for form in page.at("acts") if form.buttons and form.buttons[0][2] == "Share it out")
    shared.fields += [("won:0:0", evening.ids["Anna"]), ("won:0:0", evening.ids["Bo"])]
    assert "Anna wins 3; Bo wins 3." in send(bo, shared).text


def test_the_first_bet_of_a_fixed_limit_is_the_whole_bet_and_not_once_a_hand(bo, evening):
    announced(evening, "Seven-Card Stud", "standard")
    page = look(bo, evening.path)
    deal = next(form for form in page.at("acts") if form.control == "deal" and form.open_fields)
    page = Page(send(bo, deal, **{"cards:cards": "Ks 7d 2c"}).text)
    assert button(page, "bet")[-2:] == ["2", "4the whole bet"]


# What is told


def test_an_act_on_a_page_that_is_older_than_the_night_is_told_kindly(bo, evening):
    announced(evening, "straight poker", "enemaerke")
    fold = next(form for form in look(bo, evening.path).at("acts") if form.control == "fold")
    evening.play({"type": "check", "player": evening.ids["Anna"]})
    refused = send(bo, fold)
    assert refused.status_code == 409
    assert "Something has happened meanwhile, so nothing was done: this is how it is now." in refused.text


def test_the_points_of_a_bidder_are_put_right_by_a_number(bo, evening):
    announced(evening, "Tarok", "tarok")
    evening.play(
        {"type": "make_bid", "player": evening.ids["Anna"], "contract": "threesome"},
        *({"type": "pass_bid", "player": evening.ids[name]} for name in ("Bo", "Carl")),
        {"type": "take_widow", "choice": 2},
        {"type": "discard"},
        {"type": "announce_goal", "goal": "game"},
        {"type": "name_score", "points": 44},
    )
    events = evening.banker.get(f"{evening.path}/events", limit=200).json["events"]
    (wrong,) = [one["version"] for one in events if one["type"] == "score_named"]
    asked = look(bo, f"{evening.path}/put-right?event={wrong}")
    form = next(one for one in asked.forms if "number:points" in one.open_fields)
    effect = look(bo, f"{evening.path}/put-right?{urlencode([*form.fields, ('number:points', '37')])}")
    assert "The bidder has 37 points" in effect.text


def test_a_hand_that_was_shown_is_named_where_cards_speak(bo, evening):
    announced(evening, "Five-Card Draw", "standard")
    page = look(bo, evening.path)
    while (
        on := next((form for form in page.at("acts") if form.control in ("check", "call", "deal", "exchange")), None)
    ) is not None:
        page = Page(send(bo, on).text)
    carl = evening.ids["Carl"]
    evening.play({"type": "show_hand", "player": carl, "cards": ["Ks", "Kd", "10c", "10h", "2s"]})
    assert '<span class="what">two pair, kings and tens</span>' in look(bo, evening.path).text


def told_last(page: Page) -> str:
    return re.findall(r'<p class="last[^>]*>(.*?)</p>', page.text)[0]


def test_an_undo_says_what_it_takes_back_and_the_next_one_goes_one_further_back(bo, evening):
    announced(evening, "straight poker", "enemaerke")
    evening.play(
        {"type": "bet", "player": evening.ids["Anna"], "chips": 3}, {"type": "call", "player": evening.ids["Bo"]}
    )
    for what in ("Bo calls 3", "Anna bets 3"):
        page = look(bo, evening.path)
        assert f"undo “{what}”" in page.text
        (way,) = re.findall(r'class="button undo" href="([^"]+)"', page.text)
        asked = look(bo, way)
        assert "<h1>Undo</h1>" in asked.text
        # The number of an event is a link.
        assert f"<span>{what}.</span>" in re.sub(r"</?a\b[^>]*>", "", asked.text)
        done = next(form for form in asked.forms if form.buttons and form.buttons[0][2] == "Undo it")
        assert told_last(Page(send(bo, done).text)) == f"Taken back: {what}."
    assert "undo “Hand 1: Straight Poker, dealt by Carl”" in look(bo, evening.path).text


def asked_to_move(page: Page) -> list[str]:
    """The moves that the felt asks for."""
    (felt,) = re.findall(r'<div class="to-move".*?</ul>', page.text, re.DOTALL)
    return re.findall("<li[^>]*>(.*?)</li>", felt)


def test_the_chips_that_must_change_hands_stand_on_the_felt_until_somebody_says_they_lie_right(shared_app, bo, evening):
    anna = signed_in(shared_app, evening, "Anna")
    at_the_showdown(evening)
    send(bo, winning(look(bo, evening.path), "Anna"))
    events = evening.banker.get(f"{evening.path}/events", type="winners_named").json["events"]
    won, moves = events[-1]["version"], "Anna gives Bo 6 chips."
    preview = look(bo, f"{evening.path}/put-right?to-{won}=bo+wins")
    assert moves in preview.text
    (form,) = (one for one in preview.forms if one.buttons and one.buttons[0][2] == "Correct it")
    assert moves in send(bo, form).text
    pages = (evening.path, f"{evening.path}/mine", f"{evening.path}/screen")
    assert all(moves in look(bo, path).text for path in pages)
    assert moves in look(anna, evening.path).text
    (done,) = re.findall(r'href="([^"]+[?]moved=\d+)"', look(bo, evening.path).text)
    assert moves not in bo.get(done, follow_redirects=True).text
    assert moves not in look(bo, evening.path).text
    # A loan that is taken back asks for its own chips alone, also on the phones where nobody said that they lie right.
    evening.play({"type": "give_loan", "player": evening.ids["Carl"], "chips": 10})
    (undo,) = (form for form in look(bo, evening.path).forms if "strike" in dict(form.fields))
    send(bo, undo)
    back = "Carl gives the bank 10 chips."
    assert all(asked_to_move(look(bo, path)) == [back] for path in pages)
    assert asked_to_move(look(anna, evening.path)) == [back]
    assert f"Put right before that: {moves}" in look(anna, evening.path).text
    assert moves not in look(bo, evening.path).text
    # What is put right after that is told again.
    corrected = evening.banker.get(f"{evening.path}/events", type="winners_named").json["events"][-1]["version"]
    (form,) = (
        one
        for one in look(bo, f"{evening.path}/put-right?to-{corrected}=carl+wins").forms
        if one.buttons and one.buttons[0][2] == "Correct it"
    )
    assert "Bo gives Carl 6 chips." in send(bo, form).text
    dealer = evening.ids["Anna"]
    evening.play({"type": "announce_hand", "game": "straight poker", "rulebook": "enemaerke", "dealer": dealer})
    assert all("gives" not in look(bo, evening.path).text for bo in (bo, anna))


def test_a_new_round_begins_with_nobody_having_spoken(bo, evening):
    announced(evening, "seven card stud", "enemaerke")
    evening.play({"type": "deal", "cards": ["Ks", "7d", "2c"]})
    evening.play(*({"type": "check", "player": evening.ids[name]} for name in ("Anna", "Bo", "Carl")))
    # What was bet before is not told any more, be the next round dealt or not.
    assert rows_told(look(bo, evening.path)) == ["", "", ""]
    evening.play({"type": "deal", "cards": ["Kd", "8d", "3c"]})
    assert "checks</span>" not in look(bo, evening.path).text


def test_the_last_act_is_taken_back_without_a_page_by_the_rules_of_any_other_strike(bo, evening):
    announced(evening, "straight poker", "enemaerke")
    evening.play({"type": "fold", "player": evening.ids["Anna"]})
    (undo,) = (form for form in look(bo, evening.path).forms if "strike" in dict(form.fields))
    evening.play({"type": "bet", "player": evening.ids["Bo"], "chips": 3})
    # The night has gone on meanwhile: what stands against it is told, and nothing is done.
    assert send(bo, undo).status_code == 409
    (undo,) = (form for form in look(bo, evening.path).forms if "strike" in dict(form.fields))
    assert told_last(Page(send(bo, undo).text)) == "Taken back: Bo bets 3."


def test_language_and_light_are_chosen_behind_the_menu_of_the_night_and_lead_back_to_it(shared_app, evening):
    browser = signed_in(shared_app, evening, "Bo")
    page = look(browser, evening.path)
    ways = [form for form in page.at("menu") if form.action == "/preferences"]
    assert [form.buttons[0][0] for form in ways] == ["language", "scheme"]
    answer = send(browser, ways[0], [code for _, code, *_ in ways[0].buttons].index("da"))
    assert (answer.request.path, 'lang="da"' in answer.text) == (evening.path, True)


def test_a_loan_is_asked_about_while_a_hand_is_played_and_one_tap_between_hands(bo, evening):
    asks = 'data-ask="Lend Anna 150, while a hand is played? Tap again to do it."'
    assert ">+150</button>" in look(bo, evening.path).text
    assert asks not in look(bo, evening.path).text
    announced(evening, "straight poker", "enemaerke")
    evening.play({"type": "fold", "player": evening.ids["Anna"]})
    assert asks in look(bo, evening.path).text


def again(page: Page) -> list[str]:
    """The games that can be announced again."""
    again = [form for form in page.forms if "-usual" not in dict(form.fields).get("key", "")]
    return [one[2] for form in again for one in form.buttons if '"announce_hand"' in one[1]]


def test_a_game_is_announced_again_with_its_options_and_the_last_one_also_if_it_is_for_fewer(shared_app, own):
    browser = signed_in(shared_app, own, "Bo")
    over = {"type": "new_deal", "reason": "misdeal"}
    stud = {"type": "announce_hand", "game": "mexican stud", "rulebook": "enemaerke"}
    own.play(stud, over, stud | {"options": [{"type": "HighLow"}]}, over)
    assert again(look(browser, own.path)) == ["Mexican Stud with high/low", "Mexican Stud"]
    own.play({"type": "announce_hand", "game": "tarok", "rulebook": "tarok"}, over)
    for name in ("Dora", "Eva", "Finn"):
        typed(browser, own, f"new {name}")
        typed(browser, own, f"sit {name}")
    page = look(browser, own.path)
    assert again(page)[0] == "Tarok"
    form = next(form for form in page.forms if any('"announce_hand"' in one[1] for one in form.buttons))
    send(browser, form, 1)
    assert last_act(own)["data"]["options"] == [{"type": "HighLow"}]


def test_a_row_says_what_is_asked_of_it_and_which_side_was_declared_once_all_are_open(bo, evening):
    dealer = evening.ids["Carl"]
    options = [{"type": "HighLow"}]
    evening.play({"type": "announce_hand", "game": "straight poker", "dealer": dealer, "options": options})
    evening.play(*({"type": "check", "player": evening.ids[name]} for name in ("Anna", "Bo", "Carl")))
    assert rows_told(look(bo, evening.path)) == ["to declare high or low"] * 3
    sides = {"Anna": "high", "Bo": "low", "Carl": "both"}
    evening.play(*({"type": "declare_side", "player": evening.ids[name], "side": side} for name, side in sides.items()))
    assert rows_told(look(bo, evening.path)) == ["declared high", "declared low", "declared both"]


def test_the_shared_cards_of_holdem_are_dealt_as_flop_turn_and_river(bo, evening):
    announced(evening, "texas hold'em", "standard")
    labels = []
    for _ in range(40):
        page = look(bo, evening.path)
        ahead = next((form for form in page.at("acts") if form.control and form.buttons[0][3] == "main"), None)
        if ahead is None:
            break
        labels.append(ahead.buttons[0][2])
        send(bo, ahead)
    assert [one for one in labels if one.startswith("Deal the")] == ["Deal the flop", "Deal the turn", "Deal the river"]


def test_options_are_explained_where_they_are_chosen_and_who_plays_is_chosen_where_too_many_sit(bo, shared_table):
    evening = beside(shared_table, *FIVE)
    announcing = look(bo, f"{evening.path}/hands/enemaerke/Straight%20Poker").text
    assert "The best and the lowest hand share the pot; each player declares a side at the end." in announcing
    found = look(bo, f"{evening.path}/hands?game=tarok")
    tarok = next(form for form in found.forms if '"Tarok"' in dict(form.fields).get("command", ""))
    refused = send(bo, tarok).text
    assert f'href="{evening.path}/hands/tarok/Tarok">Choose who plays…' in refused


def test_a_player_sees_the_stacks_and_open_cards_as_the_tablet_does(shared_app, evening):
    anna = signed_in(shared_app, evening, "Anna")
    announced(evening, "seven card stud", "enemaerke")
    evening.play({"type": "deal", "cards": ["Ks", "7d", "2c"]})
    page = look(anna, f"{evening.path}/mine").text
    around = re.findall(r"<span>(\w+)</span> <b>(\d+)</b>", page)
    assert around == re.findall(r"<span>(\w+)</span> <b>(\d+)</b>", look(anna, f"{evening.path}/screen").text)
    assert dict(around) == dict.fromkeys(evening.ids, "148")
    assert "7♦" in page


def test_what_is_wild_by_now_is_said_as_the_queens_fall(bo, evening):
    announced(evening, "follow the queen", "enemaerke")
    assert "wild: queens" in look(bo, evening.path).text
    evening.play({"type": "deal", "cards": ["Qs", "7d", "2c"]})
    assert "wild: queens and sevens" in look(bo, evening.path).text


def done_about(browser: FlaskClient, table: Table, act: str, whose: str, **said: str) -> TestResponse:
    """Taps on the page of mistakes what puts one right, by the kind of act and for whom it is."""
    buttons = (
        (form, at)
        for form in look(browser, f"{table.path}/faults").forms
        for at, (name, value, label, _) in enumerate(form.buttons)
        if name == "command" and json.loads(value)["type"] == act and label == whose
    )
    form, at = next(buttons)
    return send(browser, form, at, **said)


def test_a_mistake_at_the_table_is_told_with_its_rule_and_put_right_for_whoever_is_named(bo, evening):
    assert "No hand is played now." in look(bo, f"{evening.path}/faults").text
    assert "/faults" not in look(bo, evening.path).text
    announced(evening, "straight poker", "enemaerke")
    assert f'href="{evening.path}/faults"' in look(bo, evening.path).text
    assert "one more can be given after the first deal." in look(bo, f"{evening.path}/faults").text
    answer = done_about(bo, evening, "give_missing_card", "Anna", **{"card:card": "Kd"})
    assert answer.request.path == evening.path
    assert last_act(evening)["data"] == {"player": evening.ids["Anna"], "card": "Kd"}


def test_a_new_deal_carries_the_pot_and_the_line_of_the_bank_counts_it(bo, evening):
    announced(evening, "straight poker", "enemaerke")
    page = Page(done_about(bo, evening, "new_deal", "the whole table").text)
    assert last_act(evening)["type"] == "new_deal_demanded"
    assert "in the pot <b>6</b>" in page.text
    assert told_last(page).startswith("6 chips are carried to the next hand")
    # When something else has happened, it is still said where the pot was.
    evening.play({"type": "give_loan", "player": evening.ids["Anna"], "chips": 40})
    assert "carried to the next hand: 6" in look(bo, evening.path).text


def test_what_has_happened_since_a_hand_is_said_and_not_who_won_it(bo, evening):
    announced(evening, "straight poker", "enemaerke")
    evening.play({"type": "fold", "player": evening.ids["Anna"]}, {"type": "fold", "player": evening.ids["Bo"]})
    assert told_last(look(bo, evening.path)).startswith("Carl wins")
    # What it led to is told with it, and is no news of the hand.
    evening.play({"type": "leave_night", "player": evening.ids["Anna"], "counted": 148})
    assert told_last(look(bo, evening.path)) == "Anna hands back 148 chips and is credited 37.00 DKK."
    evening.play({"type": "pass_bank", "to": evening.ids["Carl"]})
    assert told_last(look(bo, evening.path)).startswith("Carl keeps the bank from here")


def test_a_rule_is_waived_with_one_tap_for_the_usual_reasons(bo, evening):
    announced(evening, "straight poker", "enemaerke")
    refused = typed(bo, evening, "anna 9")
    assert refused.status_code == 409
    waive = next(form for form in Page(refused.text).forms if ("waive", "bet_over_limit") in form.fields)
    assert waive.buttons[0][:2] == ("reason", "the table agrees")
    page = Page(send(bo, waive).text)
    assert told_last(page) == "Anna bets 9."
    assert last_act(evening)["data"]["waived"] == [{"rule": "bet_over_limit", "reason": "the table agrees"}]


@pytest.mark.parametrize(
    ("number", "why"),
    [("0", "The number of chips must be a whole number, at least 1; 0 is not."), ("x", "“x” will not do here")],
)
def test_a_field_that_is_filled_in_wrongly_is_named_in_words(bo, evening, number, why):
    form = line_of(look(bo, evening.path))
    lend = json.dumps({"type": "give_loan", "player": evening.ids["Anna"]})
    form.fields = [(name, value) for name, value in form.fields if name == "form_token"]
    form.fields += [("command", lend), ("number:chips", number), ("key", f"wrong-{number}")]
    form.action = f"{evening.path}/acts"
    answer = send(bo, form)
    assert answer.status_code == 422
    assert why in answer.text


def test_a_deal_says_in_which_order_cards_fall_and_options_that_are_refused_stay_typed(bo, evening):
    announced(evening, "seven card stud", "enemaerke")
    assert '<ol class="falls"><li>Anna</li><li>Bo</li><li>Carl</li></ol>' in look(bo, evening.path).text
    options = f"{evening.path}/hands/enemaerke/Baseball"
    (form,) = (one for one in look(bo, options).forms if one.method == "post")
    form.action = options
    refused = send(bo, form, options="ante 1")
    assert refused.status_code in (409, 422)
    assert 'value="ante 1"' in refused.text


def test_options_are_typed_on_the_page_as_in_a_line(bo, evening):
    options = f"{evening.path}/hands/enemaerke/Three Card Draw"
    (form,) = (one for one in look(bo, options).forms if one.method == "post")
    form.action = options
    assert send(bo, form, options="exchange 4, 2'ere og en-øjede vilde").status_code == 200
    exchange, wild = last_act(evening)["data"]["options"]
    assert (exchange["cards"], wild["rule"]["names"]) == (4, "2 Js Jh Kd")


def tapped(bo: FlaskClient, path: str, **chosen: list[str]) -> TestResponse:
    """Announces the game of this page with what was tapped there."""
    (form,) = (one for one in look(bo, path).forms if one.method == "post")
    assert {*chosen.get("wild", ())} <= {value for name, value in form.ticks if name == "wild"}
    return bo.post(path, data={**dict(form.fields), **chosen}, headers=ORIGIN, follow_redirects=True)


def test_what_the_dealer_makes_wild_is_tapped(bo, evening):
    chosen = ["7", "2", "one-eyed", "split pairs"]
    assert tapped(bo, f"{evening.path}/hands/enemaerke/Baseball", wild=chosen).status_code == 200
    wild = last_act(evening)["data"]["options"]
    assert [one["rule"].get("names", one["rule"]["type"]) for one in wild] == ["7 2", "Js Jh Kd", "SplitPairs"]


def test_how_many_cards_are_exchanged_is_chosen(bo, evening):
    assert tapped(bo, f"{evening.path}/hands/enemaerke/Farum Park", option=["exchange 4"]).status_code == 200
    (exchange,) = last_act(evening)["data"]["options"]
    assert exchange["cards"] == 4
    assert 'id="exchange"' not in look(bo, f"{evening.path}/hands/enemaerke/Stora Spelet").text


def test_other_wild_cards_may_stand_instead_of_those_of_the_game(bo, evening):
    assert tapped(bo, f"{evening.path}/hands/enemaerke/Jumping Jacks", wild=["7"], instead=["yes"]).status_code == 200
    (wild,) = last_act(evening)["data"]["options"]
    assert (wild["rule"]["names"], wild["instead"]) == ("7", True)


def test_a_game_without_ranks_of_poker_has_no_wild_cards_to_tap(bo, evening):
    assert 'name="wild"' not in look(bo, f"{evening.path}/hands/tarok/Tarok").text
    # Nor can a pair be split where no card is open.
    assert 'value="split pairs"' not in look(bo, f"{evening.path}/hands/enemaerke/Three Card Draw").text


def test_an_announced_hand_is_said_by_a_tap(bo, evening):
    announced(evening, "straight poker", "enemaerke")
    evening.play(*({"type": "check", "player": evening.ids[name]} for name in ("Anna", "Bo", "Carl")))
    said = re.findall(r'data-says="([^"]+)"', look(bo, evening.path).text)
    assert {"five of a kind", "full house", "high card"} <= {*said}
    assert all(read_high(one) for one in said)


def test_whoever_plays_low_announces_no_kind_of_high_hand(bo, evening):
    options, players = f"{evening.path}/hands/enemaerke/Straight Poker", [evening.ids[name] for name in FIVE[:3]]
    assert tapped(bo, options, option=["high-low"], dealer=players[2:]).status_code == 200
    evening.play(*({"type": "check", "player": player} for player in players))
    sides = zip(players, ("low", "high", "both"), strict=True)
    evening.play(*({"type": "declare_side", "player": player, "side": side} for player, side in sides))
    page = look(bo, evening.path).text
    assert page.count('data-says="full house"') == 2


def test_as_long_as_nobody_has_bet_all_check_by_one_tap(bo, evening):
    announced(evening, "elevator", "enemaerke")
    (form,) = look(bo, evening.path).at("all-check")
    assert send(bo, form).status_code == 200
    acts = [
        one
        for one in evening.banker.get(f"{evening.path}/events", limit=200).json["events"]
        if one["caused_by"] is None
    ]
    assert [one["type"] for one in acts[-3:]] == ["checked"] * 3
    typed(bo, evening, "turn 9s")
    typed(bo, evening, "anna 3")
    assert look(bo, evening.path).at("all-check") == []


def test_whoever_opens_among_cards_that_nobody_named_all_check_by_one_tap(bo, evening):
    announced(evening, "roll them", "enemaerke")
    (form,) = look(bo, evening.path).at("all-check")
    assert send(bo, form).status_code == 200
    assert "round 2" in look(bo, evening.path).text


def test_of_two_cards_that_may_come_now_the_page_says_which_is_named(bo, evening):
    announced(evening, "farum park", "enemaerke")
    page = look(bo, evening.path).text
    assert "<summary>Name the cards: Calls “Spit!”</summary>" in page
    assert "<summary>Name the cards</summary>" in page
    assert "may call the card" in page


@pytest.mark.parametrize(
    ("word", "page"), [("undo", "put-right"), ("fortryd", "put-right"), ("fejl", "faults"), ("log", "replay")]
)
def test_a_word_of_the_prompt_leads_to_its_page(bo, evening, word, page):
    (line,) = look(bo, evening.path).at("type")
    assert send(bo, line, line=word).request.path.startswith(f"{evening.path}/{page}")


@pytest.mark.parametrize("word", ["?", "help", "hjælp"])
def test_who_asks_the_page_for_help_as_at_the_prompt_reads_what_can_be_typed(bo, evening, word):
    (line,) = look(bo, evening.path).at("type")
    assert send(bo, line, line=word).request.path == "/help/lines"


def test_the_stakes_of_one_hand_are_said_with_its_options(bo, evening):
    options = f"{evening.path}/hands/standard/Texas Hold'em"
    (form,) = (one for one in look(bo, options).forms if one.method == "post")
    form.action = options
    refused = send(bo, form, stakes="much")
    assert refused.status_code == 422
    assert "“much” is neither an ante, such as 2, nor blinds, such as 1/2." in refused.text
    assert 'value="much"' in refused.text
    assert send(bo, form, stakes="2/4/1", limit="pot").status_code == 200
    told = last_act(evening)["data"]
    assert (told["forced"]["small"], told["forced"]["big"], told["forced"]["ante"]) == (2, 4, 1)
    assert told["limit"]["type"] == "PotLimit"


# What is asked once, and what waits


def after_the_first_round(table: Table) -> None:
    """Seven Card Stud as far as the table may say who wins without playing on."""
    announced(table, "seven card stud", "enemaerke")
    table.play({"type": "deal", "cards": ["Ks", "7d", "2c"]})
    table.play(*({"type": "check", "player": table.ids[name]} for name in ("Anna", "Bo", "Carl")))


def ended_early(page: Page, name: str) -> Form:
    """The button that says who wins although the hand is not played to its end."""
    return next(form for form in page.at("ending") if form.buttons[0][2] == f"{name} wins")


def test_skipping_to_the_end_asks_nothing_a_second_time(bo, evening):
    after_the_first_round(evening)
    answer = send(bo, ended_early(look(bo, evening.path), "Anna"))
    assert (answer.status_code, 'role="alert"' in answer.text) == (200, False)
    assert told_last(Page(answer.text)).startswith("Anna wins 6")
    waived = last_act(evening)["data"]["waived"]
    assert waived == [{"rule": "looks_like_an_early_end", "reason": "it is meant"}]


def test_an_act_that_raises_two_questions_is_asked_each_of_them_once(bo, evening):
    after_the_first_round(evening)
    answer = typed(bo, evening, "anna, bo, carl win")
    for question in ("looks_like_an_early_end", "looks_like_a_tie_of_many"):
        assert answer.status_code == 409
        meant = next(form for form in Page(answer.text).forms if ("reason", "it is meant") in form.fields)
        assert [value for name, value in meant.fields if name == "waive"][-1] == question
        answer = send(bo, meant)
    assert answer.status_code == 200
    assert [one["rule"] for one in last_act(evening)["data"]["waived"]] == [
        "looks_like_an_early_end",
        "looks_like_a_tie_of_many",
    ]


def test_a_rebuy_that_has_to_wait_is_one_line_without_buttons(bo, evening):
    answers = ("approve_request", "decline_request", "withdraw_request")
    evening.play({"type": "ask_for_chips", "player": evening.ids["Carl"], "chips": 80})
    assert all(button(look(bo, evening.path), kind) for kind in answers)
    after_the_first_round(evening)
    page = look(bo, evening.path)
    assert not any(button(page, kind) for kind in answers)
    assert f'<a href="{evening.path}/waiting">Carl waits for 80 chips until the hand is over</a>' in page.text
    over = Page(send(bo, ended_early(page, "Anna")).text)
    assert all(button(over, kind) for kind in answers)


def test_a_request_that_a_rule_refuses_can_be_declined_all_the_same(bo, evening):
    evening.play({"type": "ask_for_chips", "player": evening.ids["Carl"], "chips": 80})
    announced(evening, "straight poker", "enemaerke")
    (asked,) = [form for form in look(bo, f"{evening.path}/waiting").forms if "/requests/" in form.action]
    (refused,) = [form for form in Page(send(bo, asked).text).forms if ("waive", "banker_is_playing") in form.fields]
    assert [label for _, _, label, _ in refused.buttons] == ["Yes", "No"]
    assert send(bo, refused, 1).status_code == 200
    assert last_act(evening)["type"] == "request_declined"


def test_an_open_dispute_stands_in_the_menu_and_at_the_table(bo, evening):
    assert "dispute is open" not in look(bo, evening.path).text
    evening.play({"type": "raise_dispute", "by": evening.ids["Carl"], "words": "Too loud."})
    page = look(bo, evening.path).text
    assert f'<a href="{evening.path}/disputes">1 dispute is open</a>' in page
    assert re.search(r'/disputes">Disputes <span class="count">1 open</span>', page)
    evening.play({"type": "withdraw_dispute", "dispute": 1, "by": evening.ids["Carl"]})
    assert "1 open" not in look(bo, evening.path).text


# Rows


def rows_told(page: Page) -> list[str]:
    """What the rows of the table say of the players."""
    return re.findall(r'<span class="what">([^<]*)</span>', page.text)


def test_at_the_showdown_a_row_says_who_is_still_to_show_once_somebody_has(bo, evening):
    at_the_showdown(evening)
    page = look(bo, evening.path)
    assert rows_told(page) == ["", "", ""]
    assert 'class="seat turn"' not in page.text
    evening.play({"type": "show_hand", "player": evening.ids["Carl"], "cards": ["7h", "5d", "4s", "3c", "2h"]})
    assert sorted(rows_told(look(bo, evening.path)))[-2:] == ["to show", "to show"]
    assert "to act" not in look(bo, f"{evening.path}/replay/{evening.version}").text


def test_all_who_may_take_the_trick_stand_side_by_side_and_one_is_asked_to_play(bo, shared_table):
    evening = beside(shared_table, *FIVE[:4])
    page = Page(typed(bo, evening, "hand lift smoke").text)
    while not button(page, "take_trick"):
        ahead = next(form for form in page.at("acts") if form.control and form.buttons[0][3] == "main")
        page = Page(send(bo, ahead).text)
    assert sorted(button(page, "take_trick")) == ["Anna", "Bo", "Carl", "Dora"]
    assert "Who takes the trick?" in page.text
    assert rows_told(page).count("to play a card") == 1
    assert not any(one.startswith("turn-") for form in page.forms for one in form.place)
    taken = next(form for form in page.at("acts") if form.control == "take_trick" and form.buttons[0][2] == "Carl")
    assert "Carl takes the trick" in send(bo, taken).text


def test_a_night_without_a_name_is_headed_by_its_day(bo, evening):
    report = look(bo, f"{evening.path}/report").text
    assert re.search(r"<h1>[A-Z][a-z]+day \d+ November 2026</h1>", report)
    assert f"<h1>{evening.night}</h1>" not in report


# The phone of the bank lies on the table


def in_sight(page: Page) -> str:
    """What can be read of a page while nobody presses on anything."""
    shown = re.sub(r'<script.*?</script>|<span class="looked">.*?</button>', "", page.text, flags=re.DOTALL)
    return re.sub(r"<[^>]+>", " ", shown)


def test_closed_cards_that_the_bank_knows_stand_only_where_somebody_presses_on_them(bo, evening):
    announced(evening, "Texas Hold'em", "standard")
    anna = evening.ids["Anna"]
    evening.play({"type": "name_cards", "player": anna, "cards": ["9d", "7h"]})
    named = evening.version
    table = look(bo, evening.path)
    row = table.text.partition(f'id="seat-{anna}"')[2].partition("</li>")[0]
    assert re.findall(r'class="card (?:hearts|diamonds)">([^<]+)', row) == ["9♦", "7♥"]
    assert f'id="cards-{anna}"' in row
    pages = ["", f"/replay/{named}", "/put-right", f"/put-right?event={named}", f"/put-right?strike={named}"]
    for path in pages:
        page = look(bo, evening.path + path)
        assert "named" in in_sight(page), path
        assert not re.search("9[d♦]|7[h♥]", in_sight(page)), path
    # What was struck is not told either, nor what a player holds who is out.
    send(bo, next(form for form in page.forms if form.method == "post"))
    evening.play({"type": "name_cards", "player": anna, "cards": ["9d", "7h"]})
    assert not re.search("9[d♦]|7[h♥]", in_sight(look(bo, evening.path)))
    evening.play(*({"type": "fold", "player": evening.ids[name]} for name in ("Carl", "Anna")))
    assert not re.search("9[d♦]|7[h♥]", in_sight(look(bo, evening.path)))


def test_cards_to_choose_from_lie_closed_until_somebody_presses_on_them(bo, evening):
    announced(evening, "Five Card Draw", "standard")
    evening.play({"type": "name_cards", "player": evening.ids["Anna"], "cards": ["9d", "7h", "2c", "3c", "4s"]})
    acts = {"Carl": "call", "Anna": "call", "Bo": "check"}
    evening.play(*({"type": act, "player": evening.ids[name]} for name, act in acts.items()))
    page = look(bo, evening.path)
    chosen = page.text.partition('class="own row many peek"')[2].partition("</div>")[0]
    assert re.findall(r'data-card="(\w+)"', chosen) == ["9d", "7h", "2c", "3c", "4s"]
    assert not re.search("9[d♦]|7[h♥]", in_sight(page))


def test_cards_shown_to_all_are_read_without_pressing(bo, evening):
    at_the_showdown(evening)
    shown = ["9d", "7h", "2c", "3c", "4s"]
    evening.play({"type": "show_hand", "player": evening.ids["Carl"], "cards": shown})
    assert {"9♦", "7♥"} <= set(in_sight(look(bo, evening.path)).split())


def test_a_players_closed_cards_are_named_by_the_keys_of_cards(bo, evening):
    announced(evening, "Texas Hold'em", "standard")
    sheet = look(bo, f"{evening.path}/players/{evening.ids['Anna']}")
    (asked,) = re.findall(r'data-cards data-least="1" data-most="(\d)"', sheet.text)
    (keys,) = re.findall(r'id="keypad">(.*?)</script>', sheet.text)
    assert (asked, json.loads(keys)["suits"]) == ("2", ["s", "h", "d", "c"])
    assert "/pages/table.js" in sheet.text


def test_on_a_new_book_the_games_that_most_tables_know_are_one_tap_each(shared_app, own):
    browser = signed_in(shared_app, own, "Bo")
    page = look(browser, own.path)
    offered = re.search(r'aria-label="Games that most tables know">(.*?)</div>', page.text, re.DOTALL)
    assert re.findall(r">([^<>\n]+)</button>", offered[1]) == [game.name for game in most_known("enemaerke")]
    tapped, at = next(
        (form, at) for form in page.forms for at, button in enumerate(form.buttons) if button[2] == "Five Card Stud"
    )
    assert send(browser, tapped, button=at).status_code == 200
    assert "Games that most tables know" not in look(browser, own.path).text


def test_beside_the_games_played_those_that_most_tables_know_stay_one_tap_each(shared_app, evening):
    browser = signed_in(shared_app, evening, "Bo")
    for game in ("Five Card Stud", "Straight Poker"):
        evening.play({"type": "announce_hand", "game": game}, {"type": "new_deal", "reason": "misdeal"})
    page = look(browser, evening.path).text
    known = [game.name for game in most_known("enemaerke")]
    offered = re.search(r'aria-label="Games that most tables know">(.*?)</div>', page, re.DOTALL)
    others = [name for name in known if name not in ("Five Card Stud", "Straight Poker")]
    assert re.findall(r">([^<>\n]+)</button>", offered[1]) == others[: len(known) - 2]


def test_what_a_player_asked_for_is_the_likeliest_answer(bo, evening):
    evening.play({"type": "ask_for_chips", "player": evening.ids["Anna"], "chips": 60})
    (answer,) = re.findall(r'<button id="do-approve_request[^>]*>60<', look(bo, evening.path).text)
    assert 'class="main"' in answer


def test_no_game_that_nobody_played_stands_before_one_of_tonight(shared_app, evening):
    browser = signed_in(shared_app, evening, "Bo")
    for game in ("Baseball", "Five Card Stud", "Straight Poker"):
        evening.play({"type": "announce_hand", "game": game}, {"type": "new_deal", "reason": "misdeal"})
    page = look(browser, evening.path).text
    assert "Games that most tables know" not in page
    assert "Baseball" in page.partition("Played before")[2]


@pytest.mark.parametrize(
    ("letters", "rulebook", "first"),
    [("hold", "standard", "Texas Hold'em"), ("omaha", "standard", "Omaha"), ("stud", "enemaerke", "Five Card Stud")],
)
def test_of_games_that_letters_may_mean_the_plain_one_is_first(letters, rulebook, first):
    assert games_to_choose(letters, (), rulebook).games[0].name == first


def test_a_card_put_aside_is_not_the_last_word_of_the_felt(bo, evening):
    announced(evening, "texas hold'em", "standard")
    evening.play(
        *(
            {"type": act, "player": evening.ids[name]}
            for name, act in (("Carl", "call"), ("Anna", "call"), ("Bo", "check"))
        )
    )
    assert told_last(look(bo, evening.path)) == "Bo checks."


def test_options_bear_danish_names_for_who_reads_danish(shared_app, evening):
    browser = signed_in(shared_app, evening, "Bo")
    browser.set_cookie("language", "da")
    page = look(browser, f"{evening.path}/hands/enemaerke/Criss-Cross").text
    assert re.findall(r"<span>([^<]+)<small>", page) == ["high/low", "højeste spar", "psykologi"]


def test_chips_out_of_the_pot_are_no_longer_to_be_moved_once_it_is_won(bo, evening):
    announced(evening, "straight poker", "enemaerke")
    evening.play({"type": "bet", "player": evening.ids["Anna"], "chips": 3})
    (undo,) = (form for form in look(bo, evening.path).forms if "strike" in dict(form.fields))
    send(bo, undo)
    assert "Anna takes 3 chips out of the pot." in look(bo, evening.path).text
    evening.play({"type": "bet", "player": evening.ids["Anna"], "chips": 2})
    evening.play(*({"type": "fold", "player": evening.ids[name]} for name in ("Bo", "Carl")))
    assert "out of the pot" not in look(bo, evening.path).text
