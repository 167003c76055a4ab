"""The table while the server cannot be reached: what is tapped waits, and the page goes on to whoever comes next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House, serving
from tests.browser.test_whole_night import announce, called, opened, tap


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(browser, tmp_path_factory.mktemp("house")) as found:
        found.found("Torsdagsklubben", "Bo")
        yield found


def cut(page: Page) -> None:
    page.context.set_offline(True)


def back(page: Page) -> None:
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")


def queued(page: Page) -> list[str]:
    return [one.removesuffix("Drop") for one in page.locator(".unsent li").all_inner_texts()]


def next_one(page: Page) -> str:
    return page.locator("#acts .whose:visible b").inner_text()


def press(page: Page, label: str) -> None:
    """Taps a button of whoever is asked, and waits until it waits in sight."""
    before = page.locator(".unsent li").count()
    page.locator("#acts").get_by_role("button", name=label, exact=True).locator("visible=true").first.tap()
    expect(page.locator(".unsent li")).to_have_count(before + 1)


def test_without_a_connection_the_panel_asks_whoever_comes_next(house: House) -> None:
    bo = house.device("Bo")
    night = opened(house, bo, "Cut off", "Anna, Carl, Dora")
    announce(bo, called("Straight Poker"))
    cut(bo)
    order = []
    for label in ("Check", "Bet 3", "Raise by 2"):
        order.append(next_one(bo))
        press(bo, label)
    order.append(next_one(bo))
    assert sorted(order) == ["Anna", "Bo", "Carl", "Dora"]
    press(bo, "Fold")
    # Whoever has checked is asked again after the bet, and so is whoever bet after the raise.
    assert next_one(bo) == order[0]
    press(bo, "Fold")
    assert next_one(bo) == order[1]
    bo.screenshot(path="/tmp/d1_off.png")
    press(bo, "Call")
    expect(bo.locator("#acts .ahead")).to_contain_text("What comes next is known when the server answers again.")
    assert len(queued(bo)) == 6
    back(bo)
    expect(bo.locator(".unsent")).to_have_count(0)
    expect(bo.locator("#whose")).to_contain_text("Who wins?")
    said = [record.event for record in house.seen(night).records if record.caused_by is None][-6:]
    assert [str(one.__struct_config__.tag) for one in said] == ["check", "bet", "raise", "fold", "fold", "call"]
