"""The page of a night in a real browser: on a phone, by day, by candle-light and on paper."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine import commands
from engine.reports.sentences import tell_all
from service.reports.html import render_html
from service.reports.night_report import build
from tests.browser.readable import OPEN_ALL, WIDER_THAN_THE_SCREEN, barriers
from tests.browser.steady import new_page
from tests.engine.reports.evening import Evening, opened, play_at_random
from tests.service.reports.small_night import HEAD, NAMES, small_night
from tests.service.reports.test_text import TEN
from tests.soak import SOAK


@dataclass
class Looked:
    """An open page, what its console said, and whom it asked."""

    page: Page
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


Look = Callable[..., Looked]


def written(folder: Path, name: str, evening: Evening, names: dict[str, str]) -> str:
    report = build(evening.records, names, head=HEAD)
    path = folder / f"{name}.html"
    path.write_text(render_html(report, tell_all(evening.records, names)), encoding="utf-8")
    return path.as_uri()


def long_night() -> Evening:
    """Ten players, names of all lengths and scripts, large stacks, still being played."""
    rules = commands.HouseRules(auto="all", initial_loan=1_000_000)
    evening = opened(*TEN, starts_at="19:00", zone="Europe/Copenhagen", name="Ten at the long table", rules=rules)
    play_at_random(evening, random.Random(7), hands=30, games=("Texas Hold'em@standard", "Omaha Hi/Lo 8@standard"))
    return evening


@pytest.fixture(scope="module")
def nights(tmp_path_factory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("pages")
    odd = {**NAMES, "bo": "<script>alert(1)</script>", "carl": "A & B"}
    return {
        "small": written(folder, "small", small_night(), odd),
        "long": written(folder, "long", long_night(), TEN),
    }


@pytest.fixture
def look(browser, nights) -> Iterator[Look]:
    contexts = []

    def at(night: str, **settings: Any) -> Looked:
        looked = Looked(new_page(browser, **settings))
        contexts.append(looked.page.context)
        looked.page.on("console", lambda message: looked.said.append(message.text))
        looked.page.on("pageerror", lambda error: looked.said.append(str(error)))
        looked.page.on("dialog", lambda dialog: looked.said.append(dialog.message))
        looked.page.on("request", lambda request: looked.asked.append(request.url))
        looked.page.goto(nights[night])
        return looked

    yield at
    for context in contexts:
        context.close()


@pytest.mark.parametrize("night", ["small", "long"])
def test_the_page_says_nothing_to_the_console_and_asks_nobody(look, nights, night) -> None:
    looked = look(night)
    looked.page.evaluate(OPEN_ALL)
    assert looked.said == []
    assert [url for url in looked.asked if not url.startswith("data:")] == [nights[night]]


@pytest.mark.parametrize("night", ["small", "long"])
def test_nothing_is_wider_than_the_screen(look, night) -> None:
    page = look(night).page
    over = {}
    for state in ("closed", "open"):
        for width in (320, 390, 700, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            over[state, width] = page.evaluate(WIDER_THAN_THE_SCREEN)
        page.evaluate(OPEN_ALL)
    assert over == dict.fromkeys(over, 0)


@pytest.mark.parametrize("scheme", ["light", "dark"] if SOAK else ["dark"])
def test_axe_finds_nothing_that_keeps_anybody_out(look, scheme) -> None:
    page = look("small", color_scheme=scheme).page
    page.evaluate(OPEN_ALL)
    assert barriers(page) == []


def test_the_page_is_paper_by_day_and_candle_light_by_night(look) -> None:
    shades = {
        scheme: look("small", color_scheme=scheme).page.evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ("light", "dark")
    }
    assert shades == {"light": "rgb(250, 245, 234)", "dark": "rgb(22, 17, 12)"}


def test_a_name_leads_to_its_account_from_there_to_a_hand_and_on_to_its_events(look) -> None:
    page = look("small").page
    page.click(".standings a.player >> text='A & B'")
    account = page.locator("#account-1")
    expect(account).to_be_visible()
    account.locator("text='Hand 2: Five Card Stud'").click()
    hand = page.locator("#hand-2")
    expect(hand).to_be_visible()
    events = hand.locator("a[href^='#event-']").first
    first = (events.get_attribute("href") or "").removeprefix("#")
    assert events.inner_text().startswith(first.removeprefix("event-"))
    events.click()
    expect(page.locator(f"#{first}")).to_be_visible()
    assert page.evaluate("document.querySelector(':target').id") == first


def test_on_paper_accounts_are_open_and_what_only_works_on_a_screen_is_gone(look) -> None:
    page = look("small", color_scheme="dark", viewport={"width": 1280, "height": 900}).page
    account = page.locator("#account-1 .lines")
    expect(account).to_be_hidden()
    page.emulate_media(media="print", color_scheme="dark")
    expect(account).to_be_visible()
    expect(page.locator(".printed").first).to_be_visible()
    expect(page.locator("nav")).to_be_hidden()
    expect(page.locator("#event-1")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    # One page at least for each of the four accounts.
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") >= 5


def test_every_player_has_his_line_in_the_chart(look) -> None:
    page = look("small").page
    lines = page.locator(".chart .lines use")
    expect(lines).to_have_count(4)
    colours = {lines.nth(place).evaluate("use => getComputedStyle(use).stroke") for place in range(4)}
    assert len(colours) == 4
    boxes = [lines.nth(place).bounding_box() for place in range(4)]
    assert all(box and box["width"] > 150 for box in boxes)
