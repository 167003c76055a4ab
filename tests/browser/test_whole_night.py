"""An evening of eleven hands by taps, from the first page to the payment, with its nine mistakes; and every game by taps.

First the mistakes of the book, counted as they are put right from the table and back to it; then one of the table, in the
language of the family's rulebook. Nothing is typed to put anything right.
"""

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
from service.app.night.lines import replay
from tests.browser.house import House
from tests.browser.steady import announce, at_rest, button, going_on, how_many, version_of, visible
from tests.service.web.browsing import Page as Forms
from tests.service.web.browsing import chosen
from tests.soak import SOAK

TAPS_MAX = 400
LOAN = 2000
PEOPLE = ("Bo", "Anna", "Carl", "Dora", "Eva", "Finn")
# Taps that a mistake may take, and half of them.
MOST, MEDIAN_MOST = 6, 4


@pytest.fixture(scope="module")
def bo(house) -> Page:
    return house.device("Bo")


@pytest.fixture(scope="module")
def danish(house) -> Page:
    """Another phone of Bo's, which speaks Danish."""
    page = house.device("Bo")
    page.context.add_cookies([{"name": "language", "value": "da", "url": house.url}])
    return page


def opened(house: House, page: Page, name: str, newcomers: str, loan: str = "150") -> str:
    """Opens a night under the rules of Enemærke from the first page; its id."""
    page.goto(house.url)
    page.get_by_role("link", name="Open a night…").tap()
    page.fill("#night", name)
    at_rest(page)
    # Whoever played the last time is ticked already.
    page.evaluate("document.querySelectorAll('#seats :checked').forEach((one) => one.click())")
    page.get_by_role("checkbox", name="Bo", exact=True).check()
    page.fill("#newcomers", newcomers)
    page.select_option("#bank", "Bo")
    page.locator("input[name=rulebook][value=enemaerke]").evaluate("one => one.click()")
    page.locator("input[name=stack][value=own]").check()
    page.fill("#money", "€0,25")
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

    def says_of_a_hand_before(self, game: str) -> None:
        """The four hands before are in sight, those before them in one line."""
        self.says_that_something_was_wrong()
        if not how_many(self.page.locator("#hands > ol li", has_text=game)):
            self.opens("Earlier")
        self.tap(self.page.locator("#hands li", has_text=game).locator("a"))

    def act(self, sentence: str) -> None:
        self.tap(self.page.locator("ul.acts a", has_text=sentence))


# What went wrong in the course of the evening, as it is put right from the table and back to it.


def the_ante_was_forgotten(thumb: Thumb) -> None:
    thumb.says_of_this_hand_is_wrong("Texas Hold'em")
    thumb.link("An ante of 1")
    thumb.button("Correct it")


def a_bet_was_mistyped(thumb: Thumb) -> None:
    thumb.says_of_this_hand_is_wrong("Dora bets 16")
    thumb.link("Bet 2")
    thumb.button("Correct it")


def chips_went_to_the_wrong_row(thumb: Thumb) -> None:
    thumb.tap(thumb.page.locator(".undo"))
    thumb.button("Undo it")


def another_player_did_it(thumb: Thumb) -> None:
    thumb.says_of_this_hand_is_wrong("Finn bets 5")
    thumb.link("Carl")
    thumb.button("Correct it")


def an_option_was_left_out(thumb: Thumb) -> None:
    thumb.says_of_this_hand_is_wrong("Mexican Stud")
    thumb.link("With high/low")
    thumb.button("Correct it")


def a_rebuy_was_forgotten(thumb: Thumb) -> None:
    thumb.says_that_something_was_wrong()
    thumb.tap(thumb.page.locator(".way", has_text="Forgotten after this hand").get_by_role("link", name="Eva"))
    thumb.tap(thumb.page.locator("#forgotten").get_by_role("link", name=re.compile("^Eva borrows 100 chips")))
    thumb.button("Put it in")


def a_bet_was_mistyped_three_hands_ago(thumb: Thumb) -> None:
    thumb.says_of_a_hand_before("Mexican Stud")
    thumb.act("Dora bets 5")
    thumb.link("Bet 3")
    thumb.button("Correct it")


def another_won_seven_hands_ago(thumb: Thumb) -> None:
    thumb.says_of_a_hand_before("Straight Poker")
    thumb.link("Bo wins")
    thumb.button("Correct it")


def it_was_a_misdeal(thumb: Thumb) -> None:
    thumb.says_that_something_was_wrong()
    thumb.button("Misdeal: the pot goes to the next hand")


