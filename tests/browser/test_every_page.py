"""Every page in a real browser: light, read by everybody, as wide as the screen, with a keyboard; and how heavy and quick it is."""

import itertools
import re
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import House, serving
from tests.browser.places import BANKER, PLAYER, Place, fill, without_place
from tests.browser.readable import (
    AMOUNTS_THAT_BREAK,
    MENUS_MARKED,
    OPEN_ALL,
    OPENS_UNSEEN,
    OUT_OF_REACH,
    WIDER_THAN_THE_SCREEN,
    barriers,
)
from tests.browser.steady import at_rest, drawn, going_on, resize, texts
from tests.browser.test_in_sight import out_of_sight
from tests.soak import SOAK

LIGHTS = ("light", "dark", "candle")
LANGUAGES = ("en", "da")
# The last is that of the phone on which the next page is opened.
WIDTHS = (320, 1280, 390)
# One look at each kind of page: the other places are like one of these, or looked at while a night is closed.
ONCE = {
    "home", "open", "people", "person", "screen", "between", "betting", "showdown", "mine", "sheet", "faults", "waiting",
    "join", "put-right", "wrong-event", "disputes", "replay", "report", "standings", "account", "games", "topic",
    "in-and-out", "import",
}  # fmt: skip
BYTES_MAX = 120_000
# Read like a document, once: every account and every hand of a long night, and all that can stand in the place of an act.
DOCUMENTS, DOCUMENT_BYTES_MAX = ("report-accounts", "report-hands", "wrong-event"), 200_000
# What a page names that comes along with it.
NAMED = re.compile(r'"(/pages/[\w.-]+|\./\w+\.js)"')
# Milliseconds from asking for the page until something can be read.
FIRST_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
# What has the focus, and whether a ring is drawn round it.
FOCUSED = """() => {
  const one = document.activeElement;
  const style = getComputedStyle(one);
  return [one.id || one.textContent.trim().slice(0, 30) || one.name, style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0];
}"""


@pytest.fixture(scope="module")
def house(browser, tmp_path_factory) -> Iterator[tuple[House, tuple[Place, ...]]]:
    home = tmp_path_factory.mktemp("pages")
    places = fill(home)
    with serving(browser, home) as found:
        yield found, places


@pytest.fixture(scope="module")
def devices(house) -> dict[str, Page]:
    """A screen of the banker, one of a player, and one of nobody."""
    return {who: house[0].device(who, service_workers="block") for who in (BANKER, PLAYER, "")}


def test_every_page_has_a_place_where_it_is_looked_at(house) -> None:
    server, places = house
    assert {place.name for place in places} >= ONCE
    # A book in which there is a club is founded no more.
    assert without_place(server.app, (*places, Place("founding", "/found/secret"))) == set()


def looks(places: tuple[Place, ...]) -> Iterator[tuple[Place, str, str]]:
    """The pages with a light and a language each; with many rounds every place in all of them."""
    turns = itertools.cycle(itertools.product(LIGHTS, LANGUAGES))
    for place in places:
        if not SOAK and place.name not in ONCE:
            continue
        for light, language in itertools.product(LIGHTS, LANGUAGES) if SOAK else (next(turns),):
            yield place, light, language


def test_no_page_keeps_anybody_out_or_is_wider_than_the_screen(house, devices, tell) -> None:
    server, places = house
    wrong: list[object] = []
    paints = {}
    for place, light, language in looks(places):
        page = devices[place.who]
        for name, value in (("scheme", light), ("language", language)):
            page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
        page.goto(server.url + place.path)
        paints[place.name] = page.evaluate(FIRST_PAINT)
        page.evaluate(OPEN_ALL)
        at = (place.name, light, language)
        wrong += [(*at, *one) for one in barriers(page)]
        for width in WIDTHS:
            resize(page, width)
            over = page.evaluate(WIDER_THAN_THE_SCREEN)
            wrong += [(*at, width, f"{over} px too wide")] if over > 0 else []
    slowest = sorted(paints, key=lambda name: -paints[name])
    tell("first paint, ms: " + ", ".join(f"{name} {paints[name]:.0f}" for name in slowest))
    assert wrong == []


