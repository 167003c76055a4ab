"""Taps and readings that hold, although news may put another page in the place of the one that is shown at any moment.

Whoever taps or reads waits until the page is at rest: it shows all that is wanted of the night, and no answer is under way.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1, "has_touch": True, "is_mobile": True}
# Only a test that fails waits so long.
MILLISECONDS = 60_000
# Counts the answers that the scripts of a page wait for. What one of them leads to is shown before it counts as come.
COUNTED = """(() => {
  window.underWay = 0;
  const counted = (asked) => function (...how) {
    window.underWay++;
    return asked.apply(this, how).finally(() => scheduler.postTask(() => window.underWay--));
  };
  window.fetch = counted(window.fetch);
  for (const read of ["text", "json", "blob"]) Response.prototype[read] = counted(Response.prototype[read]);
  // A page that goes to another one is not at rest any more.
  navigation.addEventListener("navigate", ({ destination, downloadRequest }) => {
    if (!destination.sameDocument && downloadRequest === null) window.underWay++;
  });
})()"""
AT_REST = """least => document.readyState === "complete" && !window.underWay
  && Number(document.querySelector("#main")?.dataset.version ?? 0) >= least"""
# The version that is shown; what was refused before is no answer to what is tapped next.
BEGUN = """() => {
  for (const one of document.querySelectorAll("#acts .trouble")) one.dataset.before = "";
  return Number(document.querySelector("#main").dataset.version);
}"""
REFUSED = "#acts .trouble:not([data-before])"
MEANT = "Yes, it is meant"
# What hangs on the size of the screen is set when the page is drawn, and shown when it is drawn once more.
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
DOUBTED = f"[...document.querySelectorAll('{REFUSED} button')].some((one) => one.textContent === '{MEANT}')"
GONE_ON = f"""least => ({AT_REST})(least) || (!window.underWay && document.querySelector("{REFUSED}") !== null)"""


def watched(context: BrowserContext) -> BrowserContext:
    """A browser of which it is known when its pages are at rest."""
    context.add_init_script(COUNTED)
    context.set_default_timeout(MILLISECONDS)
    return context


def new_page(browser: Browser, **options: Any) -> Page:
    """A page on a phone with a browser of its own."""
    return watched(browser.new_context(**{**PHONE, "service_workers": "block", **options})).new_page()


def sign_in(page: Page, link: str) -> None:
    """Signs in by the link, as its page does when its button is tapped."""
    origin = "/".join(link.split("/")[:3])
    answer = page.context.request.post(link, headers={"Origin": origin}, max_redirects=0)
    assert answer.status == 303, answer.status


def at_rest(page: Page, least: int = 0) -> None:
    """Waits until the page shows at least this version of its night, and waits for no answer itself."""
    page.wait_for_function(AT_REST, arg=least)


def resize(page: Page, width: int, height: int = 844) -> None:
    """Gives the screen this size, and waits until the page is at rest and drawn in it."""
    page.set_viewport_size({"width": width, "height": height})
    drawn(page)


def drawn(page: Page) -> None:
    """Waits until the page is at rest, and drawn as it is then."""
    at_rest(page)
    page.evaluate(DRAWN)


def version_of(page: Page) -> int:
    """The version of its night that the page shows, once it is at rest."""
    at_rest(page)
    version: int = page.evaluate(BEGUN)
    return version


def texts(found: Locator) -> list[str]:
    """What these say, once the page is at rest."""
    at_rest(found.page)
    return found.all_inner_texts()


def how_many(found: Locator) -> int:
    """How many there are once the page is at rest."""
    at_rest(found.page)
    return found.count()


@dataclass
class Act:
    """Whether the page has doubted it."""

    doubted: bool = False


@contextmanager
def going_on(page: Page, *, meant: bool = False) -> Iterator[Act]:
    """What is tapped within is done and shown at the end: the night has gone on. Nothing is refused.

    With `meant`, what the page doubts is said to be meant.
    """
    least, act = version_of(page) + 1, Act()
    yield act
    page.wait_for_function(GONE_ON, arg=least)
    act.doubted = page.evaluate(DOUBTED)
    if meant and act.doubted:
        visible(page, MEANT).tap()
        page.wait_for_function(AT_REST, arg=least)
    refused = page.evaluate(f"document.querySelector('{REFUSED}')?.innerText ?? ''")
    assert not refused, refused


def visible(place: Page | Locator, name: str) -> Locator:
    """The first button of exactly this name that can be seen."""
    return place.get_by_role("button", name=name, exact=True).locator("visible=true").first


def button(place: Page | Locator, name: str) -> None:
    """Taps a button, without waiting for what comes of it."""
    at_rest(place.page if isinstance(place, Locator) else place)
    visible(place, name).tap()


def tap(page: Page, name: str) -> None:
    """Taps a button at the bottom of the table, and waits until the night has gone on."""
    with going_on(page):
        visible(page.locator("#acts"), name).tap()


def announce(page: Page, name: str, rulebook: str = "") -> None:
    """Announces a game that is found by its letters; one that several rulebooks have by the rulebook beside it."""
    with going_on(page, meant=True):
        page.fill("#game", name)
        rows = page.locator("#found li", has=page.get_by_role("button", name=name, exact=True))
        if rulebook:
            rows = rows.filter(has=page.locator(f'a[href*="/hands/{rulebook}/"]'))
        rows.first.get_by_role("button").first.tap()
    expect(page.locator(".felt .game")).to_have_text(name)


def type_it(page: Page, line: str) -> None:
    """Types a line at the table and sends it, without waiting for what comes of it."""
    # The form sends one line at a time; and found and opened in one step: between two the page may have been fetched again.
    at_rest(page)
    page.evaluate("document.querySelector('#type').open = true")
    page.fill("#line", line)
    page.locator("#type button").tap()


def cut(page: Page) -> None:
    """The phone has no connection any more."""
    # An answer that is cut off is one that never came: the page would send again what was done.
    at_rest(page)
    page.context.set_offline(True)


def back(page: Page) -> None:
    """The phone has a connection again, and knows it."""
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")


def press(page: Page, name: str) -> None:
    """Taps a button of whoever is asked while nothing answers, and waits until it waits in sight."""
    before = how_many(page.locator(".unsent li"))
    visible(page.locator("#acts"), name).tap()
    expect(page.locator(".unsent li")).to_have_count(before + 1)
