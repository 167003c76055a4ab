"""The clock at the table: what `20:15` means on this night, as a time of the book."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from service.app.refusals import BadDate

FORM = "%Y-%m-%dT%H:%M:%SZ"
# A time up to this long ago counts as said late; an earlier one is on the other side of midnight.
EARLIER_AT_MOST = timedelta(hours=6)
DAY = timedelta(days=1)
# In a night that is entered later, an earlier one than this is one of the next day.
ENTERED_LATE = timedelta(hours=1)


def in_book_time(moment: datetime) -> str:
    """The moment as the book writes it."""
    return moment.astimezone(UTC).strftime(FORM)


def on_the_wall(book_time: str, zone: str) -> datetime:
    """A time of the book as the table's clock showed it."""
    return datetime.fromisoformat(book_time).astimezone(ZoneInfo(zone))


def date_stated(date: str, zone: str) -> str:
    """`2026-11-20` or `2026-11-20 19:30` as a time of the book; empty if nothing was said."""
    if not date:
        return ""
    form = "%Y-%m-%d %H:%M" if " " in date else "%Y-%m-%d"
    try:
        return in_book_time(datetime.strptime(date, form).replace(tzinfo=ZoneInfo(zone)))
    except (ValueError, OverflowError) as problem:
        raise BadDate(date) from problem


def time_stated(clock: str, after: str, zone: str) -> str:
    """`20:15` as a time of the book, close to the time `after`: past midnight it is the next day."""
    reference = on_the_wall(after, zone)
    moment = _on_that_day(clock, reference)
    if moment < reference - EARLIER_AT_MOST:
        moment += DAY
    elif moment > reference + DAY - EARLIER_AT_MOST:
        moment -= DAY
    return in_book_time(moment)


def time_in_night(clock: str, last: str, now: str, zone: str) -> str:
    """`20:15` in a night whose last act was at `last`: the first after it, unless that is still to come; then close to now.

    So a night of yesterday can be entered today. What happened up to an hour before the last act may be said late.
    """
    reference = on_the_wall(last, zone) - ENTERED_LATE
    moment = _on_that_day(clock, reference)
    match = in_book_time(moment if moment >= reference else moment + DAY)
    return match if match <= now else time_stated(clock, now, zone)


def _on_that_day(clock: str, day: datetime) -> datetime:
    hours, minutes = (int(part) for part in clock.split(":"))
    return day.replace(hour=hours, minute=minutes, second=0)


class TableClock:
    """A clock that can be set and runs on from there. Until it is set, it shows the real time."""

    def __init__(self) -> None:
        self._ahead: timedelta | None = None

    def set(self, book_time: str) -> None:
        """Sets the clock to this time."""
        self._ahead = datetime.fromisoformat(book_time) - datetime.now(UTC)

    def clear(self) -> None:
        """Goes back to the real time."""
        self._ahead = None

    def reading(self) -> str:
        """The time at the table as a time of the book; empty if it is the real one."""
        return "" if self._ahead is None else in_book_time(datetime.now(UTC) + self._ahead)
