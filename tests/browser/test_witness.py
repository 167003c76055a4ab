"""The phones at the table are witnesses: a night that is rewritten by whoever owns the server is found out by every one of them."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine import commands
from engine.commands import ChipMove
from service.app.looking_back.verify import verify_night
from service.app.night.open_night import head_of, open_night, usual_opening
from service.app.sign_in import devices, end_device
from service.app.take import IncomingCommand, take
from service.book.store.chain import stream_of_club, stream_of_night
from service.book.store.countersignatures import countersignatures_of
from tests.browser.house import House, serving
from tests.browser.steady import sign_in
from tests.service.book.proof.forging import bodies_of, reseal, written_anew

PEOPLE = ("Anna", "Bo", "Carl", "Dora", "Ebbe")
COUNTS = {"Anna": 150, "Bo": 250, "Carl": 150, "Dora": 150, "Ebbe": 150}
PAID_BACK = {"Carl": 30, "Ebbe": 20}
# How far a phone has seen the night.
_NIGHT_SEEN = "Object.entries(JSON.parse(localStorage.getItem('chipbook-seen') ?? '{}')).find(([place]) => place.includes('/night:'))?.[1].version"
SAW = f"() => {_NIGHT_SEEN}"
HAS_SEEN = f"(least) => {_NIGHT_SEEN} >= least"


@pytest.fixture
def house(browser, tmp_path_factory) -> Iterator[House]:
    with serving(browser, tmp_path_factory.mktemp("house")) as made:
        made.found("Torsdag", "Bo")
        yield made


def opened(house: House) -> str:
    """A night of five with a loan, which is what will be rewritten."""
    said = {"night": "Friday", "players": ", ".join(PEOPLE), "bank": "Bo", "loan": "150"}
    night = open_night(house.book, head_of(usual_opening(house.book, house.club), said)).night_id
    lend(house, night, "Anna", 100)
    return night


def lend(house: House, night: str, name: str, chips: int) -> None:
    take(house.book, night, [IncomingCommand(commands.GiveLoan(player=house.people()[name], chips=chips))])


def rewritten(house: House, night: str) -> None:
    """The loan becomes another one, and every later event is sealed anew, as whoever has the machine can do it."""
    loan = next(
        one for one in house.seen(night).records if isinstance(one.event, commands.GiveLoan) and one.event.chips == 100
    )

    def more(body: dict[str, Any]) -> None:
        body["data"]["chips"] = 300

    reseal(house.book.database, stream_of_night(house.club, night), loan.version, more)


HAS_SCRIPT = "(name) => performance.getEntriesByType('resource').some((one) => one.name.endsWith(name))"
MAY_BE_READ = """() => new Promise((resolve) => {
  const opening = indexedDB.open("chipbook");
  opening.onsuccess = () => {
    const asked = opening.result.transaction("keys").objectStore("keys").getAll();
    asked.onsuccess = () => resolve(asked.result[0].privateKey.extractable);
  };
})"""


def has_seen(page: Page, version: int) -> None:
    page.wait_for_function(HAS_SEEN, arg=version)


def test_every_phone_that_was_there_finds_a_rewritten_night_and_says_so_on_every_page(house) -> None:
    night = opened(house)
    phones = {name: house.device(name) for name in PEOPLE[:3]}
    for page in phones.values():
        page.goto(f"{house.url}/nights/{night}/mine")
        has_seen(page, house.seen(night).version)
        expect(page.locator(".rewritten")).to_have_count(0)
    rewritten(house, night)
    for page in phones.values():
        page.goto(f"{house.url}/games")
        expect(page.locator(".rewritten")).to_contain_text("The book was changed")
        expect(page.locator(".rewritten li")).to_have_count(1)
        expect(page.locator(".rewritten li")).to_contain_text("Friday")
    # It stays said on other pages, and until the reader knows why.
    anna = phones["Anna"]
    anna.goto(f"{house.url}/standings")
    anna.locator(".rewritten").get_by_role("button").tap()
    expect(anna.locator(".rewritten")).to_have_count(0)
    anna.goto(f"{house.url}/nights/{night}/mine")
    has_seen(anna, house.seen(night).version)
    expect(anna.locator(".rewritten")).to_have_count(0)


def test_a_night_that_goes_on_is_no_alarm_and_one_that_is_rewritten_is_found_with_the_next_news(house) -> None:
    night = opened(house)
    anna = house.device("Anna")
    anna.goto(f"{house.url}/nights/{night}/mine")
    has_seen(anna, house.seen(night).version)
    before = anna.evaluate(SAW)
    lend(house, night, "Carl", 50)
    has_seen(anna, house.seen(night).version)
    assert anna.evaluate(SAW) > before
    expect(anna.locator(".rewritten")).to_have_count(0)
    rewritten(house, night)
    anna.evaluate("() => document.dispatchEvent(new Event('reached'))")
    expect(anna.locator(".rewritten")).to_be_visible()
    # Whoever was not there knows nothing of it.
    dora = house.device("Dora")
    dora.goto(f"{house.url}/nights/{night}/mine")
    has_seen(dora, house.seen(night).version)
    expect(dora.locator(".rewritten")).to_have_count(0)


def ruled(house: House) -> str:
    """A night of five in which the bank rules that Dora gives Carl 30 and Ebbe 20."""
    night, ids = opened(house), house.people()
    moves = tuple(ChipMove(f"chips:{ids['Dora']}", f"chips:{ids[name]}", chips) for name, chips in PAID_BACK.items())
    ruling = commands.MakeRuling(text="Dora got 50 too many.", moves=moves, agreed_by=(ids["Bo"],))
    take(house.book, night, [IncomingCommand(ruling)])
    return night


def settled(house: House, night: str = "", counts: dict[str, int] = COUNTS) -> str:
    """A night of five that is counted, closed and has its plan: Anna has lost 100 to Bo."""
    night = night or opened(house)
    ids = house.people()
    won = commands.TransferChips(payer=ids["Anna"], payee=ids["Bo"], chips=100)
    counted = [commands.CountChips(player=ids[name], chips=chips) for name, chips in counts.items()]
    for one in (won, *counted, commands.CloseNight(), commands.FreezePlan(kind="bank")):
        take(house.book, night, [IncomingCommand(one)])
    return night


def test_a_night_is_signed_by_phones_said_at_the_table_and_refused_and_the_report_says_so(house) -> None:
    night = ruled(house)
    phones = {name: house.device(name) for name in PEOPLE}
    # A ruling is answered at once, while the night is played: Carl agrees to his 30, Dora does not.
    carl, dora = phones["Carl"], phones["Dora"]
    for page in (carl, dora):
        page.goto(f"{house.url}/nights/{night}/mine")
        expect(page.locator(".asked")).to_contain_text("Dora got 50 too many.")
    expect(carl.locator(".asked")).to_contain_text("For you: +7.50")
    dora.locator(".asked summary").tap()
    dora.get_by_label("Why", exact=True).fill("Only 20.")
    dora.locator(".asked").get_by_role("button", name="Say so").tap()
    # Dora sees that she has refused it, and may still agree.
    expect(dora.locator(".asked")).to_contain_text("You have refused this by phone.")
    expect(dora.locator(".asked").get_by_role("button")).to_have_text(["I agree"])
    # A page that is fetched has heard of her already: no news takes it from under the thumb.
    carl.reload()
    carl.locator(".asked").get_by_role("button", name="I agree").tap()
    expect(carl.locator(".asked")).to_have_count(0)
    settled(house, night, {**COUNTS, "Carl": 180, "Dora": 100, "Ebbe": 170})
    for name, page in phones.items():
        page.goto(f"{house.url}/nights/{night}/close")
        ruling = page.locator("#decided ~ .decided li")
        expect(ruling).to_contain_text("Agreed: Carl (phone); refused: Dora (phone: “Only 20.”); no answer: Ebbe.")
        if name not in ("Dora", "Ebbe"):
            page.get_by_role("button", name="I agree").tap()
            expect(page.get_by_text("You have signed this by phone.")).to_be_visible()
    expect(phones["Anna"].locator("#sign")).to_contain_text("you pay Bo")
    dora.reload()
    dora.locator("#refuse summary").tap()
    dora.get_by_label("Why", exact=True).fill("I had 30 more.")
    dora.locator("#refuse").get_by_role("button", name="Say so").tap()
    expect(dora.get_by_text("You have refused this by phone.")).to_be_visible()
    # Ebbe says it at the table, and the bank notes it.
    bo = phones["Bo"]
    # The open page of the bank has heard of all of them, though nothing has happened to the night.
    expect(bo.locator(".signed")).to_have_text(
        "NOT AGREED: agreed: Bo (phone), Carl (phone) and Anna (phone); "
        "refused: Dora (phone: “I had 30 more.”); no answer: Ebbe."
    )
    bo.locator("#heard summary").tap()
    bo.locator("#heard").get_by_label("Who", exact=True).select_option("Ebbe")
    bo.locator("#heard").get_by_role("button", name="Agrees").tap()
    expect(bo.locator(".signed")).to_have_text(
        "NOT AGREED: agreed: Bo (phone), Carl (phone), Ebbe (said at the table) and Anna (phone); "
        "refused: Dora (phone: “I had 30 more.”)."
    )
    report = phones["Anna"]
    report.goto(f"{house.url}/nights/{night}/report")
    expect(report.locator(".verdict")).to_contain_text("Dora (phone: “I had 30 more.”)")
    # Ebbe has agreed to the settlement, and so to the ruling on which it rests.
    expect(report.locator(".verdict")).to_contain_text("refused: Dora (phone: “Only 20.”)")
    expect(report.locator("#decisions ~ ul")).to_contain_text(
        "Agreed: Carl (phone) and Ebbe (said at the table); refused: Dora (phone: “Only 20.”)."
    )
    assert verify_night(house.book, night).holds
    # Whoever owns the machine rewrites the club without what was signed: every phone that was there finds it.
    bodies = bodies_of(house.book.database, stream_of_club(house.club))
    kept = [body for body in bodies if body["type"] not in ("night_signed", "phone_key_adopted")]
    written_anew(house.book.database, stream_of_club(house.club), kept)
    for page in phones.values():
        page.goto(f"{house.url}/help")
        expect(page.locator(".rewritten li")).to_contain_text("Torsdag")


def test_a_plan_that_is_taken_back_takes_what_was_signed_of_it_along(house) -> None:
    night = settled(house)
    anna = house.device("Anna")
    anna.goto(f"{house.url}/nights/{night}/close")
    anna.get_by_role("button", name="I agree").tap()
    expect(anna.locator(".signed")).to_contain_text("agreed: Anna (phone)")
    plan = house.seen(night).version
    for one in (commands.StrikeEvents(versions=(plan,), reason="directly"), commands.FreezePlan(kind="direct")):
        take(house.book, night, [IncomingCommand(one)])
    expect(anna.locator(".signed")).to_have_count(0)
    expect(anna.get_by_role("button", name="I agree")).to_be_visible()
    assert verify_night(house.book, night).holds


def test_a_phone_that_may_not_sign_over_http_says_how_it_could(house) -> None:
    night = settled(house)
    anna = house.device("Anna")
    anna.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    anna.goto(f"{house.url}/nights/{night}/close")
    expect(anna.locator("#signs-not")).to_be_visible()
    expect(anna.locator("#sign")).to_be_hidden()


def test_a_key_is_made_once_cannot_be_read_and_ends_with_the_session(house) -> None:
    night = settled(house)
    anna = house.device("Anna")
    anna.goto(f"{house.url}/nights/{night}/close")
    anna.get_by_role("button", name="I agree").tap()
    expect(anna.get_by_text("You have signed this by phone.")).to_be_visible()
    anna.locator("#refuse summary").tap()
    anna.get_by_label("Why", exact=True).fill("I looked again.")
    anna.locator("#refuse").get_by_role("button", name="Say so").tap()
    expect(anna.get_by_text("You have refused this by phone.")).to_be_visible()
    with house.book.handler() as handler:
        (phone,) = handler.clubs.load(house.club).club.phones.values()
    assert not phone.retired
    assert anna.evaluate(MAY_BE_READ) is False
    anna.goto(f"{house.url}/me")
    anna.get_by_role("button", name="Sign out of this browser").click()
    anna.wait_for_url("**/sign-in")
    with house.book.handler() as handler:
        assert [one.retired for one in handler.clubs.load(house.club).club.phones.values()] == [True]


def test_a_phone_that_was_signed_out_from_elsewhere_signs_again_once_it_is_signed_in_anew(house) -> None:
    night = settled(house)
    anna = house.device("Anna")
    anna.goto(f"{house.url}/nights/{night}/close")
    anna.get_by_role("button", name="I agree").tap()
    expect(anna.get_by_text("You have signed this by phone.")).to_be_visible()
    (device,) = [one for one in devices(house.book, house.club).devices if one.player == house.people()["Anna"]]
    end_device(house.book, house.club, device.id)
    sign_in(anna, house.link("Anna"))
    anna.goto(f"{house.url}/nights/{night}/close")
    anna.locator("#refuse summary").tap()
    anna.get_by_label("Why", exact=True).fill("I looked again.")
    anna.locator("#refuse").get_by_role("button", name="Say so").tap()
    expect(anna.get_by_text("You have refused this by phone.")).to_be_visible()
    with house.book.handler() as handler:
        assert [one.retired for one in handler.clubs.load(house.club).club.phones.values()] == [True, False]
    assert verify_night(house.book, night).holds


def begin_hand(house: House, night: str) -> None:
    house.say(night, commands.AnnounceHand(game="Straight Poker", rulebook="enemaerke"))


def end_hand(house: House, night: str) -> None:
    """All but one fold."""
    while (hand := house.seen(night).night.hand) is not None:
        house.say(night, commands.Fold(player=hand.round.waiting[0]))


def signed_up_to(house: House, night: str) -> list[int]:
    """How far each phone has signed the night by itself."""
    return [one.version for one in countersignatures_of(house.book.database, house.club, night)]


def acts_of_the_club(house: House) -> int:
    with house.book.handler() as handler:
        return handler.clubs.load(house.club).version


def test_a_phone_countersigns_by_itself_at_the_end_of_every_hand_and_the_club_does_not_grow(house) -> None:
    night = opened(house)
    anna, carl = house.device("Anna"), house.device("Carl")
    for page in (anna, carl):
        page.goto(f"{house.url}/nights/{night}/mine")
        has_seen(page, house.seen(night).version)
    acts = 0
    for number in range(3):
        begin_hand(house, night)
        with anna.expect_response("**/signatures") as annas, carl.expect_response("**/signatures") as carls:
            end_hand(house, night)
        assert (annas.value.status, carls.value.status) == (204, 204)
        assert signed_up_to(house, night) == [house.seen(night).version] * 2
        # The keys of the two phones are adopted with the first.
        acts = acts_of_the_club(house) if number == 0 else acts
        assert acts_of_the_club(house) == acts
    assert verify_night(house.book, night).holds
    rewritten(house, night)
    assert any(
        "is another than" in found.sentence
        for check in verify_night(house.book, night).checks
        for found in check.findings
    )


def test_a_phone_that_was_away_makes_up_for_what_it_did_not_sign_also_after_the_last_hand(house) -> None:
    night = opened(house)
    anna = house.device("Anna")
    anna.goto(f"{house.url}/nights/{night}/mine")
    has_seen(anna, house.seen(night).version)
    anna.goto("about:blank")
    begin_hand(house, night)
    end_hand(house, night)
    now, ids = house.seen(night).night, house.people()
    counts = [commands.CountChips(player=ids[name], chips=now.stack(ids[name])) for name in PEOPLE]
    house.say(night, *counts, commands.CloseNight(), commands.FreezePlan(kind="bank"))
    with anna.expect_response("**/signatures") as answer:
        anna.goto(f"{house.url}/me")
    assert answer.value.status == 204
    # What this page sends, it still sends itself.
    assert not anna.evaluate(HAS_SCRIPT, "/page.js")
    assert signed_up_to(house, night) == [house.seen(night).version]
    # It has nothing more to sign by itself.
    asked: list[str] = []
    anna.on("request", lambda request: asked.append(request.url) if request.url.endswith("/signatures") else None)
    with anna.expect_response("**/witness*"):
        anna.goto(f"{house.url}/nights/{night}/close")
    anna.get_by_role("button", name="I agree").tap()
    expect(anna.get_by_text("You have signed this by phone.")).to_be_visible()
    assert asked == []
    assert verify_night(house.book, night).holds