@dataclass
class Evening:
    """The phone of the banker at the night of six, and what was put right there, by the taps that it took."""

    house: House
    page: Page
    night: str
    counts: dict[str, int] = field(default_factory=dict)
    acts: list[int] = field(default_factory=list)

    def taps(self, *names: str) -> None:
        """Taps these one after another, and again what the page asks about."""
        for name in names:
            with going_on(self.page):
                self.acts.append(_tap(visible(self.page.locator("#acts"), name)))

    def of(self, name: str, act: str) -> None:
        """Taps what one of those does of whom nobody knows who opens."""
        self.page.locator("#acts .each summary", has_text=name).tap()
        self.taps(act)

    def wins(self, name: str) -> None:
        """The table names the winner before the hand is at its end."""
        self.page.locator("#acts summary", has_text="Name the winner now").tap()
        self.taps(f"{name} wins")

    def names(self, *cards: str) -> None:
        """Names these cards of the deal by the keypad, which stays open from deal to deal."""
        place = self.page.locator("#acts details", has=self.page.locator("[data-cards]"))
        if not place.first.evaluate("one => one.open"):
            place.first.locator("summary").first.tap()
        for card in cards:
            for at in (f'[data-rank="{card[:-1]}"]', f'[data-suit="{card[-1]}"]'):
                place.first.locator(at).tap()
        with going_on(self.page):
            place.first.locator("button.main").tap()

    def shows(self, name: str, word: str) -> None:
        """Somebody shows the five animals that spell this word, which is the only thing of the evening that has letters to type."""
        place = self.page.locator("#acts details", has=self.page.locator("form[data-control='show_hand']")).filter(
            has_text=f"{name} shows"
        )
        if not place.first.evaluate("one => one.open"):
            place.first.locator("summary").first.tap()
        for letter in word:
            place.first.locator(f'[data-card="{letter.upper()}a"]').tap()
        place.first.locator("[name='text:announced']").fill(word)
        self.taps(f"{name} shows")

    def shared_out(self, *winners: str) -> None:
        """Says who wins each of the pots, of which there is more than one."""
        pots = self.page.locator("#acts form:has([data-part])").first
        for pot, winner in enumerate(winners):
            pots.locator("[data-part]").nth(pot).get_by_role("checkbox", name=winner, exact=True).tap()
        with going_on(self.page):
            pots.locator("button:not([type=button])").tap()

    def announce_for_four(self, game: str, without: tuple[str, ...]) -> None:
        """Announces a game that fewer play than sit at the table, which the page asks about."""
        self.page.fill("#game", game)
        found = self.page.locator("#found li", has=self.page.get_by_role("button", name=game, exact=True))
        found.first.get_by_role("button").first.tap()
        self.page.get_by_role("link", name="Choose who plays…").tap()
        for name in without:
            self.page.get_by_role("checkbox", name=name, exact=True).uncheck()
        button(self.page, f"Announce {game}")
        self.page.wait_for_url(f"{self.house.url}/nights/{self.night}")

    def put_right(self, way: Callable[[Thumb], None], **moved: int) -> None:
        """Puts it right by taps, and wants the page back at the table, with so many chips moved of those who are named."""
        before = self.stacks()
        thumb = Thumb(self.page)
        way(thumb)
        self.page.wait_for_url(f"{self.house.url}/nights/{self.night}")
        people = self.house.people()
        for name, chips in before.items():
            expect(self.page.locator(f"#seat-{people[name]} .chips")).to_have_text(str(chips + moved.get(name, 0)))
        self.counts[way.__name__.replace("_", " ")] = thumb.taps

    def stacks(self) -> dict[str, int]:
        night, people = self.house.seen(self.night).night, self.house.people()
        return {name: night.stack(people[name]) for name in PEOPLE}


def _tap(button: Locator) -> int:
    """Taps a button, twice if it asks whether it is meant, which it says without asking the server; the taps that it took."""
    button.tap()
    if not button.page.evaluate("document.querySelector('button.sure') !== null"):
        return 1
    button.tap()
    return 2


def test_an_evening_of_eleven_hands_is_played_put_right_counted_and_paid_by_taps(house, bo, tell) -> None:
    night = opened(house, bo, "Friday", ", ".join(PEOPLE[1:]), loan="100")
    # The table works at once: it has its styles, its script, and follows the night.
    expect(bo.locator(".felt")).to_have_css("background-color", "rgb(47, 93, 74)")
    evening = Evening(house, bo, night)
    three_hands_without_cards(evening)
    hands_of_other_kinds(evening)
    words_points_and_side_pots(evening)
    own_game_and_the_last_hand(evening)
    anna = house.device("Anna")
    anna.goto(f"{house.url}/nights/{night}")
    asked(evening, anna)
    counted_and_paid(evening, anna)
    counts = evening.counts
    median = statistics.median(counts.values())
    tell(f"taps for a mistake: {', '.join(f'{what} {taps}' for what, taps in counts.items())}; median {median}")
    assert len(counts) == 9
    assert max(counts.values()) <= MOST
    assert median <= MEDIAN_MOST
    tell(f"{len(evening.acts)} acts at the table: mean {statistics.mean(evening.acts):.2f} taps")
    assert statistics.median(evening.acts) == 1


