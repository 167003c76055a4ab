"""The banker's table in a real browser: keys and thumbs, a lost connection, and news that takes nothing from anybody."""

import pytest
from playwright.sync_api import Page, Route, expect

from engine import commands
from tests.browser.house import House
from tests.browser.steady import announce, at_rest, back, cut, going_on, press, resize, tap, texts, type_it, version_of


@pytest.fixture
def night(house) -> str:
    return house.night("Friday", "Anna, Carl, Dora")


@pytest.fixture
def bo(house, phone, night) -> Page:
    """Bo's phone at a night that begins."""
    phone.goto(f"{house.url}/nights/{night}")
    return phone


def asks(house: House, night: str, name: str, chips: int) -> None:
    """Somebody asks for chips: news at the table that changes nothing there."""
    house.say(night, commands.AskForChips(player=house.people()[name], chips=chips))


def test_what_was_refused_when_it_went_out_is_not_sent_again_by_itself(bo) -> None:
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


def test_what_is_typed_while_a_line_is_on_its_way_is_not_taken_with_it(bo) -> None:
    def meanwhile(route: Route) -> None:
        bo.fill("#line", "carl +4")
        route.continue_()

    bo.route("**/lines", meanwhile)
    with going_on(bo):
        type_it(bo, "anna +43")
    bo.unroute("**/lines")
    expect(bo.locator("#line")).to_have_value("carl +4")
    bo.fill("#line", "")


def test_the_keypad_says_who_gets_the_next_card_and_takes_the_last_one_back(bo) -> None:
    announce(bo, "Seven Card Stud", "enemaerke")
    bo.locator("summary", has_text="Name the cards").click()
    asked = bo.locator("[data-cards]")
    # What is read at the top covers neither who deals nor what takes back the last act.
    resize(bo, 360, 640)
    top, acts = (bo.locator(one).bounding_box() for one in (".top", "#acts"))
    assert acts["y"] >= top["y"] + top["height"] - 1
    resize(bo, 390)

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


def test_closed_cards_are_typed_by_taps_and_seen_only_while_somebody_presses_on_them(house, bo) -> None:
    announce(bo, "Seven Card Stud", "enemaerke")
    carl = bo.locator(f"#seat-{house.people()['Carl']}")
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


def test_what_is_asked_once_more_leaves_the_name_of_who_acts_readable_and_a_menu_closes(bo) -> None:
    announce(bo, "Straight Poker")
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


BEGINS_A_LINE = """() => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
  return document.activeElement.id === "line";
}"""


def test_a_game_that_is_refused_on_the_page_of_games_is_told_at_a_whole_table(house, night, bo) -> None:
    announce(bo, "Straight Poker")
    bo.goto(f"{house.url}/nights/{night}/hands?game=follow")
    bo.locator("#found button").first.click()
    expect(bo.locator("#acts .trouble")).to_be_visible()
    expect(bo.locator("header.site")).to_have_count(0)
    expect(bo).to_have_url(f"{house.url}/nights/{night}")
    # The scripts of the table come along: a slash begins a line.
    bo.wait_for_function(BEGINS_A_LINE)


OPEN_AROUND = """named => {
  for (let at = document.querySelector(named); (at = at.parentElement?.closest("details")); ) at.open = true;
}"""


def test_what_is_new_takes_nothing_from_whoever_types_or_chooses(house, night, bo) -> None:
    # The page may be shown anew at any moment, so what is to be filled in is found and opened at once.
    announce(bo, "Straight Poker")
    bo.locator("#faults").tap()
    harmed_by = f"input[name='text:harmed'][value='{house.people()['Carl']}']"
    harmed = bo.locator(harmed_by)
    harmed.wait_for(state="attached")
    bo.evaluate(OPEN_AROUND, harmed_by)
    harmed.tap()
    before = version_of(bo)
    asks(house, night, "Dora", 10)
    at_rest(bo, before + 1)
    expect(harmed).to_be_checked()
    bo.goto(f"{house.url}/nights/{night}")
    bo.evaluate("() => { document.getElementById('type').open = true }")
    bo.fill("#line", "carl r2")
    bo.evaluate("() => document.getElementById('line').setSelectionRange(4, 4)")
    before = version_of(bo)
    asks(house, night, "Anna", 11)
    at_rest(bo, before + 1)
    bo.keyboard.type("a")
    expect(bo.locator("#line")).to_have_value("carla r2")
    bo.fill("#line", "")


