"""A night afterwards, without script: its report and files, the table at any event, disputes, and what is put right."""

import io
import re
import zipfile
from dataclasses import dataclass
from html import unescape
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from tests.service.api.evening import TOKEN, Banker, Table, an_evening, publish
from tests.service.api.night.test_closed_cards import BY_HAND, CLOSED, OPEN, spelled
from tests.service.api.signed_in import ORIGIN, signed_in
from tests.service.web.browsing import Form, Page, send
from tests.service.web.conftest import beside

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
FORMS = r'<form[^>]*method="post" action="{}">(.*?)</form>'


@dataclass
class Reader:
    """A browser without script: it follows links and sends forms with what stands in them."""

    browser: FlaskClient
    path: str

    def get(self, path: str, status: int = 200) -> str:
        answer = self.browser.get(path if path.startswith("/") else f"{self.path}/{path}")
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return unescape(answer.text)

    def form(self, page: str, action: str, holding: str = "") -> dict[str, str]:
        """What the form that leads there, and holds this text, sends without being filled in."""
        found = re.findall(FORMS.format(re.escape(f"{self.path}/{action}")), page, re.DOTALL)
        (form,) = [one for one in found if holding in one]
        return dict(HIDDEN.findall(form))

    def send(self, page: str, action: str, holding: str = "", **said: object):
        return self.post(action, {**self.form(page, action, holding), **said})

    def post(self, action: str, fields: dict[str, object]):
        return self.browser.post(f"{self.path}/{action}", data=fields, headers=ORIGIN)


@dataclass
class Played:
    """A night of the shared application; `bet` is the event in which Anna bets 5 rather than 4."""

    table: Table
    bet: int
    anna: Reader
    bo: Reader
    carl: Reader


@pytest.fixture(scope="module")
def phones(shared_app, shared_table) -> dict[str, FlaskClient]:
    return {name: signed_in(shared_app, shared_table, name) for name in shared_table.ids}


@pytest.fixture
def played(shared_table, phones) -> Played:
    """Anna bets 5 instead of 4, Bo calls; Bo has the bank. Carl has nothing to say yet."""
    table = beside(shared_table, rules={"initial_loan": 150, "auto": "all"})
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    bet = table.say({"type": "put_in", "player": table.ids["Anna"], "chips": 5}).json["events"][0]["version"]
    table.play({"type": "call", "player": table.ids["Bo"]})
    return Played(table, bet, *(Reader(phones[name], table.path) for name in ("Anna", "Bo", "Carl")))


def stacks(table: Table) -> dict[str, int]:
    return {one["name"]: one["stack"] for one in table.banker.get(table.path).json["players"]}


def ended(table: Table) -> None:
    """Carl folds, Bo wins; everybody is counted, and the night closed and settled."""
    anna, bo, carl = (table.ids[name] for name in ("Anna", "Bo", "Carl"))
    table.play({"type": "fold", "player": carl})
    table.play({"type": "show_hand", "player": anna, "cards": ["9s", "9h", "5d", "4c", "2s"]})
    table.play({"type": "show_hand", "player": bo, "cards": ["Ks", "Kh", "8d", "6c", "3s"]})
    players = table.banker.get(table.path).json["players"]
    table.play(*({"type": "count_chips", "player": one["id"], "chips": one["stack"]} for one in players))
    table.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "bank"})


# The report


def test_the_report_stands_in_the_frame_of_the_pages_with_its_files(played):
    page = played.anna.get("report")
    assert page.count("<main") == page.count("<h1>") == 1
    assert "Statement of a night" in page
    assert not re.search(r"<script>|style=\"|<style", page)
    for file in re.findall(r'href="((?:/api/v1)?/nights/[^"]*\.(?:xlsx|zip|beancount|ndjson))"', page):
        answer = played.anna.browser.get(file)
        assert (answer.status_code, len(answer.data) > 200) == (200, True), file
    assert "night.ndjson" not in page
    whole = played.bo.browser.get(f"/api/v1{played.table.path}/exports/night.ndjson")
    assert (whole.status_code, whole.mimetype) == (200, "application/x-ndjson")
    assert played.anna.browser.get(f"/api/v1{played.table.path}/exports/night.ndjson").status_code == 403


