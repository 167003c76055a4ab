"""What the bottom of the table asks: of whom, how often, and of whom next while the server cannot be reached."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import House
from tests.browser.steady import (
    announce,
    at_rest,
    back,
    cut,
    going_on,
    how_many,
    press,
    tap,
    texts,
    type_it,
    version_of,
)
from tests.soak import rounds

ROUNDS = rounds(2, 60)
# A round without a limit, one with the limit of the house, one that a bring-in opens, and one that opens nobody knows how.
GAMES = ("Straight Poker", "Texas Hold'em", "Seven-Card Stud", "Seven Card Stud")
ACTS_MOST = 14
# Who is asked: on line, and while acts wait to be sent; empty if the page does not know.
ASKED = """() => {
  const ahead = document.querySelector("#acts .ahead");
  return (ahead ? ahead.querySelector("details[open] > summary") : document.querySelector("#whose b"))?.innerText ?? "";
}"""
# Taps one of the buttons of whoever is asked, any of them where nobody knows who opens; which, say numbers below one. What it
# was; empty if nobody is asked. The large bet goes once a hand, which the page does not count while it is cut off; and rarely
# does everybody fold.
TAP_ANY = """([turn, which, stays]) => {
  const seen = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const any = (all, chance) => all[Math.floor(chance * all.length)];
  const closed = seen("#acts .each summary");
  if (closed.length && !document.querySelector("#acts .each details[open]")) any(closed, turn).click();
  const buttons = seen("#acts form[data-who]:not(:has(.own-amount)) button:not([value='50'])");
  const ahead = document.querySelector("#acts .ahead");
  if (!buttons.length || (ahead && !ahead.querySelector("form"))) return "";
  const chosen = any(buttons, which);
  const pressed = stays && chosen.innerText === "Fold" ? buttons.at(-1) : chosen;
  const { who, control } = pressed.form.dataset;
  pressed.click();
  if (document.querySelector("#sure")?.checkVisibility()) pressed.click();
  return `${who}: ${control}`;
}"""


@pytest.fixture
def bo(phone) -> Iterator[Page]:
    yield phone
    phone.context.set_offline(False)


def at_table(house: House, page: Page, name: str, loan: str = "150") -> str:
    """The page is at a night that begins; its id."""
    night = house.night(name, "Anna, Carl, Dora", loan)
    page.goto(f"{house.url}/nights/{night}")
    return night


def all_sent(page: Page) -> None:
    """Waits until everything that waited has gone out, or something was refused, which fails with its sentence."""
    page.wait_for_function("""() => {
      const waits = document.querySelector(".unsent p")?.textContent;
      return waits === undefined || waits === document.documentElement.dataset.stuck;
    }""")
    assert texts(page.locator(".unsent li")) == []


def asked(page: Page) -> str:
    at_rest(page)
    name: str = page.evaluate(ASKED)
    return name


def acts(house: House, night: str) -> list[str]:
    """The acts at the table so far: who, and the kind of act."""
    names = house.seen(night).names
    return [
        f"{names[getattr(record.event, 'player', '')]}: {record.event.__struct_config__.tag}"
        for record in house.seen(night).records
        if record.caused_by is None and getattr(record.event, "player", None) in names
    ]


def test_a_typed_amount_is_asked_about_as_a_tapped_one_and_is_not_sent_with_another_button(house, bo) -> None:
    night = at_table(house, bo, "Typed", loan="500")
    announce(bo, "Texas Hold'em")
    tap(bo, "Raise by 2")
    # The pot of 7 and the call of 4 make 11.
    assert texts(bo.locator("#acts .amounts button[value='11']"))[0].split() == ["11", "pot"]
    own = bo.locator("#acts .own-amount")
    own.locator("input").fill("60")
    before = version_of(bo)
    own.locator("button").tap()
    expect(bo.locator("#sure")).to_have_text("Raise by 60: more than any bet so far. Tap again to do it.")
    # Another number is another question.
    own.locator("input").fill("70")
    own.locator("button").tap()
    expect(bo.locator("#sure")).to_contain_text("Raise by 70")
    assert version_of(bo) == before
    with going_on(bo):
        own.locator("button").tap()
    expect(bo.locator(".undo")).to_contain_text("raises by 70")
    # What stands typed is not what a button says.
    own.locator("input").fill("77")
    tap(bo, "Call 73")
    expect(bo.locator(".undo")).to_contain_text("calls 73")
    own.locator("input").fill("2")
    own.locator("button").tap()
    expect(bo.locator("#acts .trouble")).to_contain_text("70")
    bo.locator("#acts .amounts button[value='70']").tap()
    expect(bo.locator(".undo")).to_contain_text("raises by 70, to 144")
    assert acts(house, night)[-1].endswith("raise")


def test_who_opens_is_asked_before_anything_can_be_tapped_for_anybody(house, bo) -> None:
    night = at_table(house, bo, "Opens")
    announce(bo, "Seven Card Stud")
    with going_on(bo):
        bo.locator("#do-deal-table").tap()
    expect(bo.locator("#whose")).to_contain_text("Who opens?")
    seen = acts(house, night)
    buttons = bo.locator("#acts form[data-who] button:visible")
    expect(buttons).to_have_count(0)
    # Nor does a key on a keyboard bet for somebody.
    for key in "3xcf":
        bo.keyboard.press(key)
    bo.locator("#acts .each summary", has_text="Carl").tap()
    expect(buttons.first).to_be_visible()
    bo.locator("#acts .each summary", has_text="Dora").tap()
    expect(bo.locator("#acts form[data-who='Dora']:visible")).not_to_have_count(0)
    expect(bo.locator("#acts form[data-who]:not([data-who='Dora']):visible")).to_have_count(0)
    assert acts(house, night) == seen
    tap(bo, "Bet 3")
    expect(bo.locator("#whose")).not_to_contain_text("Who opens?")
    assert acts(house, night) == [*seen, "Dora: bet"]


def test_the_button_of_high_and_low_says_who_gets_what_and_why(house, bo) -> None:
    night = house.night("High and low", "Anna, Carl, Dora")
    declared = ("anna both", "bo high", "carl low", "dora low")
    house.lines(night, "hand straight poker with high/low by dora", "all check", *declared)
    bo.goto(f"{house.url}/nights/{night}")
    shared = bo.locator("#acts form[data-control='name_winners']")
    rows = shared.locator(".part")
    assert [one.split(" the winner")[0] for one in texts(rows.locator("legend"))] == [
        "Best high: 4",
        "Best low: 4",
    ]
    button = shared.locator("button.main")
    expect(button).to_be_disabled()
    rows.nth(0).get_by_label("Anna").tap()
    rows.nth(1).get_by_label("Carl").tap()
    expect(button).to_have_text("Carl wins 8.")
    expect(shared.locator(".why")).to_have_text("Anna declared both and is not best low, and so wins nothing.")
    rows.nth(0).get_by_label("Anna").tap()
    rows.nth(0).get_by_label("Bo").tap()
    rows.nth(1).get_by_label("Dora").tap()
    expect(button).to_have_text("Bo wins 4 for high. Carl wins 2 for low; Dora wins 2 for low.")
    button.tap()
    expect(bo.locator("#whose")).to_contain_text("The next hand")
    expect(bo.locator(".felt .last")).to_contain_text("Bo wins 4 for high. Carl wins 2 for low; Dora wins 2 for low.")
    assert house.seen(night).night.hand is None


def test_a_form_that_came_open_for_another_question_does_not_hide_the_one_tap_that_answers_this_one(house, bo) -> None:
    night = house.night("One each", "Anna, Carl, Dora")
    house.lines(
        night, "hand mexican stud with high/low by dora", "bo 2", "anna c", "carl f", "dora f", *("all check",) * 3
    )
    bo.goto(f"{house.url}/nights/{night}")
    tap(bo, "High")
    tap(bo, "Low")
    expect(bo.locator("#acts > .now .row button")).to_have_text("Bo wins 6 for high. Anna wins 6 for low.")
    expect(bo.locator("#acts > .now .row button")).to_be_visible()


def test_without_a_connection_the_page_asks_whoever_comes_next(house, bo) -> None:
    night = at_table(house, bo, "Cut off")
    announce(bo, "Straight Poker")
    cut(bo)
    order = []
    for label in ("Check", "Bet 3", "Raise by 2", "Fold", "Fold", "Call"):
        order.append(asked(bo))
        press(bo, label)
    # After the raise it is the turn of the fourth, of whoever has checked, and of whoever has bet.
    first, second, third, fourth = order[:4]
    assert {first, second, third, fourth} == {"Anna", "Bo", "Carl", "Dora"}
    assert order[4:] == [first, second]
    expect(bo.locator("#acts .ahead")).to_contain_text("What comes next is known when the server answers again.")
    back(bo)
    expect(bo.locator(".unsent")).to_have_count(0)
    expect(bo.locator("#whose")).to_contain_text("Who wins?")
    kinds = ("check", "bet", "raise", "fold", "fold", "call")
    assert acts(house, night)[-6:] == [f"{name}: {kind}" for name, kind in zip(order, kinds, strict=True)]


def test_an_act_that_is_dropped_or_refused_does_not_make_those_behind_it_stale(house, bo) -> None:
    night = at_table(house, bo, "Dropped")
    announce(bo, "Straight Poker")
    first = asked(bo)
    cut(bo)
    press(bo, "Check")
    second = asked(bo)
    # One line that no rule takes, and one that is dropped.
    for line in (f"{second.lower()} 49", f"{second.lower()} b 4"):
        type_it(bo, line)
    expect(bo.locator(".unsent li")).to_have_count(3)
    # The page does not know what a line says, and so not who is next.
    assert asked(bo) == ""
    bo.locator(".ahead summary", has_text=second).tap()
    press(bo, "Bet 3")
    bo.get_by_role("button", name=f"Drop: {second.lower()} b 4").tap()
    back(bo)
    expect(bo.locator(".unsent")).to_contain_text("drop it, or send it again")
    # Meanwhile the page shows how it is, and whoever is asked there.
    expect(bo.locator("#whose b")).to_have_text(second)
    bo.get_by_role("button", name=f"Drop: {second.lower()} 49").tap()
    # What waited behind it goes out by itself, as it says.
    expect(bo.locator(".unsent")).to_have_count(0)
    assert acts(house, night)[-2:] == [f"{first}: check", f"{second}: bet"]


def test_what_somebody_else_has_done_meanwhile_makes_what_waits_stale(house, bo) -> None:
    night = at_table(house, bo, "Meanwhile")
    announce(bo, "Straight Poker")
    other = house.device("Bo")
    other.goto(f"{house.url}/nights/{night}")
    cut(bo)
    press(bo, "Check")
    press(bo, "Bet 3")
    tap(other, "Bet 2")
    back(bo)
    expect(bo.locator(".unsent")).to_contain_text("Something has happened meanwhile")
    assert acts(house, night)[-1].endswith("bet")
    # What is dropped or waits is not told of whoever was asked before it.
    for _ in range(2):
        bo.locator(".unsent").get_by_role("button", name="Drop").first.tap()
        at_rest(bo)
    expect(bo.locator(".unsent")).to_have_count(0)
    turn = house.seen(night).night.hand.round.waiting[0]
    expect(bo.locator(".seat.turn")).to_have_attribute("id", f"seat-{turn}")


def test_a_round_without_a_connection_comes_to_the_same_as_on_line(house, bo) -> None:
    """Whatever the page offers of the next player, as far as it goes on, is accepted when it goes out, and in that order."""
    chance = random.Random("cut off")
    for number in range(ROUNDS):
        night = at_table(house, bo, f"Round {number}", loan="500")
        game = GAMES[number % len(GAMES)]
        announce(bo, game)
        while labels := texts(bo.locator("#acts [data-control='deal'] button.main:visible")):
            tap(bo, labels[0])
        before = len(acts(house, night))
        cut(bo)
        tapped: list[str] = []
        while len(tapped) < ACTS_MOST and (found := one_of_the_buttons(bo, chance)):
            tapped.append(found)
        back(bo)
        all_sent(bo)
        assert acts(house, night)[before:] == tapped, game


def one_of_the_buttons(page: Page, chance: random.Random) -> str:
    """Taps any button of whoever is asked, and waits until it waits in sight; what it was, empty if nobody is asked."""
    waiting = how_many(page.locator(".unsent li"))
    done: str = page.evaluate(TAP_ANY, [chance.random(), chance.random(), chance.random() < 0.5])
    expect(page.locator(".unsent li")).to_have_count(waiting + bool(done))
    return done
