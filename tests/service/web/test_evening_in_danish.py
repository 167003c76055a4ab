"""An evening of the Enemærke family, as a Dane meets it: no English but names, what is typed, and the family's own."""

import random
import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from service.api.context import EXTENSION
from service.app.book import Book
from service.app.looking_back import report
from service.app.seeing import see
from service.language.help import TOPICS
from service.language.languages import DANISH, in_language
from tests.danish import english_words
from tests.service.api.evening import Table
from tests.service.api.signed_in import signed_in
from tests.service.web.browsing import Page, chosen, said_on, send
from tests.service.web.conftest import opened
from tests.soak import SOAK

PLAYED = ("Baseball", "Criss-Cross", "Mississippi Ratfuck", "Sømærket")
MORE_PLAYED = ("Follow the Queen", "Elevator", "Spit in the Ocean", "Rubbers in the Dark", "Harakiri", "CRS Surprise")
PAGES = ("", "/hands", "/close", "/mine", "/screen", "/report", "/report/accounts", "/report/hands", "/replay/12")
MORE = ("/put-right", "/disputes", "/faults", "/expenses", "/join", "/hands?game=stud")
HOUSE = (
    *(
        "/",
        "/open",
        "/people",
        "/chips",
        "/invite",
        "/in-and-out",
        "/standings",
        "/me",
        "/trust",
        "/games",
        "/help",
        "/nowhere",
    ),
    *("/games?q=dronning", "/games/enemaerke/Elevator", "/own-games"),
)
WRONG = (
    "lars 3",
    "anna",
    "anna r",
    "bo wins",
    "hand",
    "hand nosuch",
    "anna = x",
    "bo shows 9z",
    "strike 9999",
    "deal 3",
)
# What stands in every language: people, the product, languages and formats; what is typed, options and spots of layouts.
AS_IT_IS = (
    *("Anna", "Annas", "Bo", "Carl", "Klub family", "chipbook", "English", "beancount", "SCOWL", "short deck"),
    "Grandma's Draw",
    *("new lars", "cash", "gives", "pays", "sits", "stands", "back", "leaves", "hand", "pot", "none", "fish"),
    *("high-spade", "Lord Nelson", "Auto", "Bring-in", "Swish", "Pix", "Dora"),
    # The king of diamonds, which is ruder konge.
    "Kor",
    # What a script puts somebody's name in the place of, and a game as it is typed.
    *("NAME", 'name = "Vores fredagsspil" like = "Three Card Draw"'),
    # Of settings and of the chain, for those who run the server.
    *("hash", "body", "HOME", "(local)", "(remote_write)", "(on)", "(remote_apply)"),
)
TAPS_MAX = 400
# What the family does not say at the table: a deal is a game to them, one bets and follows, and a card has the sign of its suit.
A_DEAL = r"\b(?:[Nn]æste|[Dd]enne|[Ss]idste|[Hh]ele|[Ff]ørste) hånd|\b[Mm]ellem hænder|\b[Hh]ånd \d|\d hænder|af hånden"
UNSAID = re.compile(
    rf"{A_DEAL}"
    r"|(?<!\w)(?:10|[2-9JQKA])[shdc](?!\w)|skriv mere|[Bb]linds|\b(?:[Ss]yner?|[Ss]atser?|[Mm]elder|[Bb]edste (?:high|low))\b"
)


@pytest.fixture(scope="module")
def family(shared_app) -> Table:
    return opened(shared_app, "family", rules={"initial_loan": 2000})


def pages_of_a_hand(browser: FlaskClient, book: Book, family: Table, game: str) -> Iterator[str]:
    """The game before it is announced, and the table and what may go wrong there until it is played to its end."""
    yield browser.get(f"{family.path}/hands/enemaerke/{game}").text
    chance = random.Random(game)
    (line,) = Page(browser.get(family.path).text).at("type")
    answer = send(browser, line, line=f"hand {game}")
    for tap in range(TAPS_MAX):
        yield answer.text
        if see(book, family.night).night.hand is None:
            break
        if tap % 8 == 1:
            yield browser.get(f"{family.path}/faults").text
        asked = [form for form in Page(answer.text).forms if ("reason", "it is meant") in form.fields]
        form, at = (asked[0], 0) if asked else chosen(Page(answer.text), chance)
        answer = send(browser, form, at)
    assert see(book, family.night).night.hand is None, game


def test_an_evening_of_the_family_shows_a_dane_no_english(shared_app, family) -> None:
    browser, book = signed_in(shared_app, family, "Bo"), shared_app.extensions[EXTENSION].book
    browser.environ_base["HTTP_ACCEPT_LANGUAGE"] = "da"
    seen: set[str] = set()
    met: dict[str, list[str]] = {}

    at_the_table: set[str] = set()

    def read(page: str) -> None:
        hear(said_on(page))

    def hear(texts: set[str]) -> None:
        fresh = texts - seen
        seen.update(fresh)
        met.update({text: found for text in fresh if (found := english_words(text, besides=AS_IT_IS))})

    for game in (*PLAYED, *(MORE_PLAYED if SOAK else ())):
        for shown in pages_of_a_hand(browser, book, family, game):
            read(shown)
            at_the_table.update(said_on(shown))
    anna = family.ids["Anna"]
    family.play({"type": "ask_for_chips", "player": anna, "chips": 40})
    family.play({"type": "raise_dispute", "by": anna, "event": 9, "words": "Det var min"})
    read(browser.get(family.path).text)
    (line,) = Page(browser.get(family.path).text).at("type")
    for wrong in WRONG:
        read(send(browser, line, line=wrong).text)
    counts = family.banker.get(family.path).json["players"]
    family.play(*({"type": "count_chips", "player": one["id"], "chips": one["stack"]} for one in counts))
    family.play({"type": "close_night"})
    afterwards: set[str] = set()
    for page in (*PAGES, *MORE):
        shown = browser.get(family.path + page).text
        read(shown)
        afterwards.update(said_on(shown))
    for player in family.ids.values():
        read(browser.get(f"{family.path}/players/{player}").text)
    for page in (*HOUSE, *(f"/help/{name}" for name in TOPICS)):
        read(browser.get(page, headers={"Accept": "text/html"}).text)
    with in_language(DANISH):
        hear({*report.as_text(report.report(book, family.night)).splitlines()})
        for table in report.tables_for(see(book, family.night)).values():
            hear({*table.decode("utf-8-sig").splitlines()})
    assert len(seen) > 1000
    assert met == {}
    assert {text for text in at_the_table if UNSAID.search(text)} == set()
    assert {text for text in afterwards if re.search(A_DEAL, text)} == set()
