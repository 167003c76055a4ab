"""An evening by taps on four phones, from the first page to the payment, with its mistakes; and every game by taps.

First the mistakes of the book, counted as they are put right from the table and back to it; then one of the table, in the
language of the family's rulebook. Nothing is typed to put anything right.
"""

from __future__ import annotations

import itertools
import random
import re
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

from cli.demo_book import SCRIPT
from engine import commands
from engine.game.counts import seats_of
from engine.game.definition import Game
from engine.library import BOOK_NAMES, GAMES
from service.app.night.replay import replay
from tests.browser.house import House
from tests.browser.steady import announce, at_rest, button, going_on, how_many, tap, texts, version_of, visible
from tests.service.web.browsing import Page as Forms
from tests.service.web.browsing import chosen
from tests.soak import SOAK

TAPS_MAX = 400
LOAN = 2000
PEOPLE = ("Anna", "Bo", "Carl", "Dora")
# Taps that a mistake may take, and half of them.
MOST, MEDIAN_MOST = 6, 4


@pytest.fixture(scope="module")
def bo(house: House) -> Page:
    return house.device("Bo")


@pytest.fixture(scope="module")
def danish(house: House) -> Page:
    """Another phone of Bo's, which speaks Danish."""
    page = house.device("Bo")
    page.context.add_cookies([{"name": "language", "value": "da", "url": house.url}])
    return page


def opened(house: House, page: Page, name: str, newcomers: str, loan: str = "150") -> str:
    """Opens a night from the first page; its id."""
    page.goto(house.url)
    page.get_by_role("link", name="Open a night…").tap()
    page.fill("#night", name)
    at_rest(page)
    # Whoever played the last time is ticked already.
    page.evaluate("document.querySelectorAll('#seats :checked').forEach((one) => one.click())")
    page.get_by_role("checkbox", name="Bo", exact=True).check()
    page.fill("#newcomers", newcomers)
    page.select_option("#bank", "Bo")
    page.fill("#loan", loan)
    button(page, "Open the night")
    page.wait_for_url("**/nights/*")
    return page.url.rpartition("/")[2]


@dataclass
class Thumb:
    """Taps on one phone, and counts."""

    page: Page
    taps: int = 0

    def tap(self, what: Locator) -> None:
        what.first.tap()
        self.taps += 1

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True))

    def link(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name, exact=True))

    def opens(self, name: str) -> None:
        self.tap(self.page.locator("summary:visible", has_text=name))

    def says_that_something_was_wrong(self) -> None:
        self.tap(self.page.locator("#menu > summary"))
        self.link("Something was wrong")

    def says_of_this_hand_is_wrong(self, sentence: str) -> None:
        self.opens("This hand")
        self.tap(self.page.locator(".story li", has_text=sentence).locator(".wrong"))

    def act(self, sentence: str) -> None:
        self.tap(self.page.locator("ul.acts a", has_text=sentence))


@dataclass
class Mistakes:
    """What was put right on the page of the banker, by the taps that it took."""

    house: House
    page: Page
    night: str
    counts: dict[str, int] = field(default_factory=dict)

    def put_right(self, way: Callable[[Thumb], None], **moved: int) -> None:
        """Puts it right by taps, and wants the page back at the table, with so many chips moved of those who are named."""
        before = self._stacks()
        thumb = Thumb(self.page)
        way(thumb)
        self.page.wait_for_url(f"{self.house.url}/nights/{self.night}")
        people = self.house.people()
        for name, chips in before.items():
            expect(self.page.locator(f"#seat-{people[name]} .chips")).to_have_text(str(chips + moved.get(name, 0)))
        self.counts[way.__name__.replace("_", " ")] = thumb.taps

    def _stacks(self) -> dict[str, int]:
        night, people = self.house.seen(self.night).night, self.house.people()
        return {name: night.stack(people[name]) for name in PEOPLE}


def another_won(thumb: Thumb) -> None:
    thumb.says_that_something_was_wrong()
    thumb.link("Carl wins")
    thumb.button("Correct it")


def another_player_did_it(thumb: Thumb) -> None:
    thumb.says_of_this_hand_is_wrong("Dora bets 3")
    thumb.link("Bo")
    thumb.button("Correct it")


def the_ante_was_forgotten(thumb: Thumb) -> None:
    thumb.says_of_this_hand_is_wrong("Texas Hold'em")
    thumb.link("An ante of 1")
    thumb.button("Correct it")


