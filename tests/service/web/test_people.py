"""The first page, opening a night, people, joining at the table, a player's page and the tablet: by forms alone, without a script."""

import dataclasses
import itertools
import re
from collections.abc import Iterator
from functools import partial

import pytest
from flask.testing import FlaskClient

from service.api.context import EXTENSION
from service.app import links as way_in
from service.app.people import adopt_rules
from service.app.running import addresses
from service.web.wsgi import create_app
from tests.service.api.evening import TOKEN, Banker, Table, an_evening, publish, settled
from tests.service.api.people import with_people
from tests.service.api.signed_in import ORIGIN, path_of, signed_in

_numbers = itertools.count(1)


class Reader:
    """A browser that reads pages and sends their forms, as somebody does who has no script."""

    def __init__(self, http: FlaskClient) -> None:
        self.http = http
        self.text = ""
        self.status = 0
        self._token = ""

    def get(self, path: str) -> str:
        return self._read(self.http.get(path))

    def post(self, path: str, **fields: object) -> str:
        """Sends a form with the token that stood in one before, and reads the page that it leads to."""
        answer = self.http.post(path, data={"form_token": self._token, **fields}, headers=ORIGIN)
        self.status = answer.status_code
        if answer.status_code == 303:
            leads = answer.headers["Location"]
            self._read(self.http.get(leads))
            self.status = 303
            return leads
        return self._read(answer)

    def _read(self, answer) -> str:
        self.status, self.text = answer.status_code, answer.text
        assert self.status < 500, self.text
        self._token = (re.findall(r'name="form_token" value="(\w+)"', self.text) or [self._token])[0]
        return self.text

    @property
    def refused(self) -> str:
        """What the page says was not done."""
        found = re.search(r'role="alert"[^>]*>(.*?)</p>', self.text)
        return found[1].replace("&#39;", "'") if found else ""

    def found(self, pattern: str) -> str:
        match = re.search(pattern, self.text, re.DOTALL)
        assert match, f"{pattern} stands in no {self.text}"
        return match[1]


@pytest.fixture(scope="module")
def bo(shared_app, shared_table) -> Reader:
    """The banker of the club, who has the bank of the night too."""
    return Reader(signed_in(shared_app, shared_table, "Bo"))


@pytest.fixture
def table(shared_table) -> Table:
    """An evening of a club of its own, in the same book."""
    return an_evening(shared_table.banker, f"evening-{next(_numbers)}")


@pytest.fixture
def anna(shared_app, shared_table) -> Reader:
    return Reader(signed_in(shared_app, shared_table, "Anna"))


@pytest.fixture
def stranger(shared_app) -> Reader:
    return Reader(shared_app.test_client())


@pytest.fixture
def guest(shared_app, shared_table, bo) -> Iterator[Reader]:
    """Somebody who scanned the code of the table and said that they are Eva."""
    bo.get(f"/nights/{shared_table.night}/join")
    bo.post(f"/nights/{shared_table.night}/join")
    path = path_of(bo.found(r'class="address">(.*?)<'))
    reader = Reader(shared_app.test_client())
    reader.get(path)
    assert reader.post(path, name="Eva") == "/"
    yield reader
    reader.get("/")
    reader.post("/sign-out")


# The first start


def test_the_keeper_founds_a_club_by_a_link_that_is_good_once(app):
    book = app.extensions[EXTENSION].book
    founder, path = Reader(app.test_client()), path_of_way(book)
    assert "Found a club" in founder.get(path)
    founder.post(path, club="", name="Bo")
    assert (founder.status, "is not a name" in founder.refused) == (422, True)
    assert founder.post(path, club="Klub", name="Bo") == "/"
    assert "<h1>Klub</h1>" in founder.text
    assert "banker, player" in founder.get("/people")
    assert Reader(app.test_client()).get(path).count("This signs nobody in") == 1
    assert way_in.way_in(book, at="http://localhost").name == "Bo"


def test_a_new_link_to_found_a_club_ends_the_one_before_and_none_outlasts_an_hour(app, clock):
    book = app.extensions[EXTENSION].book
    first, second = path_of_way(book), path_of_way(book)
    reader = Reader(app.test_client())
    reader.get(first)
    assert reader.status == 401
    reader.get(second)
    assert reader.status == 200
    clock.pass_seconds(3601)
    reader.post(second, club="Klub", name="Bo")
    assert reader.status == 401


def test_in_a_club_without_a_banker_the_keepers_link_makes_whoever_kept_the_bank_its_banker(app, banker):
    an_evening(banker)
    book = app.extensions[EXTENSION].book
    way = way_in.way_in(book, at="http://localhost")
    assert (way.name, way.club_name) == ("Bo", "Klub friday")
    reader = Reader(app.test_client())
    assert "Bo becomes banker of the club" in reader.get(path_of(way.url))
    reader.post(path_of(way.url))
    assert "banker, player" in reader.get("/people")


def test_a_link_of_the_banker_makes_nobody_else_banker(shared_app, shared_table, anna):
    assert "Make a link" not in anna.get(f"/people/{shared_table.ids['Bo']}")


def path_of_way(book) -> str:
    return way_in.way_in(book, at="http://localhost").url.removeprefix("http://localhost")


# The first page


def test_a_member_sees_the_night_that_is_played_first_and_a_player_opens_none(bo, anna, shared_table):
    for reader in (bo, anna):
        page = reader.get("/")
        assert f'class="tonight" href="/nights/{shared_table.night}"' in page
        assert "Anna, Bo, Carl" in page
    assert "Open a night" in bo.text
    assert "Open a night" not in anna.text
    anna.get("/open")
    assert anna.status == 403


