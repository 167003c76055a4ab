"""The night is counted, closed and settled on phones, by taps: sums as they are typed, everybody's page at once, a code to pay by."""

from playwright.sync_api import Page, expect

from tests.browser.readable import CONTRAST, WIDER_THAN_THE_SCREEN, barriers
from tests.browser.steady import at_rest, button, version_of

KINDS = [{"name": "white", "worth": 1, "pieces": 200}, {"name": "peder", "worth": 50, "pieces": 20}]


def sound(page: Page) -> None:
    """Nothing that axe finds by day, nothing hard to read in the dark, and nothing that is wider than a phone."""
    at_rest(page)
    page.emulate_media(color_scheme="light")
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark")
    assert barriers(page, CONTRAST) == []
    assert page.evaluate(WIDER_THAN_THE_SCREEN) == 0


def test_a_night_is_counted_under_the_thumb_closed_settled_and_paid_on_every_phone_at_once(house) -> None:
    friday = house.evening(inventory=KINDS, rules={"initial_loan": 150, "settles": "ask"})
    friday.play({"type": "transfer_chips", "payer": friday.ids["Carl"], "payee": friday.ids["Anna"], "chips": 60})
    bo, anna = (house.device_of(friday, name, "/close") for name in ("Bo", "Anna"))
    row = anna.locator(f"#count-{friday.ids['Anna']}")
    row.get_by_label("peder × 50").fill("4")
    expect(row.locator("[data-chips]")).to_have_text("200")
    expect(row.locator("[data-off]")).to_have_text("−10")
    for _ in range(10):
        row.get_by_label("white: one more").tap()
    expect(row.locator("output")).to_have_text("210 52.50 DKK ✓")
    sound(anna)
    button(anna, "Say my count")
    expect(anna.get_by_text("You said 210.")).to_be_visible()
    # The bank has whoever is to count first open already, and sees it without doing anything.
    button(bo, "Take 210 over")
    expect(anna.get_by_text("counted, and agrees")).to_be_visible()

    # What is typed stays while others count.
    field = bo.locator(f"#count-{friday.ids['Bo']} input[type=number]").first
    field.fill("7")
    carl = friday.ids["Carl"]
    pieces = [{"denomination": "peder", "pieces": 1}, {"denomination": "white", "pieces": 37}]
    friday.play({"type": "count_chips", "player": carl, "pieces": pieces})
    expect(bo.locator("#main").get_by_text("3 missing, worth 0.75 DKK.")).to_be_visible()
    expect(field).to_have_value("7")

    # A field is emptied in two steps, between which the page may be put in the place of this one.
    at_rest(bo, friday.version)
    row = bo.locator(f"#count-{friday.ids['Bo']}")
    row.get_by_label("white × 1").fill("")
    row.get_by_label("peder × 50").fill("3")
    button(bo, "Counted")
    expect(bo.locator("#main").get_by_text("Everybody has counted.")).to_be_visible()
    # Whoever uses keys goes on where they were, although the button is gone.
    assert bo.evaluate("document.activeElement.id") == "counts"
    button(bo, "Close the night")
    expect(bo.locator("h1")).to_have_text("Who gets what is missing")
    sound(bo)
    button(bo, "The bank")
    expect(bo.locator("h1")).to_have_text("Who pays whom")
    # Another page in the same place is named to whoever hears it.
    expect(bo.get_by_role("status")).to_contain_text("Who pays whom")
    button(bo, "Settle directly")
    expect(bo.locator("#main").get_by_text("15.75 DKK are still to be paid.")).to_be_visible()
    # Somebody else bears the gap as long as nobody has paid, and the plan is made anew.
    bo.get_by_text("Somebody else instead").tap()
    sound(bo)
    button(bo, "Whoever has lost")
    expect(anna.locator("#main").get_by_text("15.00 DKK are still to be paid.")).to_be_visible()
    anna.get_by_text("Only a part", exact=True).tap()
    anna.get_by_label("Only a part was paid").fill("5")
    button(anna, "Note it")
    expect(anna.get_by_text("10.00 DKK still open.")).to_be_visible()
    # What was typed for a payment that is noted is not left for a second one.
    expect(anna.get_by_label("Only a part was paid")).to_have_value("")
    sound(anna)
    at_rest(bo, version_of(anna))
    button(bo, "Paid")
    expect(anna.locator("h1")).to_have_text("The night is settled")
    sound(bo)


def test_a_pizza_is_entered_from_the_table_by_taps_and_everybody_sees_what_it_comes_to(house) -> None:
    table = house.evening()
    bo, anna = house.device_of(table, "Bo"), house.device_of(table, "Anna", "/mine")
    bo.locator("#menu summary").tap()
    bo.get_by_role("link", name="Expenses").tap()
    bo.get_by_label("How much").fill("240")
    bo.get_by_role("button", name="Carl: one part fewer").tap()
    expect(bo.get_by_label("Carl", exact=True)).to_have_value("0")
    bo.get_by_role("button", name="Enter it").tap()
    expect(bo.locator(".transfers")).to_contain_text("Bo paid for pizza")
    expect(anna.locator("dl.sum")).to_contain_text("−120.00")
    anna.get_by_role("link", name="expenses").tap()
    expect(anna.locator(".transfers")).to_contain_text("Anna 120.00")
    expect(anna.get_by_role("button", name="Enter it")).to_have_count(0)