def test_every_link_of_the_report_leads_to_where_its_place_stands(played):
    ended(played.table)
    pages = {
        f"{played.table.path}/{one}": played.anna.get(one) for one in ("report", "report/accounts", "report/hands")
    }
    ids = {path: set(re.findall(r'\bid="([^"]+)"', page)) for path, page in pages.items()}
    assert all(len(re.findall(r'\bid="([^"]+)"', page)) == len(ids[path]) for path, page in pages.items())
    led = set()
    for path, page in pages.items():
        for to in re.findall(r'<a [^>]*?href="([^"]*)"', page):
            place, _, name = to.partition("#")
            led.add((place or path).removeprefix(played.table.path))
            assert not name or name in ids[place or path], (path, to)
    assert {"/report/accounts", "/report/hands", "/replay", f"/replay/{played.table.version}"} <= led
    assert "<use" in pages[f"{played.table.path}/report/accounts"]


def test_the_tables_of_the_report_come_as_one_file_that_is_the_same_each_time(played):
    first, again = (played.anna.browser.get(f"/api/v1{played.table.path}/exports/night.zip").data for _ in range(2))
    assert first == again
    names = zipfile.ZipFile(io.BytesIO(first)).namelist()
    assert {"standings.csv", "events.csv"} <= set(names)


def test_no_page_and_no_file_tells_anybody_closed_cards_of_others(shared_app):
    table = an_evening(Banker(shared_app.test_client(), TOKEN, taps="stud"), "stud", rules=BY_HAND)
    table.play({"type": "announce_hand", "game": "Five Card Stud", "dealer": table.ids["Carl"]})
    table.play({"type": "deal", "cards": list(CLOSED.values())}, {"type": "deal", "cards": list(OPEN.values())})
    publish(table, "nights", "reports")
    stranger = Reader(shared_app.test_client(), table.path)
    anna, bo = (Reader(signed_in(shared_app, table, name), table.path) for name in ("Anna", "Bo"))
    seen = {}
    report = ("report", "report/accounts", "report/hands", f"/api/v1{table.path}/exports/night.beancount")
    for who, reader in (("stranger", stranger), ("Anna", anna), ("Bo", bo)):
        pages = [reader.get(f"replay/{number}") for number in range(1, table.version + 1)]
        pages += map(reader.get, report)
        packed = zipfile.ZipFile(io.BytesIO(reader.browser.get(f"/api/v1{table.path}/exports/night.zip").data))
        told = "\n".join([*pages, *(packed.read(name).decode() for name in packed.namelist())])
        seen[who] = {name for name, card in CLOSED.items() if any(form in told for form in spelled(card))}
    assert seen == {"stranger": set(), "Anna": {"Anna"}, "Bo": set(CLOSED)}


def test_only_the_bank_is_told_how_to_pay_on_the_page_of_the_report(shared_app, played):
    ended(played.table)
    owed = played.table.ids["Bo"]
    handle = f"/api/v1/clubs/{played.table.club}/players/{owed}/handles/mobilepay"
    headers = played.table.banker.headers
    assert played.table.banker.http.put(handle, json={"handle": "12345678"}, headers=headers).status_code == 200
    assert "12 34 56 78" in played.bo.get("report")
    assert "12 34 56 78" not in played.anna.get("report")


# The replay


def test_the_replay_shows_the_table_as_it_stood_and_why_each_chip_moved(played):
    page = played.anna.get(f"replay/{played.bet}")
    assert "Anna bets 5." in page
    assert re.search(r"<b>5</b> from Anna to the pot", page)
    assert re.search(r"pot: <b>\d+</b>", page)
    before = played.anna.get(f"replay/{played.bet - 1}")
    chips = [
        re.findall(r'<b>Anna</b> (?:<span class="change loss">−5</span> )?<span class="chips">(\d+)<', one)
        for one in (before, page)
    ]
    assert int(chips[0][0]) - int(chips[1][0]) == 5


