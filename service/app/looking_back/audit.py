"""Looks through a night event by event, and adjudicates it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from service.app.book import Book
from service.app.night.lines import player_called, read_correction
from service.app.putting_right import if_corrected
from service.app.refusals import NightNotInFile
from service.app.seeing import see, see_proven
from service.book.moving.lines import read_unchecked
from service.book.store.chain import StoredEvent
from service.language.shorthand import SpokenCorrection
from service.language.shorthand.tokens import SpokenChange
from service.reports.audit_page import render_audit
from service.reports.views.putting_right import CorrectionView
from service.reports.views.verification import AdjudicationView, DifferenceView, adjudication_view, difference_view
from service.reports.views.visible_night import VisibleNight


def see_as(book: Book, night_id: str, player: str = "") -> VisibleNight:
    """The night as the player of this name may see it, or with all its cards. Refuses a night that does not hold."""
    view = see_proven(book, night_id)
    if not player:
        return view
    return replace(view, sees_cards=False, viewer=player_called(view, player), before_hand=None)


def without(book: Book, view: VisibleNight, events: Sequence[int], *, stop_at: int | None = None) -> CorrectionView:
    """What would change if these events had never been; nothing is recorded.

    From `stop_at` on nothing counts. Refuses what the rules could not have gone on from, and names it.
    """
    changes = tuple(SpokenChange(version) for version in events)
    return if_corrected(book, view, read_correction(book, view, SpokenCorrection(changes, stop_at, "")))


def against_file(book: Book, night_id: str, text: str) -> DifferenceView:
    """The difference between the night and the one in an export, whether or not that holds.

    It is the night of the same id, or the only one in the file.
    """
    ours = _stored(book, night_id)
    nights = {stream.night: events for stream, events in read_unchecked(text.splitlines()).items() if stream.night}
    theirs = nights.get(night_id) or (next(iter(nights.values())) if len(nights) == 1 else None)
    if not theirs:
        raise NightNotInFile(night_id, sorted(nights))
    return difference_view(ours, theirs)


def against_book(book: Book, night_id: str, place: str) -> DifferenceView:
    """The difference between the night and the one of the same id in the book of this file or URL."""
    ours = _stored(book, night_id)
    other = Book.open_existing(place)
    assert other is not None, "A named place without a book is refused."
    with other:
        return difference_view(ours, _stored(other, night_id))


def _stored(book: Book, night_id: str) -> list[StoredEvent]:
    with book.handler() as handler:
        return handler.store.read(handler.stream(night_id))


def as_page(book: Book, night_id: str, player: str = "") -> str:
    """The page, with every card in the book, or as the player of this name may see the night."""
    return render_audit(see_as(book, night_id, player))


def adjudicate(book: Book, night_id: str, *, sees_cards: bool = True) -> AdjudicationView:
    """Whether every act in force would be accepted again and have the same consequences."""
    return adjudication_view(see(book, night_id, sees_cards=sees_cards))
