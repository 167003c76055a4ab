"""What was played the night before, so that the first hand of a night is announced with one tap too."""

from __future__ import annotations

from engine.commands import AnnounceHand
from service.app.book import Book
from service.app.night.open_night import last_played
from service.app.seeing import see
from service.reports.views.play.so_far import so_far
from service.reports.views.visible_night import VisibleNight


def games_before(book: Book, seen: VisibleNight) -> tuple[AnnounceHand, ...]:
    """The games of the club's last other night, the newest first; none once this night has games of its own."""
    if so_far(seen).games:
        return ()
    before = last_played(book, seen.opened.club, besides=seen.night_id)
    return so_far(see(book, before)).games if before else ()