def test_every_event_is_reached_by_steps_and_every_step_leads_to_a_page(played):
    last = played.table.version
    hrefs = {}
    for at in range(1, last + 1):
        page = played.anna.get(f"replay/{at}")
        hrefs[at] = dict(re.findall(r'<a id="([a-z-]+)" class="button" href="[^"]*/replay/(\d+)"', page))
        assert f'max="{last}" value="{at}"' in page
    at, acts = 1, [1]
    while "act-after" in hrefs[at]:
        at = int(hrefs[at]["act-after"])
        acts.append(at)
    events = played.table.banker.get(f"{played.table.path}/events", limit=500).json["events"]
    assert acts == [event["version"] for event in events if event["caused_by"] is None]
    assert all(int(steps["act-before"]) < at for at, steps in hrefs.items() if at > 1)
    announced = next(event["version"] for event in events if event["type"] == "hand_announced")
    assert hrefs[1]["hand-after"] == hrefs[last]["hand-before"] == str(announced)
    assert "hand-before" not in hrefs[announced]


def test_a_night_is_replayed_from_its_first_hand_and_the_slider_leads_to_any_event_without_script(played):
    def leads(query: str) -> str:
        answer = played.anna.browser.get(f"{played.table.path}/replay{query}")
        assert answer.status_code == 303
        return answer.headers["Location"].rpartition("/")[2]

    assert "Hand 1: Straight Poker" in played.anna.get(f"replay/{leads('')}")
    last = str(played.table.version)
    assert [leads(f"?at={at}") for at in (7, 0, 99999, "x")] == ["7", "1", last, leads("")]
    played.anna.get("replay/99999", status=404)


# Disputes


def test_a_player_disputes_an_event_from_the_replay_and_both_sides_have_their_say(played):
    page = played.anna.get(f"replay/{played.bet}")
    raised = played.anna.send(page, "disputes", words="I bet 4.")
    assert (raised.status_code, raised.headers["Location"]) == (303, f"{played.table.path}/disputes#dispute-1")
    page = played.bo.get("disputes")
    assert "I bet 4." in page
    assert "Anna bets 5." in page
    # What is said there closes once it is said.
    assert '<details id="answer-1" data-once>' in page
    answered = played.bo.send(page, "disputes", "answer_dispute", by=played.table.ids["Bo"], words="It was five.")
    assert answered.status_code == 303
    page = played.anna.get("disputes")
    assert page.index("I bet 4.") < page.index("It was five.")
    assert "resolve_dispute" not in page
    assert "1 open" in played.anna.get("report")
    done = played.bo.send(
        played.bo.get("disputes"),
        "disputes",
        "resolve_dispute",
        words="Four.",
        agreed_by=list(played.table.ids.values()),
    )
    assert done.status_code == 303
    page = played.anna.get("disputes")
    assert "Nothing is disputed." in page
    assert '<p class="outcome">Four.</p>' in page
    assert "Anna, Bo, Carl" in page


def test_the_banks_word_leaves_a_dispute_open_until_who_raised_it_agrees_on_their_own_page(played):
    played.anna.send(played.anna.get(f"replay/{played.bet}"), "disputes", words="I bet 4.")
    bo = played.table.ids["Bo"]
    page = played.bo.get("disputes")
    played.bo.send(page, "disputes", "resolve_dispute", words="It stands.", agreed_by=[bo])
    page = played.bo.get("disputes")
    assert "The bank's word" in page
    assert "Open until Anna agrees." in page
    assert "agree_to_banks_word" not in page
    for where in ("report", "report?lang=en"):
        assert "Still open: Anna has not agreed." in played.bo.get(where)
    agreed = played.anna.send(played.anna.get("disputes"), "disputes", "agree_to_banks_word")
    assert agreed.status_code == 303
    page = played.anna.get("disputes")
    assert "Nothing is disputed." in page
    assert "Agreed by Bo, Anna" in page


