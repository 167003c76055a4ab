"""The first page, joining by a code, a player's page and the tablet in a real browser: live, and readable by everybody."""

import pytest
from playwright.sync_api import Page, expect

from engine import commands


@pytest.fixture(scope="module")
def night(house) -> str:
    return house.night("Friday", "Anna, Carl")


def test_who_scans_the_code_and_says_a_name_is_seen_by_itself_and_plays_as_soon_as_the_banker_taps(
    house, night
) -> None:
    bo = house.device("Bo")
    bo.goto(f"{house.url}/nights/{night}/join")
    bo.get_by_role("button", name="Show the code").tap()
    address = bo.locator(".address").inner_text()

    def comes(name: str) -> Page:
        guest = house.device()
        guest.goto(address)
        guest.get_by_label("Your name").fill(name)
        guest.get_by_role("button", name="Sit down").tap()
        guest.get_by_text("Tell the banker that you are here").wait_for()
        return guest

    guest = comes("Eva")
    bo.get_by_role("button", name="Let Eva sit down").tap()
    expect(bo.get_by_text("Good for 29 more phones")).to_be_visible()
    expect(guest.locator("h1")).to_have_text("Eva")
    expect(guest.locator("dd").first).to_have_text("150")
    # The table looks by itself too.
    bo.clock.install()
    bo.goto(f"{house.url}/nights/{night}")
    comes("Ida")
    bo.clock.fast_forward(6_000)
    bo.locator("#waits summary").tap()
    bo.get_by_role("button", name="Let Ida sit down").tap()
    expect(bo.get_by_text("Ida", exact=True)).to_be_visible()


def test_a_players_page_and_the_tablet_follow_the_table(house, night) -> None:
    anna, bo = house.device("Anna"), house.device("Bo")
    anna.goto(f"{house.url}/nights/{night}")
    bo.goto(f"{house.url}/nights/{night}/screen")
    expect(bo.locator("h1")).to_have_text("Friday")
    anna.get_by_role("button", name="Ask the bank for 150").tap()
    anna.get_by_text("The banker has not answered yet.").wait_for()
    anna.get_by_role("link", name="Event 2", exact=True).tap()
    expect(anna.locator("#wrong-event")).to_have_value("2")
    house.say(night, commands.AnnounceHand(game="Texas Hold'em", dealer=house.people()["Carl"]))
    expect(bo.locator("h1")).to_have_text("Texas Hold'em")
    anna.get_by_text("The rules of Texas Hold'em").wait_for()
    # What was open and typed stays so while the page follows.
    expect(anna.locator("#wrong")).to_have_attribute("open", "")
    expect(anna.locator("#wrong-event")).to_have_value("2")
    anna.locator("#wrong-words").fill("Bo did not sit there.")
    anna.get_by_role("button", name="Say so").tap()
    anna.get_by_text("You dispute event 2").wait_for()
