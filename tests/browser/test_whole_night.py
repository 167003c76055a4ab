"""A night by taps on six devices, from the first page to the payment; and every game by taps, a night for each rulebook."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import Error as PlaywrightError

from engine.game.counts import seats_of
from engine.game.definition import Game
from engine.library import BOOK_NAMES, GAMES
from tests.browser.house import House, serving
from tests.service.web.browsing import Page as Forms
from tests.service.web.browsing import chosen
from tests.soak import SOAK

TAPS_MAX = 400
LOAN = 2000
PEOPLE = ("Anna", "Bo", "Carl", "Dora")
GONE_ON_OR_REFUSED = """before =>
  document.querySelector("#main").dataset.version !== before || document.querySelector("#acts .trouble") !== null"""


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(browser, tmp_path_factory.mktemp("house")) as found:
        found.found("Torsdagsklubben", "Bo")
        yield found


def version_of(page: Page) -> str:
    return page.locator("#main").get_attribute("data-version") or ""


def gone_on(page: Page, before: str) -> None:
    """Waits until the page shows more than that version."""
    page.wait_for_function("before => document.querySelector('#main').dataset.version !== before", arg=before)


def tap(page: Page, name: str) -> None:
    """Taps the first button of this name at the bottom, and waits until the table has gone on."""
    before = version_of(page)
    page.locator("#acts").get_by_role("button", name=name, exact=True).locator("visible=true").first.tap()
    gone_on(page, before)


def meant_or_done(page: Page, before: str) -> None:
    """Waits until what was tapped is done, and says that it is meant where the page doubts it. Nothing may be refused."""
    page.wait_for_function(GONE_ON_OR_REFUSED, arg=before)
    meant = page.get_by_role("button", name="Yes, it is meant", exact=True)
    if meant.count():
        meant.tap()
        gone_on(page, before)
    refused = page.locator("#acts .trouble")
    assert refused.count() == 0, refused.inner_text()


def announce(page: Page, game: Game) -> None:
    """Announces a game that is found by its letters; one that several rulebooks have by the rulebook beside it."""
    before = version_of(page)
    page.fill("#game", game.name)
    named = page.locator("#found li", has=page.get_by_role("button", name=game.name, exact=True))
    row = named.filter(has=page.locator(f'a[href*="/hands/{game.rulebook}/"]'))
    row.get_by_role("button").first.tap()
    meant_or_done(page, before)
    expect(page.locator(".felt .game")).to_have_text(game.name)


def called(name: str) -> Game:
    return next(game for game in GAMES if game.name == name)


def button(page: Page | Locator, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).locator("visible=true").first.tap()


def opened(house: House, page: Page, name: str, newcomers: str, loan: str = "150") -> str:
    """Opens a night from the first page; its id."""
    page.goto(house.url)
    page.get_by_role("link", name="Open a night…").tap()
    page.fill("#night", name)
    # Whoever played the last time is ticked already.
    for ticked in page.get_by_role("checkbox", checked=True).all()[::-1]:
        ticked.uncheck()
    page.get_by_role("checkbox", name="Bo", exact=True).check()
    page.fill("#newcomers", newcomers)
    page.select_option("#bank", "Bo")
    page.fill("#loan", loan)
    button(page, "Open the night")
    page.wait_for_url("**/nights/*")
    return page.url.rpartition("/")[2]


def test_a_night_is_opened_played_counted_settled_and_paid_by_taps(house: House) -> None:
    bo = house.device("Bo")
    night = opened(house, bo, "Friday", "Anna, Carl, Dora")
    # The table works at once: it has its styles, its script, and follows the night.
    expect(bo.locator(".felt")).to_have_css("background-color", "rgb(47, 93, 74)")
    second, anna, carl, dora = (house.device(name) for name in ("Bo", "Anna", "Carl", "Dora"))
    for device in (second, anna, carl, dora):
        device.goto(f"{house.url}/nights/{night}")

    announce(bo, called("Straight Poker"))
    for device in (second, anna, carl, dora):
        expect(device.get_by_text("Straight Poker").first).to_be_visible()
    tap(bo, "Bet 3")
    # Before it has heard of the bet, whoever folds there would be told that something has happened meanwhile.
    expect(second.locator(".undo")).to_contain_text("bets 3")
    tap(second, "Fold")
    # What was tapped on the other device is undone on this one, which says before what that changes.
    expect(bo.locator(".undo")).to_contain_text("fold")
    bo.locator(".undo").tap()
    expect(bo.locator("#comes-to")).to_be_visible()
    bo.get_by_role("button", name="Undo it").tap()
    bo.wait_for_url(f"**/nights/{night}")
    for name in ("Call 3", "Fold", "Call 3"):
        tap(bo, name)
    showdown(bo)

    refused_and_waived(bo)
    asked_and_disputed(house, night, bo, anna, carl)
    counted_and_paid(house, night, bo, anna)
    settled = house.seen(night)
    assert settled.phase == "settled"
    assert settled.night.closing.plan is not None
    assert second.locator("#seat-" + house.people()["Bo"]).is_visible()


def showdown(page: Page) -> None:
    """The first who may win wins, and the hand is over."""
    page.locator("#acts button:visible").get_by_text(re.compile("wins$")).first.tap()
    expect(page.locator("#whose")).to_contain_text("The next hand")


def bought_in(page: Page) -> None:
    """Everybody who lost the last chip borrows anew: nobody plays without chips."""
    loans = page.locator("#acts form[data-control='give_loan']")
    for _ in range(loans.count()):
        before = version_of(page)
        loans.first.locator(f"button[value='{LOAN}']").tap()
        meant_or_done(page, before)


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
  return [button.dataset.ask !== undefined, document.querySelectorAll("#acts form[data-control]").length];
}"""


