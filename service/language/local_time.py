"""Times of the book (RFC 3339, UTC) as local time of the night, in the language that is spoken.

English has the clock of 24 hours and the day before the month; other languages have their own, by Babel.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from engine.speech import ENGLISH, say, speech, to_say
from service.language.languages import speaking


class Clock(msgspec.Struct, frozen=True):
    """A clock in one zone; `zone` is UTC if this system does not know the wanted one."""

    zone: str
    offset: tzinfo

    def time(self, text: str) -> str:
        """Hours and minutes; empty for an empty time."""
        return _text(self._moment(text), "{0:%H:%M}", "HHmm") if text else ""

    def time_or_day(self, text: str, beginning: str) -> str:
        """The time of an event of the night; month and day for one long after its start."""
        if text and beginning and self._moment(text) - self._moment(beginning) > LONGEST_NIGHT:
            return _text(self._moment(text), "{0.day} {0:%b}", "MMMd")
        return self.time(text)

    def time_and_day(self, text: str, beginning: str) -> str:
        """The time, preceded by the date if it is a day or more after the start."""
        if text and beginning and self._moment(text) - self._moment(beginning) >= timedelta(hours=24):
            return self.minute(text)
        return self.time(text)

    def minute(self, text: str) -> str:
        """Date, hours and minutes; empty for an empty time."""
        return f"{self.date_in_words(text)} {self.time(text)}" if text else ""

    def stamp(self, text: str) -> str:
        """Date and time as spreadsheets read them; empty for an empty time."""
        return f"{self._moment(text):%Y-%m-%d %H:%M:%S}" if text else ""

    def moment(self, text: str) -> datetime | None:
        """Date and time on this clock, without the zone; None for an empty time."""
        return self._moment(text).replace(tzinfo=None) if text else None

    def day(self, text: str) -> str:
        """The day of the week and the date; empty for an empty time."""
        if not text:
            return ""
        moment = self._moment(text)
        return f"{moment:%A} {moment.day} {moment:%B %Y}" if _is_english() else speaking.in_full(moment)

    def date(self, text: str) -> str:
        """The date as programs read and compare it, the same in every language; empty for an empty time."""
        return f"{self._moment(text):%Y-%m-%d}" if text else ""

    def weekday(self, text: str) -> str:
        """The day of the week: Friday."""
        moment = self._moment(text)
        return f"{moment:%A}" if _is_english() else speaking.weekday(moment)

    def date_in_words(self, text: str) -> str:
        """The date as people read it; empty for an empty time."""
        return _text(self._moment(text), *SHORT_DAY) if text else ""

    def place(self) -> str:
        """The city whose clock this is, as the reader's language writes it; "UTC" where the zone has none."""
        return self.zone.rpartition("/")[2].replace("_", " ") if _is_english() else speaking.city(self.zone)

    def _moment(self, text: str) -> datetime:
        return datetime.fromisoformat(text).astimezone(self.offset)


# Later than this after the opening, a time without a date would mislead.
LONGEST_NIGHT = timedelta(hours=20)
# A day in words: by the pattern of English, and by Unicode's skeleton.
SHORT_DAY = ("{0.day} {0:%b %Y}", "yMMMd")


def clock_in(zone: str) -> Clock:
    """The clock of that IANA zone."""
    try:
        return Clock(zone, ZoneInfo(zone))
    except (KeyError, ValueError, OSError):
        # A book may name a zone that this system does not know; the report is written anyway.
        return Clock("UTC", UTC)


def day_text(day: str) -> str:
    """A day that is written as 2026-01-02, as people read it; any other text as it stands."""
    try:
        return _text(date.fromisoformat(day), *SHORT_DAY)
    except ValueError:
        return day


def day_and_month(moment: date) -> str:
    """A day of this year as people read it: "20 November"."""
    return _text(moment, "{0.day} {0:%B}", "MMMMd")


def night_called(name: str, day: str) -> str:
    """What people call a night: its name and its day in words."""
    return say("{night} of {day}", night=name, day=day) if name else say("the night of {day}", day=day)


def name_or_day(name: str, opened_at: str, zone: str) -> str:
    """What stands above a night: its name, or else the day of the week and the date; empty if the book has no times."""
    return name or clock_in(zone).day(opened_at)


# A time as the book writes it.
WRITTEN = "%Y-%m-%dT%H:%M:%SZ"


def later(moment: str, seconds: int) -> str:
    """The time of the book this many seconds after another; before it, if they are negative."""
    return (datetime.fromisoformat(moment).astimezone(UTC) + timedelta(seconds=seconds)).strftime(WRITTEN)


def seconds_between(first: str, last: str) -> int:
    """Whole seconds from one time of the book to another."""
    return int((datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds())


def minutes_between(first: str, last: str) -> int | None:
    """Whole minutes from one time to another; None if one of them is not known."""
    return seconds_between(first, last) // 60 if first and last else None


def lasting(minutes: int | None) -> str:
    """A length of time in words: "4 h 35 min"."""
    if minutes is None:
        return ""
    hours, rest = divmod(minutes, 60)
    return say("{hours} h {minutes:02} min", hours=hours, minutes=rest) if hours else say("{minutes} min", minutes=rest)


def _is_english() -> bool:
    """Whether English is spoken, whose days and clock need no library."""
    return speech().code == ENGLISH.code


def _text(moment: date, english: str, skeleton: str) -> str:
    """The moment by its pattern in English, in other languages by what they make of Unicode's skeleton."""
    return english.format(moment) if _is_english() else speaking.in_short(moment, skeleton)


NO_ZONE = to_say("There is no time zone “{zone}”; write a name such as Europe/Copenhagen or UTC.")
# Tables of the same zones that count leap seconds or not; no name of a zone begins so.
NOT_NAMES = ("posix/", "right/", "posixrules")


@cache
def is_zone(name: str) -> bool:
    """True if there is a time zone of this name."""
    try:
        # A list of all names would take longer than most commands.
        return not name.startswith(NOT_NAMES) and bool(ZoneInfo(name).key)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
