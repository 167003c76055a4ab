"""An evening on everybody's own phone: no bet is entered by the bank, nobody is sent what another one typed, and all sign."""

import statistics
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Request, Response, expect

from engine import commands
from engine.events import NAME_OF, HandEnded
from service.book.db import Database
from service.book.store.chain import stream_of_night
from service.book.store.countersignatures import countersignatures_of
from service.book.store.schema import open_book
from tests.browser.phones import V1, Evening, evening
from tests.browser.steady import at_rest, going_on
from tests.service.book.proof.forging import reseal
from tests.service.test_leaks import HOW_CARDS_ARE_TYPED

PEOPLE = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn")
DANISH = ("Carl", "Dora")
BETS = {NAME_OF[kind] for kind in (commands.Bet, commands.Call, commands.Check, commands.Fold, commands.Raise)}
TAPS_MOST = 1.1
# A visible button of a control, found and tapped in one step: news may put another page in the place of this one.
TAP = """([control, value]) => {
  const forms = [...document.querySelectorAll(`#acts form[data-control="${control}"]`)];
  const buttons = forms.flatMap((form) => [...form.querySelectorAll("button:not([type=button])")]);
  const button = buttons.find((one) => one.checkVisibility() && (!value || one.value === value));
  button?.click();
  return Boolean(button);
}"""
OPEN = "control => document.querySelector(`#acts details:has(form[data-control='${control}'])`).open = true"
KEY = """([control, key]) => {
  const form = document.querySelector(`#acts form[data-control="${control}"]`);
  const found = form.querySelector(`.keypad [data-rank="${key}"], .keypad [data-suit="${key}"]`);
  if (!found || found.disabled) return false;
  found.click();
  return true;
}"""
HANDS = 4
# How many hands were over when the phone last signed by itself.
SIGNED = """(hands) => Object.entries(JSON.parse(localStorage.getItem("chipbook-seen") ?? "{}"))
  .some(([place, { signed }]) => place.includes("/night:") && signed === hands)"""
# All that a reader can ask of the night, and of its stream what comes at once.
ALL = """async (night) => {
  const asked = ["", "/table", "/choices", "/events?limit=500", "/report", "/adjudication", "/hands.phh"];
  const texts = await Promise.all(asked.map((path) => fetch(`/api/v1${night}${path}`).then((one) => one.text())));
  const pages = ["", "/mine", "/screen", "/replay", "/report", "/put-right", "/disputes"];
  const shown = await Promise.all(pages.map((path) => fetch(night + path).then((one) => one.text())));
  const ends = new AbortController();
  setTimeout(() => ends.abort(), 400);
  let told = "";
  try {
    const reader = (await fetch(`/api/v1${night}/stream?after=0`, { signal: ends.signal })).body.getReader();
    for (let part; !(part = await reader.read()).done; ) told += new TextDecoder().decode(part.value);
  } catch {}
  return [...texts, ...shown, told].join("\\n");
}"""


@dataclass
class Phone:
    """A player's page, every byte that it was sent, and the taps of each act."""

    page: Page
    # The version of the night as the book has it.
    book: Callable[[], int]
    answers: list[Response] = field(default_factory=list)
    arrived: set[Request] = field(default_factory=set)
    bodies: list[str] = field(default_factory=list)
    taps: list[int] = field(default_factory=list)

    def hears(self, answer: Response) -> None:
        """Notes what was sent; a stream never ends, and is asked for apart."""
        kind = answer.headers.get("content-type", "")
        if answer.ok and kind.startswith(("text/html", "application/json", "text/plain")):
            self.answers.append(answer)

    @property
    def sent(self) -> list[str]:
        """The bodies of all that was sent so far."""
        fresh = [answer for answer in self.answers if answer.request in self.arrived]
        self.answers = [answer for answer in self.answers if answer.request not in self.arrived]
        for answer in fresh:
            # What was sent before the browser went to another page is no longer at hand.
            with suppress(PlaywrightError):
                self.bodies.append(answer.text())
        return self.bodies

    def does(self, control: str, value: str = "") -> None:
        """One act by one tap, as soon as the page has heard of the last one."""
        at_rest(self.page, self.book())
        with going_on(self.page):
            assert self.page.evaluate(TAP, [control, value]), control
        self.taps.append(1)

    def names(self, cards: str, control: str = "name_cards") -> None:
        """The cards by the keypad, two taps each."""
        at_rest(self.page, self.book())
        with going_on(self.page):
            self.page.evaluate(OPEN, control)
            for card in cards.split():
                for key in (card[:-1], card[-1]):
                    assert self.page.evaluate(KEY, [control, key]), card
            assert self.page.evaluate(TAP, [control, ""])
        self.taps.append(2 + 2 * len(cards.split()))


