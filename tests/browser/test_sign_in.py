"""Signing in with a real browser: by a link, with a passkey that it makes, and out again; the page's policy holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from service.api.context import EXTENSION
from service.app import people
from service.app.book import Book
from service.app.signing_in import links as sign_in_links
from service.book.store.schema import open_book
from service.config import Settings
from service.web.wsgi import create_app
from tests.serving import serving

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}


@dataclass
class Served:
    """A server in a thread of this process, at an address for which browsers have passkeys without TLS."""

    url: str
    book: Book
    club: str
    anna: str

    def link(self) -> str:
        return sign_in_links.invite_player(self.book, self.club, self.anna, at=self.url).url


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home = tmp_path_factory.mktemp("served")
    database = open_book(f"sqlite:///{home / 'book.db'}")
    app = create_app(Settings(home=home, database_url="", zone=ZoneInfo("UTC")), database)
    with serving(app, streams_max=2) as port:
        book = app.extensions[EXTENSION].book
        club = people.found_club(book, "Home").id
        yield Served(f"http://localhost:{port}", book, club, people.add_player(book, club, "Anna").id)
    database.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone with an authenticator of its own; whatever the page complains of fails the test."""
    context = browser.new_context(**PHONE)
    opened = context.new_page()
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    devtools = context.new_cdp_session(opened)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    yield opened
    # Chromium notes that signing out has cleared what the page had kept.
    assert [one for one in said if not one.startswith("Clear-Site-Data")] == []
    context.close()


def test_a_phone_signs_in_by_a_link_makes_a_passkey_and_signs_in_with_it(served: Served, page: Page) -> None:
    page.goto(served.link())
    assert page.locator("h1").inner_text() == "Home"
    assert Axe().run(page).violations_count == 0
    page.get_by_role("button", name="Sign in as Anna").tap()
    page.get_by_role("link", name="You").tap()
    page.wait_for_url("**/me")
    assert page.locator("h1").inner_text() == "Anna"
    assert page.context.cookies()[0]["httpOnly"]
    page.get_by_role("button", name="Make a passkey on this device").tap()
    page.get_by_role("button", name="Forget").wait_for()
    assert Axe().run(page).violations_count == 0
    page.get_by_role("button", name="Sign out of this browser").tap()
    page.wait_for_url("**/sign-in")
    assert page.context.cookies() == []
    assert Axe().run(page).violations_count == 0
    page.get_by_role("button", name="Sign in with a passkey").tap()
    page.get_by_role("link", name="You").tap()
    page.wait_for_url("**/me")
    assert page.locator("h1").inner_text() == "Anna"
    page.get_by_role("button", name="Forget").tap()
    page.get_by_text("None yet.").wait_for()


def test_a_browser_without_passkeys_is_told_what_it_takes(served: Served, page: Page) -> None:
    page.add_init_script("delete window.PublicKeyCredential")
    page.goto(served.link())
    page.get_by_role("button", name="Sign in as Anna").tap()
    page.get_by_role("link", name="You").tap()
    page.get_by_text("the address has to begin with https").wait_for()
    assert page.get_by_role("button", name="Make a passkey on this device").is_hidden()
