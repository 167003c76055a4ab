"""The hours of a night are told only where the book knows them."""

from engine.reports.night_results import Moment, minutes_known
from service.language.local_time import minutes_between

EVENING, NEXT_DAY = "2026-05-08T19:{:02}:00Z", "2026-05-09T10:{:02}:00Z"


def known(first: Moment, last: Moment) -> int | None:
    return minutes_known(first, last, minutes_between)


def live(time: str) -> Moment:
    return Moment(time, time)


def test_a_night_written_down_as_it_is_played_has_the_hours_of_its_acts() -> None:
    assert known(live(EVENING.format(0)), live("2026-05-09T01:30:00Z")) == 390


def test_a_night_begun_a_little_before_the_book_has_its_hours() -> None:
    first = Moment(EVENING.format(0), EVENING.format(40))
    assert known(first, live("2026-05-08T19:50:00Z")) == 50


def test_a_night_closed_the_next_day_at_a_time_that_was_said_has_its_hours() -> None:
    assert known(live(EVENING.format(0)), Moment("2026-05-09T01:30:00Z", NEXT_DAY.format(0))) == 390


def test_the_hours_of_a_night_typed_later_and_closed_without_a_time_are_not_known() -> None:
    first = Moment(EVENING.format(0), NEXT_DAY.format(0))
    assert known(first, live(NEXT_DAY.format(20))) is None


def test_the_clock_of_whoever_types_a_night_later_tells_no_hours() -> None:
    first = Moment(EVENING.format(0), NEXT_DAY.format(0))
    assert known(first, Moment(EVENING.format(20), NEXT_DAY.format(20))) is None


def test_a_night_typed_later_with_the_times_of_its_beginning_and_its_end_has_its_hours() -> None:
    first = Moment(EVENING.format(0), NEXT_DAY.format(0))
    assert known(first, Moment("2026-05-09T01:30:00Z", NEXT_DAY.format(20))) == 390


def test_a_night_of_which_everything_stands_at_one_time_has_no_hours() -> None:
    at_once = Moment("2020-05-08T00:00:00Z", NEXT_DAY.format(0))
    assert known(at_once, at_once) is None


def test_an_end_before_the_beginning_tells_no_hours() -> None:
    assert known(live(NEXT_DAY.format(0)), Moment("2026-05-09T01:30:00Z", NEXT_DAY.format(20))) is None