def three_hands_without_cards(evening: Evening) -> None:
    """The ante, a bet, chips for the wrong row, and whoever opened are put right at once; the winner of the third is not."""
    bo = evening.page
    announce(bo, "Texas Hold'em")
    evening.put_right(the_ante_was_forgotten, **dict.fromkeys(PEOPLE, -1))
    evening.taps("Raise by 11", "Fold", "Fold", "Fold", "Fold", "Call 11", "Deal the flop", "Check", "Bet 16")
    evening.put_right(a_bet_was_mistyped, Dora=14)
    evening.taps("Fold")
    with going_on(bo):
        bo.locator(f"#loan-{evening.house.people()['Anna']}").tap()
    evening.put_right(chips_went_to_the_wrong_row, Anna=-100)

    announce(bo, "Seven Card Stud", "enemaerke")
    evening.taps("Deal one open card")
    evening.of("Finn", "Bet 5")
    evening.put_right(another_player_did_it, Finn=5, Carl=-5)
    evening.taps("Fold", "Fold", "Call 5", "Fold", "Fold")
    evening.wins("Carl")

    announce(bo, "Straight Poker")
    evening.taps("Bet 5", "Call 5", "Call 5", "Call 5", "Fold", "Fold", "Finn wins")


def hands_of_other_kinds(evening: Evening) -> None:
    """Cards by the keypad, sides that are declared, words that are challenged, and tarok for four of six."""
    bo = evening.page
    announce(bo, "Omaha")
    evening.taps("Call 2", *("Fold",) * 3, "Call 1", "Check", "Deal the flop", "Bet 6", "Fold", "Fold")

    announce(bo, "Follow the Queen")
    evening.names("7h", "Qs", "4d", "Jc", "9h", "2c")
    expect(bo.locator(".felt")).to_contain_text("wild: queens and fours")
    evening.taps("Bet 5", "Call 5", *("Fold",) * 4)
    evening.names("Kd", "Qh")
    evening.taps("Check", "Check")
    evening.wins("Anna")

    announce(bo, "Mexican Stud")
    evening.put_right(an_option_was_left_out)
    evening.of("Dora", "Bet 5")
    evening.taps("Fold", "Fold", "Call 5", "Fold", "Call 5")
    for carl in (("Fold",), (), ()):
        evening.of("Bo", "Check")
        evening.taps(*carl, "Check")
    evening.taps("High", "Low", "Bo wins 14 for high. Dora wins 13 for low.")


def words_points_and_side_pots(evening: Evening) -> None:
    """A word that is challenged, tarok for four of six, two who are all-in; a rebuy and a bet are put right later."""
    bo = evening.page
    announce(bo, "Scroker", "scroker")
    evening.taps("Bet 1", "Call 1", *("Fold",) * 4, "Exchanges 2", "Exchanges 1", "Check", "Check")
    evening.shows("Anna", "crate")
    evening.shows("Carl", "dibom")
    evening.taps("Carl challenges CRATE of Anna")
    expect(bo.locator(".felt")).to_contain_text("Carl pays the pot 2 chips for the lost challenge. Anna wins 10")

    evening.announce_for_four("Tarok", without=("Bo", "Finn"))
    evening.taps("Bids threesome", "Passes", "Passes", "Takes from the widow the first", "Has put cards aside")
    evening.taps("Announces game")
    bo.fill("#own-name_score-table", "40")
    evening.taps("OK")
    evening.put_right(a_rebuy_was_forgotten, Eva=100)

    announce(bo, "Texas Hold'em")
    evening.taps("Fold", "Fold", "Raise by 53", "Call 55", "Fold", "Raise by 74", "Call 74")
    evening.taps("Deal the flop", "Deal the turn", "Deal the river")
    evening.shared_out("Anna", "Eva")
    won = "Anna wins 166. Eva wins 148 of side pot 1."
    expect(bo.locator(".felt")).to_contain_text(won)
    evening.put_right(a_bet_was_mistyped_three_hands_ago, Carl=2, Bo=-1, Dora=-1)
    expect(bo.locator(".felt")).to_contain_text(won)


