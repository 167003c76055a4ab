"""Times of the book (RFC 3339, UTC) as local time of the night."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock in one zone; `zone` is UTC if this system does not know the wanted one."""

    zone: str
    offset: tzinfo

    def time(self, text: str) -> str:
        """Hours and minutes; empty for an empty time."""
        return f"{self._moment(text):%H:%M}" if text else ""

    def time_or_day(self, text: str, beginning: str) -> str:
        """The time of an event of the night; month and day for one long after its start."""
        if text and beginning and self._moment(text) - self._moment(beginning) > LONGEST_NIGHT:
            return f"{self._moment(text):%m-%d}"
        return self.time(text)

    def time_and_day(self, text: str, beginning: str) -> str:
        """The time, preceded by the date if it is a day or more after the start."""
        if text and beginning and self._moment(text) - self._moment(beginning) >= timedelta(hours=24):
            return self.minute(text)
        return self.time(text)

    def minute(self, text: str) -> str:
        """Date, hours and minutes; empty for an empty time."""
        return f"{self._moment(text):%Y-%m-%d %H:%M}" if text else ""

    def stamp(self, text: str) -> str:
        """Date and time as spreadsheets read them; empty for an empty time."""
        return f"{self._moment(text):%Y-%m-%d %H:%M:%S}" if text else ""

    def moment(self, text: str) -> datetime | None:
        """Date and time on this clock, without the zone; None for an empty time."""
        return self._moment(text).replace(tzinfo=None) if text else None

    def day(self, text: str) -> str:
        """The day of the week and the date; empty for an empty time."""
        moment = self._moment(text) if text else None
        return f"{DAYS[moment.weekday()]} {moment:%Y-%m-%d}" if moment else ""

    def date(self, text: str) -> str:
        """The date; empty for an empty time."""
        return f"{self._moment(text):%Y-%m-%d}" if text else ""

    def _moment(self, text: str) -> datetime:
        return datetime.fromisoformat(text).astimezone(self.offset)


# Later than this after the opening, a time without a date would mislead.
LONGEST_NIGHT = timedelta(hours=20)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def clock_in(zone: str) -> Clock:
    """The clock of that IANA zone."""
    try:
        return Clock(zone, ZoneInfo(zone))
    except (KeyError, ValueError, OSError):
        # A book may name a zone that this system does not know; the report is written anyway.
        return Clock("UTC", UTC)


def night_called(name: str, day: str) -> str:
    """What people call a night: its name and day."""
    return f"{name or 'the night'} of {day}"


def minutes_between(first: str, last: str) -> int | None:
    """Whole minutes from one time to another; None if one of them is not known."""
    if not (first and last):
        return None
    return int((datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds()) // 60


def lasting(minutes: int | None) -> str:
    """A length of time in words: "4 h 35 min"."""
    if minutes is None:
        return ""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02} min" if hours else f"{rest} min"
