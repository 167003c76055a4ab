"""A night is opened on a phone: by taps, in the order in which people sit."""

from playwright.sync_api import Page, expect

from tests.browser.steady import at_rest


def sit(page: Page, *names: str) -> None:
    """Waits until these sit at the table, in this order."""
    expect(page.locator("#seats li:has(:checked) label span")).to_have_text(names)


def test_a_banker_who_does_not_play_seats_the_others_by_taps_and_keeps_the_bank_alone(house) -> None:
    bo = house.device("Bo", locale="en-GB")
    bo.goto(f"{house.url}/open")
    expect(bo.locator("#money")).to_have_value("0.25 GBP")
    bo.locator("#newcomers").fill("Anna, Carl and Dora")
    bo.get_by_role("button", name="Seat them").tap()
    sit(bo, "Bo", "Anna", "Carl", "Dora")
    expect(bo.locator("#newcomers")).to_have_value("")
    bo.get_by_role("checkbox", name="Bo").tap()
    bo.get_by_role("button", name="Dora: one seat up").tap()
    bo.get_by_role("button", name="Dora: one seat up").press("Enter")
    sit(bo, "Dora", "Anna", "Carl")
    # Whoever is tapped again sits last.
    bo.get_by_role("checkbox", name="Anna").tap()
    bo.get_by_role("checkbox", name="Anna").tap()
    sit(bo, "Dora", "Carl", "Anna")
    # A rulebook brings what its source says of the bank, until somebody has said it.
    bo.get_by_text("Other rules").tap()
    bo.get_by_role("radio", name="Pokerregler").tap()
    expect(bo.get_by_role("radio", name="Straight from the box")).to_be_checked()
    expect(bo.locator("#loan")).to_have_value("150")
    bo.locator("#money").fill("€0,25")
    bo.locator("#loan").fill("100")
    bo.get_by_role("radio", name="Only the bank").tap()
    bo.get_by_text("Payments, phones, limits and a fee").tap()
    bo.get_by_text("Limits of the bank").tap()
    bo.locator("#lent").fill("150")
    for width in (320, 390):
        bo.set_viewport_size({"width": width, "height": 844})
        assert bo.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(bo.get_by_role("button", name="Open the night")).to_be_in_viewport(ratio=1)
    # What was refused stands as it was, in the same order.
    bo.locator("#loan").fill("many")
    bo.get_by_role("button", name="Open the night").tap()
    expect(bo.locator("#fault-loan")).to_contain_text("not a number of chips")
    sit(bo, "Dora", "Carl", "Anna")
    bo.locator("#loan").fill("100")
    bo.get_by_role("button", name="Open the night").tap()
    bo.wait_for_url("**/nights/*")
    expect(bo.get_by_text("Play a hand all the same")).to_be_visible()
    night = house.seen(bo.url.rpartition("/")[2])
    opened = night.opened
    assert [night.name(player) for player in night.night.people] == ["Dora", "Carl", "Anna"]
    assert (night.name(opened.banker), opened.unit, opened.currency.code) == ("Bo", 25, "EUR")
    assert (opened.rules.rulebook, {night.night.stack(player) for player in night.night.people}) == ("bank", {100})


def test_what_was_refused_is_read_with_its_field_above_the_button_from_wherever_it_was_sent(house) -> None:
    bo = house.device("Bo", locale="en-GB", viewport={"width": 390, "height": 844})
    for field, value, seen_from in (
        ("money", "en krone", "#night"),
        ("money", "0", "#rest"),
        ("newcomers", "Anna\u200d", "#rest"),
    ):
        bo.goto(f"{house.url}/open")
        bo.locator(f"#{field}").fill(value)
        bo.locator(seen_from).evaluate(
            "one => { document.activeElement.blur(); one.scrollIntoView({ block: 'center' }) }"
        )
        bo.get_by_role("button", name="Open the night").tap()
        expect(bo.locator(f"#fault-{field}")).to_be_visible()
        expect(bo.locator(f"#{field}")).to_be_focused()
        at_rest(bo)
        at, sentence, button = (bo.locator(one).bounding_box() for one in (f"#{field}", f"#fault-{field}", ".in-sight"))
        assert at
        assert sentence
        assert button
        # Half a pixel may be rounded away.
        assert -1 < at["y"] < sentence["y"]
        assert sentence["y"] + sentence["height"] <= button["y"] + 1
