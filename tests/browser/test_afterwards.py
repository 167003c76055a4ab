"""A night afterwards in a real browser: the slider and the keys, and pages that follow while somebody writes on them."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import House
from tests.browser.readable import WIDER_THAN_THE_SCREEN
from tests.service.api.evening import Table

SLIDE = """at => {
  const slider = document.getElementById("at");
  slider.value = at;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""


@dataclass
class Played:
    """A night in which Carl bets 5, at event `bet`, and Anna calls; Bo has the bank."""

    house: House
    table: Table
    bet: int

    def phone(self, name: str, page: str) -> Page:
        return self.house.device_of(self.table, name, f"/{page}")


@pytest.fixture
def played(house) -> Played:
    table = house.evening(rules={"initial_loan": 150, "auto": "all"})
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]})
    bet = table.say({"type": "put_in", "player": table.ids["Carl"], "chips": 5}).json["events"][0]["version"]
    table.play({"type": "call", "player": table.ids["Anna"]})
    return Played(house, table, bet)


def test_sliding_and_keys_lead_through_the_night_without_leaving_the_page(played) -> None:
    at = played.bet
    bo = played.phone("Bo", "replay/1")
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
    expect(bo).to_have_url(f"{played.house.url}{played.table.path}/replay/{at}")
    assert bo.evaluate("window.stays && document.activeElement.id") == "act-after"


def test_the_buttons_stay_on_the_screen_at_every_event(played) -> None:
    bo = played.phone("Bo", f"replay/{played.bet}")
    below = []
    for width, height in ((320, 568), (390, 844), (1280, 800)):
        bo.set_viewport_size({"width": width, "height": height})
        bottom = bo.evaluate("document.querySelector('.controls').getBoundingClientRect().bottom")
        wider = bo.evaluate(WIDER_THAN_THE_SCREEN)
        below += [(width, bottom, wider)] if bottom > height or wider else []
    assert below == []


def test_the_replay_follows_the_night_and_stays_where_its_reader_is(played) -> None:
    last = played.table.version
    bo = played.phone("Bo", f"replay/{played.bet}")
    bo.locator("#dispute summary").click()
    bo.fill("#dispute-words", "Half a sen")
    carl = played.phone("Carl", f"replay/{last}")
    for page in (bo, carl):
        page.evaluate("window.stays = true")
    played.table.play({"type": "raise_dispute", "by": played.table.ids["Anna"], "words": "Too slow."})
    expect(carl.locator("#now .which")).to_contain_text(f"Event {last + 1} of {last + 1}")
    expect(carl).to_have_url(f"{played.house.url}{played.table.path}/replay/{last + 1}")
    expect(bo.locator("#now .which")).to_contain_text(f"Event {played.bet} of {last + 1}")
    expect(bo.locator("nav .count")).to_have_text("1 open")
    assert bo.evaluate("[window.stays, document.activeElement.id]") == [True, "dispute-words"]
    expect(bo.locator("#dispute-words")).to_have_value("Half a sen")
    expect(bo.locator("#at")).to_have_value(f"{played.bet}")
    expect(bo.locator("#at")).to_have_attribute("max", f"{last + 1}")


def test_a_dispute_appears_where_others_are_writing_of_another(played) -> None:
    played.table.play({"type": "raise_dispute", "by": played.table.ids["Anna"], "words": "Too slow."})
    bo = played.phone("Bo", "disputes")
    bo.locator("#resolve-1 summary").click()
    bo.fill("#resolve-words-1", "We agreed")
    bo.get_by_role("checkbox", name="Carl").check()
    carl = played.phone("Carl", "disputes")
    carl.locator("#raise summary").click()
    carl.fill("#raise-words", "The ante was 2.")
    carl.get_by_role("button", name="Dispute it").click()
    expect(bo.locator("#dispute-2")).to_contain_text("The ante was 2.")
    expect(bo.locator("#resolve-words-1")).to_have_value("We agreed")
    expect(bo.get_by_role("checkbox", name="Carl").first).to_be_checked()
    for number, name in ((1, "Anna"), (2, "Carl")):
        played.table.play({"type": "withdraw_dispute", "dispute": number, "by": played.table.ids[name]})
    expect(bo.locator("article.open")).to_have_count(0)
