"""The clock at the table: what `20:15` means on a night, when play ended, and which nights nobody closed."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from engine.folding import Places
from engine.preconditions import in_play
from engine.registry import AFTER_PLAY
from engine.speech import say
from service.app.book import Book
from service.app.refusals import BadDate, EndsOutsideTheNight
from service.app.seeing import nights
from service.language.local_time import WRITTEN, clock_in, day_and_month
from service.reports.views.night import NightRow
from service.reports.views.visible_night import VisibleNight

# A time up to this long ago counts as said late; an earlier one is on the other side of midnight.
EARLIER_AT_MOST = timedelta(hours=6)
DAY = timedelta(days=1)
# In a night that is entered later, an earlier one than this is one of the next day.
ENTERED_LATE = timedelta(hours=1)


def in_book_time(moment: datetime) -> str:
    """The moment as the book writes it."""
    return moment.astimezone(UTC).strftime(WRITTEN)


def on_the_wall(book_time: str, zone: str) -> datetime:
    """A time of the book as the table's clock showed it."""
    return datetime.fromisoformat(book_time).astimezone(ZoneInfo(zone))


def date_stated(date: str, zone: str, *, after: str = "") -> str:
    """`2026-11-20` or `2026-11-20 19:30` as a time of the book; empty if nothing was said.

    A time that the clock shows twice, because it was put back, is the first one from `after` on.
    """
    if not date:
        return ""
    form = "%Y-%m-%d %H:%M" if " " in date else "%Y-%m-%d"
    try:
        return _first_of(datetime.strptime(date, form).replace(tzinfo=ZoneInfo(zone)), after)
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
    return _first_of(moment, after)


def time_in_night(clock: str, last: str, now: str, zone: str) -> str:
    """`20:15` in a night whose last act was at `last`: the first after it, unless that is still to come; then close to now.

    So a night of yesterday can be entered today. What happened up to an hour before the last act may be said late.
    """
    reference = on_the_wall(last, zone) - ENTERED_LATE
    moment = _on_that_day(clock, reference)
    match = _first_of(moment if moment >= reference else moment + DAY, last, now)
    return match if match <= now else time_stated(clock, now, zone)


def _on_that_day(clock: str, day: datetime) -> datetime:
    hours, minutes = (int(part) for part in clock.split(":"))
    return day.replace(hour=hours, minute=minutes, second=0)


def _first_of(moment: datetime, after: str, now: str = "") -> str:
    """What the clock shows as a time of the book. Where it is put back an hour, it shows a time twice: then the first from
    `after` on, or the last before it, and none that is still to come `now`, if that can be.
    """
    first, second = (in_book_time(moment.replace(fold=fold)) for fold in (0, 1))
    if second < first:
        # The clock was put forward, and never showed it.
        return first
    return second if first < after and not (now and second > now) else first


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


# A night that was opened this long ago is no longer being played.
LEFT_AFTER = timedelta(hours=14)
# Only so many of the newest nights are looked at.
LOOKED_AT_MOST = 20


def left_open(book: Book) -> Iterator[str]:
    """A sentence for each of the newest nights that is still open, though it was opened too long ago to be still played."""
    return left_open_lines(nights(book, limit=LOOKED_AT_MOST).nights, book.now())


def left_open_lines(rows: Iterable[NightRow], now: str) -> Iterator[str]:
    """The same for these nights, at a time of the book."""
    for row in rows:
        if row.phase == "open" and _time(now) - _time(row.opened_at) >= LEFT_AFTER:
            begun = on_the_wall(row.opened_at, row.zone)
            yield say(
                "{name} of {day} is still open. Count the chips, then `chipbook night close -n {night} --at HH:MM` closes it "
                "with the time at which play ended.",
                name=row.name or say("The night"),
                day=day_and_month(begun),
                night=row.night,
            )


def ended_at(view: VisibleNight, text: str, now: str) -> str:
    """When play ended, as a time of the book: a date and time, or the first such time of day after the last act.

    Chips may be counted on another day, so counts do not matter. Refuses a time before the last act of play, and one
    that is still to come, and any for a night that is closed.
    """
    in_play(view.night)
    zone, last = view.opened.zone, _last_of_play(view)
    since = _to_the_minute(last)
    moment = date_stated(text, zone, after=since) if "-" in text else _first_after(since, text, zone)
    if not since <= moment <= now:
        raise EndsOutsideTheNight(text, _clock(last, zone), _clock(now, zone))
    # The clock shows no seconds.
    return max(moment, last)


def _last_of_play(view: VisibleNight) -> str:
    # What followed from an act happened with it, and what a correction put in its place happened when the act did.
    places = Places(view.records)
    acts = (record for record in view.records if record.caused_by is None and not places.is_placed(record.version))
    return max(record.occurred_at for record in acts if type(record.event) not in AFTER_PLAY)


def _first_after(since: str, clock: str, zone: str) -> str:
    """The first moment from this one on at which the clock at the table shows this."""
    # With a day before it, a wrong clock is refused as every wrong date is.
    moment = date_stated(f"{on_the_wall(since, zone):%Y-%m-%d} {clock}", zone, after=since)
    return moment if moment >= since else in_book_time(on_the_wall(moment, zone) + DAY)


def _to_the_minute(moment: str) -> str:
    return in_book_time(_time(moment).replace(second=0))


def _clock(moment: str, zone: str) -> str:
    return clock_in(zone).minute(moment)


def _time(moment: str) -> datetime:
    return datetime.fromisoformat(moment)