def test_a_night_that_is_over_shows_each_reader_their_own_result(shared_app, table):
    table.play({"type": "give_loan", "player": table.ids["Anna"], "chips": 10})
    table.play({"type": "transfer_chips", "payer": table.ids["Anna"], "payee": table.ids["Carl"], "chips": 40})
    settled(table)
    anna, bo = (Reader(signed_in(shared_app, table, name)) for name in ("Anna", "Bo"))
    assert '<span class="money loss">−10.00 DKK</span>' in anna.get("/")
    assert '<span class="money">0.00 DKK</span>' in bo.get("/")
    assert f'href="/nights/{table.night}/report"' in anna.text
    assert "20.00 DKK still unpaid" in anna.text


def test_a_stranger_sees_what_clubs_publish_and_nothing_else(stranger, shared_table):
    assert "Klub friday" not in stranger.get("/")
    assert 'href="/sign-in"' in stranger.text
    publish(shared_table, "standings")
    assert f'href="/clubs/{shared_table.club}/standings"' in stranger.get("/")
    assert f"/nights/{shared_table.night}" not in stranger.text
    publish(shared_table, "nights", "standings")
    assert f'href="/nights/{shared_table.night}"' in stranger.get("/")
    assert "You look on" in stranger.get(f"/nights/{shared_table.night}")
    publish(shared_table)
    stranger.get(f"/nights/{shared_table.night}")
    assert stranger.status == 401


@pytest.mark.parametrize(
    ("at", "told"),
    [("http://192.168.1.20:8421", True), ("http://localhost", False), ("https://kitchen.local:8443", False)],
)
def test_what_a_phone_does_not_get_over_http_stands_there_until_it_is_put_away(shared_app, shared_table, at, told):
    http = shared_app.test_client()
    asked = partial(http.open, base_url=at, headers={"Origin": at})
    made = shared_table.banker.post(f"/clubs/{shared_table.club}/players/{shared_table.ids['Bo']}/invitations", {})
    asked(f"/join/{made.json['url'].rpartition('/')[2]}", method="POST")
    pages = ("/", f"/nights/{shared_table.night}")
    assert ["Over http this phone" in asked(path).text for path in pages] == [told, told]
    token = re.search(r'name="form_token" value="(\w+)"', asked("/").text)[1]
    said = {"form_token": token, "plain": "known", "back": pages[1]}
    assert asked("/preferences", method="POST", data=said).headers["Location"] == pages[1]
    assert not any("Over http this phone" in asked(path).text for path in pages)


def test_the_language_and_the_light_are_chosen_by_a_button_and_lead_back_to_a_page_of_ours(stranger):
    stranger.get("/")
    assert stranger.post("/preferences", scheme="candle", back="/sign-in") == "/sign-in"
    assert 'data-scheme="candle"' in stranger.text
    stranger.post("/preferences", language="da")
    assert '<html lang="da"' in stranger.text
    stranger.post("/preferences", scheme="neon", language="xx")
    assert 'data-scheme="candle"' in stranger.text
    assert stranger.http.post("/preferences", data={"scheme": "dark"}).status_code == 403


# Opening a night


USUAL = {"money": "0,25 kr.", "loan": "150", "rulebook": "enemaerke", "settles": "direct", "bank": "Bo"}


@pytest.fixture
def opens(app, banker, clock):
    """Bo's browser, and how Bo opens one night after another: its rules, and what each is lent."""
    bo = banker_of(app, an_evening(banker))
    bo.get("/open")

    def night(**said: object) -> tuple[dict[str, object], dict[str, int]]:
        clock.pass_seconds(60)
        told = {**USUAL, "player": ["Anna", "Bo"], "key": f"night-{next(_numbers)}", **said}
        path = bo.post("/open", **told)
        lent = {one["name"]: one["loan_cents"] for one in banker.get(path).json["players"]}
        return banker.get(f"{path}/events").json["events"][0]["data"]["rules"], lent

    return bo, night


def test_a_night_is_opened_with_who_is_ticked_in_that_order_and_new_people_and_twice_is_once(shared_app, table):
    bo = banker_of(shared_app, table)
    assert 'value="Carl" checked' in bo.get("/open")
    said = {**USUAL, "night": "Saturday", "player": ["Carl", "Anna"], "newcomers": "Eva og  Per ", "key": "one-tap"}
    opened = bo.post("/open", **said)
    assert re.fullmatch(r"/nights/\d{4}-\d\d-\d\d-[0-9a-f]{6}", opened)
    assert bo.post("/open", **said) == opened
    night = table.banker.get(opened).json
    seats = {one["name"]: one["seat"] for one in night["players"]}
    # The bank has no seat where its box was not ticked, and is lent nothing.
    assert seats == {"Carl": 1, "Anna": 2, "Eva": 3, "Per": 4, "Bo": 0}
    assert [one["loan_cents"] for one in night["players"] if one["name"] == "Bo"] == [0]
    assert (night["name"], night["unit_cents"], night["players"][0]["stack"]) == ("Saturday", 25, 150)
    events = table.banker.get(f"{opened}/events").json["events"]
    assert events[0]["actor"] == f"player:{table.ids['Bo']}"


def test_the_next_night_is_offered_as_the_last_one_was_seated_and_with_its_money_and_rules(app, banker, clock):
    bo = banker_of(app, an_evening(banker))
    clock.pass_seconds(60)
    bo.get("/open")
    told = {**USUAL, "money": "1 € = 4 chips", "rulebook": "bank", "entered": "everyone"}
    bo.post("/open", **told, player=["Carl", "Anna"], key="first")
    page = bo.get("/open")
    assert '<option value="everyone" selected>' in page
    assert re.findall(r'name="player" value="(\w+)"( checked)?', page)[:3] == [
        ("Carl", " checked"),
        ("Anna", " checked"),
        ("Bo", ""),
    ]
    assert 'name="money" required maxlength="60" value="0.25 EUR"' in page
    assert re.search(r'name="rulebook" value="bank" [^>]*checked', page)
    assert "<option selected>Bo</option>" in page


