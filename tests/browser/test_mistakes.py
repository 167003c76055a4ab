"""How many taps it takes to put right what people mostly get wrong, from the table and back to it; nothing is typed.

First mistakes of the book, then those of the table: the chapter on errors of the family's rulebook, in its own language.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect

from cli.demo_book import SCRIPT
from engine import commands
from service.app.night.replay import replay
from tests.browser.house import House, serving

OPENED = """night: Friday
club: Torsdagsklubben
money: 0.25 DKK a chip
rulebook: {rulebook}
loan: 100
auto: all
bank: Bo
players: Anna, Bo, Carl, Dora
"""
# Anna bets 4, the others fold but Bo, who is said to win.
HAND = """hand straight poker by dora
anna 4
bo c
carl f
dora f
bo wins
"""
MOST = 6
MEDIAN_MOST = 4


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(browser, tmp_path_factory.mktemp("mistakes")) as found:
        replay(found.book, OPENED.format(rulebook="enemaerke"), file=SCRIPT, night_id="first")
        yield found


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


def another_won(thumb: Thumb) -> None:
    thumb.says_that_something_was_wrong()
    thumb.link("Anna wins")
    thumb.button("Correct it")


def another_player_did_it(thumb: Thumb) -> None:
    thumb.says_of_this_hand_is_wrong("Anna bets 4")
    thumb.link("Carl")
    thumb.button("Correct it")


def the_ante_was_forgotten(thumb: Thumb) -> None:
    thumb.says_of_this_hand_is_wrong("Texas Hold'em")
    thumb.link("An ante of 1")
    thumb.button("Correct it")


def a_rebuy_was_forgotten(thumb: Thumb) -> None:
    thumb.says_that_something_was_wrong()
    thumb.tap(thumb.page.locator(".way", has_text="Forgotten after this hand").get_by_role("link", name="Carl"))
    thumb.tap(thumb.page.locator("#forgotten").get_by_role("link", name="Carl borrows 100 chips, for 25.00 DKK"))
    thumb.button("Put it in")


def it_was_a_misdeal(thumb: Thumb) -> None:
    thumb.says_that_something_was_wrong()
    thumb.button("Misdeal: the pot goes to the next hand")


def a_bet_was_mistyped_three_hands_ago(thumb: Thumb) -> None:
    thumb.says_that_something_was_wrong()
    thumb.tap(thumb.page.locator("#hands li", has_text="Straight Poker").nth(3).locator("a"))
    thumb.act("Anna bets 4")
    thumb.link("Bet 3")
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
    thumb.act("Anna borrows 100")
    thumb.link("Take it out")
    thumb.tap(thumb.page.locator("main button.main"))


BEGUN = "hand straight poker by dora\n"
# What went wrong: the rulebook of the night, its lines, how it is put right, and the stacks of Anna, Bo, Carl and Dora then.
MISTAKES: tuple[tuple[str, str, Callable[[Thumb], None], tuple[int, ...]], ...] = (
    ("enemaerke", HAND, another_won, (110, 94, 98, 98)),
    ("enemaerke", BEGUN + "anna 4\n", another_player_did_it, (98, 98, 94, 98)),
    ("standard", "hand texas hold'em by dora\n", the_ante_was_forgotten, (98, 97, 99, 99)),
    ("enemaerke", HAND, a_rebuy_was_forgotten, (94, 110, 198, 98)),
    ("enemaerke", BEGUN + "anna 4\n", it_was_a_misdeal, (94, 98, 98, 98)),
    ("enemaerke", BEGUN + "anna 4\n", the_last_act_was_a_slip, (98, 98, 98, 98)),
    ("enemaerke", BEGUN, somebody_else_dealt, (98, 98, 98, 98)),
    ("enemaerke", "anna +100\n", chips_were_never_lent, (100, 100, 100, 100)),
    ("enemaerke", HAND * 4, a_bet_was_mistyped_three_hands_ago, (77, 139, 92, 92)),
)


def test_a_mistake_is_put_right_in_a_few_taps_and_nothing_is_typed(house: House, tell: Callable[[str], None]) -> None:
    page = house.device("Bo")
    counts: dict[str, int] = {}
    for number, (rulebook, lines, way, stacks) in enumerate(MISTAKES):
        night = f"n{number}"
        replay(house.book, OPENED.format(rulebook=rulebook) + lines, file=SCRIPT, night_id=night)
        page.goto(f"{house.url}/nights/{night}")
        thumb = Thumb(page)
        way(thumb)
        page.wait_for_url(f"{house.url}/nights/{night}")
        expect(page.locator(".seat .chips")).to_have_text([str(stack) for stack in stacks])
        counts[way.__name__.replace("_", " ")] = thumb.taps
    median = statistics.median(counts.values())
    tell(f"taps for a mistake: {', '.join(f'{what} {taps}' for what, taps in counts.items())}; median {median}")
    assert max(counts.values()) <= MOST
    assert median <= MEDIAN_MOST


# The chapter on errors: what goes wrong at the table

AT_THE_TABLE, NAME_THE_CARDS = "En fejl", "Angiv kortene"
STUD, SEVENTH = "hand five card stud by dora\n", "hand seven card stud by dora\n" + "all check\n" * 4
# What is tapped is three taps away: the mistakes of the table, the one that it was, and whose. Each card that is named takes two more.
TAPS = 3
# The lines of the night; what is tapped after the way to the mistakes of the table; what stands in the book then, and of whom.
FAULTS: tuple[tuple[str, tuple[str, ...], str, commands.Command], ...] = (
    (BEGUN, ("Et lukket kort for lidt", "Anna"), "Anna", commands.GiveMissingCard(player="")),
    (BEGUN, ("Et lukket kort for meget", "Bo"), "Bo", commands.TakeBackCard(player="")),
    (
        STUD + "deal 9s ?? Kd 4h\n",
        ("En spiller blev sprunget over", "Bo"),
        "Bo",
        commands.MoveDealtCards(player="", fault="skipped", cards=("9s", "Kd", "4h", "??")),
    ),
    (
        STUD + "deal 9s Kd 5c 2c\n",
        ("Et åbent kort for meget", "Bo"),
        "Bo",
        commands.MoveDealtCards(player="", fault="twice", cards=("9s", "Kd", "??", "5c")),
    ),
    (
        SEVENTH,
        ("Et lukket kort blev givet åbent", "Anna"),
        "Anna",
        commands.SettleExposedCard(player="", keeps=True),
    ),
    (
        "hand cincinnati by dora\n",
        ("Et fælleskort ligger forkert", "1 ⇄ 2"),
        "",
        commands.MoveBoardCard(source="1", target="2"),
    ),
    (
        "hand baseball by dora\ndeal 2s 4h 2c Kd\n",
        ("Et kort blev ikke tilbudt", "Bo"),
        "Bo",
        commands.BuyForgottenCard(player="", original=True, card="2c", cards=("??", "??"), price=5, offered=True),
    ),
    (
        BEGUN + "anna 5\n",
        ("En spiller følger med for få chips", "3"),
        "Bo",
        commands.PutRight(player="", put_in=3, chips=5),
    ),
    (
        BEGUN + "anna 3\n",
        ("En spiller følger med for mange chips", "5"),
        "Bo",
        commands.PutRight(player="", put_in=5, chips=5),
    ),
    (BEGUN, ("New Deal", "Anna"), "Anna", commands.NewDeal(player="", reason="fejlgivning")),
    (BEGUN, ("Uden for tur", "Carl", "4"), "Carl", commands.Bet(player="", chips=4, ahead=True)),
    (
        BEGUN,
        ("Et lukket kort for lidt", NAME_THE_CARDS, "K", "♦", "Anna"),
        "Anna",
        commands.GiveMissingCard(player="", card="Kd"),
    ),
)
# The rule that stands beside each of them.
RULE = {
    "Et lukket kort for lidt": "kan der gives et ekstra kort efter den primære kortgivning.",
    "New Deal": "puljen fortsætter til næste spil – annonceret og givet af næste spiller.",
    "Uden for tur": "bliver i puljen",
}


def test_each_mistake_of_the_chapter_on_errors_is_put_right_in_a_few_taps(
    house: House, tell: Callable[[str], None]
) -> None:
    page = house.device("Bo")
    page.context.add_cookies([{"name": "language", "value": "da", "url": house.url}])
    counts: list[str] = []
    for number, (lines, taps, whose, stands) in enumerate(FAULTS):
        night = f"fault-{number}"
        # Where open cards are named, the dealer deals them by a line.
        opening = OPENED.replace("auto: all", "auto: closed") if "deal " in lines else OPENED
        replay(house.book, opening.format(rulebook="enemaerke") + lines, file=SCRIPT, night_id=night)
        page.goto(f"{house.url}/nights/{night}")
        thumb = Thumb(page)
        thumb.link(f"{AT_THE_TABLE}…")
        what, *rest = taps
        thumb.opens(what)
        expect(page.locator(".fault[open]")).to_contain_text(RULE.get(what, ""))
        for one in rest:
            exactly = re.compile(rf"^\s*{re.escape(one)}\s*$")
            thumb.tap(page.locator(":is(button, summary, .fault a):visible", has_text=exactly))
        expect(page.locator(".seats")).to_be_visible()
        seen = house.seen(night)
        act = next(one.event for one in reversed(seen.records) if one.caused_by is None)
        assert seen.name(getattr(act, "player", None)) == whose
        assert replace(act, waived=(), **({"player": ""} if whose else {})) == stands
        assert thumb.taps <= TAPS + len(rest) - 1, what
        counts.append(f"{', '.join(taps)} {thumb.taps}")
    tell(f"taps for a mistake at the table: {'; '.join(counts)}")