@pytest.fixture
def friday(browser, tmp_path) -> Iterator[Evening]:
    with evening(browser, tmp_path, PEOPLE, entered_by="everyone", chips="none") as found:
        yield found


def phones_of(friday: Evening) -> dict[str, Phone]:
    phones = {}
    for name in PEOPLE:
        page = friday.phone(name)
        if name in DANISH:
            page.context.add_cookies([{"name": "language", "value": "da", "url": friday.url}])
        phones[name] = phone = Phone(page, lambda: int(friday.asked("")["version"]))
        page.on("response", phone.hears)
        page.on("requestfinished", lambda request, arrived=phone.arrived: arrived.add(request))
        page.goto(f"{friday.url}/nights/{friday.night}/mine")
    return phones


def announced(friday: Evening, game: str, dealer: str, **more: object) -> None:
    """The bank says which game is dealt; that is all it says."""
    head = {"Authorization": f"Bearer {friday.token}"}
    night = friday.asked("")
    status, told = friday.server.ask(
        "POST", f"{V1}/nights/{friday.night}/hands", {"game": game, "dealer": friday.ids[dealer], **more},
        Idempotency_Key=f"hand-{night['version']}", If_Match=f'"{night["version"]}"', **head,
    )[:2]  # fmt: skip
    assert status == 201, told


def spelled(card: str) -> tuple[str, ...]:
    sign = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[card[-1]]
    return (f'"{card}"', f"&#34;{card}&#34;", f"{card[:-1]}{sign}")


def told(texts: list[str], cards: str) -> set[str]:
    whole = "\n".join(texts)
    return {card for card in cards.split() if any(one in whole for one in spelled(card))}


def test_a_table_plays_on_its_own_phones_and_the_bank_enters_no_bet(friday, tell):
    phones = phones_of(friday)
    held = {
        "Anna": "As Ad 7c 4h 2d",
        "Bo": "Ks Kh 9c 5d 3s",
        "Carl": "Qc Jd 10s 8h 6c",
        "Dora": "Qd Jh 10c 8s 6d",
    }
    # Those who stay in type their own cards; two of them show, and the others give up without.
    announced(friday, "Straight Poker", "Finn")
    for name, cards in held.items():
        phones[name].names(cards)
    phones["Anna"].does("check")
    phones["Bo"].does("bet", "3")
    for name in ("Carl", "Dora"):
        phones[name].does("call")
    for name in ("Eva", "Finn"):
        phones[name].does("fold")
    phones["Anna"].does("call")
    searched(friday, phones, held, shown=())
    phones["Bo"].does("show_hand")
    phones["Anna"].does("show_hand")
    for name in DANISH:
        phones[name].does("muck")
    assert any("Anna" in one and "wins" in one for one in friday.events())
    searched(friday, phones, held, shown=("Anna", "Bo"))
    in_secret_and_by_number(friday, phones)
    announced_by_the_dealer(phones)
    tell(f"{sum(len(one.taps) for one in phones.values())} acts")
    for name, phone in phones.items():
        assert statistics.median(phone.taps) <= TAPS_MOST, (name, phone.taps)
    assert "Din tur" in "\n".join(phones["Carl"].sent)
    bets_are_their_players_own(friday)
    every_phone_has_signed_the_last_hand(friday, phones)
    paid_and_signed(friday, phones)
    rewritten_and_found_out(friday, phones)


def in_secret_and_by_number(friday: Evening, phones: dict[str, Phone]) -> None:
    """High or low in secret, all at once, and cards exchanged by their number."""
    announced(friday, "Straight Poker", "Anna", options=[{"type": "HighLow"}])
    for name in ("Bo", "Carl", "Dora", "Eva", "Finn", "Anna"):
        phones[name].does("check")
    for name in ("Anna", "Carl", "Dora", "Eva", "Finn"):
        phones[name].does("declare_side")
    sides = [one for one in friday.events() if "declare" in one]
    assert not any(side in one for one in sides for side in ("high", "low")), sides
    phones["Bo"].does("declare_side")
    for name in ("Bo", "Carl", "Dora", "Eva", "Finn"):
        phones[name].does("muck")
    announced(friday, "2-7 Triple Draw", "Bo", rulebook="standard")
    for name in ("Eva", "Finn"):
        phones[name].does("fold")
    for name in ("Anna", "Bo", "Carl"):
        phones[name].does("call")
    phones["Dora"].does("check")
    for name in ("Carl", "Dora", "Anna", "Bo"):
        phones[name].does("exchange", "2")
    phones["Carl"].does("bet")
    for name in ("Dora", "Anna", "Bo"):
        phones[name].does("fold")