def played_on(page: Page, chance: random.Random) -> list[str]:
    """The hand is played to its end by taps; the acts that were tapped."""
    tapped: list[str] = []
    while page.locator("#whose").get_by_text("The next hand").count() == 0:
        assert len(tapped) < TAPS_MAX, tapped[-8:]
        shown = Forms(page.content())
        form, at = chosen(shown, chance)
        place = [one for one in shown.at("acts") if one.control].index(form)
        asks, _ = page.evaluate(TAP, [place, at])
        pressed = page.locator("#acts form[data-control]").nth(place).locator("button:not([type=button])").nth(at)
        before = version_of(page)
        for _ in range(2 if asks else 1):
            pressed.tap()
        meant_or_done(page, before)
        tapped.append(form.control)
    return tapped


def refused_and_waived(bo: Page) -> None:
    """A bet above the limit is refused where the thumb is, and stands when the table agrees."""
    announce(bo, called("Three Card Draw"))
    bo.locator("#type summary").tap()
    first = bo.locator("#whose b").inner_text()
    bo.fill("#line", f"{first.lower()} 17")
    before = version_of(bo)
    button(bo.locator("#type"), "OK")
    expect(bo.locator("#acts .trouble")).to_be_visible()
    button(bo.locator(".trouble"), "the table agrees")
    gone_on(bo, before)
    tap(bo, "Fold")
    tap(bo, "Call 17")
    tap(bo, "Fold")
    tapped = played_on(bo, random.Random("draw"))
    assert "exchange" in tapped, tapped


def asked_and_disputed(house: House, night: str, bo: Page, anna: Page, carl: Page) -> None:
    """Anna asks for chips, which Bo gives; Dora gets more in one tap; Carl disputes an event, and the table agrees that it stands."""
    before = house.seen(night).night.stack(house.people()["Anna"])
    button(anna, "Ask the bank for 150")
    expect(anna.get_by_text("The banker has not answered yet.")).to_be_visible()
    bo.locator("#waits summary").tap()
    button(bo, "Give Anna what was asked for: 150")
    expect(anna.locator(".sum dd").first).to_have_text(str(before + 150))
    dora = house.people()["Dora"]
    bo.locator(f"#loan-{dora}").tap()
    expect(bo.locator(f"#seat-{dora} .chips")).to_have_text(str(house.seen(night).night.stack(dora)))
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
    for _ in house.seen(night).night.closing.paid:
        left = bo.get_by_role("button", name="Paid", exact=True).count()
        button(bo, "Paid")
        expect(bo.get_by_role("button", name="Paid", exact=True)).to_have_count(left - 1)
    expect(anna.locator("h1")).to_have_text("The night is settled")


NIGHTS = {book: [game for game in GAMES if game.rulebook == book] for book in BOOK_NAMES}
OTHERS = ("Anna", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hans", "Ida", "Jens")


@pytest.mark.skipif(
    not SOAK, reason="Every game by taps takes minutes; without a browser the forms of all are tried too."
)
@pytest.mark.parametrize("rulebook", NIGHTS)
def test_a_hand_of_every_game_is_played_by_taps(house: House, rulebook: str) -> None:
    bo = house.device("Bo")
    bo.set_default_timeout(60_000)
    wrong = {}
    for count, games in itertools.groupby(sorted(NIGHTS[rulebook], key=_people), _people):
        opened(house, bo, rulebook, ", ".join(OTHERS[: count - 1]), loan=str(LOAN))
        for game in games:
            try:
                bought_in(bo)
                announce(bo, game)
                played_on(bo, random.Random(game.name))
            except (AssertionError, IndexError, PlaywrightError) as problem:
                # The others are to be seen too; the next one has a night of its own.
                wrong[game.name] = str(problem)[:400]
                opened(house, bo, rulebook, ", ".join(OTHERS[: count - 1]), loan=str(LOAN))
    assert wrong == {}


def _people(game: Game) -> int:
    least, most = seats_of(game)
    return max(least, min(4, most))
