"""Which night is meant: by its id, by a part of it, or none named; and the list of them."""

from __future__ import annotations

from itertools import groupby

from service.app.book import Book
from service.app.permission import insist_in_club
from service.app.refusals import AmbiguousNight, NoNights, NoOpenNight
from service.app.seeing import see
from service.book.recording.handler import CommandHandler
from service.book.store.lists import ALL_NIGHTS, PUBLISHED, ListedNight, Which
from service.errors import NightMissing
from service.errors.problems import UnknownCursor
from service.people.access.rights import Deed, may
from service.people.access.who import Who
from service.reports.views.night.nights import NightPage, night_row
from service.reports.views.visible_night import VisibleNight

__all__ = ["Which", "find", "find_current", "find_id", "has_night", "newest", "nights", "nights_shown_to"]

# A part of an id that fits more nights than this is too short anyway.
CALLED_MAX = 20


def has_night(book: Book, night_id: str) -> bool:
    """True if the book has a night of this id."""
    with book.handler() as handler:
        return handler.lists.has_night(night_id)


def club_of(book: Book, night_id: str) -> str:
    """The id of the club of a night. Refuses an id of none (NightMissing)."""
    with book.handler() as handler:
        return handler.lists.club_of(night_id)


def newest(book: Book) -> ListedNight | None:
    """The newest night of all that is not void; None if the book has none."""
    with book.handler() as handler:
        return next(iter(handler.lists.nights(Which(besides=("void",)), limit=1)), None)


def find_id(book: Book, given: str) -> str:
    """The id of a night, given the id, or the beginning or the end of it; without one, the newest night."""
    if not given:
        found = newest(book)
        if found is None:
            raise NoNights
        return found.night
    if has_night(book, given):
        return given
    with book.handler() as handler:
        called = sorted({night for _, night in handler.lists.nights_called(given, limit=CALLED_MAX)})
    nights = [night for night in called if night.startswith(given)] or called
    if not nights:
        raise NightMissing(given)
    if len(nights) > 1:
        raise AmbiguousNight(given, nights)
    return nights[0]


def find(book: Book, given: str) -> VisibleNight:
    """The night that is meant; without an id, the newest of all."""
    return see(book, find_id(book, given))


def find_current(book: Book, given: str, *, or_newest: bool = False) -> VisibleNight:
    """The night that is meant; without an id, the newest that is played, else the newest that is not settled yet.

    Else, if wanted, the newest of all. A night that was entered later, as from a file, does not come before one that is played.
    """
    if given:
        return find(book, given)
    with book.handler() as handler:
        for which in (Which(phase="open"), Which(besides=("settled", "void"))):
            if meant := handler.lists.nights(which, limit=1):
                return see(book, meant[0].night)
    if or_newest:
        return find(book, "")
    raise NoOpenNight


def nights_shown_to(book: Book, who: Who, which: Which, *, cursor: str | None, limit: int) -> NightPage:
    """The nights that are meant; without a club every night to the keeper, to a member those of theirs, else the published.

    Refuses a club whose nights this person may not see.
    """
    if which.club is not None:
        insist_in_club(book, who, Deed.SEE_NIGHTS, which.club)
    elif who.club is not None and may(who, Deed.SEE_NIGHTS, who.club):
        which = which._replace(club=who.club)
    elif not who.keeper:
        which = which._replace(published=PUBLISHED)
    return nights(book, which, cursor=cursor, limit=limit)


def nights(book: Book, which: Which = ALL_NIGHTS, *, cursor: str | None = None, limit: int) -> NightPage:
    """The nights that are meant, after the cursor, up to the limit, without settlements that were taken back.

    It reads no night, however many there are. Refuses the cursor of another list.
    """
    with book.handler() as handler:
        after = _cursor_of(handler, cursor, which) if cursor else None
        found = handler.lists.nights(which._replace(besides=("void",)), after=after, limit=limit + 1)
        page = found[:limit]
        names: dict[str, str] = {}
        for of, _ in groupby(sorted(one.club for one in page)):
            names |= {of: handler.lists.club(of).name, **handler.names.by_id(of)}
        ends = handler.lists.ends_of(page)
    rows = tuple(night_row(one, end, names) for one, end in zip(page, ends, strict=True))
    return NightPage(nights=rows, next=page[-1].night if len(found) > limit else None)


def _cursor_of(handler: CommandHandler, cursor: str, which: Which) -> ListedNight:
    """The night with which the page before ended."""
    try:
        of = handler.lists.club_of(cursor)
        published = "nights" in handler.lists.club(of).published
        in_the_list = which.club in (None, of) and (which.published is None or published)
        if in_the_list:
            return handler.lists.night(of, cursor)
    except NightMissing:
        pass
    raise UnknownCursor(cursor=cursor)