@pytest.mark.parametrize(
    ("languages", "money"), [("en-GB,en", "0.25 GBP"), ("en", "0.25 USD"), ("da", "25 øre"), ("fr-CH", "0.25 CHF")]
)
def test_a_new_club_plays_poker_as_it_is_usually_played_for_the_money_of_its_reader(app, languages, money):
    founder = Reader(app.test_client())
    founder.http.environ_base["HTTP_ACCEPT_LANGUAGE"] = languages
    founder.get(path_of_way(app.extensions[EXTENSION].book))
    founder.post(path_of_way(app.extensions[EXTENSION].book), club="Klub", name="Bo")
    page = founder.get("/open")
    assert f'value="{money}"' in page
    assert 'name="player" value="Bo" checked' in page
    assert 'name="rulebook" value="standard" data-loan="0" data-stack="own" checked' in page
    assert 'name="stack" value="own" checked' in page
    # “Bankøren lægger ud med at besidde alle chips … Alle spillere (undtaget bankøren) udlånes det samme antal chips”.
    assert 'value="enemaerke" data-loan="150" data-stack="box"' in page


def test_who_plays_from_the_box_is_lent_nothing_and_the_next_night_is_the_same_until_it_is_said_otherwise(opens):
    bo, night = opens
    assert night(stack="box")[1] == {"Anna": 3750, "Bo": 0}
    assert 'name="stack" value="box" checked' in bo.get("/open")
    assert night(stack="own")[1] == {"Anna": 3750, "Bo": 3750}


def test_a_night_with_chips_in_the_book_alone_is_opened_on_the_page_and_the_next_one_with_real_chips(app, banker):
    table = an_evening(banker, rules={"initial_loan": 150, "chips": "none"})
    adopt_rules(app.extensions[EXTENSION].book, table.night)
    bo = banker_of(app, table)
    assert '<option value="none" selected>' in bo.get("/open")
    for chips in ("none", "real"):
        opened = bo.post("/open", **USUAL, stack="own", chips=chips, player=["Anna", "Bo"], key=f"chips-{chips}")
        (first, *_) = table.banker.get(f"{opened}/events").json["events"]
        assert first["data"]["rules"].get("chips", "real") == chips


def test_the_limits_of_the_bank_are_set_where_a_night_is_opened_and_an_empty_one_is_none(opens):
    bo, night = opens

    def limits_under(**said: str) -> dict[str, object]:
        kinds = ("loans_most", "lent_most", "owed_most", "old_debts_first")
        return {name: value for name, value in night(**said)[0].items() if name in kinds}

    limits = {"times": "3", "lent": "300", "owed": "600", "debts": "yes"}
    limited = {"loans_most": 3, "lent_most": 300, "owed_most": 600, "old_debts_first": True}
    assert limits_under(**limits) == limited
    assert '<details id="limits" open>' in bo.get("/open")
    assert limits_under() == limited
    bo.post("/open", **USUAL, **{**limits, "lent": "many"}, player=["Anna", "Bo"], key="many")
    assert "“many” is not a number from 0" in bo.refused
    assert limits_under(times="", lent="", owed="", debts="no") == {}


def test_a_fee_is_said_where_a_night_is_opened_and_the_next_night_has_it_too(opens):
    bo, night = opens
    room = {"purpose": "room", "per": "hand", "cents": 500}
    assert night(fee="5 per hand for room")[0]["fee"] == room
    assert 'value="5.00 per hand for room"' in bo.get("/open")
    assert night()[0]["fee"] == room
    bo.post("/open", **USUAL, fee="5 beers", player=["Anna", "Bo"], key="beers")
    assert "“5 beers” is not a fee" in bo.refused
    assert "fee" not in night(fee="")[0]


def test_whoever_only_looks_on_is_not_offered_a_seat_and_plays_as_soon_as_they_sit_down(shared_app, table):
    bo = banker_of(shared_app, table)
    bo.get("/people")
    bo.post("/people", name="Joe")
    joe = bo.found(r'href="(/people/\w+)"><b>Joe')
    bo.post(f"{joe}/roles", role=["viewer"])
    assert re.findall(r"<b>Joe</b><small>(\w+)", bo.get("/people")) == ["viewer"]
    assert 'value="Joe"' not in bo.get("/open")
    bo.post("/open", **USUAL, player=["Anna", "Bo"], newcomers="Joe", key="joe-sits")
    assert re.findall(r"<b>Joe</b><small>([\w, ]+)", bo.get("/people")) == ["player, viewer"]
    assert 'value="Joe"' in bo.get("/open")