def test_what_a_player_disputes_is_not_offered_to_be_put_right(played):
    played.anna.send(played.anna.get(f"replay/{played.bet}"), "disputes", words="I bet 4.")
    assert "I bet 4." not in played.bo.get("put-right")


def test_a_refused_dispute_is_told_where_it_was_raised_and_nothing_is_recorded(played):
    before = played.table.version
    refused = played.anna.send(played.anna.get(f"replay/{played.bet}"), "disputes", words="")
    assert refused.status_code in (409, 422)
    page = unescape(refused.text)
    assert 'role="alert"' in page
    assert f'value="{played.bet}" data-path' in page
    assert played.table.version == before
    refused = played.bo.send(played.bo.get("disputes"), "disputes", "raise_dispute", words="No.", event="x")
    assert (refused.status_code, "No." in refused.text, played.table.version) == (422, True, before)


def test_who_raised_a_dispute_takes_it_back_and_nobody_else_does(played):
    played.anna.send(played.anna.get("disputes"), "disputes", "raise_dispute", words="Too loud.")
    page = played.carl.get("disputes")
    assert "withdraw_dispute" not in page
    form = played.carl.form(page, "disputes", "answer_dispute")
    forged = played.carl.post("disputes", {**form, "type": "withdraw_dispute", "dispute": "1"})
    assert forged.status_code == 409
    assert played.anna.send(played.anna.get("disputes"), "disputes", "withdraw_dispute").status_code == 303
    ended = re.search(r'<p class="end">(.*?)</p>', played.anna.get("disputes"))[1]
    assert re.fullmatch(r"Withdrawn in event \d+\.", re.sub(r"<[^>]+>", "", ended))


def test_a_form_that_is_sent_twice_raises_one_dispute(played):
    page = played.anna.get("disputes")
    form = played.anna.form(page, "disputes", "raise_dispute")
    assert [played.anna.post("disputes", {**form, "words": "Once."}).status_code for _ in range(2)] == [303, 303]
    assert "1 open" in played.anna.get("disputes")


# Put right


def test_the_last_act_is_undone_after_its_effect_was_shown(played):
    before, version = stacks(played.table), played.table.version
    page = played.bo.get("put-right")
    (undo,) = re.findall(r'class="button main" href="[^"]*/put-right(\?strike=\d+)"', page)
    page = played.bo.get(f"put-right{undo}")
    assert re.search(rf"<s>{before['Bo']}</s>.*<b>{before['Bo'] + 5}</b>", page)
    assert "Bo calls 5." in page
    assert (stacks(played.table), played.table.version) == (before, version)
    done = played.bo.send(page, "put-right", reason="Bo had not called")
    assert (done.status_code, done.headers["Location"]) == (303, played.table.path)
    assert stacks(played.table) == {**before, "Bo": before["Bo"] + 5}
    struck = played.table.banker.get(f"{played.table.path}/events/{version + 1}").json
    assert struck["data"]["reason"] == "Bo had not called"


def test_a_correction_is_shown_hand_by_hand_and_then_done(played):
    before = stacks(played.table)
    page = played.bo.get(f"put-right?to-{played.bet}=anna+4")
    assert re.search(r"<s>Anna bets 5\.</s>.*<b>Anna bets 4\.</b>", page)
    assert re.search(r"<s>Bo calls 5\.</s>.*<b>Bo calls 4\.</b>", page)
    assert f'instead of event {played.bet}: <span class="quiet">Anna bets 5.</span>' in page
    assert stacks(played.table) == before
    assert played.bo.send(page, "put-right").status_code == 303
    # Whoever goes back to what is done reads that, and the way to the table.
    done = played.bo.get(f"put-right?to-{played.bet}=anna+4", 409)
    assert f'<a class="button" href="{played.table.path}">To the table</a>' in done
    assert stacks(played.table) == {**before, "Anna": before["Anna"] + 1, "Bo": before["Bo"] + 1}
    assert "Void since event" in played.bo.get(f"replay/{played.bet}")


def test_every_event_has_its_page_the_opening_too_which_nothing_takes_the_place_of(played):
    for version in range(1, played.table.version + 1):
        page = played.bo.get(f"put-right?event={version}")
        assert "to-1=" not in page