def a_rebuy_was_forgotten(thumb: Thumb) -> None:
    thumb.says_that_something_was_wrong()
    thumb.tap(thumb.page.locator(".way", has_text="Forgotten after this hand").get_by_role("link", name="Carl"))
    thumb.tap(thumb.page.locator("#forgotten").get_by_role("link", name=re.compile("^Carl borrows 150 chips")))
    thumb.button("Put it in")


def it_was_a_misdeal(thumb: Thumb) -> None:
    thumb.says_that_something_was_wrong()
    thumb.button("Misdeal: the pot goes to the next hand")


def a_bet_was_mistyped_three_hands_ago(thumb: Thumb) -> None:
    thumb.says_that_something_was_wrong()
    thumb.tap(thumb.page.locator("#hands li", has_text="Straight Poker").nth(1).locator("a"))
    thumb.act("Anna bets 3")
    thumb.link("Bet 2")
    thumb.button("Correct it")


def the_last_act_was_a_slip(thumb: Thumb) -> None:
    thumb.tap(thumb.page.locator(".undo"))
    thumb.button("Undo it")


def somebody_else_dealt(thumb: Thumb) -> None:
    thumb.says_of_this_hand_is_wrong("Straight Poker")
    thumb.link("Carl")
    thumb.button("Correct it")


def chips_were_never_lent(thumb: Thumb) -> None:
    thumb.says_that_something_was_wrong()
    thumb.act("Anna borrows 150")
    thumb.link("Take it out")
    thumb.tap(thumb.page.locator("main button.main"))


def test_an_evening_is_opened_played_put_right_counted_settled_and_paid_by_taps(
    house: House, bo: Page, danish: Page, tell: Callable[[str], None]
) -> None:
    night = opened(house, bo, "Friday", "Anna, Carl, Dora")
    # The table works at once: it has its styles, its script, and follows the night.
    expect(bo.locator(".felt")).to_have_css("background-color", "rgb(47, 93, 74)")
    mistakes = Mistakes(house, bo, night)
    played_with_slips(mistakes, danish)
    refused_and_waived(bo)
    put_right_later(mistakes)
    anna, carl = house.device("Anna"), house.device("Carl")
    for device in (anna, carl):
        device.goto(f"{house.url}/nights/{night}")
    asked_and_disputed(house, night, bo, anna, carl)
    counted_and_paid(house, night, bo, anna)
    settled = house.seen(night)
    assert settled.phase == "settled"
    assert settled.night.closing.plan is not None
    danish.goto(f"{house.url}/nights/{night}")
    expect(danish.locator("#seat-" + house.people()["Bo"])).to_be_visible()
    counts = mistakes.counts
    median = statistics.median(counts.values())
    tell(f"taps for a mistake: {', '.join(f'{what} {taps}' for what, taps in counts.items())}; median {median}")
    assert len(counts) == 9
    assert max(counts.values()) <= MOST
    assert median <= MEDIAN_MOST


def played_with_slips(mistakes: Mistakes, danish: Page) -> None:
    """Three hands: a fold that was none, a wrong winner, a wrong dealer, a wrong player, a misdeal and a forgotten ante."""
    bo = mistakes.page
    danish.goto(bo.url)
    announce(bo, "Straight Poker")
    expect(danish.get_by_text("Straight Poker").first).to_be_visible()
    tap(bo, "Bet 3")
    # Before it has heard of the bet, whoever folds there would be told that something has happened meanwhile.
    at_rest(danish, version_of(bo))
    tap(danish, "Fold")
    # What was tapped on the other device is undone on this one, which says before what that changes.
    at_rest(bo, version_of(danish))
    expect(bo.locator(".undo")).to_contain_text("fold")
    danish.goto("about:blank")
    mistakes.put_right(the_last_act_was_a_slip)
    for name in ("Call 3", "Fold", "Call 3"):
        tap(bo, name)
    tap(bo, "Anna wins")
    mistakes.put_right(another_won, Anna=-17, Carl=17)

    announce(bo, "Straight Poker")
    mistakes.put_right(somebody_else_dealt)
    tap(bo, "Bet 3")
    mistakes.put_right(another_player_did_it, Dora=3, Bo=-3)
    mistakes.put_right(it_was_a_misdeal)

    announce(bo, "Texas Hold'em")
    mistakes.put_right(the_ante_was_forgotten, Anna=-1, Bo=-1, Carl=-1, Dora=-1)
    for _ in range(3):
        tap(bo, "Fold")