def test_the_chips_of_a_club_are_declared_on_a_page_and_counted_kind_by_kind(shared_app, table):
    bo = banker_of(shared_app, table)
    assert re.findall(r'name="(?:name|worth)" [^>]*?value="(\w+)"', bo.get("/chips?of=enemaerke")) == [
        *("små", "1", "peder", "50")
    ]
    bo.post("/chips", name=["white", "red", ""], worth=["1", "5", ""], pieces=["200", "100", ""], key="chips")
    assert re.findall(r'name="(?:name|worth|pieces)" [^>]*?value="(\w+)"', bo.text) == [
        "white",
        "1",
        "200",
        "red",
        "5",
        "100",
    ]
    assert "The chips are white 1 × 200, red 5 × 100." in bo.get("/open")
    night = bo.post("/open", **USUAL, player=["Anna", "Bo"], key="with-chips")
    assert re.findall(r'name="pieces-\d" [^>]*data-worth="(\d+)"', bo.get(f"{night}/close"))[:2] == ["1", "5"]
    bo.get("/chips")
    bo.post("/chips", name=["white", "red"], worth=["1", "5"], pieces=["", ""], key="nobody-knows")
    assert "The chips are white 1, red 5." in bo.get("/open")
    night = bo.post("/open", **{**USUAL, "loan": "60"}, player=["Anna", "Bo"], key="nobody-knows-chips")
    token = bo.found(r'name="form_token" value="(\w+)"')
    assert re.findall(r'name="pieces-\d" [^>]*data-worth="(\d+)"', bo.get(f"{night}/close"))[:2] == ["1", "5"]
    counted = {"form_token": token, "act": "count", "player": table.ids["Anna"], "pieces-0": "10", "pieces-1": "10"}
    bo.post(f"{night}/close", **counted, key="count-anna")
    found = {one["name"]: one["counted"] for one in table.banker.get(f"{night}/closing").json["counts"]}
    assert found == {"Anna": 60, "Bo": None}
    assert table.banker.get(night).json["box"] is None


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"name": "5 kr", "worth": "5", "pieces": "1"}, "“5 kr” is no name for chips"),
        ({"name": "red", "worth": "0", "pieces": "1"}, "what a chip called red is worth"),
        ({"name": "red", "worth": "5", "pieces": "some"}, "what a chip called red is worth"),
        ({"name": "red", "worth": "5", "pieces": ""}, "Say of every kind how many"),
        ({"name": "White", "worth": "5", "pieces": "1"}, "Each may be named only once: white, white."),
    ],
)
def test_chips_that_are_half_said_are_asked_and_stand_as_they_were_typed(shared_app, table, row, why):
    bo = banker_of(shared_app, table)
    bo.get("/chips")
    bo.post(
        "/chips",
        **{field: [first, row[field]] for field, first in (("name", "white"), ("worth", "1"), ("pieces", "9"))},
    )
    assert why in bo.refused
    assert f'value="{row["name"]}"' in bo.text
    assert "Chips are counted as one number." in bo.get("/open")


def test_the_usual_night_is_one_tap(shared_app, table):
    bo = banker_of(shared_app, table)
    settled(table)
    bo.get("/")
    fields = re.findall(
        r'<input type="hidden" name="(\w+)" value="([^"]*)">', bo.found(r'action="/open" class="usual">(.*?)</form>')
    )
    said = {name: value for name, value in fields if name not in ("player", "form_token")}
    opened = bo.post("/open", player=[value for name, value in fields if name == "player"], **said)
    night = table.banker.get(opened).json
    assert [one["name"] for one in night["players"]] == ["Anna", "Bo", "Carl"]
    assert night["banker"] == table.ids["Bo"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"money": "much"}, "does not say what a chip is worth"),
        ({"loan": "x"}, "is not a number of chips"),
        ({"newcomers": "all"}, "all"),
        ({"rulebook": "none"}, "is not a rulebook"),
        ({"entered": "nobody"}, "choose from bank, everyone, both"),
        ({"bank": "", "player": []}, "no players"),
    ],
)
def test_what_does_not_fit_is_said_on_the_form_and_nothing_is_opened(bo, shared_table, said, why):
    bo.get("/open")
    before = len(shared_table.banker.get("/nights").json["nights"])
    bo.post("/open", **{**USUAL, "night": "Sunday", "player": ["Anna"], "key": f"bad-{why}", **said})
    assert bo.status == 422
    assert why in bo.refused
    assert 'value="Sunday"' in bo.text
    assert len(shared_table.banker.get("/nights").json["nights"]) == before


def test_everything_that_does_not_fit_is_said_at_once_each_beside_its_field(bo):
    bo.get("/open")
    bo.post("/open", **{**USUAL, "money": "much", "loan": "x", "player": ["Anna"], "key": "two-faults"})
    assert bo.status == 422
    marked = re.findall(
        r'<input id="(\w+)"[^>]* aria-invalid="true" aria-describedby="fault-(\w+)"( autofocus)?>', bo.text
    )
    assert marked == [("money", "money", " autofocus"), ("loan", "loan", "")]
    told = dict(re.findall(r'<p class="refused" role="alert" id="fault-(\w+)">(.*?)</p>', bo.text))
    assert {name: why.split()[-1] for name, why in told.items()} == {"money": "DKK.", "loan": "loan."}


@pytest.mark.parametrize(
    ("name", "shown", "why"),
    [
        ("a" * 5000, f"“{'a' * 79}…” is not a name", "1 to 80 printable characters"),
        ("👨\u200d👩\u200d👧", "is not a name", "it holds U+200D (zero width joiner), which nobody sees"),
    ],
)
def test_a_name_that_is_none_is_said_beside_the_new_people_and_what_of_it_nobody_sees(bo, name, shown, why):
    bo.get("/open")
    bo.post("/open", **{**USUAL, "newcomers": name, "player": ["Anna"], "key": f"no-name-{len(name)}"})
    assert bo.status == 422
    sentence = bo.found(r'id="fault-newcomers">(.*?)</p>')
    assert shown in sentence
    assert why in sentence
    assert len(sentence) < 250


def banker_of(shared_app, table: Table) -> Reader:
    table.banker.post(f"/clubs/{table.club}/players/{table.ids['Bo']}/roles", {"role": "banker", "held": True})
    return Reader(signed_in(shared_app, table, "Bo"))


# People