def ways(page: str, title: str = "") -> dict[str, str]:
    """The buttons under this title, and where they lead."""
    _, _, behind = page.partition(f"<h2>{title}")
    return {
        label: query
        for query, label in re.findall(r'put-right(\?[^"]*)">([^<]+)</a>', behind.partition("</section>")[0])
    }


def test_what_somebody_did_instead_of_a_bet_is_a_button_and_so_is_who_else_did_it(played):
    page = played.bo.get(f"put-right?event={played.bet}")
    offered = ways(page, "Anna did something else")
    # Anna bet 5: that is no other act.
    assert list(offered) == ["Check", *(f"Bet {chips}" for chips in (1, 2, 3, 4, 50)), "Fold"]
    assert list(ways(page, "Somebody else did it")) == ["Bo", "Carl"]
    page = played.bo.get(f"put-right{offered['Bet 4']}")
    assert re.search(r"<s>Anna bets 5\.</s>.*<b>Anna bets 4\.</b>", page)
    before = stacks(played.table)
    do(played, offered["Bet 4"])
    assert stacks(played.table) == {**before, "Anna": before["Anna"] + 1, "Bo": before["Bo"] + 1}


def do(played: Played, query: str) -> None:
    """What the button at the end of this page does."""
    page = Page(played.bo.browser.get(f"{played.table.path}/put-right{query}").text)
    (form,) = (one for one in page.forms if ("version", str(played.table.version)) in one.fields)
    version = played.table.version
    assert (send(played.bo.browser, form).status_code, played.table.version > version) == (200, True)


def test_another_number_is_filled_in_and_then_shown_like_a_button(played):
    hand(played, "Bo")
    anna = played.table.ids["Anna"]
    lent = played.table.say({"type": "give_loan", "player": anna, "chips": 50}).json["events"][0]["version"]
    before = stacks(played.table)
    form = control(played, f"put-right?event={lent}", "buy_chips")
    assert "will not do here" in played.bo.get(
        f"put-right?{urlencode([*form.fields, ('number:chips', 'many')])}", status=422
    )
    filled = f"?{urlencode([*form.fields, ('number:chips', '70')])}"
    assert re.search(r"<s>Anna borrows 50 .*<b>Anna buys 70 chips", played.bo.get(f"put-right{filled}"))
    do(played, filled)
    assert stacks(played.table) == {**before, "Anna": before["Anna"] + 20}


def test_money_is_filled_in_as_people_write_it(played):
    won = hand(played, "Bo")
    form = control(played, f"put-right?event={won}", "pay_in")
    page = played.bo.get(f"put-right?{urlencode([*form.fields, ('money:cents', '1,25')])}")
    assert "pays the bank 1.25 DKK" in page


def control(played: Played, path: str, holding: str) -> Form:
    """The first form of this page that says such an act."""
    page = Page(played.bo.browser.get(f"{played.table.path}/{path}").text)
    return next(one for one in page.forms if holding in dict(one.fields).get("command", ""))


def events(played: Played) -> list[dict[str, object]]:
    return played.table.banker.get(f"{played.table.path}/events", limit=500).json["events"]


def hand(played: Played, winner: str) -> int:
    """Carl calls too, and the table names who has won. Returns the number of that act."""
    carl = played.table.ids["Carl"]
    played.table.play({"type": "call", "player": carl})
    named = {"type": "name_winners", "rankings": [[[played.table.ids[winner]]]]}
    return played.table.say(named).json["events"][0]["version"]


