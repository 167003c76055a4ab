"""Nothing on the pages of a night is said past the catalogues: in a language without words only names and figures are left."""

import re

import pytest

from engine.library import GAMES
from service.language.languages import speaking
from tests.service.api.evening import Table
from tests.service.api.signed_in import signed_in
from tests.service.language.languages.masked import Masked
from tests.service.web.browsing import Page, said_on, send
from tests.service.web.conftest import opened

# What stands in every language as it is: names, games, languages, and what is typed; days are said by the calendar's library.
AS_IT_IS = (
    *("Anna", "Bo", "Carl", "Klub mute", "mute", "chipbook", "enemaerke", "DKK", "UTC", "English", "Dansk"),
    *("a birthday", "That was mine", "bo", "As", "Kd", "beancount", "high", "low", "spade"),
    *("fredag den", "Fredag den", "november", "fre", "nov"),
    *(game.name for game in GAMES),
)
# The line that verifies the night at a terminal.
VERIFIES = re.compile(r"verify -n mute --head [0-9a-f]{64}|[0-9a-f]{64}")
KNOWN = re.compile("|".join(rf"(?<!\w){re.escape(known)}(?!\w)" for known in sorted(AS_IT_IS, key=len, reverse=True)))
WORD = re.compile(r"[^\W\d_]{2,}")


@pytest.fixture
def evening(shared_app) -> Table:
    """A night with a waived rule, a hand that is over and one that is not, a request and a dispute."""
    table = opened(shared_app, "mute")
    anna, bo, carl = (table.ids[name] for name in ("Anna", "Bo", "Carl"))
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": carl})
    waived = [{"rule": "bet_over_limit", "reason": "a birthday"}]
    table.play({"type": "bet", "player": anna, "chips": 9, "waived": waived})
    table.play({"type": "fold", "player": bo}, {"type": "fold", "player": carl})
    table.play({"type": "ask_for_chips", "player": anna, "chips": 40})
    table.play({"type": "raise_dispute", "by": carl, "event": 9, "words": "That was mine"})
    table.play({"type": "announce_hand", "game": "Five Card Stud", "dealer": anna})
    return table


def words_of(page: str) -> set[str]:
    """The words that are left on the page when what stands in every language is gone."""
    return set(WORD.findall(KNOWN.sub(" ", VERIFIES.sub(" ", " ".join(said_on(page))))))


PAGES = ("", "/hands", "/hands/enemaerke/Five Card Stud", "/close", "/mine", "/screen", "/report", "/report/accounts")
MORE = ("/report/hands", "/replay/12", "/put-right", "/disputes")


def test_nothing_on_the_pages_of_a_night_is_said_past_the_catalogues(shared_app, evening, monkeypatch) -> None:
    browser, english = signed_in(shared_app, evening, "Bo"), speaking.speech_of("en")
    monkeypatch.setattr(speaking, "speech_of", lambda code, *_: Masked("da") if code == "da" else english)
    left: dict[str, set[str]] = {}
    for page in (*PAGES, *MORE, f"/players/{evening.ids['Anna']}"):
        answer = browser.get(f"{evening.path}{page}", headers={"Accept-Language": "da"})
        assert answer.status_code == 200, page
        assert 'lang="da"' in answer.text, page
        if found := words_of(answer.text):
            left[page] = found
    assert left == {}


def test_a_refusal_on_a_page_is_not_said_past_the_catalogues(shared_app, evening, monkeypatch) -> None:
    browser, english = signed_in(shared_app, evening, "Bo"), speaking.speech_of("en")
    (form,) = Page(browser.get(evening.path).text).at("type")
    monkeypatch.setattr(speaking, "speech_of", lambda code, *_: Masked("da") if code == "da" else english)
    browser.environ_base["HTTP_ACCEPT_LANGUAGE"] = "da"
    refused = send(browser, form, line="carl wins")
    assert refused.status_code == 409
    assert words_of(refused.text) <= {"carl", "wins", "all", "check"}
