"""The first page, joining by a code, a player's page and the tablet in a real browser: live, and readable by everybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from engine import commands
from service.api.context import EXTENSION
from service.app.book import Book
from service.app.night.open_night import head_of, open_night, usual_opening
from service.app.signing_in import links as way_in
from service.app.signing_in.links import invite_player
from service.app.take import IncomingCommand, take
from service.book.store.schema import open_book
from service.config import Settings
from service.web.wsgi import create_app
from tests.serving import serving

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NARROWEST = {"viewport": {"width": 320, "height": 640}}
MILLISECONDS = 45_000


@dataclass
class Served:
    """A server in a thread of this process, with a club in which Bo has the bank of the night."""

    url: str
    book: Book
    club: str
    night: str
    ids: dict[str, str]

    def say(self, *said: commands.Command) -> None:
        take(self.book, self.night, [IncomingCommand(one) for one in said])


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home = tmp_path_factory.mktemp("served")
    database = open_book(f"sqlite:///{home / 'book.db'}")
    settings = Settings(
        home=home, database_url="", zone=ZoneInfo("UTC"), requests_max=0, token_requests_max=0, sign_ins_max=0
    )
    app = create_app(settings, database)
    with serving(app, streams_max=9) as port:
        context = app.extensions[EXTENSION]
        book, url = context.book, f"http://localhost:{port}"
        link = way_in.way_in(book, at=url).url.rpartition("/")[2]
        way_in.found_by_link(book, link, club_name="Torsdag", name="Bo")
        with book.handler() as handler:
            club = handler.lists.clubs()[0].club
        said = {"night": "Friday", "players": "Anna, Bo, Carl", "bank": "Bo", "loan": "150"}
        seen = open_night(book, head_of(usual_opening(book, club), said))
        yield Served(url, book, club, seen.night_id, {name: player for player, name in seen.names.items()})
    database.close()


@pytest.fixture
def devices(browser: Browser, served: Served) -> Iterator[dict[str, Page]]:
    """A phone of Bo and one of Anna, signed in, one of somebody else, and a narrow one; what a page complains of fails the test."""
    said: list[str] = []
    opened: dict[str, Page] = {}
    for name, kind in (("Bo", PHONE), ("Anna", PHONE), ("guest", PHONE), ("narrow", NARROWEST)):
        page = browser.new_context(**kind).new_page()
        page.set_default_timeout(MILLISECONDS)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        if name in served.ids:
            page.goto(invite_player(served.book, served.club, served.ids[name], at=served.url).url)
            page.get_by_role("button", name=f"Sign in as {name}").click()
            page.wait_for_url(f"{served.url}/")
        opened[name] = page
    yield opened
    assert said == []
    for page in opened.values():
        page.context.close()


def test_a_guest_scans_says_a_name_and_plays_as_soon_as_the_banker_taps(
    served: Served, devices: dict[str, Page]
) -> None:
    bo, guest = devices["Bo"], devices["guest"]
    bo.goto(f"{served.url}/nights/{served.night}/join")
    bo.get_by_role("button", name="Show the code").tap()
    guest.goto(bo.locator(".address").inner_text())
    guest.get_by_label("Your name").fill("Eva")
    guest.get_by_role("button", name="Sit down").tap()
    guest.get_by_text("Tell the banker that you are here").wait_for()
    # The page looks by itself who has come.
    bo.get_by_role("button", name="Let Eva sit down").tap()
    expect(bo.get_by_text("Good for 29 more phones")).to_be_visible()
    expect(guest.locator("h1")).to_have_text("Eva")
    expect(guest.locator("dd").first).to_have_text("150")


def test_an_open_table_shows_by_itself_who_waits_to_be_let_in(served: Served, devices: dict[str, Page]) -> None:
    bo, guest = devices["Bo"], devices["guest"]
    bo.goto(f"{served.url}/nights/{served.night}/join")
    bo.get_by_role("button", name="Show the code").tap()
    address = bo.locator(".address").inner_text()
    bo.clock.install()
    bo.goto(f"{served.url}/nights/{served.night}")
    guest.goto(address)
    guest.get_by_label("Your name").fill("Ida")
    guest.get_by_role("button", name="Sit down").tap()
    guest.get_by_text("Tell the banker that you are here").wait_for()
    bo.clock.fast_forward(6_000)
    bo.locator("#waits summary").tap()
    bo.get_by_role("button", name="Let Ida sit down").tap()
    expect(bo.get_by_text("Ida", exact=True)).to_be_visible()


def test_a_players_page_and_the_tablet_follow_the_table(served: Served, devices: dict[str, Page]) -> None:
    anna, bo = devices["Anna"], devices["Bo"]
    anna.goto(f"{served.url}/nights/{served.night}")
    bo.goto(f"{served.url}/nights/{served.night}/screen")
    expect(bo.locator("h1")).to_have_text("Friday")
    anna.get_by_role("button", name="Ask the bank for 150").tap()
    anna.get_by_text("The banker has not answered yet.").wait_for()
    anna.get_by_role("link", name="Event 2", exact=True).tap()
    assert anna.locator("#wrong-event").input_value() == "2"
    served.say(commands.AnnounceHand(game="Texas Hold'em", dealer=served.ids["Carl"]))
    expect(bo.locator("h1")).to_have_text("Texas Hold'em")
    anna.get_by_text("The rules of Texas Hold'em").wait_for()
    # What was open and typed stays so while the page follows.
    expect(anna.locator("#wrong")).to_have_attribute("open", "")
    assert anna.locator("#wrong-event").input_value() == "2"
    anna.locator("#wrong-words").fill("Bo did not sit there.")
    anna.get_by_role("button", name="Say so").tap()
    anna.get_by_text("You dispute event 2").wait_for()


def test_every_page_reads_well_in_every_light_and_fits_the_narrowest_phone(
    served: Served, devices: dict[str, Page]
) -> None:
    bo, narrow = devices["Bo"], devices["narrow"]
    narrow.context.add_cookies(bo.context.cookies())
    night = f"/nights/{served.night}"
    pages = (
        "/",
        "/open",
        "/people",
        f"/people/{served.ids['Anna']}",
        f"{night}/mine",
        f"{night}/screen",
        f"{night}/waiting",
        f"{night}/join",
    )
    wrong = []
    for scheme, language, looked_at in (
        ("light", "en", pages[:4]),
        ("dark", "da", pages[4:6]),
        ("candle", "en", pages[6:]),
    ):
        for name, value in (("scheme", scheme), ("language", language)):
            narrow.context.add_cookies([{"name": name, "value": value, "url": served.url}])
        for path in looked_at:
            narrow.goto(served.url + path)
            found = Axe().run(narrow)
            wrong += [f"{scheme} {path}: {one['id']}" for one in found.response["violations"]]
            if narrow.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wrong.append(f"{scheme} {path} scrolls sideways")
    assert wrong == []