def test_the_banker_takes_people_in_renames_them_and_gives_them_roles(bo, shared_table):
    bo.get("/people")
    assert bo.post("/people", name="Ida", key="ida") == "/people"
    ida = bo.found(r'href="/people/(\w+)"><b>Ida</b>')
    bo.post("/people", name="ida", key="ida-again")
    assert (bo.status, bo.refused) == (
        409,
        "The club already has a player called Ida; names are compared without case and accents.",
    )
    bo.get(f"/people/{ida}")
    assert bo.post(f"/people/{ida}/name", name="Ida Lund") == f"/people/{ida}"
    assert "<h1>Ida Lund</h1>" in bo.text
    bo.post(f"/people/{ida}/roles", role=["co_banker", "viewer"])
    assert "co-banker, viewer" in bo.get("/people")
    bo.get(f"/people/{shared_table.ids['Bo']}")
    bo.post(f"/people/{shared_table.ids['Bo']}/roles", role=["player"])
    assert bo.refused == "Bo is the only banker of the club; make another member banker first."
    bo.get(f"/people/{ida}")
    bo.post(f"/people/{ida}/forget")
    assert "<h1>Ida Lund</h1>" in bo.text
    assert bo.post(f"/people/{ida}/forget", sure="yes") == "/people"
    assert "Ida Lund" not in bo.text


def test_two_people_who_are_one_are_merged_by_a_choice_and_taken_apart_by_a_button(bo, shared_table):
    carl = f"/people/{shared_table.ids['Carl']}"
    bo.get("/people")
    bo.post("/people", name="Karl", key="karl")
    karl = bo.found(r'href="/people/(\w+)"><b>Karl</b>')
    bo.get(carl)
    assert bo.post(f"{carl}/merge", other=karl) == carl
    assert "<b>Karl</b><small>is Carl</small>" in bo.text
    assert "Karl" not in bo.get("/people")
    # The page of the other name leads to that of the one who stays.
    assert bo.http.get(f"/people/{karl}").headers["Location"] == carl
    bo.get(carl)
    bo.post(f"{carl}/merge", other=shared_table.ids["Bo"])
    assert bo.refused
    bo.get(carl)
    assert bo.post(f"{carl}/split/{karl}") == carl
    assert "<b>Karl</b>" in bo.get("/people")


def test_a_link_for_one_person_is_shown_once_with_its_code_and_their_devices_are_ended(bo, shared_app, shared_table):
    carl = f"/people/{shared_table.ids['Carl']}"
    bo.get(carl)
    bo.post(f"{carl}/link")
    link = path_of(bo.found(r'class="address">(.*?)<'))
    assert "<svg" in bo.text
    assert link not in bo.get(carl)
    phone = Reader(shared_app.test_client())
    phone.get(link)
    assert phone.post(link) == "/"
    device = re.search(r'action="(/people/devices/\w+)"', bo.get(carl))[1]
    bo.post(device, back=carl)
    assert "No device." in bo.text
    assert 'href="/sign-in"' in phone.get("/")


def test_what_everybody_may_see_is_ticked(bo, stranger):
    bo.get("/people")
    bo.post("/publications", published=["standings", "cards"])
    assert 'value="standings" checked' in bo.text
    assert "Klub friday" in stranger.get("/")
    bo.post("/publications")
    assert bo.status == 303
    assert "Klub friday" not in stranger.get("/")
    bo.post("/publications")
    assert bo.status == 303


def test_a_player_sees_who_is_there_and_changes_nothing(anna, shared_table):
    page = anna.get("/people")
    assert "Carl" in page
    assert "<form" not in page.partition("<main")[2]
    assert "<form" not in anna.get(f"/people/{shared_table.ids['Carl']}").partition("<main")[2]
    anna.get("/me")
    anna.post(f"/people/{shared_table.ids['Carl']}/name", name="Karl")
    assert anna.status == 403


# Joining at the table


def test_a_guest_scans_says_a_name_and_sits_down_with_one_tap_of_the_banker(bo, guest, shared_table):
    assert "Tell the banker that you are here" in guest.text
    night = f"/nights/{shared_table.night}"
    assert "Eva wants to sit down" in bo.get(night)
    assert "new in the club" in bo.get(f"{night}/waiting")
    asked = bo.found(r'action="(/nights/[\w-]+/guests/\w+)"')
    assert bo.post(asked, back=night) == night
    assert "Eva wants to sit down" not in bo.text
    players = {one["name"]: one for one in shared_table.banker.get(night).json["players"]}
    assert players["Eva"]["stack"] == 150
    assert f'class="tonight" href="{night}"' in guest.get("/")
    assert "<h1>Eva</h1>" in guest.get(night)


def test_whoever_has_no_phone_is_seated_by_a_tap_or_by_name_also_one_who_comes_back(bo, evening):
    night = f"/nights/{evening.night}"
    evening.play({"type": "leave_night", "player": evening.ids["Carl"], "counted": 150})
    page = bo.get(f"{night}/join")
    without = dict(re.findall(r'<button name="player" value="(\w+)">([^<]+)</button>', page))
    assert "Carl" in without.values()
    assert "Anna" not in without.values()
    assert bo.post(f"{night}/seats", player=evening.ids["Carl"]) == night
    assert bo.post(f"{night}/seats", name="Holger") == night
    players = {one["name"]: one["place"] for one in evening.banker.get(night).json["players"]}
    assert (players["Carl"], players["Holger"]) == ("at the table", "at the table")
    assert (
        "Carl"
        not in dict(
            re.findall(r'<button name="player" value="(\w+)">([^<]+)</button>', bo.get(f"{night}/join"))
        ).values()
    )


def test_a_guest_who_is_sent_away_reads_it_on_the_page_where_they_wait(bo, guest, stranger, shared_table):
    assert "Tell the banker that you are here" in guest.get("/?waited=yes")
    bo.get(f"/nights/{shared_table.night}/waiting")
    bo.post(bo.found(r'action="(/nights/[\w-]+/guests/\w+)"'), away="yes")
    told = guest.get("/?waited=yes")
    assert "The banker has not let this phone in." in told
    assert "scan the code there once more" in told
    assert "has not let this phone in" not in guest.get("/")
    assert "has not let this phone in" not in stranger.get("/")