def test_what_has_happened_is_said_once_by_a_place_that_stays(house, night, bo) -> None:
    announce(bo, "Straight Poker")
    bo.evaluate("document.querySelector('#aloud').dataset.stays = ''")
    (first,) = texts(bo.locator("#whose b"))
    tap(bo, "Bet 3")
    (second,) = texts(bo.locator("#whose b"))
    aloud = bo.locator("[role=status][data-stays]")
    expect(aloud).to_have_text(f"{first} bets 3. {second} · 148 chips")
    asks(house, night, "Dora", 10)
    expect(aloud).to_contain_text("10 chips")
    expect(aloud).not_to_contain_text("bets 3")
    cut(bo)
    press(bo, "Fold")
    expect(aloud).to_contain_text(f"{second}: Fold")
    back(bo)
    expect(aloud).to_contain_text(f"{second} folds.")
    # What comes anew with every page is no place of its own to be read.
    assert texts(bo.locator("#main [aria-live]:not(:empty)")) == []


REACHED = 'reached => import(document.querySelector("script[src*=page]").src).then((page) => page.said(reached))'


def test_a_thumb_that_is_down_meets_what_it_aims_at(house, night, bo) -> None:
    announce(bo, "Straight Poker")
    before = version_of(bo)
    # However long the news takes, the thumb is not down longer than it takes to tap.
    bo.clock.install()
    bo.clock.pause_at(bo.evaluate("Date.now() + 1000"))
    bo.evaluate(REACHED, arg=False)
    expect(bo.locator(".lost")).to_be_visible()
    bo.locator("#acts form[data-control] button.main:visible").first.hover()
    with bo.expect_response(lambda answer: "x-page" in answer.request.headers):
        bo.mouse.down()
        asks(house, night, "Carl", 12)
    # The line above the page moves what lies below it.
    bo.evaluate(REACHED, arg=True)
    expect(bo.locator(".lost")).to_be_visible()
    bo.mouse.up()
    bo.clock.resume()
    at_rest(bo, before + 2)
    expect(bo.locator(".lost")).to_have_count(0)


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


def test_a_page_that_slept_catches_up_and_goes_on_following(house, night) -> None:
    """The connection of a phone that slept may be dead without a word: here the stream is closed behind its back."""
    bo = house.device("Bo")
    bo.add_init_script(WATCHED)
    bo.goto(f"{house.url}/nights/{night}")
    # A stream that was refused, because the one before it was not seen to end yet, is asked for anew.
    bo.wait_for_function("() => window.streams.at(-1)?.readyState === 1")
    bo.evaluate(ASLEEP)
    before = version_of(bo)
    asks(house, night, "Dora", 13)
    bo.evaluate(AWAKE)
    at_rest(bo, before + 1)
    asks(house, night, "Bo", 14)
    at_rest(bo, before + 2)


def test_a_page_that_is_refused_a_stream_asks_every_three_seconds(house, night, bo) -> None:
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503)

    page = house.device("Bo")
    page.route("**/stream?*", refuse)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    with page.expect_response(lambda answer: "x-page" in answer.request.headers):
        page.goto(f"{house.url}/nights/{night}")
    for times, name in enumerate(("Anna", "Carl"), start=1):
        before = version_of(page)
        assert len(asked) == times
        asks(house, night, name, 10)
        page.clock.run_for(2900)
        assert len(asked) == times
        page.clock.run_for(200)
        at_rest(page, before + 1)
