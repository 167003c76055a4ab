"""The phones at the table are witnesses: a night that is rewritten by whoever owns the server is found out by every one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine import commands
from service.app.night.open_night import head_of, open_night, usual_opening
from service.app.take import IncomingCommand, take
from service.book.store.chain import stream_of_night
from tests.browser.house import House, serving
from tests.service.book.proof.forging import reseal

PEOPLE = ("Anna", "Bo", "Carl", "Dora", "Ebbe")
# How far a phone has seen the night.
_NIGHT_SEEN = "Object.entries(JSON.parse(localStorage.getItem('chipbook-seen') ?? '{}')).find(([place]) => place.includes('/night:'))?.[1].version"
SAW = f"() => {_NIGHT_SEEN}"
HAS_SEEN = f"(least) => {_NIGHT_SEEN} >= least"


@pytest.fixture
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(browser, tmp_path_factory.mktemp("house")) as made:
        made.found("Torsdag", "Bo")
        yield made


def opened(house: House) -> str:
    """A night of five with a loan, which is what will be rewritten."""
    said = {"night": "Friday", "players": ", ".join(PEOPLE), "bank": "Bo", "loan": "150"}
    night = open_night(house.book, head_of(usual_opening(house.book, house.club), said)).night_id
    lend(house, night, "Anna", 100)
    return night


def lend(house: House, night: str, name: str, chips: int) -> None:
    take(house.book, night, [IncomingCommand(commands.GiveLoan(player=house.people()[name], chips=chips))])


def rewritten(house: House, night: str) -> None:
    """The loan becomes another one, and every later event is sealed anew, as whoever has the machine can do it."""
    loan = next(
        one for one in house.seen(night).records if isinstance(one.event, commands.GiveLoan) and one.event.chips == 100
    )

    def more(body: dict[str, Any]) -> None:
        body["data"]["chips"] = 300

    reseal(house.book.database, stream_of_night(house.club, night), loan.version, more)


def has_seen(page: Page, version: int) -> None:
    page.wait_for_function(HAS_SEEN, arg=version)


def test_every_phone_that_was_there_finds_a_rewritten_night_and_says_so_on_every_page(house: House) -> None:
    night = opened(house)
    phones = {name: house.device(name) for name in PEOPLE}
    for page in phones.values():
        page.goto(f"{house.url}/nights/{night}/mine")
        has_seen(page, house.seen(night).version)
        expect(page.locator(".rewritten")).to_have_count(0)
    rewritten(house, night)
    for page in phones.values():
        page.goto(f"{house.url}/games")
        expect(page.locator(".rewritten")).to_contain_text("The book was changed")
        expect(page.locator(".rewritten li")).to_have_count(1)
        expect(page.locator(".rewritten li")).to_contain_text("Friday")
    # It stays said on other pages, and until the reader knows why.
    anna = phones["Anna"]
    anna.goto(f"{house.url}/standings")
    anna.locator(".rewritten").get_by_role("button").tap()
    expect(anna.locator(".rewritten")).to_have_count(0)
    anna.goto(f"{house.url}/nights/{night}/mine")
    has_seen(anna, house.seen(night).version)
    expect(anna.locator(".rewritten")).to_have_count(0)


def test_a_night_that_goes_on_is_no_alarm_and_what_is_new_is_seen_by_the_phone(house: House) -> None:
    night = opened(house)
    anna = house.device("Anna")
    anna.goto(f"{house.url}/nights/{night}/mine")
    has_seen(anna, house.seen(night).version)
    before = anna.evaluate(SAW)
    lend(house, night, "Carl", 50)
    has_seen(anna, house.seen(night).version)
    assert anna.evaluate(SAW) > before
    expect(anna.locator(".rewritten")).to_have_count(0)


def test_a_night_that_is_rewritten_while_a_phone_looks_is_found_with_the_next_news(house: House) -> None:
    night = opened(house)
    anna = house.device("Anna")
    anna.goto(f"{house.url}/nights/{night}/mine")
    has_seen(anna, house.seen(night).version)
    rewritten(house, night)
    anna.evaluate("() => document.dispatchEvent(new Event('reached'))")
    expect(anna.locator(".rewritten")).to_be_visible()


def test_whoever_was_not_there_knows_nothing_of_what_was_rewritten(house: House) -> None:
    night = opened(house)
    rewritten(house, night)
    dora = house.device("Dora")
    dora.goto(f"{house.url}/nights/{night}/mine")
    has_seen(dora, house.seen(night).version)
    expect(dora.locator(".rewritten")).to_have_count(0)
