"""The report in Danish: a golden copy of a small night as text and as the words of its page, and no English left in either."""

import re

import pytest

from engine.reports.sentences import tell_all
from service.language.languages import DANISH, in_language
from service.language.local_time import clock_in, lasting
from service.reports.forms.as_page import marked
from service.reports.html import render_html
from service.reports.night_report import build
from service.reports.text import render_text
from tests.golden_copies import assert_golden
from tests.service.reports.small_night import HEAD, NAMES, small_night
from tests.service.reports.test_html import Reader


@pytest.fixture(scope="module")
def night():
    return small_night()


def text_and_page(night) -> tuple[str, str]:
    """The report as text, and the words of its page line by line."""
    told = build(night.records, NAMES, head=HEAD)
    page = Reader(render_html(told, tell_all(night.records, NAMES)))
    lines = (" ".join(line.split()) for line in "".join(page.parts).split("\n"))
    return render_text(told), "\n".join(line for line in lines if line) + "\n"


@pytest.mark.parametrize(("place", "name"), [(0, "report_small_night_da.txt"), (1, "report_small_night_da_page.txt")])
def test_the_danish_report_of_a_small_night_is_the_golden_one(night, place, name) -> None:
    with in_language(DANISH):
        text = text_and_page(night)[place]
    assert_golden(name, text)


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
