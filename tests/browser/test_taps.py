"""How many taps a betting act takes over the demo night, and how soon a tap is seen on another device."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Locator, Page

from cli.demo_book import SCRIPT, script
from engine import commands
from engine.offer import AMOUNTS
from engine.play.script.offers import offers
from service.app.night import say
from service.app.night.replay import replay
from tests.browser.house import House, serving
from tests.browser.steady import at_rest, going_on, how_many, type_it, version_of
from tests.soak import rounds

HANDS = rounds(2, 31)
MEDIAN_MOST = 1.2
TAPS_TIMED = 15
# When something was tapped or shown, and the version of the night on the page.
TAPPED = """() => {
  window.tapped = [];
  const note = event => event.target.closest("#acts form button:not([data-ask])") &&
    window.tapped.push([Date.now(), Number(document.querySelector("#main").dataset.version)]);
  document.addEventListener("click", note, true);
}"""
SHOWN = """() => {
  window.shown = [];
  const note = () => window.shown.push([Date.now(), Number(document.querySelector("#main").dataset.version)]);
  document.addEventListener("shown", note);
}"""
# Whether the page asks if a tap is meant, or does what it says.
ASKED_OR_SENT = """least => document.querySelector("button.sure, [aria-busy=true], #acts .trouble:not([data-before])")
  || Number(document.querySelector("#main").dataset.version) >= least"""
NIGHT = "by-taps"


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    head, _, _ = script().partition("\n# 1. ")
    with serving(browser, tmp_path_factory.mktemp("taps")) as found:
        replay(found.book, head, file=SCRIPT, night_id=NIGHT)
        yield found


def lines() -> Iterator[str]:
    """The lines of the demo night, up to the last of its hands that are played here."""
    body = script().partition("\n# 1. ")[2].partition("\n# Everybody counts")[0]
    hands = 0
    for line in body.splitlines()[1:]:
        hands += line.startswith("hand ")
        if hands > HANDS:
            return
        if line.strip() and not line.startswith("#"):
            yield line


@dataclass
class Thumb:
    """Does on the page what a betting act says, and counts its taps; `typed` are the acts that no button could say."""

    house: House
    page: Page
    counts: list[int] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)

    def bet(self, command: commands.BettingAct, line: str) -> None:
        """Taps what this act takes, and waits until the table has gone on."""
        with going_on(self.page, meant=True) as act:
            taps = self._tapped(command)
            if taps is None:
                self.typed.append(line)
                taps = self._type(line)
        self.counts.append(taps + act.doubted)

    def _tapped(self, command: commands.BettingAct) -> int | None:
        """The taps that it took; None if no control says it."""
        place, taps = self._place(command.player)
        found = self._control(place, command)
        if found is None:
            return None
        control, chips = found
        if chips is None:
            return taps + _tap(control.locator("button:visible"))
        button = control.locator(f"button[value='{chips}']:visible")
        if not how_many(button):
            kind = control.get_attribute("data-control")
            own = place.locator(f"form[data-control='{kind}'] .own-amount").first
            if not how_many(own):
                return None
            own.locator("input").fill(str(chips))
            return taps + 1 + len(str(chips)) + _tap(own.locator("button"))
        return taps + _tap(button)

    def _place(self, player: str) -> tuple[Locator, int]:
        """Where the controls of the player are, and the taps to get there: one for whoever is not asked."""
        other = self.page.locator(f"#turn-{player}")
        if how_many(other):
            other.locator("summary").first.tap()
            return other, 1
        return self.page.locator("#acts"), 0

    def _control(self, place: Locator, command: commands.BettingAct) -> tuple[Locator, int | None] | None:
        """The control that says it, and the number to choose there; None for a button without a choice."""
        player = command.player
        chips = getattr(command, "chips", None)
        by = command.by if isinstance(command, commands.Raise) else None
        for offer in offers(self.house.seen(NIGHT).night):
            said = offer.command
            if offer.player != player or not isinstance(said, commands.BettingAct):
                continue
            kind = str(said.__struct_config__.tag)
            control = place.locator(f"form[data-control='{kind}'][data-who]").first
            number = chips - offer.owed if isinstance(said, commands.Raise) and isinstance(chips, int) else chips
            if isinstance(command, commands.PutIn) and isinstance(said, commands.Call) and chips == offer.owed:
                return control, None
            if type(said) in AMOUNTS and isinstance(number, int) and isinstance(command, commands.PutIn) and number > 0:
                return control, number
            # Whoever calls with too few chips pulls the shadow by that.
            if isinstance(command, commands.PullShadow) and isinstance(said, commands.Call):
                return control, None
            if type(said) is type(command):
                return control, (by if by is not None else number) if type(said) in AMOUNTS else None
        return None

    def _type(self, line: str) -> int:
        """Types the line; each letter is a tap, and so are opening the line and sending it."""
        opened = self.page.evaluate("document.querySelector('#type').open")
        type_it(self.page, line)
        return len(line) + (1 if opened else 2)


def _tap(button: Locator) -> int:
    """Taps a button, twice if it asks whether it is meant; the taps that it took."""
    page, least = button.page, version_of(button.page) + 1
    button.tap()
    # What the tap has done may have put another button in the place of this one, or none.
    page.wait_for_function(ASKED_OR_SENT, arg=least)
    if not page.evaluate("document.querySelector('button.sure') !== null"):
        return 1
    button.tap()
    return 2


def delays(here: Page, there: Page) -> list[float]:
    """Milliseconds from each of the first taps on a button until what it did was shown on the other device."""
    tapped, shown = here.evaluate("window.tapped"), there.evaluate("window.shown")
    found = []
    for at, version in tapped:
        later = [when for when, seen in shown if seen > version and when >= at]
        found += [min(later) - at] if later else []
    return found[:TAPS_TIMED]


def p95(delays: list[float]) -> float:
    return sorted(delays)[int(len(delays) * 0.95) - 1]


def test_a_betting_act_of_the_demo_night_takes_one_tap(house: House, tell: Callable[[str], None]) -> None:
    page, there = house.device("Bo"), house.device("Bo")
    for device, noted in ((page, TAPPED), (there, SHOWN)):
        device.goto(f"{house.url}/nights/{NIGHT}")
        device.evaluate(noted)
    thumb, seen_after = Thumb(house, page), [0.0]
    for line in lines():
        seen = house.seen(NIGHT)
        spoken = say.read(house.book, seen, line)
        single = spoken.commands[0] if len(spoken.commands) == 1 else None
        if isinstance(single, commands.BettingAct) and not single.waived:
            thumb.bet(single, line)
            if len(thumb.counts) == TAPS_TIMED:
                seen_after = delays(page, there)
                there.close()
        else:
            say.say_line(house.book, seen, spoken)
            at_rest(page, house.seen(NIGHT).version)
    tell(f"a tap on another device: median {statistics.median(seen_after):.0f} ms, p95 {p95(seen_after):.0f} ms")
    mean, median = statistics.mean(thumb.counts), statistics.median(thumb.counts)
    tell(f"{len(thumb.counts)} betting acts: median {median}, mean {mean:.2f} taps; typed: {thumb.typed}")
    assert median <= MEDIAN_MOST
