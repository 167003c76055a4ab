"""The banker's table in a real browser: taps, two devices, a lost connection, refusals, keys and screens."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.phones import Evening, evening


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
    page.fill("#game", game[:6])
    page.locator("#found button", has_text=game).first.click()
    expect(page.locator(".felt .game")).to_have_text(game)


def tap(page: Page, label: str) -> None:
    """Taps a button at the bottom, and waits until the table has gone on."""
    before = page.locator("#main").get_attribute("data-version")
    page.locator("#acts").get_by_role("button", name=label, exact=True).first.click()
    page.wait_for_function("before => document.querySelector('#main').dataset.version !== before", arg=before)


def test_what_cannot_be_sent_waits_in_sight_and_goes_out_once_and_in_order(friday: Evening, bo: Page) -> None:
    context = bo.context
    context.set_offline(True)
    bo.locator("#type summary").click()
    for line in ("anna +41", "carl +42"):
        bo.fill("#line", line)
        bo.locator("#type button").click()
    expect(bo.locator(".unsent li")).to_have_count(2)
    context.set_offline(False)
    bo.evaluate("window.dispatchEvent(new Event('online'))")
    expect(bo.locator(".unsent")).to_have_count(0)
    told = friday.events()
    assert [one for one in told if "41" in one or "42" in one] == [
        "Anna borrows 41 chips, for 10.25 DKK.",
        "Carl borrows 42 chips, for 10.50 DKK.",
    ]


def test_what_was_refused_when_it_went_out_is_not_sent_again_by_itself(bo: Page) -> None:
    bo.context.set_offline(True)
    bo.fill("#line", "anna -9999")
    bo.locator("#type button").click()
    expect(bo.locator(".unsent li")).to_have_count(1)
    bo.context.set_offline(False)
    bo.evaluate("window.dispatchEvent(new Event('online'))")
    expect(bo.locator(".unsent")).to_contain_text("drop it, or send it again")
    sent: list[str] = []
    bo.on("request", lambda request: sent.append(request.method))
    bo.evaluate("document.dispatchEvent(new Event('reached'))")
    bo.get_by_role("button", name="Drop: anna -9999").click()
    expect(bo.locator(".unsent")).to_have_count(0)
    assert "POST" not in sent


def test_the_keypad_says_who_gets_the_next_card_and_takes_the_last_one_back(bo: Page) -> None:
    announce(bo, "Seven Card Stud")
    bo.locator("summary", has_text="Name the cards").click()
    asked = bo.locator("[data-cards]")

    def named(rank: str, suit: str) -> None:
        asked.locator(f'[data-rank="{rank}"]').click()
        asked.locator(f'[data-suit="{suit}"]').click()

    order = [name.split()[0] for name in asked.locator(".falls li").all_inner_texts()]
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
    assert "Q♦" not in bo.locator("body").inner_text()
    place = under.bounding_box()
    assert place is not None
    assert place["height"] >= 44
    bo.mouse.move(place["x"] + 10, place["y"] + 10)
    bo.mouse.down()
    expect(queen).to_contain_text("6♣")
    assert "Q♦" in carl.inner_text()
    bo.mouse.up()
    expect(queen).to_be_hidden()
    under.focus()
    bo.keyboard.down(" ")
    expect(queen).to_be_visible()
    bo.keyboard.up(" ")
    expect(queen).to_be_hidden()


def test_what_is_asked_once_more_leaves_the_name_of_who_acts_readable_and_a_menu_closes(bo: Page) -> None:
    tap(bo, "Bet 3")
    name = bo.locator("#whose b").inner_text()
    bo.locator("#acts").get_by_role("button", name="Raise by 50", exact=True).click()
    expect(bo.locator("#sure")).to_contain_text("more than any bet so far")
    # The page that is fetched again, as it is every three seconds where a stream is refused, asks it still.
    bo.evaluate("() => import(document.querySelector('script[src*=\"page.js\"]').src).then((page) => page.refresh())")
    expect(bo.locator("#sure")).to_contain_text("more than any bet so far")
    assert bo.locator("#whose b").inner_text() == name
    tap(bo, "Raise by 50")
    expect(bo.locator("#sure")).to_be_hidden()
    bo.locator(".menu summary").click()
    expect(bo.locator(".menu nav")).to_be_visible()
    bo.keyboard.press("Escape")
    expect(bo.locator(".menu nav")).to_be_hidden()
    version = bo.locator("#main").get_attribute("data-version")
    bo.locator(".menu summary").click()
    bo.locator("#acts").get_by_role("button", name="Fold", exact=True).first.click()
    expect(bo.locator(".menu nav")).to_be_hidden()
    assert bo.locator("#main").get_attribute("data-version") == version, "A tap beside the menu did what lies there."
    while bo.locator("#whose").get_by_text("The next hand").count() == 0:
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
    version = int(other.locator("#main").get_attribute("data-version") or 0)
    tap(bo, "Call 2")
    other.wait_for_function("before => Number(document.querySelector('#main').dataset.version) > before", arg=version)
    assert other.locator(".bar").inner_text() == bo.locator(".bar").inner_text()


def test_a_refusal_stands_above_the_buttons_with_its_waiver(bo: Page) -> None:
    if not bo.locator("#line").is_visible():
        bo.locator("#type summary").click()
    bo.fill("#line", "anna -9999")
    bo.locator("#type button").click()
    expect(bo.locator("#acts .trouble")).to_contain_text("Anna")


BEGINS_A_LINE = """() => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
  return document.activeElement.id === "line";
}"""


def test_a_game_that_is_refused_on_the_page_of_games_is_told_at_a_whole_table(friday: Evening) -> None:
    page = friday.phone("Bo")
    friday.table(page)
    if page.locator("#whose").get_by_text("The next hand").count():
        announce(page, "Straight Poker")
    page.goto(f"{friday.url}/nights/{friday.night}/hands?game=follow")
    page.locator("#found button").first.click()
    expect(page.locator("#acts .trouble")).to_be_visible()
    expect(page.locator("header.site")).to_have_count(0)
    expect(page).to_have_url(f"{friday.url}/nights/{friday.night}")
    # The scripts of the table come along: a slash begins a line.
    page.wait_for_function(BEGINS_A_LINE)


def shows_more(page: Page, before: str | None, by: int = 1) -> None:
    page.wait_for_function(
        "least => Number(document.querySelector('#main').dataset.version) >= least", arg=int(before or 0) + by
    )


def version_of(page: Page) -> str | None:
    return page.locator("#main").get_attribute("data-version")


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
    shows_more(bo, before)
    expect(harmed).to_be_checked()
    friday.table(bo)
    bo.evaluate("() => { document.getElementById('type').open = true }")
    bo.fill("#line", "carl r2")
    bo.evaluate("() => document.getElementById('line').setSelectionRange(4, 4)")
    before = version_of(bo)
    friday.say(type="ask_for_chips", player=friday.ids["Anna"], chips=11)
    shows_more(bo, before)
    bo.keyboard.type("a")
    expect(bo.locator("#line")).to_have_value("carla r2")
    bo.fill("#line", "")


def test_a_thumb_that_is_down_meets_what_it_aims_at(friday: Evening, bo: Page) -> None:
    before = version_of(bo)
    bo.locator("#acts form[data-control] button.main:visible").first.hover()
    with bo.expect_response(lambda answer: "x-page" in answer.request.headers):
        bo.mouse.down()
        friday.say(type="ask_for_chips", player=friday.ids["Carl"], chips=12)
    bo.mouse.up()
    shows_more(bo, before, by=2)


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
    shows_more(bo, before)
    friday.say(type="ask_for_chips", player=friday.ids["Bo"], chips=14)
    shows_more(bo, before, by=2)


def test_a_page_that_is_refused_a_stream_asks_every_three_seconds(friday: Evening, bo: Page) -> None:
    asked: list[float] = []

    def refuse(route: Route) -> None:
        asked.append(monotonic())
        route.fulfill(status=503)

    bo.route("**/stream?*", refuse)
    friday.table(bo)
    before = version_of(bo)
    friday.say(type="give_loan", player=friday.ids["Anna"], chips=37)
    shows_more(bo, before)
    while len(asked) < 3:
        bo.wait_for_timeout(200)
    assert 2 < asked[2] - asked[1] < 8
    bo.unroute("**/stream?*")