def test_a_wrong_winner_and_a_misdeal_are_one_tap_from_the_hands_with_their_pots_and_winners(played):
    won = hand(played, "Anna")
    index = played.bo.get("put-right")
    assert "1 Straight Poker pot 21 · Anna" in " ".join(re.sub(r"<[^>]+>", " ", index).split())
    assert f"event={won}" in index
    other = ways(index, "Somebody else won")["Bo wins"]
    assert "Anna gives Bo 21 chips." in played.bo.get(f"put-right{other}")
    do(played, other)
    index = played.bo.get("put-right")
    assert "pot 21 · Bo" in " ".join(re.sub(r"<[^>]+>", " ", index).split())
    misdeal = ways(index, "The whole hand")["Misdeal: the pot goes to the next hand"]
    assert re.search(r"Carried to the next hand: .*<b>21</b>", played.bo.get(f"put-right{misdeal}"))
    do(played, misdeal)
    assert "pot 21 · new deal" in " ".join(re.sub(r"<[^>]+>", " ", played.bo.get("put-right")).split())


def test_under_who_else_won_stands_nothing_that_is_dealt(shared_app):
    rules = {"initial_loan": 150, "auto": "none"}
    table = an_evening(Banker(shared_app.test_client(), TOKEN, taps="dealt"), "dealt", rules=rules)
    anna, bo, carl = (table.ids[name] for name in ("Anna", "Bo", "Carl"))
    table.play(
        {"type": "announce_hand", "game": "Texas Hold'em", "rulebook": "standard", "dealer": anna},
        {"type": "deal"},
        *({"type": "call", "player": player} for player in (anna, bo)),
        {"type": "check", "player": carl},
        {
            "type": "name_winners",
            "rankings": [[[anna]]],
            "waived": [{"rule": "looks_like_an_early_end", "reason": "no more bets"}],
        },
    )
    page = Reader(signed_in(shared_app, table, "Bo"), table.path).get("put-right")
    assert set(ways(page, "Somebody else won")) == {"Bo wins", "Carl wins"}


def test_a_hand_that_does_not_count_gives_all_their_chips_back(played):
    won = hand(played, "Anna")
    (struck,) = re.findall(r'put-right(\?strike=[^"]*)">It does not count', played.bo.get(f"put-right?event={won}"))
    page = played.bo.get(f"put-right{struck}")
    assert played.bo.send(page, "put-right").status_code == 303
    assert set(stacks(played.table).values()) == {150}


def test_a_misdeal_of_the_hand_that_is_played_is_said_at_once(played):
    stopped = send(played.bo.browser, control(played, "put-right", "new_deal"))
    assert stopped.status_code == 200
    assert "new deal" in played.bo.get("put-right")


def test_looking_back_lists_every_act_of_its_hand_with_the_way_to_say_that_it_is_wrong(played):
    won = hand(played, "Anna")
    for reader, way in ((played.bo, "put-right"), (played.anna, "disputes")):
        page = reader.get(f"replay/{won}")
        listed = re.findall(rf'<a class="wrong" href="[^"]*/{way}[?]event=(\d+)"', page)
        acts = [one["version"] for one in events(played) if one["caused_by"] is None]
        announced = next(one["version"] for one in events(played) if one["type"] == "hand_announced")
        assert [int(number) for number in listed] == [number for number in acts if number >= announced]


def test_a_conflict_offers_what_may_stand_instead_of_the_act_that_is_no_longer_possible(played):
    checked = played.bo.get(f"put-right?event={played.bet}")
    page = played.bo.get(f"put-right{ways(checked, 'Anna did something else')['Check']}")
    assert "would no longer be possible" in page
    both = played.bo.get(f"put-right{ways(page, 'What happened instead of event')['Bet 2']}")
    assert re.search(r"<s>Bo calls 5\.</s>.*<b>Bo bets 2\.</b>", both)


def checked_through(table: Table, phones: dict[str, FlaskClient]) -> tuple[Played, int]:
    """A hand of hold'em at another table, with its second card dealt and nothing bet; the number of Bo's check on the flop."""
    anna, bo, carl = table.ids.values()

    def checks(player: str) -> dict[str, object]:
        return {"type": "check", "player": player}

    table.play({"type": "announce_hand", "game": "Texas Hold'em", "rulebook": "standard", "dealer": carl})
    table.play(*({"type": "call", "player": player} for player in (carl, anna)), checks(bo))
    table.play({"type": "lay"}, checks(anna))
    checked = table.say(checks(bo)).json["events"][0]["version"]
    table.play(checks(carl), {"type": "lay"}, checks(anna), checks(bo))
    return Played(table, checked, *(Reader(phones[name], table.path) for name in table.ids)), checked