def test_a_guest_who_only_looks_on_gets_no_seat_and_comes_straight_to_the_table(bo, shared_app, shared_table):
    night = f"/nights/{shared_table.night}"
    bo.get(f"{night}/join")
    bo.post(f"{night}/join")
    path = path_of(bo.found(r'class="address">(.*?)<'))
    tablet = Reader(shared_app.test_client())
    tablet.get(path)
    tablet.post(path, name="Tablet")
    assert "Tell the banker that you are here" in tablet.get("/?waited=yes")
    bo.get(f"{night}/waiting")
    forms = re.findall(r'action="(/nights/[\w-]+/guests/\w+)" class="guest">.*?<b[^>]*>(\w+)', bo.text, re.DOTALL)
    bo.post(next(path for path, name in forms if name == "Tablet"), looks="yes")
    # The club knows what a tablet is, so nobody is asked whether it plays.
    assert re.findall(r"<b>Tablet</b><small>(\w+)", bo.get("/people")) == ["viewer"]
    assert "Tablet" not in {one["name"] for one in shared_table.banker.get(night).json["players"]}
    assert tablet.http.get("/?waited=yes").headers["Location"] == night
    assert "You look on: you have no seat at this table." in tablet.get(night)
    assert f'href="{night}/screen"' in tablet.text


def test_whoever_came_by_the_code_of_a_night_is_led_to_it_where_another_is_open_too(bo, shared_app, shared_table):
    night = f"/nights/{shared_table.night}"
    other = {"night": "beside", "club": shared_table.club, "banker": shared_table.ids["Bo"]}
    assert shared_table.banker.post("/nights", other).status_code == 201
    bo.get(f"{night}/join")
    bo.post(f"{night}/join")
    path = path_of(bo.found(r'class="address">(.*?)<'))
    phone = Reader(shared_app.test_client())
    phone.get(path)
    phone.post(path, name="Ida")
    bo.get(f"{night}/waiting")
    bo.post(bo.found(r'action="(/nights/[\w-]+/guests/\w+)"'))
    assert phone.http.get("/?waited=yes").headers["Location"] == night
    dataclasses.replace(shared_table, night="beside").play({"type": "close_night"})


@pytest.mark.parametrize(
    ("host", "opened_as", "made_for"),
    [
        ("0.0.0.0", "localhost:8000", "http://192.0.2.7:8000"),
        # No address of this machine: whoever sent the request says so, and nobody else.
        ("0.0.0.0", "192.0.2.9:8000", "http://192.0.2.7:8421"),
        ("127.0.0.1", "localhost:8000", "http://localhost:8000"),
    ],
)
def test_a_code_that_is_made_on_the_machine_itself_can_be_opened_by_the_phones_at_the_table(
    sqlite_database, settings, clock, monkeypatch, host, opened_as, made_for
):
    monkeypatch.setattr(addresses, "own_address", lambda: "192.0.2.7")
    app = with_people(create_app(dataclasses.replace(settings, host=host), sqlite_database, now=clock))
    keeper = app.test_client()
    night = an_evening(Banker(keeper, TOKEN)).night
    made = keeper.post(
        f"/api/v1/nights/{night}/invitations",
        json={},
        base_url=f"http://{opened_as}",
        headers={"Authorization": f"Bearer {TOKEN}", "Idempotency-Key": "code"},
    )
    app.extensions[EXTENSION].hub.close()
    assert made.status_code == 201, made.json
    assert made.json["url"].startswith(f"{made_for}/join/")


def test_the_code_stays_on_the_page_while_people_come_and_says_how_often_it_is_good(bo, shared_app, shared_table):
    night = f"/nights/{shared_table.night}"
    assert "<svg" not in bo.get(f"{night}/join")
    bo.post(f"{night}/join")
    code = bo.found(r'name="code" value="([^"]+)"')
    assert "Good for 30 more phones" in bo.text
    guest = Reader(shared_app.test_client())
    guest.get(f"/join/{code}")
    guest.post(f"/join/{code}", name="Ole")
    bo.post(f"{night}/join", code=code)
    assert "Good for 29 more phones" in bo.text
    asked = bo.found(r'action="(/nights/[\w-]+/guests/\w+)"')
    bo.post(asked, code=code, away="yes")
    assert (bo.status, "<svg" in bo.text, "Ole" in bo.text) == (200, True, False)
    assert 'href="/sign-in"' in guest.get("/")
    bo.post(f"{night}/join", code="cb_join_x_" + "a" * 26)
    assert "Good for 30 more phones" in bo.text


def test_whoever_has_the_bank_of_a_night_lets_people_sit_down_but_makes_nobody_banker_by_it(shared_app, table):
    table.banker.post(f"/clubs/{table.club}/players/{table.ids['Carl']}/roles", {"role": "banker", "held": True})
    bo, night = Reader(signed_in(shared_app, table, "Bo")), f"/nights/{table.night}"
    bo.get(f"{night}/join")
    bo.post(f"{night}/join")
    path = path_of(bo.found(r'class="address">(.*?)<'))
    for name in ("carl", "Anna"):
        guest = Reader(shared_app.test_client())
        guest.get(path)
        guest.post(path, name=name)
    bo.get(f"{night}/waiting")
    forms = re.findall(r'action="(/nights/[\w-]+/guests/\w+)" class="guest">.*?<b[^>]*>(\w+)', bo.text, re.DOTALL)
    carl, anna = (next(path for path, name in forms if name == wanted) for wanted in ("Carl", "Anna"))
    bo.post(carl)
    assert (bo.status, bo.refused) == (
        409,
        "Carl runs the bank of the club, so Carl signs in by a link of their own and not by a word at the table.",
    )
    assert "Anna has a phone" in bo.text
    assert bo.post(anna) == night
    bo.get("/people")
    assert "waits" not in bo.text
    bo.post(f"/people/guests/{carl.rpartition('/')[2]}")
    assert bo.status == 403


