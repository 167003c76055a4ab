"""A family's game made on a phone: by taps, told back in words at each, and the same game as text."""

from playwright.sync_api import expect

from tests.browser.readable import OPEN_ALL, WIDER_THAN_THE_SCREEN, barriers
from tests.browser.steady import at_rest

WRITTEN = (
    'name = "Grandma\'s Draw"\nlike = "Three Card Draw"\nwild = "J"\nplay = [\n    {type = "Deal", down = 5},\n'
    '    "Bet",\n    {type = "Draw", up_to = 4},\n    "Bet",\n]\noptions = ["HighLow"]\nseats = [2, 6]\n'
)


def test_grandmas_draw_is_made_by_taps_and_told_back_at_each(house) -> None:
    phone = house.device("Bo", viewport={"width": 390, "height": 844})
    phone.goto(f"{house.url}/own-games")
    told, text = phone.locator("#tried"), phone.locator("#toml")
    phone.get_by_label("What it is called").fill("Grandma's Draw")
    expect(told.get_by_role("heading", name="Grandma's Draw")).to_be_visible()
    # A base is searched for; half a name is none yet.
    phone.get_by_label("It is like").fill("Three Card")
    phone.get_by_label("It is like").fill("Three Card Draw, Deuces Wild")
    expect(told).to_contain_text("Wild: twos")
    phone.get_by_label("It is like").fill("Three Card Draw")
    expect(told).not_to_contain_text("Wild: twos")
    # What may be tapped follows a moment after what is told.
    phone.wait_for_function("() => document.getElementById('wild.Cards.names.J')?.getClientRects().length")
    phone.locator("#part-wild").get_by_label("J", exact=True).first.check(force=True)
    expect(told).to_contain_text("Wild: jacks")
    phone.get_by_label("cards at most").fill("4")
    expect(told).to_contain_text("exchanges up to 4 cards")
    phone.get_by_label("Best and lowest hand share").check()
    expect(told).to_contain_text("lowest")
    phone.locator("#part-seats").get_by_label("up to").fill("6")
    expect(told).to_contain_text("3 to 6 players")
    phone.get_by_role("button", name="+ A round of betting").click()
    expect(told).to_contain_text("three betting rounds")
    phone.get_by_role("button", name="A round of betting, away").last.click()
    expect(told).to_contain_text("two betting rounds")
    expect(told).to_contain_text("A hand of it, played at random")
    # The expert's view is the same game, and what is written there is tapped.
    phone.get_by_text("As it is written, for experts").click()
    expect(text).to_have_value(WRITTEN)
    text.fill(WRITTEN.replace('"J"', "“J 2”"))
    expect(told).to_contain_text("Wild: jacks and twos")
    expect(phone.locator("#part-wild").get_by_label("2", exact=True).first).to_be_checked()
    text.fill(WRITTEN.replace('"J"', '"J, 2"'))
    expect(told).to_contain_text('write ["J", "2"].')
    text.fill(WRITTEN)
    expect(told).to_contain_text("Wild: jacks")
    at_rest(phone)
    phone.evaluate(OPEN_ALL)
    assert barriers(phone) == []
    for width in (320, 390, 768, 1440):
        phone.set_viewport_size({"width": width, "height": 844})
        assert phone.evaluate(WIDER_THAN_THE_SCREEN) == 0
    phone.locator("#written").get_by_role("button", name="Keep it").click()
    expect(phone.get_by_role("heading", level=1, name="Grandma's Draw")).to_be_visible()
    expect(phone).to_have_url(f"{house.url}/own-games/Grandma's%20Draw")
