"""The report in Danish: a golden copy of a small night as text and as the words of its page, and no English left in either."""

import re

import pytest

from engine.game.definition import BOOKS
from engine.reports.sentences import tell_all
from engine.speech import Speech, speaking
from service.language.languages import DANISH, in_language
from service.language.local_time import clock_in, lasting
from service.reports.audit_page import render_audit
from service.reports.forms.as_page import marked
from service.reports.html import render_html
from service.reports.night_report import build
from service.reports.printed import night_document, player_document, standings_picture
from service.reports.spreadsheets import render_workbook, tables
from service.reports.text import render_text
from tests.golden_copies import assert_golden
from tests.service.language.languages.listening import Listener
from tests.service.language.languages.masked import Masked
from tests.service.reports.small_night import HEAD, NAMES, small_night
from tests.service.reports.test_html import Reader
from tests.service.reports.views.test_table import seen

# What stands in every language as it is: names, games, what people typed, what is typed into a terminal, and numbers of bytes.
AS_IT_IS = (
    *NAMES.values(),
    *(
        "Five Card Stud",
        "Texas Hold'em",
        "Straight Poker",
        "Three Card Draw",
        "New Deal",
        "Friday at Åse's",
        "enemaerke",
    ),
    *("A chip found under the table goes into the carried pot.", "Åse paid for the pizza: two chips from Carl."),
    *("It was no chip but a button", "It was Bo's straight", "It is their birthday", "As always at this table"),
    *("two cards fell on the floor", "full house", "København", "DKK", "bet_over_limit", "new-deal", HEAD),
    *("chipbook verify -n night-1 --head", "night-1", "Fredag den 8. maj 2026", "9. maj", "chipbook"),
)


@pytest.fixture(scope="module")
def night():
    return small_night()


def text_and_page(night) -> tuple[str, str]:
    """The report as text, and the words of its page line by line."""
    told = build(night.records, NAMES, head=HEAD)
    page = Reader(render_html(told, tell_all(night.records, NAMES)))
    lines = (" ".join(line.split()) for line in "".join(page.parts).split("\n"))
    return render_text(told), "\n".join(line for line in lines if line) + "\n"


def everything(night) -> str:
    """Every form of the report, and the page of every event; the words of those that are made of words."""
    told = build(night.records, NAMES, head=HEAD)
    events = tell_all(night.records, NAMES)
    of_a_player = [f"{player_document(told, account)}" for account in told.accounts]
    written = [content.decode("utf-8-sig") for content in tables(told, events).values()]
    assert render_workbook(told)
    return "\n".join(
        (
            render_text(told),
            render_html(told, events),
            f"{night_document(told)}{standings_picture(told)}",
            *of_a_player,
            *written,
            render_audit(seen(night.records)),
        )
    )


@pytest.mark.parametrize(("place", "name"), [(0, "report_small_night_da.txt"), (1, "report_small_night_da_page.txt")])
def test_the_danish_report_of_a_small_night_is_the_golden_one(night, place, name) -> None:
    with in_language(DANISH):
        text = text_and_page(night)[place]
    assert_golden(name, text)


def test_every_message_of_every_form_of_the_report_is_translated(night) -> None:
    listener: Speech = Listener()
    with speaking(listener):
        assert 'lang="da"' in everything(night)
    assert {message for _, message in listener.missing} - set(BOOKS.values()) == set(), "make messages, and translate"


def test_nothing_in_the_report_is_said_past_the_catalogues(night) -> None:
    with speaking(Masked("da")):
        told = " ".join("\n".join(text_and_page(night)).split())
    for known in sorted(AS_IT_IS, key=len, reverse=True):
        told = re.sub(re.escape(known), " ", told, flags=re.IGNORECASE)
    assert set(re.findall(r"[^\W\d_]{2,}", told)) == set()


def test_numbers_of_events_lead_to_their_events_in_danish() -> None:
    with in_language(DANISH):
        page = marked("Udledt igen: hændelserne 3-5, 7 og 99. Hændelse 2.", 20)
    assert re.findall(r'href="#event-(\d+)"', page) == ["3", "7", "2"]


def test_dates_and_lengths_of_time_are_those_of_the_language() -> None:
    clock = clock_in("Europe/Copenhagen")
    at, later = "2026-05-08T17:00:00Z", "2026-05-10T17:05:00Z"
    assert (clock.day(at), clock.minute(at), clock.time(at)) == ("Friday 8 May 2026", "8 May 2026 19:00", "19:00")
    assert (clock.time_or_day(later, at), lasting(121)) == ("10 May", "2 h 01 min")
    with in_language(DANISH):
        assert (clock.day(at), clock.minute(at)) == ("fredag den 8. maj 2026", "8. maj 2026 19.00")
        assert (clock.time_or_day(later, at), lasting(121)) == ("10. maj", "2 t 01 min")
        # What programs read is the same in every language.
        assert (clock.date(at), clock.stamp(at)) == ("2026-05-08", "2026-05-08 19:00:00")