def put_right_later(mistakes: Mistakes) -> None:
    """A rebuy that nobody wrote down, one that never was, and a bet of the first hand."""
    bo = mistakes.page
    mistakes.put_right(a_rebuy_was_forgotten, Carl=150)
    with going_on(bo):
        bo.locator(f"#loan-{mistakes.house.people()['Anna']}").tap()
    mistakes.put_right(chips_were_never_lent, Anna=-150)
    mistakes.put_right(a_bet_was_mistyped_three_hands_ago, Anna=1, Bo=1, Carl=-2)


def bought_in(page: Page) -> None:
    """Everybody who lost the last chip borrows anew: nobody plays without chips."""
    loans = page.locator("#acts form[data-control='give_loan']")
    for _ in range(how_many(loans)):
        with going_on(page, meant=True):
            loans.first.locator(f"button[value='{LOAN}']").tap()


# The page may be shown anew at any moment, so the row is found and opened at once. What else is open closes, for it hides buttons.
OPEN = "id => { document.getElementById(id).open = true }"
TAP = """([form, at]) => {
  const button = document.querySelectorAll("#acts form[data-control]")[form].querySelectorAll("button:not([type=button])")[at];
  for (let one = button.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
  for (const one of document.querySelectorAll("#acts > .extras > .more[open], #acts > .extras > .now > .more[open]")) one.open = one.contains(button);
  for (const part of button.form.querySelectorAll("[data-part]:not([hidden])")) {
    if (!part.querySelector(":checked")) part.querySelector("input").click();
  }
  button.scrollIntoView({ block: "center" });
  return button.dataset.ask !== undefined;
}"""


def played_on(page: Page, chance: random.Random) -> list[str]:
    """The hand is played to its end by taps; the acts that were tapped."""
    tapped: list[str] = []
    while not how_many(page.locator("#whose").get_by_text("The next hand")):
        assert len(tapped) < TAPS_MAX, tapped[-8:]
        with going_on(page, meant=True):
            shown = Forms(page.content())
            form, at = chosen(shown, chance)
            place = [one for one in shown.at("acts") if one.control].index(form)
            asks = page.evaluate(TAP, [place, at])
            pressed = page.locator("#acts form[data-control]").nth(place).locator("button:not([type=button])").nth(at)
            for _ in range(2 if asks else 1):
                pressed.tap()
        tapped.append(form.control)
    return tapped


def refused_and_waived(bo: Page) -> None:
    """A bet above the limit is refused where the thumb is, and stands when the table agrees."""
    announce(bo, "Three Card Draw")
    bo.locator("#type summary").tap()
    (first,) = texts(bo.locator("#whose b"))
    bo.fill("#line", f"{first.lower()} 17")
    button(bo.locator("#type"), "OK")
    expect(bo.locator("#acts .trouble")).to_be_visible()
    with going_on(bo):
        visible(bo.locator(".trouble"), "the table agrees").tap()
    tap(bo, "Fold")
    tap(bo, "Call 17")
    tap(bo, "Fold")
    tapped = played_on(bo, random.Random("draw"))
    assert "exchange" in tapped, tapped


def asked_and_disputed(house: House, night: str, bo: Page, anna: Page, carl: Page) -> None:
    """Anna asks for chips, which Bo gives; Dora gets more in one tap; Carl disputes an event, and the table agrees that it stands."""
    dora, stacks = house.people()["Dora"], house.seen(night).night
    before = stacks.stack(house.people()["Anna"])
    at_rest(anna, house.seen(night).version)
    button(anna, "Ask the bank for 150")
    expect(anna.get_by_text("The banker has not answered yet.")).to_be_visible()
    at_rest(bo, house.seen(night).version)
    bo.locator("#waits summary").tap()
    button(bo, "Give Anna what was asked for: 150")
    expect(anna.locator(".sum dd").first).to_have_text(str(before + 150))
    at_rest(bo, house.seen(night).version)
    with going_on(bo):
        bo.locator(f"#loan-{dora}").tap()
    expect(bo.locator(f"#seat-{dora} .chips")).to_have_text(str(stacks.stack(dora) + 150))
    at_rest(carl, version_of(bo))
    carl.locator("#story a.number").first.tap()
    carl.fill("#wrong-words", "I was to have them.")
    button(carl, "Say so")
    expect(carl.get_by_text(re.compile("^You dispute event"))).to_be_visible()
    bo.goto(f"{house.url}/nights/{night}/disputes")
    bo.locator("#resolve-1 summary").tap()
    bo.get_by_label("What the table agreed on").fill("It stands.")
    for name in PEOPLE:
        bo.locator("#resolve-1").get_by_role("checkbox", name=name).tap()
    button(bo, "It is resolved")
    expect(bo.get_by_text("Nothing is disputed.")).to_be_visible()
    expect(carl.get_by_text(re.compile("^You dispute event"))).to_be_hidden()


