"""The banker's phone with the server gone and back: asleep, reloaded, closed and opened again, nothing is lost or done twice."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import ARGUMENTS, chromium
from tests.browser.phones import V1, Evening, evening
from tests.browser.steady import PHONE, announce, at_rest, press, tap, watched
from tests.service.web.test_serve import Served

# A browser that keeps its screen awake, and counts how often it was asked to.
AWAKE = """
  window.asked = 0;
  const request = async () => (window.asked++, { released: true, release: async () => {} });
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
HIDDEN = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# Looks until these pages are kept, and every part of the page that is shown. (`wait_for_function` takes any promise for true.)
KEPT = """async pages => {
  const parts = [...document.querySelectorAll("head link[rel=stylesheet], head script[src]")].map(one => one.href ?? one.src);
  for (const path of [...pages, ...parts]) {
    for (let looks = 0; !(await caches.match(path)); looks++) {
      if (looks > 600) throw new Error(`${path} is not kept.`);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }
}"""
# As before the first visit.
FORGET = """async () => {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}"""


@pytest.fixture(scope="module")
def friday(browser, tmp_path_factory) -> Iterator[Evening]:
    with evening(browser, tmp_path_factory.mktemp("friday")) as found:
        yield found


class Phone:
    """Bo's phone, whose browser keeps what it has when it is closed."""

    def __init__(self, friday: Evening, profile: Path, arguments: tuple[str, ...] = ()) -> None:
        self.friday = friday
        # What its browser is started with beside the usual.
        self.arguments = arguments
        self.profile = profile
        self.context: BrowserContext
        self.open()

    def open(self) -> Page:
        """Starts the browser, with an empty page."""
        kind = self.friday.browser.browser_type
        how = {"executable_path": chromium(), "args": [*ARGUMENTS, *self.arguments], **PHONE}
        self.context = watched(kind.launch_persistent_context(self.profile, **how))
        self.context.add_init_script(AWAKE)
        self.page = self.context.pages[0]
        return self.page

    def sign_in(self) -> None:
        path = f"{V1}/clubs/{self.friday.club}/players/{self.friday.ids['Bo']}/invitations"
        keeper = {"Authorization": f"Bearer {self.friday.token}", "Idempotency_Key": "bo"}
        url = str(self.friday.server.ask("POST", path, {}, **keeper)[1]["url"])
        self.page.goto(self.friday.url + re.sub(r"^https?://[^/]+", "", url))
        self.page.get_by_role("button").first.click()
        self.page.wait_for_url(f"{self.friday.url}/")

    def waits(self, number: int) -> None:
        expect(self.page.locator(".unsent li")).to_have_count(number)


@pytest.fixture
def phone(friday, tmp_path) -> Iterator[Phone]:
    found = Phone(friday, tmp_path / "profile")
    found.sign_in()
    yield found
    found.context.close()


def lend(page: Page) -> None:
    """Lends whoever has folded the usual chips, in the middle of the hand."""
    at_rest(page)
    for _ in range(2):
        page.locator(".rebuy button").tap()


def test_a_phone_without_its_server_sleeps_is_reloaded_and_opened_again_and_loses_nothing(friday, phone) -> None:
    bo = phone.page
    friday.table(bo)
    bo.evaluate(KEPT, ["/nights/friday", "/offline"])
    announce(bo, "Straight Poker")
    tap(bo, "Fold")
    before, port, asked = friday.events(), friday.server.port, bo.evaluate("window.asked")
    assert asked >= 1

    # The server is gone: what is tapped waits.
    friday.server.stop()
    press(bo, "Bet 3")
    lend(bo)
    phone.waits(2)

    # It sleeps, and the system throws the page away.
    for hidden in (True, False):
        bo.evaluate(HIDDEN, hidden)
    bo.wait_for_function("before => window.asked > before", arg=asked)
    bo.reload()
    expect(bo.locator(".felt .game")).to_have_text("Straight Poker")
    phone.waits(2)
    # The same button means another loan.
    assert bo.locator(".rebuy [name=key]").input_value() not in bo.evaluate("localStorage.getItem('chipbook-unsent')")
    press(bo, "Raise by 2")
    phone.waits(3)

    # What is not kept says so.
    bo.goto(f"{friday.url}/help/lines")
    expect(bo.get_by_role("heading", name="No connection")).to_be_visible()

    # The browser is closed and opened again, as from the home screen.
    phone.context.close()
    bo = phone.open()
    bo.goto(friday.url)
    expect(bo.locator(".lost")).to_have_text("No connection: this is how it was.")
    phone.waits(3)
    bo.get_by_role("button", name="Dark", exact=True).tap()
    expect(bo.locator(".lost")).to_have_text("This needs the server, which does not answer.")
    bo.get_by_role("link", name="To the table").tap()
    phone.waits(3)
    press(bo, "Fold")
    press(bo, "Call")
    phone.waits(5)

    friday.server = Served(friday.home, port=port)
    friday.server.hear()
    phone.waits(0)
    names = list(friday.ids)
    first, second, third, fourth = (names[(names.index(before[-1].split()[0]) + at) % 4] for at in range(4))
    assert friday.events()[len(before) :] == [
        f"{second} bets 3.",
        f"{first} borrows 150 chips, for 37.50 DKK.",
        f"{third} raises by 2, to 5.",
        f"{fourth} folds.",
        f"{second} calls 2.",
        "Betting round 1 is over.",
    ]


def test_what_was_on_its_way_when_the_service_worker_began_is_kept_too(friday, phone) -> None:
    bo = phone.page
    bo.evaluate(FORGET)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    bo.route("**/pages/table.js", hold)
    bo.goto(f"{friday.url}/nights/friday", wait_until="commit")
    bo.wait_for_function("() => navigator.serviceWorker.controller !== null")
    held[0].continue_()
    bo.unroute("**/pages/table.js")
    bo.evaluate(KEPT, ["/nights/friday", "/offline"])


def test_a_browser_finds_nothing_that_keeps_the_page_from_being_installed(friday, phone) -> None:
    session = phone.context.new_cdp_session(phone.page)
    manifest = session.send("Page.getAppManifest")
    assert (manifest["errors"], manifest["url"]) == ([], f"{friday.url}/pages/manifest.webmanifest")
    assert session.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
