"""The banker's table in a real browser: taps, two devices, a lost connection, refusals, keys and screens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.phones import Evening, evening
from tests.browser.steady import at_rest, back, cut, going_on, how_many, tap, texts, type_it, version_of


@pytest.fixture(scope="module")
def friday(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with evening(browser, tmp_path_factory.mktemp("friday")) as found:
        yield found


@pytest.fixture(scope="module")
def bo(friday: Evening) -> Page:
    page = friday.phone("Bo")
    friday.table(page)
    return page


def announce(page: Page, game: str) -> None:
    with going_on(page):
        page.fill("#game", game[:6])
        page.locator("#found button", has_text=game).first.click()
    expect(page.locator(".felt .game")).to_have_text(game)


def test_what_cannot_be_sent_waits_in_sight_and_goes_out_once_and_in_order(friday: Evening, bo: Page) -> None:
    cut(bo)
    for line in ("anna +41", "carl +42"):
        type_it(bo, line)
    expect(bo.locator(".unsent li")).to_have_count(2)
    back(bo)
    expect(bo.locator(".unsent")).to_have_count(0)
    told = friday.events()
    assert [one for one in told if "41" in one or "42" in one] == [
        "Anna borrows 41 chips, for 10.25 DKK.",
        "Carl borrows 42 chips, for 10.50 DKK.",
    ]


def test_what_was_refused_when_it_went_out_is_not_sent_again_by_itself(bo: Page) -> None:
    cut(bo)
    type_it(bo, "anna -9999")
    expect(bo.locator(".unsent li")).to_have_count(1)
    back(bo)
    expect(bo.locator(".unsent")).to_contain_text("drop it, or send it again")
    at_rest(bo)
    sent: list[str] = []
    bo.on("request", lambda request: sent.append(request.method))
    bo.evaluate("document.dispatchEvent(new Event('reached'))")
    bo.get_by_role("button", name="Drop: anna -9999").click()
    expect(bo.locator(".unsent")).to_have_count(0)
    assert "POST" not in sent


def test_what_is_typed_while_a_line_is_on_its_way_is_not_taken_with_it(bo: Page) -> None:
    def meanwhile(route: Route) -> None:
        bo.fill("#line", "carl +4")
        route.continue_()

    bo.route("**/lines", meanwhile)
    with going_on(bo):
        type_it(bo, "anna +43")
    bo.unroute("**/lines")
    expect(bo.locator("#line")).to_have_value("carl +4")
    bo.fill("#line", "")


def test_the_keypad_says_who_gets_the_next_card_and_takes_the_last_one_back(bo: Page) -> None:
    announce(bo, "Seven Card Stud")
    bo.locator("summary", has_text="Name the cards").click()
    asked = bo.locator("[data-cards]")

    def named(rank: str, suit: str) -> None:
        asked.locator(f'[data-rank="{rank}"]').click()
        asked.locator(f'[data-suit="{suit}"]').click()

    order = [name.split()[0] for name in texts(asked.locator(".falls li"))]
    named("K", "h")
    named("9", "s")
    expect(asked.locator(".falls .next")).to_have_text(order[2])
    done = bo.locator("details[open] button.main")
    expect(done).to_be_disabled()
    asked.get_by_label("take the last card back").click()
    expect(asked.locator(".falls .next")).to_have_text(order[1])
    for rank, suit in (("9", "s"), ("7", "d"), ("A", "c"))[: len(order) - 1]:
        named(rank, suit)
    done.click()
    expect(bo.locator("#acts [data-cards]")).to_have_count(0)


def test_closed_cards_are_typed_by_taps_and_seen_only_while_somebody_presses_on_them(friday: Evening, bo: Page) -> None:
    carl = bo.locator(f"#seat-{friday.ids['Carl']}")
    carl.locator(".who").click()
    bo.locator("summary", has_text="Cards known").click()
    for rank, suit in (("Q", "d"), ("6", "c")):
        bo.locator(f'.keypad [data-rank="{rank}"]').click()
        bo.locator(f'.keypad [data-suit="{suit}"]').click()
    bo.get_by_role("button", name="Name them").click()
    expect(carl).to_be_visible()
    under, queen = carl.locator("button.peek"), carl.locator(".looked", has_text="Q♦")
    expect(queen).to_be_hidden()
    expect(bo.locator("body")).not_to_contain_text("Q♦", use_inner_text=True)
    at_rest(bo)
    place = under.bounding_box()
    assert place is not None
    assert place["height"] >= 44
    bo.mouse.move(place["x"] + 10, place["y"] + 10)
    bo.mouse.down()
    expect(queen).to_contain_text("6♣")
    expect(carl).to_contain_text("Q♦", use_inner_text=True)
    bo.mouse.up()
    expect(queen).to_be_hidden()
    under.focus()
    bo.keyboard.down(" ")
    expect(queen).to_be_visible()
    bo.keyboard.up(" ")
    expect(queen).to_be_hidden()


def test_what_is_asked_once_more_leaves_the_name_of_who_acts_readable_and_a_menu_closes(bo: Page) -> None:
    tap(bo, "Bet 3")
    (name,) = texts(bo.locator("#whose b"))
    bo.locator("#acts").get_by_role("button", name="Raise by 50", exact=True).click()
    expect(bo.locator("#sure")).to_contain_text("more than any bet so far")
    # The page that is fetched again, as it is every three seconds where a stream is refused, asks it still.
    bo.evaluate("() => import(document.querySelector('script[src*=\"page.js\"]').src).then((page) => page.refresh())")
    expect(bo.locator("#sure")).to_contain_text("more than any bet so far")
    expect(bo.locator("#whose b")).to_have_text(name)
    tap(bo, "Raise by 50")
    expect(bo.locator("#sure")).to_be_hidden()
    bo.locator(".menu summary").click()
    expect(bo.locator(".menu nav")).to_be_visible()
    bo.keyboard.press("Escape")
    expect(bo.locator(".menu nav")).to_be_hidden()
    version = version_of(bo)
    bo.locator(".menu summary").click()
    bo.locator("#acts").get_by_role("button", name="Fold", exact=True).first.click()
    expect(bo.locator(".menu nav")).to_be_hidden()
    assert version_of(bo) == version, "A tap beside the menu did what lies there."
    while not how_many(bo.locator("#whose").get_by_text("The next hand")):
        tap(bo, "Fold")


def test_check_call_and_fold_are_one_tap_and_so_are_the_usual_bets(bo: Page) -> None:
    announce(bo, "Straight Poker")
    tap(bo, "Bet 3")
    expect(bo.locator("#whose b")).not_to_have_text("")
    tap(bo, "Call 3")
    tap(bo, "Fold")
    tap(bo, "Raise by 2")


def test_the_other_device_of_the_banker_shows_every_tap_at_once(friday: Evening, bo: Page) -> None:
    other = friday.phone("Bo")
    friday.table(other)
    tap(bo, "Call 2")
    at_rest(other, version_of(bo))
    assert texts(other.locator(".bar")) == texts(bo.locator(".bar"))


def test_a_refusal_stands_above_the_buttons_with_its_waiver(bo: Page) -> None:
    type_it(bo, "anna -9999")
    expect(bo.locator("#acts .trouble")).to_contain_text("Anna")


BEGINS_A_LINE = """() => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
  return document.activeElement.id === "line";
}"""


def test_a_game_that_is_refused_on_the_page_of_games_is_told_at_a_whole_table(friday: Evening) -> None:
    page = friday.phone("Bo")
    friday.table(page)
    if how_many(page.locator("#whose").get_by_text("The next hand")):
        announce(page, "Straight Poker")
    page.goto(f"{friday.url}/nights/{friday.night}/hands?game=follow")
    page.locator("#found button").first.click()
    expect(page.locator("#acts .trouble")).to_be_visible()
    expect(page.locator("header.site")).to_have_count(0)
    expect(page).to_have_url(f"{friday.url}/nights/{friday.night}")
    # The scripts of the table come along: a slash begins a line.
    page.wait_for_function(BEGINS_A_LINE)


OPEN_AROUND = """named => {
  for (let at = document.querySelector(named); (at = at.parentElement?.closest("details")); ) at.open = true;
}"""


def test_what_is_new_takes_nothing_from_whoever_types_or_chooses(friday: Evening, bo: Page) -> None:
    # The page may be shown anew at any moment, so what is to be filled in is found and opened at once.
    bo.locator("#faults").tap()
    harmed_by = f"input[name='text:harmed'][value='{friday.ids['Carl']}']"
    harmed = bo.locator(harmed_by)
    harmed.wait_for(state="attached")
    bo.evaluate(OPEN_AROUND, harmed_by)
    harmed.tap()
    before = version_of(bo)
    meant = [{"rule": "banker_is_playing", "reason": "she is out of chips"}]
    friday.say(type="give_loan", player=friday.ids["Dora"], chips=36, waived=meant)
    at_rest(bo, before + 1)
    expect(harmed).to_be_checked()
    friday.table(bo)
    bo.evaluate("() => { document.getElementById('type').open = true }")
    bo.fill("#line", "carl r2")
    bo.evaluate("() => document.getElementById('line').setSelectionRange(4, 4)")
    before = version_of(bo)
    friday.say(type="ask_for_chips", player=friday.ids["Anna"], chips=11)
    at_rest(bo, before + 1)
    bo.keyboard.type("a")
    expect(bo.locator("#line")).to_have_value("carla r2")
    bo.fill("#line", "")


def test_a_thumb_that_is_down_meets_what_it_aims_at(friday: Evening, bo: Page) -> None:
    before = version_of(bo)
    # However long the news takes, the thumb is not down longer than it takes to tap.
    bo.clock.install()
    bo.clock.pause_at(bo.evaluate("Date.now() + 1000"))
    bo.locator("#acts form[data-control] button.main:visible").first.hover()
    with bo.expect_response(lambda answer: "x-page" in answer.request.headers):
        bo.mouse.down()
        friday.say(type="ask_for_chips", player=friday.ids["Carl"], chips=12)
    bo.mouse.up()
    bo.clock.resume()
    at_rest(bo, before + 2)


ASLEEP = """() => {
  window.streams.at(-1).close();
  window.sleeps = true;
  Object.defineProperty(document, "hidden", { get: () => window.sleeps });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
AWAKE = """() => {
  const now = Date.now;
  Date.now = () => now() + 60_000;
  window.sleeps = false;
  document.dispatchEvent(new Event("visibilitychange"));
}"""
WATCHED = """
  const Native = EventSource;
  window.streams = [];
  window.EventSource = class extends Native { constructor(url) { super(url); window.streams.push(this); } };
"""


def test_a_page_that_slept_catches_up_and_goes_on_following(friday: Evening, bo: Page) -> None:
    """The connection of a phone that slept may be dead without a word: here the stream is closed behind its back."""
    bo.add_init_script(WATCHED)
    friday.table(bo)
    # A stream that was refused, because the one before it was not seen to end yet, is asked for anew.
    bo.wait_for_function("() => window.streams.at(-1)?.readyState === 1")
    bo.evaluate(ASLEEP)
    before = version_of(bo)
    friday.say(type="ask_for_chips", player=friday.ids["Dora"], chips=13)
    bo.evaluate(AWAKE)
    at_rest(bo, before + 1)
    friday.say(type="ask_for_chips", player=friday.ids["Bo"], chips=14)
    at_rest(bo, before + 2)


def test_a_page_that_is_refused_a_stream_asks_every_three_seconds(friday: Evening, bo: Page) -> None:
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503)

    page = friday.phone("Bo")
    page.route("**/stream?*", refuse)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    with page.expect_response(lambda answer: "x-page" in answer.request.headers):
        friday.table(page)
    for times in (1, 2):
        before = version_of(page)
        assert len(asked) == times
        friday.say(type="give_loan", player=friday.ids["Anna"], chips=36 + times)
        page.clock.run_for(2900)
        assert len(asked) == times
        page.clock.run_for(200)
        at_rest(page, before + 1)