def counted_and_paid(house: House, night: str, bo: Page, anna: Page) -> None:
    """Anna counts on her phone, Bo all others, two chips short; those who lost bear it, and everybody pays."""
    bo.goto(f"{house.url}/nights/{night}")
    bo.locator("#menu summary").tap()
    bo.get_by_role("link", name="Count and close").tap()
    bo.wait_for_url("**/close")
    anna.goto(f"{house.url}/nights/{night}/close")
    people, state = house.people(), house.seen(night).night
    anna.get_by_label("Chips", exact=True).fill(str(state.stack(people["Anna"])))
    button(anna, "Say my count")
    bo.evaluate(OPEN, f"count-{people['Anna']}")
    button(bo, f"Take {state.stack(people['Anna'])} over")
    expect(bo.locator(f"#count-{people['Anna']}")).to_have_count(0)
    for name in ("Bo", "Carl", "Dora"):
        row = bo.locator(f"#count-{people[name]}")
        expect(row).to_be_visible()
        bo.evaluate(OPEN, f"count-{people[name]}")
        row.get_by_label("Chips", exact=True).fill(str(state.stack(people[name]) - (2 if name == "Bo" else 0)))
        button(row, "Counted")
        expect(row).to_have_count(0)
    button(bo, "Close the night")
    expect(bo.locator("h1")).to_have_text("Who gets what is missing")
    button(bo, "Whoever has lost")
    button(bo, "Settle directly")
    expect(anna.get_by_role("status").get_by_text("are still to be paid")).to_be_visible()
    transfers = len(house.seen(night).night.closing.paid)
    for left in reversed(range(transfers)):
        expect(bo.get_by_role("button", name="Paid", exact=True)).to_have_count(left + 1)
        button(bo, "Paid")
    expect(bo.get_by_role("button", name="Paid", exact=True)).to_have_count(0)
    expect(anna.locator("h1")).to_have_text("The night is settled")


# The chapter on errors: what goes wrong at the table

OPENED = "night: Friday\nclub: Torsdagsklubben\nmoney: 0.25 DKK a chip\nrulebook: enemaerke\nloan: 100\nbank: Bo\n"
BEGUN = OPENED + "auto: all\nplayers: Anna, Bo, Carl, Dora\nhand straight poker by dora\n"
MISSING = ("Et lukket kort for lidt", "Angiv kortene", "K", "♦", "Anna")


def test_a_mistake_of_the_chapter_on_errors_is_put_right_in_a_few_taps(house: House, danish: Page) -> None:
    """All of them have their button on the same page, which is shown without a browser."""
    replay(house.book, BEGUN, file=SCRIPT, night_id="fault")
    danish.goto(f"{house.url}/nights/fault")
    thumb = Thumb(danish)
    thumb.link("En fejl…")
    thumb.opens(MISSING[0])
    for one in MISSING[1:]:
        exactly = re.compile(rf"^\s*{one}\s*$")
        thumb.tap(danish.locator(":is(button, summary):visible", has_text=exactly))
    expect(danish.locator(".seats")).to_be_visible()
    seen = house.seen("fault")
    assert replace(seen.records[-1].event, player="") == commands.GiveMissingCard(player="", card="Kd")
    assert thumb.taps == 1 + len(MISSING)


NIGHTS = {book: [game for game in GAMES if game.rulebook == book] for book in BOOK_NAMES}
OTHERS = ("Anna", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hans", "Ida", "Jens")


@pytest.mark.skipif(
    not SOAK, reason="Every game by taps takes minutes; without a browser the forms of all are tried too."
)
@pytest.mark.parametrize("rulebook", NIGHTS)
def test_a_hand_of_every_game_is_played_by_taps(house: House, bo: Page, rulebook: str) -> None:
    wrong = {}
    for count, games in itertools.groupby(sorted(NIGHTS[rulebook], key=_people), _people):
        opened(house, bo, rulebook, ", ".join(OTHERS[: count - 1]), loan=str(LOAN))
        for game in games:
            try:
                bought_in(bo)
                announce(bo, game.name, game.rulebook)
                played_on(bo, random.Random(game.name))
            except (AssertionError, IndexError, PlaywrightError) as problem:
                # The others are to be seen too; the next one has a night of its own.
                wrong[game.name] = str(problem)[:400]
                opened(house, bo, rulebook, ", ".join(OTHERS[: count - 1]), loan=str(LOAN))
    assert wrong == {}


def _people(game: Game) -> int:
    least, most = seats_of(game)
    return max(least, min(4, most))