def own_game_and_the_last_hand(evening: Evening) -> None:
    """A game made on the page, in which the winner of the third hand is put right; then a misdeal, and a hand that nobody plays."""
    bo = evening.page
    bo.goto(f"{evening.house.url}/own-games")
    bo.get_by_label("What it is called").fill("Uncle Carl")
    bo.get_by_label("It is like").fill("Three Card Draw")
    expect(bo.locator("#tried").get_by_role("heading", name="Uncle Carl")).to_be_visible()
    button(bo, "Keep it")
    expect(bo.get_by_role("heading", level=1, name="Uncle Carl")).to_be_visible()
    bo.goto(f"{evening.house.url}/nights/{evening.night}")
    announce(bo, "Uncle Carl")
    evening.put_right(another_won_seven_hands_ago, Finn=-32, Bo=32)
    # The felt is that of the hand that is played: it says which chips change hands, and of no winner.
    expect(bo.locator(".felt")).to_contain_text("Finn gives Bo 32 chips")
    expect(bo.locator(".felt")).not_to_contain_text("wins")
    evening.put_right(it_was_a_misdeal)
    expect(bo.locator(".felt")).to_contain_text("12 chips are carried to the next hand")

    announce(bo, "Texas Hold'em")
    evening.taps(*("Fold",) * 5)
    expect(bo.locator(".felt")).to_contain_text("unopposed")


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


def asked(evening: Evening, anna: Page) -> None:
    """Anna asks for chips on her phone, and Bo gives them."""
    bo, before = evening.page, evening.stacks()["Anna"]
    at_rest(anna, version_of(bo))
    button(anna, "Ask the bank for 100")
    expect(anna.get_by_text("The banker has not answered yet.")).to_be_visible()
    at_rest(bo, evening.house.seen(evening.night).version)
    bo.locator("#waits summary").tap()
    button(bo, "Give Anna what was asked for: 100")
    expect(anna.locator(".sum dd").first).to_have_text(str(before + 100))


def counted_and_paid(evening: Evening, anna: Page) -> None:
    """Anna counts on her phone, Bo all others, two chips short; those who lost bear it, and everybody pays."""
    house, night, bo = evening.house, evening.night, evening.page
    at_rest(bo, house.seen(night).version)
    bo.locator("#menu summary").tap()
    bo.get_by_role("link", name="Count and close").tap()
    bo.wait_for_url("**/close")
    anna.goto(f"{house.url}/nights/{night}/close")
    people, stacks = house.people(), evening.stacks()
    anna.get_by_label("Chips", exact=True).fill(str(stacks["Anna"]))
    button(anna, "Say my count")
    bo.evaluate(OPEN, f"count-{people['Anna']}")
    button(bo, f"Take {stacks['Anna']} over")
    expect(bo.locator(f"#count-{people['Anna']}")).to_have_count(0)
    for name in sorted(set(PEOPLE) - {"Anna"}):
        row = bo.locator(f"#count-{people[name]}")
        expect(row).to_be_visible()
        bo.evaluate(OPEN, f"count-{people[name]}")
        row.get_by_label("Chips", exact=True).fill(str(stacks[name] - (2 if name == "Bo" else 0)))
        button(row, "Counted")
        expect(row).to_have_count(0)
    button(bo, "Close the night")
    expect(bo.locator("h1")).to_have_text("Who gets what is missing")
    button(bo, "Whoever has lost")
    button(bo, "Settle directly")
    expect(anna.locator("#main .progress").get_by_text("are still to be paid")).to_be_visible()
    transfers = len(house.seen(night).night.closing.paid)
    for left in reversed(range(transfers)):
        expect(bo.get_by_role("button", name="Paid", exact=True)).to_have_count(left + 1)
        button(bo, "Paid")
    expect(bo.get_by_role("button", name="Paid", exact=True)).to_have_count(0)
    expect(anna.locator("h1")).to_have_text("The night is settled")
    settled = house.seen(night)
    assert settled.phase == "settled"
    assert settled.night.closing.plan is not None


# The chapter on errors: what goes wrong at the table

OPENED = "night: Friday\nclub: Torsdagsklubben\nmoney: 0.25 DKK a chip\nrulebook: enemaerke\nloan: 100\nbank: Bo\n"
BEGUN = OPENED + "auto: all\nplayers: Anna, Bo, Carl, Dora\nhand straight poker by dora\n"
MISSING = ("Et lukket kort for lidt", "Angiv kortene", "K", "♦", "Anna")


def test_a_mistake_of_the_chapter_on_errors_is_put_right_in_a_few_taps(house, danish) -> None:
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
def test_a_hand_of_every_game_is_played_by_taps(house, bo, rulebook) -> None:
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
