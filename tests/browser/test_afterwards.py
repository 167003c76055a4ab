"""A night afterwards in a real browser: the slider and the keys, what is put right by taps, and pages that keep nobody out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page, expect

from service.book.store.schema import open_book
from service.config import Settings
from service.web.wsgi import create_app
from tests.browser.readable import CONTRAST, OPEN_ALL, WIDER_THAN_THE_SCREEN, barriers
from tests.browser.steady import PHONE, new_page, sign_in
from tests.service.api.evening import TOKEN, Banker, Table, an_evening
from tests.service.api.signed_in import link_of
from tests.serving import serving
from tests.soak import SOAK

SCHEMES = ("candle", "light", "dark")
SLIDE = """at => {
  const slider = document.getElementById("at");
  slider.value = at;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""


@dataclass
class Played:
    """A night on a server in a thread of this process; `bet` is the event in which Carl bets 5."""

    url: str
    table: Table
    bet: int

    def phone(self, browser: Browser, name: str) -> Page:
        """A phone on which this player is signed in."""
        page = new_page(browser)
        sign_in(page, self.url + link_of(self.table, name))
        return page

    def sentences(self) -> list[str]:
        events = self.table.banker.get(f"{self.table.path}/events", limit=500).json["events"]
        return [event["sentence"] for event in events]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """Carl bets 5 and Anna calls; Bo has the bank."""
    home = tmp_path_factory.mktemp("afterwards")
    database = open_book(f"sqlite:///{home / 'book.db'}")
    settings = Settings(home=home, database_url="", zone=ZoneInfo("UTC"), token=TOKEN, requests_max=0)
    app = create_app(settings, database)
    table = an_evening(Banker(app.test_client(), TOKEN), rules={"initial_loan": 150, "auto": "all"})
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]})
    bet = table.say({"type": "put_in", "player": table.ids["Carl"], "chips": 5}).json["events"][0]["version"]
    table.play({"type": "call", "player": table.ids["Anna"]})
    with serving(app, streams_max=5) as port:
        yield Played(f"http://localhost:{port}", table, bet)
    database.close()


@pytest.fixture(scope="module")
def bo(played: Played, browser: Browser) -> Iterator[Page]:
    """The banker's phone; whatever its pages complain of fails the tests."""
    page = played.phone(browser, "Bo")
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    assert said == []
    page.context.close()


def test_sliding_and_keys_lead_through_the_night_without_leaving_the_page(played: Played, bo: Page) -> None:
    at = played.bet
    bo.goto(f"{played.url}/nights/friday/replay/1")
    bo.evaluate("window.stays = true")
    slider = bo.locator("#at")
    bo.evaluate(SLIDE, at)
    expect(bo.locator("#now .said")).to_have_text("Carl bets 5.")
    slider.focus()
    bo.keyboard.press("ArrowUp")
    expect(bo.locator("#now .said")).to_contain_text("Straight Poker")
    bo.keyboard.press("ArrowDown")
    expect(bo.locator("#now .said")).to_have_text("Carl bets 5.")
    bo.keyboard.press("ArrowLeft")
    expect(bo.locator("#now .which")).to_contain_text(f"Event {at - 1} of")
    bo.locator("#act-after").click()
    expect(bo.locator("#now .said")).to_have_text("Carl bets 5.")
    expect(bo.locator("#table .pots b")).to_have_text("11")
    expect(bo).to_have_url(f"{played.url}/nights/friday/replay/{at}")
    assert bo.evaluate("window.stays && document.activeElement.id") == "act-after"


def test_the_buttons_stay_on_the_screen_at_every_event(played: Played, bo: Page) -> None:
    bo.goto(f"{played.url}/nights/friday/replay/{played.bet}")
    below = []
    for width, height in ((320, 568), (390, 844), (1280, 800)):
        bo.set_viewport_size({"width": width, "height": height})
        bottom = bo.evaluate("document.querySelector('.controls').getBoundingClientRect().bottom")
        wider = bo.evaluate(WIDER_THAN_THE_SCREEN)
        below += [(width, bottom, wider)] if bottom > height or wider else []
    bo.set_viewport_size({"width": 390, "height": 844})
    assert below == []