def tapped(played: Played, query: str, *taps: tuple[str, str]) -> str:
    """Where the last of these buttons leads; each stands under its title on the page to which the one before it leads."""
    for title, label in taps:
        query = ways(played.bo.get(f"put-right{query}"), title)[label]
    return query


INSTEAD, BEFORE = "What happened instead of event", "What happened before event"


def test_whoever_has_to_answer_a_bet_is_asked_before_the_next_card_is_dealt(shared_table, phones):
    played, checked = checked_through(beside(shared_table), phones)
    before = stacks(played.table)
    bet = (("Bo did something else", "Bet 6"), (INSTEAD, "Call 6"))
    called = tapped(played, f"?event={checked}", *bet, (BEFORE, "Call 6"))
    # With the way to the act and the button that does it, six taps.
    assert "What it comes to" in played.bo.get(f"put-right{called}")
    raised = tapped(played, f"?event={checked}", *bet, (BEFORE, "Raise by 6"), (BEFORE, "Call 6"), (BEFORE, "Call 6"))
    do(played, raised)
    assert stacks(played.table) == {name: chips - 12 for name, chips in before.items()}


def test_whoever_folds_to_a_bet_has_no_act_later_in_the_hand(shared_table, phones):
    played, checked = checked_through(beside(shared_table), phones)
    folded = tapped(
        played, f"?event={checked}", ("Bo did something else", "Bet 6"), (INSTEAD, "Call 6"), (BEFORE, "Fold")
    )
    page = played.bo.get(f"put-right{folded}")
    assert BEFORE not in page
    (struck,) = (query for label, query in ways(page, "Or it never happened").items() if label.endswith("too"))
    do(played, struck)
    assert stacks(played.table) == {"Anna": 148, "Bo": 142, "Carl": 142}


def test_a_count_that_does_not_count_is_asked_for_before_the_close(shared_table, phones):
    table = beside(shared_table)
    played = Played(table, 0, *(Reader(phones[name], table.path) for name in table.ids))
    counts = [{"type": "count_chips", "player": player, "chips": 150} for player in table.ids.values()]
    anna = table.say(counts[0]).json["events"][0]["version"]
    table.play(*counts[1:], {"type": "close_night"})
    do(played, tapped(played, f"?strike={anna}", (BEFORE, "Anna has 150 chips counted")))


def test_an_act_that_was_forgotten_is_put_in_after_another(played):
    before = stacks(played.table)
    page = played.bo.get("put-right?after-6=carl+%2B60")
    assert "Put it in" in page
    assert played.bo.send(page, "put-right").status_code == 303
    assert stacks(played.table) == {**before, "Carl": before["Carl"] + 60}


def test_what_if_shows_the_same_and_offers_no_button(played):
    page = played.bo.get(f"put-right?to-{played.bet}=anna+4&what_if=1")
    assert "Anna bets 4." in page
    assert 'method="post"' not in page.partition("<main")[2]


def test_a_conflict_names_the_act_and_each_choice_leads_on(played):
    page = played.bo.get(f"put-right?strike={played.bet}")
    assert "would no longer be possible" in page
    choices = re.findall(r'class="button" href="[^"]*/put-right(\?strike[^"]*)"', page)
    assert [choice.partition("=")[2] for choice in choices] == [
        f"{played.bet}%2C{played.bet + 1}",
        f"{played.bet}&stop={played.bet + 1}",
    ]
    for choice in choices:
        assert "What it comes to" in played.bo.get(f"put-right{choice}")
    instead = played.bo.get(f"put-right?strike={played.bet}&to-{played.bet + 1}=anna+3")
    assert "What it comes to" in instead
    assert "Anna bets 3." in instead