def announced_by_the_dealer(phones: dict[str, Phone]) -> None:
    """Whoever deals says on their own phone which game it is, in Danish."""
    carl = phones["Carl"]
    at_rest(carl.page, carl.book())
    with going_on(carl.page, meant=True):
        carl.page.fill("#game", "straight")
        carl.page.locator("#found").get_by_role("button", name="Straight Poker", exact=True).first.tap()
    for name in ("Dora", "Eva", "Finn", "Anna", "Bo"):
        phones[name].does("fold")


def paid_and_signed(friday: Evening, phones: dict[str, Phone]) -> None:
    """Bo has paid the pizza for all six, which is settled with the game; five sign what comes of it, and one refuses."""
    friday.say(type="pay_expense", player=friday.ids["Bo"], cents=24000, purpose="pizza")
    friday.say(type="close_night")
    for name, phone in phones.items():
        phone.page.goto(f"{friday.url}/nights/{friday.night}/close")
        if name == PEOPLE[-1]:
            phone.page.locator("#refuse summary").tap()
            phone.page.locator("#why-refused").fill("I had no pizza.")
            phone.page.locator("#refuse button").tap()
        else:
            phone.page.locator("#agree").tap()
        expect(phone.page.locator("#refuse" if name != PEOPLE[-1] else "#agree")).to_have_count(1)
        expect(phone.page.locator("#agree" if name != PEOPLE[-1] else "#refuse")).to_have_count(0)
    anna = phones["Anna"].page
    expect(anna.locator("#sign")).to_contain_text("you pay Bo")
    anna.goto(f"{friday.url}/nights/{friday.night}/report")
    verdict = anna.locator(".verdict")
    for name in PEOPLE[:-1]:
        expect(verdict).to_contain_text(f"{name} (phone)")
    expect(verdict).to_contain_text("refused: Finn (phone: “I had no pizza.”)")
    expect(anna.locator("main")).to_contain_text("pizza")


def every_phone_has_signed_the_last_hand(friday: Evening, phones: dict[str, Phone]) -> None:
    """By itself, as soon as it has heard that it is over."""
    for phone in phones.values():
        phone.page.wait_for_function(SIGNED, arg=HANDS)
    events = friday.asked("/events?limit=500")["events"]
    last = max(one["version"] for one in events if one["type"] == NAME_OF[HandEnded])
    with book_of(friday) as database:
        signed = countersignatures_of(database, friday.club, friday.night)
    assert [one.version >= last for one in signed] == [True] * len(PEOPLE)


def rewritten_and_found_out(friday: Evening, phones: dict[str, Phone]) -> None:
    """Whoever owns the machine makes a bet another one and seals the night anew: every phone that was there says so."""

    def higher(body: dict[str, Any]) -> None:
        body["data"]["chips"] += 1

    events = friday.asked("/events?limit=500")["events"]
    bet = next(one["version"] for one in events if one["type"] == NAME_OF[commands.Bet])
    with book_of(friday) as database:
        reseal(database, stream_of_night(friday.club, friday.night), bet, higher)
    for phone in phones.values():
        phone.page.goto(f"{friday.url}/games")
        expect(phone.page.locator(".rewritten li")).to_contain_text("Friday")


@contextmanager
def book_of(friday: Evening) -> Iterator[Database]:
    """The book, which a server in another process has open."""
    with closing(open_book(f"sqlite:///{friday.home / 'chipbook.db'}", makes=False)) as database:
        yield database


def searched(friday: Evening, phones: dict[str, Phone], held: dict[str, str], *, shown: tuple[str, ...]) -> None:
    """Nothing that was sent to anybody names a card that another one typed and has not shown."""
    for name, phone in phones.items():
        asked = phone.page.evaluate(ALL, f"/nights/{friday.night}")
        # How cards are typed is shown by the same three in every night.
        texts = [text.replace(HOW_CARDS_ARE_TYPED, "") for text in (*phone.sent, phone.page.content(), asked)]
        closed = {other: cards for other, cards in held.items() if other != name and other not in shown}
        assert {other: told(texts, cards) for other, cards in closed.items()} == {other: set() for other in closed}, (
            name
        )
        # What is not found above would be found: they are told their own.
        assert told(texts, held.get(name, "")) == {*held.get(name, "").split()}


def bets_are_their_players_own(friday: Evening) -> None:
    bets = [one for one in friday.asked("/events?limit=500")["events"] if one["type"] in BETS]
    assert len(bets) > 8
    assert [one["actor"] for one in bets] == [f"player:{one['data']['player']}" for one in bets]
