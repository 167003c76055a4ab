"""Times are shown as the clock on the wall had them, and not at all where the book has none."""

import pytest

from service.language.local_time import clock_in, lasting, minutes_between


def test_times_are_those_of_the_nights_zone_in_summer_and_in_winter() -> None:
    clock = clock_in("Europe/Copenhagen")
    assert clock.time("2026-05-08T22:30:00Z") == "00:30"
    assert clock.day("2026-05-08T22:30:00Z") == "Saturday 9 May 2026"
    assert clock.time("2026-12-08T22:30:00Z") == "23:30"


def test_no_time_is_shown_as_nothing() -> None:
    clock = clock_in("Europe/Copenhagen")
    assert (clock.time(""), clock.day("")) == ("", "")


@pytest.mark.parametrize("zone", ["Atlantis/Poseidonis", "../etc", "Europe", "\0"])
def test_a_zone_that_is_not_known_here_is_replaced_by_utc_and_says_so(zone) -> None:
    clock = clock_in(zone)
    assert clock.zone == "UTC"
    assert clock.time("2026-05-08T22:30:00Z") == "22:30"


def test_what_is_paid_another_day_shows_the_day() -> None:
    clock = clock_in("Europe/Copenhagen")
    began = "2026-05-08T17:00:00Z"
    assert clock.time_or_day("2026-05-09T01:10:00Z", began) == "03:10"
    assert clock.time_or_day("2026-05-15T18:00:00Z", began) == "15 May"
    assert clock.time_or_day("", began) == ""


def test_what_ends_a_day_later_or_more_shows_its_date() -> None:
    clock = clock_in("Europe/Copenhagen")
    began = "2026-05-08T17:30:00Z"
    assert clock.time_and_day("2026-05-09T00:21:00Z", began) == "02:21"
    assert clock.time_and_day("2026-05-09T17:29:59Z", began) == "19:29"
    assert clock.time_and_day("2026-05-09T17:30:00Z", began) == "9 May 2026 19:30"
    assert clock.time_and_day("", began) == ""


def test_a_length_of_time_is_told_in_hours_and_minutes() -> None:
    assert minutes_between("2026-05-08T18:00:00Z", "2026-05-08T22:35:59Z") == 275
    assert [lasting(minutes) for minutes in (275, 59, 60, 0, None)] == [
        "4 h 35 min",
        "59 min",
        "1 h 00 min",
        "0 min",
        "",
    ]
    assert minutes_between("", "2026-05-08T22:35:59Z") is None
