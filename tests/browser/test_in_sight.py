"""The table stays in sight, whatever else goes on: ten games behind it, phones at the door, requests, and a dispute."""

import re

from playwright.sync_api import Page, expect

from engine import commands
from engine.game.options import HighLow
from service.app.links import invite_table
from service.app.sign_in import join
from tests.browser.house import House
from tests.browser.readable import WIDER_THAN_THE_SCREEN
from tests.browser.steady import going_on, resize

SCREENS = ((320, 700), (390, 844), (768, 1024), (1440, 900))
PLAYED = (
    "Straight Poker", "Three Card Draw", "Five Card Stud", "Cincinnati", "Criss-Cross", "Jumping Jacks",
    "Last Chance", "Elevator", "Baseball",
)  # fmt: skip
# What can be seen or tapped and is not there where it stands, after it was brought to the middle of the screen; and a button
# that its words do not fit in.
COVERED = """() => [...document.querySelectorAll(".bar span, .seat, #acts :is(button, summary, input:not([type=hidden]), .undo)")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    one.scrollIntoView({ block: "center" });
    const box = one.getBoundingClientRect();
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.left < 0 || box.right > innerWidth || !one.contains(at) || (one.matches("button") && one.scrollWidth > one.clientWidth);
  })
  .map((one) => one.id || one.textContent.trim())"""
# The places of what is read at the top, of the rows, of what may be done and of what has happened: left, top, right, bottom.
PLACES = """() => {
  scrollTo(0, 0);
  const at = (one) => { const { left, top, right, bottom } = one.getBoundingClientRect(); return [left, top, right, bottom]; };
  return [".top", ".seats", "#acts", "#story"].map((name) => at(document.querySelector(name)))
    .concat([...document.querySelectorAll(".seat")].map(at));
}"""


def crowd(house: House, night: str) -> None:
    """Ten games are played, two players ask for chips, one disputes the night, and three phones are at the door."""
    for name in PLAYED:
        house.say(night, commands.AnnounceHand(game=name), commands.NewDeal(reason="misdeal"))
    house.say(night, commands.AnnounceHand(game="Mexican Stud", options=(HighLow(),)), commands.NewDeal())
    ids = house.people()
    house.say(night, *(commands.AskForChips(player=ids[name], chips=150) for name in ("Anna", "Carl")))
    house.say(night, commands.RaiseDispute(by=ids["Dora"], words="That was my ante."))
    for name in ("Gitte", "Hans", "Ida"):
        join(house.book, invite_table(house.book, night, at="").url.rpartition("/")[2], says=name)


def out_of_sight(page: Page) -> list[object]:
    """What is wrong with the table on each of the screens."""
    wrong: list[object] = []
    for width, height in SCREENS:
        resize(page, width, height)
        over, covered = page.evaluate(WIDER_THAN_THE_SCREEN), page.evaluate(COVERED)
        wrong += [(width, over, covered)] if over or covered else []
        top, seats, acts, story, *rows = page.evaluate(PLACES)
        if width >= 390:
            bottom = acts[1] if width < 960 else height
            wrong += [(width, "a row", row) for row in rows if row[1] < top[3] - 1 or row[3] > bottom + 1]
        if width == 1440:
            wrong += [] if seats[2] <= acts[0] and acts[2] <= story[0] else [(width, seats, acts, story)]
    resize(page, 390)
    return wrong


def test_what_waits_and_what_was_played_push_neither_players_nor_acts_off_the_screen(house) -> None:
    bo = house.device("Bo")
    night = house.night("Crowded", "Anna, Carl, Dora, Eva, Finn")
    crowd(house, night)
    bo.goto(f"{house.url}/nights/{night}")
    expect(bo.locator("#waits summary")).to_contain_text("6")
    assert out_of_sight(bo) == []
    bo.locator("#waits summary").tap()
    expect(bo.get_by_role("button", name="Let Gitte sit down")).to_be_visible()
    bo.locator("#waits summary").tap()
    with going_on(bo):
        bo.get_by_role("button", name="Mexican Stud with high/low", exact=True).tap()
    expect(bo.locator(".felt .game")).to_have_text("Mexican Stud with high/low")
    assert out_of_sight(bo) == []


