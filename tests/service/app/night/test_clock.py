"""What a time said at the table means in the book."""

import pytest

from service.app.night.clock import TableClock, date_stated, on_the_wall, time_in_night, time_stated
from service.app.refusals import BadDate
from service.language.local_time import later

COPENHAGEN = "Europe/Copenhagen"


@pytest.mark.parametrize(
    ("clock", "after", "book_time"),
    [
        ("20:15", "2026-11-20T18:30:00Z", "2026-11-20T19:15:00Z"),
        ("00:10", "2026-11-20T22:50:00Z", "2026-11-20T23:10:00Z"),
        ("19:25", "2026-11-20T18:30:00Z", "2026-11-20T18:25:00Z"),
        ("23:50", "2026-11-20T23:10:00Z", "2026-11-20T22:50:00Z"),
        ("08:00", "2026-11-20T18:30:00Z", "2026-11-21T07:00:00Z"),
        ("03:30", "2026-10-24T22:00:00Z", "2026-10-25T02:30:00Z"),
    ],
)
def test_a_time_is_near_to_the_one_before_it(clock, after, book_time) -> None:
    assert time_stated(clock, after, COPENHAGEN) == book_time


@pytest.mark.parametrize(
    ("clock", "book_time"),
    [("20:30", "2026-11-22T19:30:00Z"), ("23:00", "2026-11-22T22:00:00Z"), ("00:30", "2026-11-22T23:30:00Z")],
)
def test_a_night_of_yesterday_is_entered_today_at_the_hours_of_yesterday(clock, book_time) -> None:
    opened, now = "2026-11-22T19:00:00Z", "2026-11-23T20:15:00Z"
    assert time_in_night(clock, opened, now, COPENHAGEN) == book_time


@pytest.mark.parametrize(
    ("clock", "now", "book_time"),
    [
        ("23:40", "2026-11-20T23:10:00Z", "2026-11-20T22:40:00Z"),
        ("00:05", "2026-11-20T23:10:00Z", "2026-11-20T23:05:00Z"),
        # The clock of the table is a little ahead.
        ("00:15", "2026-11-20T23:10:00Z", "2026-11-20T23:15:00Z"),
        ("20:10", "2026-11-21T19:15:00Z", "2026-11-21T19:10:00Z"),
    ],
)
def test_at_a_table_that_is_played_a_time_is_the_last_there_was(clock, now, book_time) -> None:
    assert time_in_night(clock, "2026-11-20T22:50:00Z", now, COPENHAGEN) == book_time


@pytest.mark.parametrize("midnight", ["2026-10-24T22:00:00Z", "2026-03-28T23:00:00Z", "2026-12-31T23:00:00Z"])
def test_what_the_clock_shows_within_the_hour_is_that_time_also_when_it_is_put_back_or_forward(midnight) -> None:
    for minutes in range(-90, 300, 7):
        last = later(midnight, 60 * minutes)
        for since in range(0, 60, 3):
            now = later(last, 60 * since)
            shown = on_the_wall(now, COPENHAGEN).strftime("%H:%M")
            assert (shown, time_in_night(shown, last, now, COPENHAGEN)) == (shown, now)
            assert (shown, time_stated(shown, last, COPENHAGEN)) == (shown, now)


def test_in_the_hour_that_comes_twice_a_time_is_the_first_after_the_last_act_and_none_to_come() -> None:
    # The clock goes from 03:00 back to 02:00 at 01:00 UTC.
    first, second = "2026-10-25T00:40:00Z", "2026-10-25T01:40:00Z"
    assert time_in_night("02:10", first, later(first, 1920), COPENHAGEN) == "2026-10-25T01:10:00Z"
    assert time_in_night("02:30", second, later(second, 660), COPENHAGEN) == "2026-10-25T01:30:00Z"
    assert time_in_night("02:30", first, later(first, 60), COPENHAGEN) == "2026-10-25T00:30:00Z"
    assert date_stated("2026-10-25 02:50", COPENHAGEN, after=second) == "2026-10-25T01:50:00Z"
    assert date_stated("2026-10-25 02:50", COPENHAGEN, after=first) == "2026-10-25T00:50:00Z"


@pytest.mark.parametrize(
    ("date", "book_time"),
    [("", ""), ("2026-11-20", "2026-11-19T23:00:00Z"), ("2026-07-01 19:30", "2026-07-01T17:30:00Z")],
)
def test_a_date_is_read_on_the_clock_of_the_table(date, book_time) -> None:
    assert date_stated(date, COPENHAGEN) == book_time


def test_a_day_that_is_none_is_refused() -> None:
    with pytest.raises(BadDate, match="There is no date 2026-02-30"):
        date_stated("2026-02-30", COPENHAGEN)


def test_a_clock_that_was_set_runs_on_and_one_that_was_not_says_nothing() -> None:
    clock = TableClock()
    assert clock.reading() == ""
    clock.set("2020-01-01T20:15:00Z")
    assert clock.reading()[:16] == "2020-01-01T20:15"
    clock.clear()
    assert clock.reading() == ""
