"""Times of the book (RFC 3339, UTC) as the clock on the wall showed them that night."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock in one zone; `zone` is the one it really shows, UTC where the wanted one is not known here."""

    zone: str
    offset: tzinfo

    def time(self, text: str) -> str:
        """Hours and minutes; nothing for nothing."""
        return f"{self._moment(text):%H:%M}" if text else ""

    def time_or_day(self, text: str, beginning: str) -> str:
        """The time of what happened that night, and month and day of what came long after its beginning."""
        if text and beginning and self._moment(text) - self._moment(beginning) > LONGEST_NIGHT:
            return f"{self._moment(text):%m-%d}"
        return self.time(text)

    def time_and_day(self, text: str, beginning: str) -> str:
        """The time, with its date in front where it is a day after the beginning or more."""
        if text and beginning and self._moment(text) - self._moment(beginning) >= timedelta(hours=24):
            return f"{self._moment(text):%Y-%m-%d %H:%M}"
        return self.time(text)

    def stamp(self, text: str) -> str:
        """Date and time as spreadsheets read them; nothing for nothing."""
        return f"{self._moment(text):%Y-%m-%d %H:%M:%S}" if text else ""

    def day(self, text: str) -> str:
        """The date, with its day of the week in front."""
        moment = self._moment(text) if text else None
        return f"{DAYS[moment.weekday()]} {moment:%Y-%m-%d}" if moment else ""

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
        # A book may name a zone that this system has never heard of; the report is wanted all the same.
        return Clock("UTC", UTC)


def minutes_between(first: str, last: str) -> int | None:
    """Whole minutes from one time to another; nothing where one of them is not known."""
    if not (first and last):
        return None
    return int((datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds()) // 60


def lasting(minutes: int | None) -> str:
    """A length of time in words: "4 h 35 min"."""
    if minutes is None:
        return ""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02} min" if hours else f"{rest} min"
