"""The next night of a club as an entry for a calendar. Nothing is recorded: a night begins when it is opened."""

from __future__ import annotations

from engine.speech import phrase
from service.app.book import Book
from service.app.clock import date_said
from service.app.people import club_named
from service.app.refusals import BadDate
from service.book.store.lists import Which
from service.errors import OutOfBounds
from service.language.payload_limits import text_fault
from service.reports.invitation import Invitation, render_invitation

TITLE_MAX = 200


def invite(
    book: Book, at: str, *, place: str = "", title: str = "", hours: int, club: str = "", earlier: bytes = b""
) -> bytes:
    """The content of the file; `earlier` is what it replaces, so that a change moves the entry in everybody's calendar.

    `at` is day and time on the table's clock: that of the club's newest night, else that of the settings. Refuses any
    other (BadDate), and a title or place that is too long or not printable.
    """
    listed = club_named(book, club)
    for name, said in (("title", title), ("place", place)):
        if fault := text_fault(said, TITLE_MAX):
            raise OutOfBounds(phrase("the {name} {fault}", name=name, fault=fault))
    if " " not in at.strip():
        raise BadDate(at)
    with book.handler() as handler:
        nights = handler.clubs.load(listed.id).club.nights
        newest = next(iter(handler.lists.nights(Which(club=listed.id), limit=1)), None)
    zone = newest.zone if newest else book.zone
    invitation = Invitation(
        # The night after these has one number until it is opened, however often its time changes.
        uid=f"{listed.id}-{len(nights) + 1}@chipbook",
        title=title or listed.name,
        starts_at=date_said(at.strip(), zone),
        zone=zone,
        minutes=hours * 60,
        place=place,
    )
    return render_invitation(invitation, book.now(), earlier)
