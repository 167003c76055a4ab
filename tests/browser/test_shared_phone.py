"""A phone that several people use: whoever signs out or in leaves nothing of themself to the next, and says nothing as them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from service.app.seeing import see
from service.app.signing_in.links import invite_player
from tests.browser.test_people import MILLISECONDS, PHONE, Served, served

__all__ = ["served"]
KEPT_PATHS = "async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()"
UNSENT = "() => JSON.parse(localStorage.getItem('chipbook-unsent') ?? '[]').length"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    page = browser.new_context(**PHONE).new_page()
    page.set_default_timeout(MILLISECONDS)
    yield page
    page.context.close()


def sign_in(phone: Page, served: Served, name: str) -> None:
    phone.goto(invite_player(served.book, served.club, served.ids[name], at=served.url).url)
    phone.get_by_role("button", name=f"Sign in as {name}").click()
    phone.wait_for_url(f"{served.url}/")


def kept_by(phone: Page) -> list[str]:
    """The pages that the browser keeps for when nothing answers."""
    found: list[str] = phone.evaluate(KEPT_PATHS)
    return [path for path in found if not path.startswith("/pages/")]


def look_at_own_page(phone: Page, served: Served) -> str:
    """Opens the player's page twice, so that the service worker is there the second time; its path."""
    path = f"/nights/{served.night}/mine"
    phone.goto(served.url + path)
    phone.evaluate("() => navigator.serviceWorker.ready")
    phone.goto(served.url + path)
    assert path in kept_by(phone)
    return path


def test_no_page_is_left_to_whoever_has_the_phone_next(served: Served, phone: Page) -> None:
    sign_in(phone, served, "Anna")
    path = look_at_own_page(phone, served)
    phone.goto(f"{served.url}/me")
    phone.get_by_role("button", name="Sign out of this browser").click()
    phone.wait_for_url("**/sign-in")
    assert path not in kept_by(phone)
    sign_in(phone, served, "Anna")
    look_at_own_page(phone, served)
    # Without signing out before, too.
    sign_in(phone, served, "Carl")
    assert path not in kept_by(phone)
    assert not [one for one in kept_by(phone) if one.startswith("/join/")]


def test_what_one_person_could_not_send_is_never_sent_by_the_next(served: Served, phone: Page) -> None:
    sign_in(phone, served, "Anna")
    look_at_own_page(phone, served)
    before = see(served.book, served.night).version
    phone.route("**/mine", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    phone.get_by_role("button", name="Ask the bank for 150").tap()
    expect(phone.locator(".unsent li")).to_have_count(1)
    phone.unroute("**/mine")
    sign_in(phone, served, "Carl")
    phone.goto(f"{served.url}/nights/{served.night}/mine")
    phone.evaluate("() => document.dispatchEvent(new Event('reached'))")
    expect(phone.locator(".unsent")).to_have_count(0)
    assert phone.evaluate(UNSENT) == 0
    assert see(served.book, served.night).version == before


def test_whoever_signs_in_anew_sends_what_they_could_not_send_before(served: Served, phone: Page) -> None:
    sign_in(phone, served, "Anna")
    look_at_own_page(phone, served)
    phone.route("**/mine", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    phone.get_by_role("button", name="Ask the bank for 150").tap()
    expect(phone.locator(".unsent li")).to_have_count(1)
    phone.unroute("**/mine")
    before = see(served.book, served.night).version
    sign_in(phone, served, "Anna")
    phone.goto(f"{served.url}/nights/{served.night}/mine")
    phone.get_by_text("The banker has not answered yet.").wait_for()
    expect(phone.locator(".unsent")).to_have_count(0)
    assert see(served.book, served.night).version == before + 1
