"""Times of the book (RFC 3339, UTC) as the clock on the wall showed them that night."""

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock in one zone; `zone` is the one it really shows, UTC where the wanted one is not known here."""

    zone: str
    offset: tzinfo

    def time(self, text: str) -> str:
        """Hours and minutes; nothing for nothing."""
        return f"{self._moment(text):%H:%M}" if text else ""

    def day(self, text: str) -> str:
        """The date, with its day of the week in front."""
        moment = self._moment(text) if text else None
        return f"{DAYS[moment.weekday()]} {moment:%Y-%m-%d}" if moment else ""

    def _moment(self, text: str) -> datetime:
        return datetime.fromisoformat(text).astimezone(self.offset)


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