def test_on_a_phone_nothing_is_cut_covered_broken_small_or_lower_than_a_thumb(house, devices) -> None:
    server, places = house
    wrong: list[object] = []
    for place, (width, language) in itertools.product(places, ((320, "da"), (390, "en"))):
        # Danish words on the narrowest phone are the worst of it; what is the width of most is looked at once a kind.
        if width == 390 and not SOAK and place.name not in ONCE:
            continue
        page = devices[place.who]
        page.set_viewport_size({"width": width, "height": 844})
        page.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
        page.goto(server.url + place.path)
        drawn(page)
        over = page.evaluate(WIDER_THAN_THE_SCREEN)
        found = [f"{over} px too wide"] if over > 0 else []
        found += [f"opens unseen: {one}" for one in page.evaluate(OPENS_UNSEEN)]
        found += [f"breaks before its currency: {one}" for one in page.evaluate(AMOUNTS_THAT_BREAK)]
        found += [f"marked as a fold: {one}" for one in page.evaluate(MENUS_MARKED)]
        found += page.evaluate(OUT_OF_REACH)
        found += [str(one) for one in out_of_sight(page)] if (place.name, language) == ("betting", "en") else []
        wrong += [(place.name, width, language, one) for one in found]
    assert wrong == []


def test_no_page_weighs_more_than_120_kilobytes(house, devices, tell) -> None:
    server, places = house
    weights = {}
    for who, page in devices.items():
        scales = Scales(page, server.url)
        weights |= {place.name: scales.of(place.path) for place in places if place.who == who}
    tell(
        "kB: "
        + ", ".join(f"{name} {weights[name] / 1000:.0f}" for name in sorted(weights, key=lambda name: -weights[name]))
    )
    most = {name: DOCUMENT_BYTES_MAX if name in DOCUMENTS else BYTES_MAX for name in weights}
    assert {name: weight for name, weight in weights.items() if weight > most[name]} == {}


class Scales:
    """Counts the bytes that come over the network for a page, with all that it and its scripts name, if nothing is kept yet."""

    def __init__(self, page: Page, url: str) -> None:
        self.url = url
        self.get = page.context.request.get
        self.parts: dict[str, tuple[int, set[str]]] = {}

    def of(self, path: str) -> int:
        """The weight of the page at this path."""
        weight, named = self._fetched(path)
        weighed: set[str] = set()
        while fresh := named - weighed:
            for part in fresh:
                if part not in self.parts:
                    self.parts[part] = self._fetched(part)
                own, more = self.parts[part]
                weight += own
                named |= more
            weighed |= fresh
        return weight

    def _fetched(self, path: str) -> tuple[int, set[str]]:
        answer = self.get(self.url + path)
        kind = answer.headers["content-type"]
        text = answer.text() if "html" in kind or "javascript" in kind else ""
        return int(answer.headers["content-length"]), {urljoin("/pages/", one) for one in NAMED.findall(text)}


def test_a_hand_is_played_with_a_keyboard_and_every_focus_is_seen(house) -> None:
    server, _ = house
    page = server.device(BANKER, viewport={"width": 1280, "height": 900}, is_mobile=False, has_touch=False)
    page.goto(f"{server.url}/nights/between")
    unseen = []
    for _ in range(30):
        page.keyboard.press("Tab")
        name, ringed = page.evaluate(FOCUSED)
        unseen += [] if ringed else [name]
        if name == "game":
            break
    assert unseen == []
    page.keyboard.type("straight")
    game = page.locator("#found button", has_text="Straight Poker").first
    expect(game).to_be_visible()
    at_rest(page)
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.ariaLabel ?? ''") == "Straight Poker":
            break
    with going_on(page):
        page.keyboard.press("Enter")
    expect(page.locator(".felt .game")).to_have_text("Straight Poker")
    for key in ("3", "f", "c", "f", "f", "f"):
        with going_on(page):
            page.keyboard.press(key)
    first = texts(page.locator(".seat:not(.out) .name"))[0].split()[0].lower()
    page.keyboard.press("/")
    page.keyboard.type(f"{first} mucks")
    page.keyboard.press("Enter")
    expect(page.locator("#whose")).to_contain_text("The next hand")