def test_a_bet_is_corrected_by_taps_and_the_dispute_about_it_resolved(
    played: Played, bo: Page, browser: Browser
) -> None:
    at = played.bet
    carl = played.phone(browser, "Carl")
    carl.goto(f"{played.url}/nights/friday/replay/{at}")
    carl.locator("#dispute summary").click()
    carl.fill("#dispute-words", "I bet 3.")
    carl.get_by_role("button", name="Dispute it").click()
    expect(carl.locator("#dispute-1")).to_contain_text("I bet 3.")
    bo.goto(f"{played.url}/nights/friday/disputes")
    bo.locator("#resolve-1 summary").click()
    bo.get_by_role("link", name=f"Put event {at} right").click()
    bo.get_by_role("link", name="Bet 3", exact=True).first.click()
    expect(bo.locator(".effect")).to_contain_text("Carl")
    bo.get_by_role("button", name="Correct it").click()
    bo.wait_for_url("**/nights/friday")
    bo.goto(f"{played.url}/nights/friday/disputes")
    bo.locator("#resolve-1 summary").click()
    bo.get_by_role("checkbox", name="Carl").check()
    bo.get_by_role("button", name="It is resolved").click()
    expect(bo.get_by_text("Nothing is disputed.")).to_be_visible()
    assert "Carl bets 3." in played.sentences()
    carl.context.close()


def test_the_replay_follows_the_night_and_stays_where_its_reader_is(played: Played, bo: Page, browser: Browser) -> None:
    last = played.table.version
    bo.goto(f"{played.url}/nights/friday/replay/{played.bet}")
    bo.locator("#dispute summary").click()
    bo.fill("#dispute-words", "Half a sen")
    carl = played.phone(browser, "Carl")
    carl.goto(f"{played.url}/nights/friday/replay/{last}")
    for page in (bo, carl):
        page.evaluate("window.stays = true")
    played.table.play({"type": "raise_dispute", "by": played.table.ids["Anna"], "words": "Too slow."})
    expect(carl.locator("#now .which")).to_contain_text(f"Event {last + 1} of {last + 1}")
    expect(carl).to_have_url(f"{played.url}/nights/friday/replay/{last + 1}")
    expect(bo.locator("#now .which")).to_contain_text(f"Event {played.bet} of {last + 1}")
    expect(bo.locator("nav .count")).to_have_text("1 open")
    assert bo.evaluate("[window.stays, document.activeElement.id]") == [True, "dispute-words"]
    expect(bo.locator("#dispute-words")).to_have_value("Half a sen")
    expect(bo.locator("#at")).to_have_value(f"{played.bet}")
    expect(bo.locator("#at")).to_have_attribute("max", f"{last + 1}")
    carl.context.close()


def test_a_dispute_appears_where_others_are_writing_of_another(played: Played, bo: Page, browser: Browser) -> None:
    bo.goto(f"{played.url}/nights/friday/disputes")
    bo.locator("#resolve-2 summary").click()
    bo.fill("#resolve-words-2", "We agreed")
    bo.get_by_role("checkbox", name="Carl").check()
    carl = played.phone(browser, "Carl")
    carl.goto(f"{played.url}/nights/friday/disputes")
    carl.locator("#raise summary").click()
    carl.fill("#raise-words", "The ante was 2.")
    carl.get_by_role("button", name="Dispute it").click()
    expect(bo.locator("#dispute-3")).to_contain_text("The ante was 2.")
    expect(bo.locator("#resolve-words-2")).to_have_value("We agreed")
    expect(bo.get_by_role("checkbox", name="Carl").first).to_be_checked()
    for number, name in ((2, "Anna"), (3, "Carl")):
        played.table.play({"type": "withdraw_dispute", "dispute": number, "by": played.table.ids[name]})
    expect(bo.locator("article.open")).to_have_count(0)
    carl.context.close()


def test_no_page_keeps_anybody_out_in_any_light(played: Played, bo: Page) -> None:
    night = ("report", "disputes", "put-right", f"put-right?event={played.bet + 2}")
    twice = (f"/nights/friday/replay/{played.bet}", "/nights/friday/put-right?after-6=carl+%2B60")
    once = (*(f"/nights/friday/{page}" for page in night), "/standings", "/me/account")
    looks = [(path, scheme) for path in twice for scheme in ("light", "dark")]
    looks += [(path, SCHEMES[at % len(SCHEMES)]) for at, path in enumerate(once)]
    if SOAK:
        looks = [(path, scheme) for path in (*twice, *once) for scheme in SCHEMES]
    wrong: list[object] = []
    for path, scheme in looks:
        bo.context.add_cookies([{"name": "scheme", "value": scheme, "url": played.url}])
        bo.goto(played.url + path)
        bo.evaluate(OPEN_ALL)
        # What else there is to find does not hang on the light.
        rules = (CONTRAST,) if scheme == "dark" and (path, "light") in looks else ()
        wrong += [(path, scheme, *one) for one in barriers(bo, *rules)]
        bo.set_viewport_size({"width": 320, "height": 640})
        wrong += [(path, "is wider than the screen")] if bo.evaluate(WIDER_THAN_THE_SCREEN) else []
        bo.set_viewport_size(PHONE["viewport"])
    assert wrong == []