def test_what_a_player_asks_for_is_answered_with_one_tap(bo, anna, shared_table):
    night = f"/nights/{shared_table.night}"
    anna.get(night)
    assert "Ask the bank for 150" in anna.text
    anna.post(f"{night}/mine", say="ask_for_chips", chips="60", key="sixty")
    assert "Anna asks for 60 chips on credit" in anna.text
    number = re.search(r'action="/nights/\w+/requests/(\d+)"', bo.get(f"{night}/waiting"))[1]
    assert bo.post(f"{night}/requests/{number}", answer="approve", key="yes-60") == night
    assert "<dd>210</dd>" in anna.get(night)
    bo.get(f"{night}/waiting")
    bo.post(f"{night}/requests/{number}", answer="decline", key="no-60")
    assert (bo.status, bool(bo.refused), "Nobody waits" in bo.text) == (409, True, True)


# The page of a player


def test_a_player_says_disputes_and_takes_back_and_a_slip_is_told_in_its_place(anna, shared_table):
    night = f"/nights/{shared_table.night}"
    own = f"{night}/mine"
    anna.get(night)
    anna.post(own, say="raise_dispute", event="3", words="That was not me.", key="wrong")
    assert "You dispute event 3: “That was not me.”" in anna.text
    dispute = anna.found(r'name="dispute" value="(\d+)"')
    anna.post(own, say="withdraw_dispute", dispute=dispute, key="not-wrong")
    assert "You dispute" not in anna.text
    anna.post(own, say="raise_dispute", words="That was 40.", key="again")
    dispute = anna.found(r'name="dispute" value="(\d+)"')
    shared_table.play({"type": "resolve_dispute", "dispute": int(dispute), "words": "It was 50."})
    anna.get(own)
    assert f"The bank's word on your dispute {dispute}: “It was 50.”" in anna.text
    word = anna.found(r'name="word" value="(\d+)"')
    anna.post(own, say="agree_to_banks_word", dispute=dispute, word=word, key="agree-word")
    assert "You dispute" not in anna.text
    anna.post(own, say="raise_dispute", event="99999", words="No.", key="far")
    assert (anna.status, 'value="99999"' in anna.text, 'id="wrong" open' in anna.text) == (409, True, True)
    anna.post(own, say="ask_for_chips", chips="many", key="many")
    assert "chips must be a whole number" in anna.refused
    anna.post(own, say="fold", key="fold")
    assert anna.status == 422
    anna.post(own, say="confirm_count", key="agree")
    assert anna.refused == "Anna has no count that holds; say what you counted, and the banker accepts it."


def test_a_player_agrees_with_a_count_and_says_what_they_paid(shared_app, table):
    anna, carl = (Reader(signed_in(shared_app, table, name)) for name in ("Anna", "Carl"))
    own = f"/nights/{table.night}/mine"
    table.play({"type": "transfer_chips", "payer": table.ids["Anna"], "payee": table.ids["Carl"], "chips": 40})
    table.play({"type": "count_chips", "player": table.ids["Anna"], "chips": 110})
    assert "The banker counted 110 chips." in anna.get(own)
    anna.post(own, say="confirm_count", key="agree")
    assert "The banker counted" not in anna.text
    for name, chips in (("Bo", 150), ("Carl", 190)):
        table.play({"type": "count_chips", "player": table.ids[name], "chips": chips})
    table.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    assert "You owe Carl 10.00 DKK." in anna.get(own)
    anna.post(own, say="say_payment", transfer="7", key="bad")
    assert anna.status == 409
    anna.post(own, say="say_payment", transfer="1", key="paid")
    assert "You owe Carl 10.00 DKK." in anna.text
    assert "I have paid" not in anna.text
    assert f'href="/nights/{table.night}/close">Who pays whom' in anna.text
    assert "Anna says they paid 10.00 DKK." in carl.get(own)
    table.play({"type": "record_payment", "transfer": 1, "cents": 400})
    assert "Anna has paid you 4.00 DKK, says the bank." in carl.get(own)
    said = {
        "say": "confirm_payment",
        "transfer": "1",
        "stands": re.search(r'name="stands" value="([^"]*)"', carl.text)[1],
    }
    carl.post(own, **said, key="a part")
    carl.post(own, **said, key="a part")
    assert carl.status == 303
    # On another of his screens he taps the same: that is not one more payment.
    carl.post(own, **said, key="the same")
    assert (carl.status, "Something has happened meanwhile" in carl.refused) == (409, True)
    assert "Anna says they paid 10.00 DKK. 6.00 DKK still open." in carl.get(own)
    table.play({"type": "record_payment", "transfer": 1})
    carl.post(own, say="confirm_payment", transfer="1", key="got")
    assert "owes you" not in carl.text
    assert "has paid you" not in carl.text
    assert "The night is over" in carl.text


def test_nobody_speaks_for_another_and_a_viewer_and_a_stranger_say_nothing(anna, stranger, shared_table):
    own = f"/nights/{shared_table.night}/mine"
    stranger.post(own, say="ask_for_chips", chips="5")
    assert stranger.status == 401
    anna.get(own)
    anna.post(own, say="withdraw_request", request="1", player=shared_table.ids["Bo"], key="other")
    assert anna.status == 409


def test_a_member_of_another_club_is_told_nothing_by_a_slip(shared_app, table):
    other = an_evening(table.banker, "elsewhere")
    anna = Reader(signed_in(shared_app, other, "Anna"))
    anna.get("/")
    for path in ("mine", "acts"):
        anna.post(f"/nights/{table.night}/{path}", say="nothing", key=path)
        assert (anna.status, "Carl" in anna.text) == (404, False)


