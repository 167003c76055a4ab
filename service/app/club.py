"""A club as its people keep and see it: shown, changed by names instead of ids, and its nights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from engine.club.acts import AdoptHouseRules, ClubAct, DeclareInventory, Publication, Role
from engine.house.agreements import Denomination
from engine.ids import ClubId, PlayerId
from engine.spelling import called, called_or_begun, compared
from service.app import people, seeing
from service.app.book import Book
from service.app.looking_back import standings
from service.app.night.settling import account as account_of
from service.app.people import club_named, in_words
from service.app.refusals import AmbiguousName, ClubExists, NotAMember
from service.app.seeing import find
from service.book.club_handler import club_of_key
from service.book.store.lists import Which
from service.book.store.night_results import cents_of_player
from service.errors import KeyReused, NameTaken
from service.language.shorthand.head import chips_of
from service.people.rights import STRANGER
from service.reports.views import club as views
from service.reports.views.club import ClubLog, ClubShown, ClubView, Farewell, MemberView
from service.reports.views.night import Home, Published, home_view
from service.reports.views.settling.standing_account import StandingAccount

NO_CHIPS = "none"


def show(book: Book, name: str = "") -> ClubShown:
    """The club of this name, else that of the newest night."""
    listed = club_named(book, name)
    with book.handler() as handler:
        return views.club_shown(handler.clubs.load(listed.id), listed, handler.names.members(listed.id))


def log(book: Book, name: str = "", *, most: int | None = None) -> ClubLog:
    """The last acts of the club, at most so many; all of them if that is None."""
    listed = club_named(book, name)
    with book.handler() as handler:
        loaded = handler.clubs.load(listed.id)
        nights = handler.lists.nights(Which(club=listed.id), limit=len(loaded.club.nights))
        called = {one.night: one.called for one in nights}
        return views.club_log(loaded, handler.names.by_id(listed.id), called, most=most)


def account(book: Book, spoken: str, *, club: str = "") -> StandingAccount:
    """The account of the member of this name over all nights of the club."""
    listed = club_named(book, club)
    return account_of(book, listed.id, member_called(book, listed, spoken))


def found(book: Book, name: str, *, key: str = "") -> ClubView:
    """A new club, or the one that an earlier request with the same key founded. Refuses a name that another club has."""
    _is_free(book, name, but_for=club_of_key(key) if key else "")
    return people.found_club(book, name, key=key)


def rename(book: Book, name: str, *, club: str = "", key: str = "") -> ClubView:
    """Gives the club another name. Refuses one that another club has."""
    listed = club_named(book, club)
    _is_free(book, name, but_for=listed.id)
    with _named(listed):
        return people.rename_club(book, listed.id, name, key=key)


def publish(book: Book, what: Sequence[Publication], *, club: str = "", key: str = "") -> ClubView:
    """Lets everybody see this of the club, and no more; nothing by an empty `what`. Refuses what is so already."""
    listed = club_named(book, club)
    with _named(listed):
        return people.publish(book, listed.id, what, key=key)


def _is_free(book: Book, name: str, *, but_for: str) -> None:
    """Refuses the name of another club: the command line could no longer say which of the two is meant."""
    for other in people.clubs(book).clubs:
        if compared(other.name) == compared(name) and other.id != but_for:
            raise ClubExists(other.name)


def add(book: Book, name: str, *, club: str = "", key: str = "") -> MemberView:
    """A new member, or the one that an earlier request with the same key added."""
    listed = club_named(book, club)
    with _named(listed):
        return people.add_player(book, listed.id, name, key=key)


def rename_player(book: Book, person: str, name: str, *, club: str = "", key: str = "") -> MemberView:
    """Gives a member another name."""
    listed = club_named(book, club)
    with _named(listed):
        return people.rename_player(book, listed.id, member_called(book, listed, person), name, key=key)


def parting(book: Book, person: str, *, club: str = "") -> Farewell:
    """What would stay of a member if their name was deleted; nothing is recorded. Refuses the mere beginning of a name."""
    listed = club_named(book, club)
    player = member_called(book, listed, person, whole=True)
    with book.handler() as handler:
        return views.farewell(handler.clubs.load(listed.id).club, player, handler.names.by_id(listed.id))


def forget(book: Book, player: PlayerId, *, club: str = "", key: str = "") -> None:
    """Deletes the name of the member with this id, and its salt."""
    listed = club_named(book, club)
    with _named(listed):
        people.forget_player(book, listed.id, player, key=key)


def change_role(book: Book, person: str, role: Role, *, held: bool, club: str = "", key: str = "") -> MemberView:
    """Grants a role to a member, or takes it. Refuses a role that is held already, or is not."""
    listed = club_named(book, club)
    with _named(listed):
        return people.change_role(book, listed.id, member_called(book, listed, person), role, held=held, key=key)


def merge(book: Book, person: str, into: str = "", *, club: str = "", key: str = "") -> MemberView:
    """The member of the first name is the other one; with no other, they are two people again. Whole names are wanted."""
    listed = club_named(book, club)
    player = member_called(book, listed, person, whole=True)
    with _named(listed):
        other = member_called(book, listed, into, whole=True) if into else None
        return people.merge(book, listed.id, player, other, key=key)


def opt_out(book: Book, person: str, *, out: bool, club: str = "", key: str = "") -> MemberView:
    """A member is no longer named in standings, or is named again. Refuses what is so already."""
    listed = club_named(book, club)
    with _named(listed):
        return standings.opt_out(book, listed.id, member_called(book, listed, person), out=out, key=key)


def declare_chips(book: Book, text: str, *, club: str = "", key: str = "") -> ClubShown:
    """The chips of the club from now on, as after `chips:` in a `.night` file; `none` for no inventory."""
    return declare_kinds(
        book, () if compared(text) == NO_CHIPS else chips_of(" ".join(text.split())), club=club, key=key
    )


def declare_kinds(book: Book, kinds: Sequence[Denomination], *, club: str = "", key: str = "") -> ClubShown:
    """The chips of the club from now on; none for no inventory. Refuses two kinds of one name."""
    return _take(book, club_named(book, club), DeclareInventory(kinds=tuple(kinds)), key=key)


def adopt_rules(book: Book, night: str, *, club: str = "", key: str = "") -> ClubShown:
    """Makes the rules under which this night was opened those of its club, or of the named one."""
    opened = find(book, night).opened
    listed = club_named(book, club) if club else people.club(book, opened.club)
    return _take(book, listed, AdoptHouseRules(rules=opened.rules), key=key)


def _take(book: Book, listed: ClubView, act: ClubAct, *, key: str) -> ClubShown:
    with _named(listed), in_words(book, listed.id) as handler:
        handler.clubs.take(listed.id, act, key=key)
        return views.club_shown(handler.clubs.load(listed.id), listed, handler.names.members(listed.id))


@contextmanager
def _named(listed: ClubView) -> Iterator[None]:
    """Refusals of the store, which knows the club by its id, with its name."""
    try:
        yield
    except (NameTaken, KeyReused) as refusal:
        raise type(refusal)(**{**refusal.details, "club": listed.name}) from refusal


def member_called(book: Book, listed: ClubView, spoken: str, *, whole: bool = False) -> PlayerId:
    """The member of this name, of the name that begins so, or of this id; not who turned out to be somebody else.

    `whole`: of exactly this name, whoever that turned out to be.
    """
    with book.handler() as handler:
        names = handler.names.by_id(listed.id)
        club = handler.clubs.load(listed.id).club
    meant = (called if whole else called_or_begun)(spoken, names)
    if not meant and spoken in club.members:
        # Also somebody who is forgotten: the rules say that of them, and a repeated request gets its first answer.
        return spoken
    if not meant:
        raise NotAMember(listed.name, spoken, list(names.values()))
    people_meant = meant if whole else list(dict.fromkeys(map(club.person, meant)))
    if len(people_meant) > 1:
        raise AmbiguousName(spoken, [names[player] for player in people_meant])
    return people_meant[0]


# So many nights stand on a page; so many may be played at a time; so many of a club are shown to everybody.
PAGE = 20
AT_A_TIME = 5
NEWEST = 5


def home(book: Book, club_id: ClubId, player: PlayerId | None, *, cursor: str | None = None) -> Home:
    """The nights of the club, for this player; for a program of the club, which has no results, without one.

    Refuses a cursor of another list (UnknownCursor).
    """
    # A night that was closed and is not settled yet is found in the list like any other.
    playing = seeing.nights(book, Which(club=club_id, phase="open"), limit=AT_A_TIME).nights
    page = seeing.nights(book, Which(club=club_id), cursor=cursor, limit=PAGE)
    results = [row.night for row in page.nights]
    cents: dict[str, int] = {}
    with book.handler() as handler:
        state = handler.clubs.look(club_id).club
    for one in (player, *(other for other, into in state.merged().items() if into == player)) if player else ():
        cents |= cents_of_player(book.database, club_id, one, results)
    return home_view(people.club(book, club_id), playing if cursor is None else (), page, cents)


def published(book: Book) -> tuple[Published, ...]:
    """Every club that publishes something, by name, with its newest nights if everybody may see them."""
    return tuple(
        Published(
            club=club,
            nights=seeing.nights(book, Which(club=club.id), limit=NEWEST).nights
            if {"nights", "reports"} & set(club.published)
            else (),
        )
        for club in people.clubs_shown_to(book, STRANGER).clubs
    )
