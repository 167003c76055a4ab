"""The night is counted, closed and settled on phones, by taps: sums as they are typed, everybody's page at once, a code to pay by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page, expect

from service.book.store.schema import open_book
from service.config import Settings
from service.web.wsgi import create_app
from tests.browser.readable import CONTRAST, WIDER_THAN_THE_SCREEN, barriers
from tests.browser.steady import at_rest, button, new_page, sign_in, version_of
from tests.service.api.evening import TOKEN, Banker, Table, an_evening
from tests.service.api.signed_in import link_of
from tests.serving import serving

KINDS = [{"name": "white", "worth": 1, "pieces": 200}, {"name": "peder", "worth": 50, "pieces": 20}]


@dataclass
class House:
    """A server in a thread of this process, on which nights are opened."""

    browser: Browser
    banker: Banker
    url: str

    def night(self, name: str) -> Table:
        """A night of Anna, Bo and Carl with 150 chips each; Bo keeps the bank and the club."""
        table = an_evening(self.banker, name, inventory=KINDS, rules={"initial_loan": 150, "settles": "ask"})
        self.banker.post(f"/clubs/{table.club}/players/{table.ids['Bo']}/roles", {"role": "banker", "held": True})
        return table

    def phone(self, table: Table, who: str, path: str, **options: object) -> Page:
        """A page in a browser of its own, in which this player is signed in, at this path of the night."""
        page = new_page(self.browser, **options)
        sign_in(page, self.url + link_of(table, who))
        page.goto(f"{self.url}{table.path}/{path}")
        return page


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    home: Path = tmp_path_factory.mktemp("house")
    database = open_book(f"sqlite:///{home / 'book.db'}")
    settings = Settings(home=home, database_url="", zone=ZoneInfo("UTC"), token=TOKEN, requests_max=0, sign_ins_max=0)
    app = create_app(settings, database, look_seconds=0.05)
    with serving(app, streams_max=20) as port:
        yield House(browser, Banker(app.test_client(), TOKEN), f"http://127.0.0.1:{port}")
    database.close()


@pytest.fixture(scope="module")
def friday(house: House) -> Table:
    """A night on which Carl has lost 60 chips to Anna."""
    table = house.night("friday")
    table.play({"type": "transfer_chips", "payer": table.ids["Carl"], "payee": table.ids["Anna"], "chips": 60})
    return table


@pytest.fixture(scope="module")
def bo(house: House, friday: Table) -> Page:
    return house.phone(friday, "Bo", "close")


@pytest.fixture(scope="module")
def anna(house: House, friday: Table) -> Page:
    return house.phone(friday, "Anna", "close")


def sound(page: Page) -> None:
    """Nothing that axe finds by day, nothing hard to read in the dark, and nothing that is wider than a phone."""
    at_rest(page)
    page.emulate_media(color_scheme="light")
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark")
    assert barriers(page, CONTRAST) == []
    assert page.evaluate(WIDER_THAN_THE_SCREEN) == 0


def test_a_count_adds_up_under_the_thumb_and_the_bank_takes_it_over(friday: Table, bo: Page, anna: Page) -> None:
    row = anna.locator(f"#count-{friday.ids['Anna']}")
    row.get_by_label("peder × 50").fill("4")
    expect(row.locator("[data-chips]")).to_have_text("200")
    expect(row.locator("[data-off]")).to_have_text("−10")
    for _ in range(10):
        row.get_by_label("white: one more").tap()
    expect(row.locator("output")).to_have_text("210 52.50 DKK ✓")
    sound(anna)
    button(anna, "Say my count")
    expect(anna.get_by_text("You said 210.")).to_be_visible()
    # The bank has whoever is to count first open already, and sees it without doing anything.
    button(bo, "Take 210 over")
    expect(anna.get_by_text("counted, and agrees")).to_be_visible()


def test_what_is_typed_stays_while_others_count(friday: Table, bo: Page) -> None:
    field = bo.locator(f"#count-{friday.ids['Bo']} input[type=number]").first
    field.fill("7")
    carl = friday.ids["Carl"]
    pieces = [{"denomination": "peder", "pieces": 1}, {"denomination": "white", "pieces": 37}]
    friday.play({"type": "count_chips", "player": carl, "pieces": pieces})
    expect(bo.get_by_text("3 missing, worth 0.75 DKK.")).to_be_visible()
    expect(field).to_have_value("7")


def test_the_night_closes_settles_and_is_paid_by_taps(friday: Table, bo: Page, anna: Page) -> None:
    row = bo.locator(f"#count-{friday.ids['Bo']}")
    row.get_by_label("white × 1").fill("")
    row.get_by_label("peder × 50").fill("3")
    button(bo, "Counted")
    expect(bo.get_by_text("Everybody has counted.")).to_be_visible()
    button(bo, "Close the night")
    expect(bo.locator("h1")).to_have_text("Who gets what is missing")
    sound(bo)
    button(bo, "The bank")
    expect(bo.locator("h1")).to_have_text("Who pays whom")
    button(bo, "Settle directly")
    expect(bo.get_by_text("15.75 DKK are still to be paid.")).to_be_visible()
    # Somebody else bears the gap as long as nobody has paid, and the plan is made anew.
    bo.get_by_text("Somebody else instead").tap()
    sound(bo)
    button(bo, "Whoever has lost")
    expect(anna.get_by_text("15.00 DKK are still to be paid.")).to_be_visible()
    anna.get_by_text("A part", exact=True).tap()
    anna.get_by_label("Only a part was paid").fill("5")
    button(anna, "Note it")
    expect(anna.get_by_text("10.00 DKK still open.")).to_be_visible()
    # What was typed for a payment that is noted is not left for a second one.
    expect(anna.get_by_label("Only a part was paid")).to_have_value("")
    sound(anna)
    at_rest(bo, version_of(anna))
    button(bo, "Paid")
    expect(anna.locator("h1")).to_have_text("The night is settled")
    sound(bo)


def test_without_a_script_the_same_page_is_a_form(house: House) -> None:
    table = house.night("plain")
    page = house.phone(table, "Bo", "close", java_script_enabled=False)
    row = page.locator(f"#count-{table.ids['Anna']}")
    expect(row.get_by_label("white: one more")).to_be_hidden()
    row.get_by_label("peder × 50").fill("3")
    row.get_by_role("button", name="Counted", exact=True).click()
    expect(page.get_by_text("1 of 3 have counted.")).to_be_visible()


def test_the_sheet_of_a_player_lends_in_one_tap_and_goes_back_to_the_table(house: House) -> None:
    table = house.night("open")
    page = house.phone(table, "Bo", f"players/{table.ids['Anna']}")
    page.locator("summary", has_text="Hands chips back").tap()
    sound(page)
    button(page, "+150 37.50 DKK")
    page.wait_for_url("**/nights/open")
    expect(page.locator(f"#seat-{table.ids['Anna']} .chips")).to_have_text("300")


def test_a_pizza_is_entered_from_the_table_by_taps_and_everybody_sees_what_it_comes_to(house: House) -> None:
    table = house.night("pizza")
    bo, anna = house.phone(table, "Bo", "close"), house.phone(table, "Anna", "mine")
    bo.goto(house.url + table.path)
    bo.locator("#menu summary").tap()
    bo.get_by_role("link", name="Expenses").tap()
    bo.get_by_label("How much").fill("240")
    bo.get_by_role("button", name="Carl: one part fewer").tap()
    expect(bo.get_by_label("Carl", exact=True)).to_have_value("0")
    bo.get_by_role("button", name="Enter it").tap()
    expect(bo.locator(".transfers")).to_contain_text("Bo paid for pizza")
    expect(anna.locator("dl.sum")).to_contain_text("−120.00")
    anna.get_by_role("link", name="expenses").tap()
    expect(anna.locator(".transfers")).to_contain_text("Anna 120.00")
    expect(anna.get_by_role("button", name="Enter it")).to_have_count(0)