def test_with_letters_twice_as_large_everything_can_be_read_and_tapped(house) -> None:
    bo = house.device("Bo")
    night = house.night("Large letters", "Anna, Carl, Dora")
    house.say(night, commands.AnnounceHand(game="Straight Poker"))
    for path in (f"/nights/{night}", f"/nights/{night}/close", "/open"):
        bo.goto(house.url + path)
        bo.evaluate("document.documentElement.style.fontSize = '200%'")
        resize(bo, 360, 740)
        assert bo.evaluate(WIDER_THAN_THE_SCREEN) <= 0, path
        # The rows scroll behind what may be done.
        assert [one for one in bo.evaluate(COVERED) if not one.startswith("seat-")] == [], path


def test_what_a_player_does_and_what_they_say_to_the_bank_cover_nothing_of_each_other(house) -> None:
    night = house.night("Own thumbs", "Anna, Carl, Dora")
    house.say(night, commands.ChangeEnteredBy(by="everyone"), commands.AnnounceHand(game="Straight Poker"))
    asked, other = (house.seen(night).name(one) for one in house.seen(night).night.hand.round.waiting[:2])
    for name, under_the_thumb in ((asked, "#acts button.main"), (other, ".to-bank summary")):
        page = house.device(name)
        page.goto(f"{house.url}/nights/{night}")
        resize(page, 360, 640)
        expect(page.locator(under_the_thumb).first).to_be_in_viewport(ratio=1)
        acts, bank = (page.locator(one).bounding_box() for one in ("#acts", ".to-bank"))
        assert acts["y"] + acts["height"] <= bank["y"] + 1, name


def test_the_button_that_announces_a_game_with_its_options_is_in_sight_from_the_first(house) -> None:
    bo = house.device("Bo")
    night = house.night("Options", "Anna, Carl, Dora")
    bo.goto(f"{house.url}/nights/{night}/hands/enemaerke/Baseball")
    resize(bo, 360, 640)
    expect(bo.get_by_role("button", name="Announce Baseball")).to_be_in_viewport(ratio=1)


def test_what_was_just_done_is_taken_back_by_one_tap_where_it_was_done(house) -> None:
    bo = house.device("Bo")
    night = house.night("Undone", "Anna, Carl, Dora")
    house.say(night, commands.AnnounceHand(game="Straight Poker"))
    bo.goto(f"{house.url}/nights/{night}")
    fold, now = bo.locator("#acts [data-control=fold] button").first, bo.locator(".whose .undo-now button")
    later = bo.locator(".undo")
    expect(later).to_be_visible()
    assert out_of_sight(bo) == []
    # The clock of the page stands still unless it is moved on.
    bo.clock.install()
    bo.clock.pause_at(bo.evaluate("Date.now() + 1000"))
    with going_on(bo):
        fold.tap()
    # Whoever taps twice does not mean it.
    expect(now).to_be_disabled()
    bo.clock.run_for(700)
    expect(now).to_have_accessible_name(re.compile("^undo “.+ folds”$"))
    expect(later).to_be_hidden()
    with going_on(bo):
        now.tap()
    assert bo.url.endswith(f"/nights/{night}")
    assert isinstance(house.seen(night).records[-2].event, commands.StrikeEvents)
    expect(later).to_be_visible()

    # A loan in the middle of a hand is asked about, and taken back in its row.
    hand = house.seen(night).night.hand
    house.say(night, commands.Fold(player=hand.round.waiting[0]))
    bo.goto(f"{house.url}/nights/{night}")
    loan = bo.locator(".rebuy button")
    loan.tap()
    expect(bo.locator("#sure")).to_contain_text("while a hand is played?")
    with going_on(bo):
        loan.tap()
    row = bo.locator(".seat .undo-now button")
    expect(row).to_be_disabled()
    bo.clock.run_for(700)
    expect(row).to_be_enabled()
    expect(later).to_be_visible()
    expect(loan).to_be_hidden()
    bo.clock.run_for(5000)
    expect(row).to_be_hidden()
    expect(loan).to_be_visible()