def test_an_effect_that_the_night_has_overtaken_is_told_anew_and_not_done(played):
    page = played.bo.get(f"put-right?to-{played.bet}=anna+4")
    played.table.play({"type": "call", "player": played.table.ids["Carl"]})
    version = played.table.version
    late = played.bo.send(page, "put-right")
    assert (late.status_code, played.table.version) == (409, version)
    told = unescape(late.text)
    assert 'role="alert"' in told
    assert "Carl calls 4." in told
    assert f'name="version" value="{version}"' in told
    assert played.bo.send(told, "put-right").status_code == 303


WRONG = (
    ("to-6=nobody+f", 422, "Nobody here is called “nobody”"),
    ("to-6=", 200, "Which act was wrong?"),
    ("strike=x", 422, "It takes the number of an event"),
    ("strike=1", 409, "cannot be struck"),
    ("strike=99999", 409, "99999"),
    ("to-7=anna+f", 409, "name that one"),
    ("stop=5", 200, "Which act was wrong?"),
    ("to-6=anna+f&strike=" + ",".join(map(str, range(1, 60))), 422, "at most 50"),
    ('to-6={"type":"strike_events","versions":[6],"reason":"x"}', 422, "no button"),
    ('to-6={"type":"nothing"}', 422, "nothing"),
    ('to-6={"type"', 422, "no button"),
    ('place=to-6&command={"type":"fold"}', 422, "player is missing"),
    ("event=99999", 404, "99999"),
    ("to-6=anna+xyzzy", 422, "xyzzy"),
)


def test_what_cannot_be_is_told_in_one_sentence(shared_app, shared_table):
    bo = Reader(signed_in(shared_app, shared_table, "Bo"), shared_table.path)
    for query, status, told in WRONG:
        assert told in bo.get(f"put-right?{query}", status=status), query
    for said, status in (({}, 303), ({"strike": "x"}, 422), ({"to-6": "anna xyzzy"}, 422), ({"strike": "1"}, 409)):
        assert bo.post("put-right", {**token_of(bo), **said}).status_code == status, said


def test_a_line_that_cannot_be_read_is_refused_in_its_own_words_wherever_it_is_typed(played):
    for line in ("xyzzy", f'correct {played.bet} to "xyzzy"'):
        refused = played.bo.post("lines", {**token_of(played.bo), "line": line})
        assert (refused.status_code, "xyzzy" in refused.text) == (422, True), line


# Standings and one's own account


def test_the_standings_have_their_page_for_members_and_for_everybody_once_published(shared_app, played):
    ended(played.table)
    club = played.table.club
    page = played.anna.get("/standings")
    assert page.count("<main") == page.count("<h1>") == 1
    assert "Standings" in page
    assert "Straight Poker" in page
    stranger = Reader(shared_app.test_client(), played.table.path)
    assert stranger.browser.get(f"/clubs/{club}/standings").status_code == 401
    publish(played.table, "standings")
    assert "Bo leads with" in stranger.get(f"/clubs/{club}/standings")
    assert "/me/account" not in stranger.get(f"/clubs/{club}/standings")
    publish(played.table)


def test_the_standings_are_asked_for_by_day_and_game(played):
    ended(played.table)
    assert "Bo leads with" in played.anna.get("/standings?from=2026-11-20&to=2026-11-20&game=Straight+Poker")
    assert "No night counts yet" in played.anna.get("/standings?from=2027-01-01")
    assert "is not a day" in played.anna.get("/standings?from=soon", status=422)
    table = played.anna.browser.get(f"/clubs/{played.table.club}/standings.csv?game=Straight+Poker")
    assert (table.status_code, table.mimetype, "Bo" in table.text) == (200, "text/csv", True)


def test_a_member_reads_their_own_account_and_nobody_elses(shared_app, played):
    ended(played.table)
    page = played.anna.get("/me/account")
    assert "You still owe" in page
    assert played.table.night in page
    assert shared_app.test_client().get("/me/account").status_code == 401


def token_of(reader: Reader) -> dict[str, str]:
    """What every form of this browser holds; nothing for a stranger's."""
    page = reader.browser.get("/me").text
    return dict(re.findall(r'name="(form_token)" value="(\w+)"', page)[:1])
