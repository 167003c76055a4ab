"""Nights that nobody closed: found the next day, in a sentence, and closed with the time at which play really ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from engine.folding import Places
from engine.preconditions import in_play
from engine.registry import AFTER_PLAY
from engine.speech import say
from service.app.book import Book
from service.app.clock import DAY, date_stated, in_book_time, on_the_wall
from service.app.refusals import EndsOutsideTheNight
from service.app.seeing import nights
from service.language.local_time import clock_in, day_and_month
from service.reports.views.night import NightRow
from service.reports.views.visible_night import VisibleNight

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
    moment = date_stated(text, zone) if "-" in text else _first_after(last, text, zone)
    if not _to_the_minute(last) <= moment <= now:
        raise EndsOutsideTheNight(text, _clock(last, zone), _clock(now, zone))
    # The clock shows no seconds.
    return max(moment, last)


def _last_of_play(view: VisibleNight) -> str:
    # What followed from an act happened with it, and what a correction put in its place happened when the act did.
    places = Places(view.records)
    acts = (record for record in view.records if record.caused_by is None and not places.is_placed(record.version))
    return max(record.occurred_at for record in acts if type(record.event) not in AFTER_PLAY)


def _first_after(last: str, clock: str, zone: str) -> str:
    """The first moment from `last` on at which the clock at the table shows this."""
    # With a day before it, a wrong clock is refused as every wrong date is.
    moment = date_stated(f"{on_the_wall(last, zone):%Y-%m-%d} {clock}", zone)
    return moment if moment >= _to_the_minute(last) else in_book_time(on_the_wall(moment, zone) + DAY)


def _to_the_minute(moment: str) -> str:
    return in_book_time(_time(moment).replace(second=0))


def _clock(moment: str, zone: str) -> str:
    return clock_in(zone).minute(moment)


def _time(moment: str) -> datetime:
    return datetime.fromisoformat(moment)
