"""The page of every event in a real browser: the slider, the keys, the list, the drawn table and its end."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from engine.ledger.accounts import nets
from engine.reports.figures import stacks_over_time
from service.reports.audit_page import render_audit
from tests.browser.readable import CONTRAST, WIDER_THAN_THE_SCREEN, barriers
from tests.browser.steady import new_page, texts
from tests.service.reports.small_night import NAMES, small_night
from tests.service.reports.views.test_table import seen

SLIDE = "at => { const slider = document.getElementById('at'); slider.value = at; slider.dispatchEvent(new Event('input')) }"
ALL = """last => Array.from({ length: last }, (_, index) => {
  const slider = document.getElementById("at");
  slider.value = index + 1;
  slider.dispatchEvent(new Event("input"));
  return ["which", "said"].map(id => document.getElementById(id).textContent);
})"""
STACKS = """() => Object.fromEntries([...document.querySelectorAll('#seats li')].filter(seat => !seat.hidden)
  .map(seat => [...seat.querySelectorAll('.name span')].map(part => part.textContent)))"""
ODD = {**NAMES, "bo": "</script><b>Bo"}


@pytest.fixture
def page(browser, tmp_path) -> Iterator[Page]:
    """The page of the small night on a phone; what the console says is a failure."""
    file = tmp_path / "audit.html"
    file.write_text(render_audit(seen(small_night().records, names=ODD)), encoding="utf-8")
    opened = new_page(browser)
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("request", lambda request: said.append(request.url) if request.url != file.as_uri() else None)
    opened.goto(file.as_uri())
    yield opened
    assert [one for one in said if not one.startswith("data:")] == []
    opened.context.close()


def test_sliding_through_draws_every_event_and_ends_with_the_stacks_of_the_report(page) -> None:
    evening = small_night()
    stacks = stacks_over_time(evening.records)
    for row in stacks.rows[1:]:
        page.evaluate(SLIDE, row.version)
        drawn = page.evaluate(STACKS)
        expected = {ODD[player]: str(chips) for player, chips in zip(stacks.players, row.stacks, strict=True)}
        assert {name: chips for name, chips in expected.items() if name in drawn} == drawn
    told = page.evaluate(ALL, evening.last)
    assert [which.partition(" · ")[0] for which, _ in told] == [
        f"Event {at} of {evening.last}" for at in range(1, evening.last + 1)
    ]
    assert all(said for _, said in told)
    names, chips = texts(page.locator(".ends b")), texts(page.locator(".ends .chips"))
    ends = dict(zip(names, chips, strict=True))
    night = evening.night
    assert {name: int(stack) for name, stack in ends.items()} == {
        ODD[player]: night.stack(player) for player in nets(night)
    }
    assert page.evaluate(STACKS) == ends


def test_the_keys_go_by_events_acts_and_hands_and_back_to_the_same_table(page) -> None:
    page.evaluate(SLIDE, 30)
    (before,) = texts(page.locator("#player"))
    page.focus("#at")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator("#player")).to_have_text(before, use_inner_text=True)
    page.keyboard.press("PageDown")
    page.wait_for_function("document.getElementById('at').value > 30")
    at = page.input_value("#at")
    # Rows of a long list outside the screen are laid out when they come near: their text is there all the time.
    expect(page.locator(f"#event-{at}")).to_contain_text("Hand 3")
    page.keyboard.press("End")
    expect(page.locator("#after")).to_be_disabled()
    page.keyboard.press("Home")
    expect(page.locator("#which")).to_contain_text("Event 1 of")


def test_an_event_in_the_list_is_drawn_when_it_is_tapped(page) -> None:
    page.locator("#event-20").click(position={"x": 60, "y": 5})
    expect(page.locator("#which")).to_contain_text("Event 20 of")


def test_the_page_fits_every_screen_and_keeps_nobody_out(page) -> None:
    over = {}
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        for at in (1, 40):
            page.evaluate(SLIDE, at)
            over[width, at] = page.evaluate(WIDER_THAN_THE_SCREEN)
    assert over == dict.fromkeys(over, 0)
    page.emulate_media(color_scheme="light")
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark")
    assert barriers(page, CONTRAST) == []


def test_the_buttons_are_on_the_screen_at_every_event_without_scrolling(page) -> None:
    below = []
    for width, height in ((1280, 900), (1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for at in range(1, small_night().last + 1, 8):
            page.evaluate(SLIDE, at)
            bottom = page.evaluate("document.querySelector('.controls').getBoundingClientRect().bottom")
            below += [(width, height, at, bottom)] if bottom > height else []
    assert below == []


def test_a_rule_that_moved_chips_of_several_people_is_said_once(page) -> None:
    moved = page.evaluate(
        "() => [...document.querySelectorAll('#events li')].map(event => event.querySelectorAll('i').length)"
    )
    at = moved.index(max(moved)) + 1
    assert max(moved) > 1
    page.evaluate(SLIDE, at)
    rules = texts(page.locator("#moved small"))
    assert len(rules) == len(set(rules)) < max(moved)
    assert texts(page.locator("#moved"))[0].count(" · ") == max(moved) - len(rules)


def test_without_a_script_it_is_a_plain_list_of_all_events(browser, tmp_path) -> None:
    evening = small_night()
    file = tmp_path / "audit.html"
    file.write_text(render_audit(seen(evening.records, names=NAMES)), encoding="utf-8")
    opened = new_page(browser, java_script_enabled=False)
    opened.goto(file.as_uri())
    expect(opened.locator("#player")).to_be_hidden()
    expect(opened.locator("#events > li")).to_have_count(evening.last)
    expect(opened.locator("#events > li").nth(evening.last - 1)).to_be_visible()
    opened.context.close()