def in_a_hand(table: Table, shared_app) -> tuple[Reader, Reader]:
    """Texas Hold'em with three shared cards and Anna's own cards known to the banker, as Anna and Bo see it."""
    table.play({"type": "announce_hand", "game": "Texas Hold'em", "dealer": table.ids["Carl"]})
    return Reader(signed_in(shared_app, table, "Anna")), Reader(signed_in(shared_app, table, "Bo"))


def test_the_page_shows_the_players_own_cards_and_the_tablet_nobodys(shared_app, table):
    anna, bo = in_a_hand(table, shared_app)
    table.play({"type": "name_cards", "player": table.ids["Anna"], "cards": ["As", "Kd"]})
    night = f"/nights/{table.night}"
    assert re.findall(r'class="card (?:spades|diamonds)">([^<]+)', anna.get(night).partition('class="now"')[0]) == [
        "A♠",
        "K♦",
    ]
    assert "The rules of Texas Hold&#39;em" in anna.text
    for reader in (anna, bo):
        screen = reader.get(f"{night}/screen")
        assert "A♠" not in screen
        assert "<h1>Texas Hold&#39;em</h1>" in screen
        assert 'class="turn"' in screen
    assert "A♠" not in bo.get(f"{night}/mine")


def test_the_tablet_says_everybodys_chips_and_how_the_last_hand_ended(shared_app, table):
    anna, _bo = in_a_hand(table, shared_app)
    screen = f"/nights/{table.night}/screen"
    assert '<li class="acts"><span>' in anna.get(screen)
    folds = [{"type": "fold", "player": table.ids[name]} for name in ("Carl", "Anna")]
    for fold in folds:
        table.play(fold)
    assert ">Bo wins 2 unopposed.</p>" in anna.get(screen)
    assert re.findall(r"<li><span>(\w+)</span> <b>(\d+)</b>", anna.text) == [
        ("Anna", "149"),
        ("Bo", "151"),
        ("Carl", "150"),
    ]


def test_the_story_is_told_newest_first_with_numbers_and_more_on_demand(shared_app, table):
    for chips in range(1, 36):
        table.play({"type": "give_loan", "player": table.ids["Anna"], "chips": chips})
    anna = Reader(signed_in(shared_app, table, "Anna"))
    numbers = [int(one) for one in re.findall(r'data-event="(\d+)"', anna.get(f"/nights/{table.night}"))]
    assert (len(numbers), numbers) == (30, sorted(numbers, reverse=True))
    more = re.findall(r'data-event="(\d+)"', anna.get(anna.found(r'class="earlier"><a[^>]* href="([^"]+)"')))
    assert len(more) > 35
    assert 'class="earlier"' not in anna.text
    assert len(re.findall("data-event=", anna.get(f"/nights/{table.night}/mine?story=nonsense"))) == 30


# What a browser needs to install it


def test_the_manifest_and_its_icons_are_there(stranger):
    answer = stranger.http.get("/pages/manifest.webmanifest")
    manifest = answer.get_json(force=True)
    answer.close()
    assert (manifest["start_url"], manifest["display"], manifest["lang"]) == ("/", "standalone", "en")
    danish = stranger.http.get("/pages/manifest.webmanifest", headers={"Accept-Language": "da"}).get_json(force=True)
    assert [one["description"] for one in (manifest, danish)] == [
        "The book of a home card game.",
        "Bogen for et kortspil hjemme.",
    ]
    for icon in manifest["icons"]:
        answer = stranger.http.get(icon["src"])
        assert (answer.status_code, answer.mimetype) == (200, icon["type"])
        answer.close()


def test_an_address_that_is_nowhere_is_a_page_in_a_browser_and_a_problem_for_programs(anna, stranger):
    opened = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "da"}
    for reader, sign_in in ((stranger, True), (anna, False)):
        page = reader.http.get("/nope", headers=opened)
        assert (page.status_code, page.mimetype, page.headers["Content-Language"]) == (404, "text/html", "da")
        assert "/nope" in page.text
        assert ('href="/sign-in"' in page.text) is sign_in
        assert "style-src 'self'" in page.headers["Content-Security-Policy"]
    # An address that only takes a form is nowhere to whoever opens it.
    assert (anna.http.get("/club", headers=opened).status_code, anna.http.get("/club").status_code) == (404, 405)
    for path, headers in (("/nope", {}), ("/nope", {"Accept": "*/*"}), ("/api/v1/nope", opened)):
        told = stranger.http.get(path, headers=headers)
        assert (told.status_code, told.mimetype) == (404, "application/problem+json")


def test_a_player_says_how_they_are_paid_and_who_owes_them_reads_it(anna, bo, shared_app, table):
    carl = Reader(signed_in(shared_app, table, "Carl"))
    carl.get("/me")
    carl.post("/me/handles", kind="mobilepay", handle="no number")
    assert "it is a Danish phone, as 20 30 40 50 is" in carl.refused
    assert carl.post("/me/handles", kind="mobilepay", handle="12 34 56 78") == "/me"
    assert "<b>MobilePay</b> 12 34 56 78" in carl.text
    table.play({"type": "transfer_chips", "payer": table.ids["Anna"], "payee": table.ids["Carl"], "chips": 40})
    counts = {"Anna": 110, "Bo": 150, "Carl": 190}
    table.play(*({"type": "count_chips", "player": table.ids[name], "chips": chips} for name, chips in counts.items()))
    table.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    debtor = Reader(signed_in(shared_app, table, "Anna"))
    assert "You owe Carl 10.00 DKK." in debtor.get(f"/nights/{table.night}")
    assert "MobilePay 12 34 56 78" in debtor.text
    assert 'href="mobilepay://send?phone=12345678&amp;amount=10.00&amp;comment=' in debtor.text
    carl.get("/me")
    assert carl.post("/me/handles", kind="mobilepay", forget="yes") == "/me"
    assert "MobilePay</b>" not in carl.text
