"""The evening goes into the chat: by the sheet of the system, by the clipboard, or marked where a browser has neither."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import House, serving
from tests.browser.places import BANKER, PLAYER, fill

RESULT = """Friday at Bo's · Friday 20 November 2026 · DKK
Jørgen +24.00
Bo +22.50
Dora +21.75
Anna −8.50
Åse −10.25
Ebbe −22.25
Carl −27.25

Jørgen has got 24.00 from the bank

Carl → Bo 27.25 ✓
Ebbe → Dora 13.00 (3.00 still open)
Ebbe → Bo 9.25
Åse → Dora 8.75
Åse → Anna 1.50"""
SHARES = """
  window.shared = [];
  navigator.canShare = () => true;
  navigator.share = async ({ text, files }) =>
    window.shared.push(text ?? [files[0].name, files[0].type, new TextDecoder("latin1").decode(await files[0].slice(1, 4).arrayBuffer())].join());
"""
COPIES = """
  Object.defineProperty(navigator, "share", { value: undefined });
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (window.copied = text) } });
"""
NEITHER = (
    'for (const one of ["share", "canShare", "clipboard"]) Object.defineProperty(navigator, one, { value: undefined });'
)


@pytest.fixture(scope="module")
def house(browser, tmp_path_factory) -> Iterator[House]:
    home = tmp_path_factory.mktemp("house")
    fill(home)
    with serving(browser, home) as found:
        yield found


def phone(house: House, script: str, path: str, who: str = BANKER) -> Page:
    page = house.device(who)
    page.add_init_script(script)
    page.goto(house.url + path)
    return page


def test_result_picture_and_standings_go_to_the_sheet_of_the_system(house) -> None:
    bo = phone(house, SHARES, "/nights/friday/close")
    bo.locator(".share summary").first.tap()
    bo.get_by_role("link", name="Picture").tap()
    bo.wait_for_function("() => window.shared.length === 2")
    assert bo.evaluate("window.shared") == [RESULT, "friday.png,image/png,PNG"]
    expect(bo.locator(".share textarea")).to_be_hidden()
    bo.goto(f"{house.url}/standings")
    bo.locator(".share summary").first.tap()
    bo.wait_for_function("() => window.shared.length === 1")
    assert bo.evaluate("window.shared[0]").startswith("Torsdagsklubben\n\n1 night, 20 Nov 2026, in DKK\n1. ")
    bo.get_by_role("link", name="Picture").tap()
    bo.wait_for_function("() => window.shared.length === 2")
    assert bo.evaluate("window.shared[1]") == "standings.png,image/png,PNG"


def test_without_a_sheet_the_text_is_copied_and_without_a_clipboard_it_is_marked(house) -> None:
    anna = phone(house, COPIES, "/nights/friday/report", PLAYER)
    anna.locator(".share summary").first.tap()
    expect(anna.get_by_text("Copied: paste it into the chat.")).to_be_visible()
    assert anna.evaluate("window.copied") == RESULT
    bare = phone(house, NEITHER, "/nights/friday/report", PLAYER)
    bare.locator(".share summary").first.tap()
    expect(bare.locator(".share textarea")).to_be_focused()
    assert bare.evaluate("getSelection().toString()") == RESULT


def test_the_banker_invites_in_words_and_with_an_entry_for_the_calendar(house) -> None:
    bo = phone(house, NEITHER, "/invite")
    bo.fill("#at", "2026-12-04T19:30")
    bo.fill("#place", "Bo's kitchen")
    bo.get_by_role("button", name="Write the invitation").tap()
    expect(bo.locator(".share textarea")).to_have_value("Torsdagsklubben\nFriday 4 December 2026, 19:30\nBo's kitchen")
    with bo.expect_download() as entry:
        bo.get_by_role("link", name="For the calendar").tap()
    assert "20261204T193000" in entry.value.path().read_text(encoding="utf-8")
    assert bo.request.get(f"{house.url}/invite?at=2026-02-30T19:30").status == 422
    assert house.device(PLAYER).request.get(f"{house.url}/invite.ics?at=2026-12-04T19:30").status == 403
