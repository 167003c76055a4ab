"""A phone that several people use: whoever signs out or in leaves nothing of themself to the next, and says nothing as them."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import House
from tests.browser.test_offline import KEPT

KEPT_PATHS = "async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()"
# Looks until this page is kept no more.
FORGOTTEN = """async path => {
  for (let looks = 0; await caches.match(path); looks++) {
    if (looks > 600) throw new Error(`${path} is kept still.`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}"""
# Asks for a page just before somebody signs in, and just after, when the server may not know them yet; both have come then.
LATE = """async path => {
  const asked = () => fetch(path, { headers: { "X-Page": "part" } }).then((answer) => answer.text());
  await Promise.all([asked(), fetch("/api/v1/sign-in", { method: "POST" }), asked()]);
}"""
UNSENT = "() => JSON.parse(localStorage.getItem('chipbook-unsent') ?? '[]').length"


@pytest.fixture(scope="module")
def night(house) -> str:
    return house.night("Friday", "Anna, Carl")


@pytest.fixture
def phone(house) -> Page:
    return house.device(service_workers="allow")


def sign_in(phone: Page, house: House, name: str) -> None:
    phone.goto(house.link(name))
    phone.get_by_role("button", name=f"Sign in as {name}").click()
    phone.wait_for_url(f"{house.url}/")


def look_at_own_page(phone: Page, house: House, night: str) -> str:
    """Opens the player's page, and waits until the browser keeps it for when nothing answers, and asks for no more; its path."""
    path = f"/nights/{night}/mine"
    phone.goto(house.url + path)
    phone.evaluate(KEPT, [path, "/offline"])
    return path


def test_no_page_is_left_to_whoever_has_the_phone_next(house, night, phone) -> None:
    sign_in(phone, house, "Anna")
    path = look_at_own_page(phone, house, night)
    phone.goto(f"{house.url}/me")
    phone.get_by_role("button", name="Sign out of this browser").click()
    phone.wait_for_url("**/sign-in")
    phone.evaluate(FORGOTTEN, path)
    sign_in(phone, house, "Anna")
    look_at_own_page(phone, house, night)
    # Without signing out before, too.
    sign_in(phone, house, "Carl")
    phone.evaluate(FORGOTTEN, path)
    assert not [one for one in phone.evaluate(KEPT_PATHS) if one.startswith("/join/")]


def test_a_page_asked_for_while_somebody_signs_in_is_not_kept_for_them(house, night, phone) -> None:
    sign_in(phone, house, "Anna")
    path = look_at_own_page(phone, house, night)
    # From a page that asks for none itself when it goes.
    phone.goto(f"{house.url}/games")
    phone.evaluate(KEPT, ["/games", path])
    phone.evaluate(LATE, path)
    # What was kept before this page is there to be seen.
    phone.goto(f"{house.url}/help")
    phone.evaluate(KEPT, ["/help"])
    assert path not in phone.evaluate(KEPT_PATHS)


def test_what_one_person_could_not_send_is_never_sent_by_the_next(house, night, phone) -> None:
    sign_in(phone, house, "Anna")
    look_at_own_page(phone, house, night)
    before = house.seen(night).version
    phone.route("**/mine", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    phone.get_by_role("button", name="Ask the bank for 150").tap()
    expect(phone.locator(".unsent li")).to_have_count(1)
    phone.unroute("**/mine")
    sign_in(phone, house, "Carl")
    phone.goto(f"{house.url}/nights/{night}/mine")
    phone.evaluate("() => document.dispatchEvent(new Event('reached'))")
    expect(phone.locator(".unsent")).to_have_count(0)
    assert phone.evaluate(UNSENT) == 0
    assert house.seen(night).version == before


def test_whoever_signs_in_anew_sends_what_they_could_not_send_before(house, night, phone) -> None:
    sign_in(phone, house, "Anna")
    look_at_own_page(phone, house, night)
    phone.route("**/mine", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    phone.get_by_role("button", name="Ask the bank for 150").tap()
    expect(phone.locator(".unsent li")).to_have_count(1)
    phone.unroute("**/mine")
    before = house.seen(night).version
    sign_in(phone, house, "Anna")
    phone.goto(f"{house.url}/nights/{night}/mine")
    phone.get_by_text("The banker has not answered yet.").wait_for()
    expect(phone.locator(".unsent")).to_have_count(0)
    assert house.seen(night).version == before + 1
