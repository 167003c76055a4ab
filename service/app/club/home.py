"""What somebody sees first: the nights of their club, or what clubs publish."""

from __future__ import annotations

from engine.ids import ClubId, PlayerId
from service.app import finding, people
from service.app.book import Book
from service.book.store.lists import Which
from service.book.store.night_results import cents_of_player
from service.people.access.who import STRANGER
from service.reports.views.night.nights import Home, Published, home_view

# So many nights stand on a page; so many may be played at a time; so many of a club are shown to everybody.
PAGE = 20
AT_A_TIME = 5
NEWEST = 5


def home(book: Book, club_id: ClubId, player: PlayerId | None, *, cursor: str | None = None) -> Home:
    """The nights of the club, for this player; for a program of the club, which has no results, without one.

    Refuses a cursor of another list (UnknownCursor).
    """
    # A night that was closed and is not settled yet is found in the list like any other.
    playing = finding.nights(book, Which(club=club_id, phase="open"), limit=AT_A_TIME).nights
    page = finding.nights(book, Which(club=club_id), cursor=cursor, limit=PAGE)
    found = [row.night for row in page.nights]
    cents = cents_of_player(book.database, club_id, player, found) if player else {}
    return home_view(people.club(book, club_id), playing if cursor is None else (), page, cents)


def published(book: Book) -> tuple[Published, ...]:
    """Every club that publishes something, by name, with its newest nights if everybody may see them."""
    return tuple(
        Published(
            club=club,
            nights=finding.nights(book, Which(club=club.id), limit=NEWEST).nights
            if {"nights", "reports"} & set(club.published)
            else (),
        )
        for club in people.clubs_shown_to(book, STRANGER).clubs
    )
