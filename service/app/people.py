"""Clubs and their people: founded, taken in, renamed, shown and listed; and which of them a name means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from engine.club.acts import (
    AdoptHouseRules,
    ClubAct,
    DeclareInventory,
    GrantRole,
    MergeMembers,
    OptOut,
    Publication,
    Role,
    TakeRole,
)
from engine.errors import Refusal
from engine.house.agreements import Denomination
from engine.ids import ClubId, PlayerId
from engine.speech import say_as, to_say_as
from engine.spelling import called, called_or_begun, compared
from service.app import seeing
from service.app.book import Book, remove_kept_files
from service.app.refusals import AmbiguousName, ClubExists, NobodyCalled, NotAMember, UnknownClub, refused
from service.app.seeing import find, newest
from service.book.club_handler import Condition, always, club_of_key
from service.book.ids import fresh_id
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import Joining, LoadedNight, UnitOfWork
from service.book.store import uploads
from service.book.store.lists import Which
from service.book.store.names import Member, PokerNowId, new_member
from service.book.store.night_results import cents_of_player, results_of_club
from service.errors import AmbiguousClub, PlayedTogether, PlayerMissing, StillPlays
from service.language.languages import as_before
from service.language.names import by_name
from service.language.shorthand.head import chips_of
from service.language.shorthand.keywords import in_english
from service.language.shorthand.lines import must_be_a_name
from service.people.rights import PLAYERS, STRANGER, Deed, Who, may
from service.reports.views import club as views
from service.reports.views.club import ClubLog, Clubs, ClubShown, ClubView, Farewell, MemberView, Players
from service.reports.views.night import Home, Published, home_view

# What a club is called until somebody says otherwise.
HOME_CLUB = to_say_as("a club", "Home")
# What is said of a club that declares no chips.
NO_CHIPS = "none"
# So many nights stand on a page; so many may be played at a time; so many of a club are shown to everybody.
PAGE = 20
AT_A_TIME = 5
NEWEST = 5


def clubs(book: Book) -> Clubs:
    """Every club of the book, by name."""
    with book.handler() as handler:
        return Clubs(clubs=tuple(views.club_view(club) for club in handler.lists.clubs()))


def clubs_shown_to(book: Book, who: Who) -> Clubs:
    """Every club to the keeper, to a member their own, and to everybody else those that publish something."""
    with book.handler() as handler:
        if who.keeper:
            results = handler.lists.clubs()
        elif who.club is not None and may(who, Deed.FIND_CLUB, who.club):
            results = [handler.lists.club(who.club)]
        else:
            results = handler.lists.publishing_clubs()
    return Clubs(clubs=tuple(views.club_view(club) for club in results))


def club(book: Book, club_id: str) -> ClubView:
    """The club with that id."""
    with book.handler() as handler:
        return views.club_view(handler.lists.club(club_id))


def found_club(book: Book, name: str, *, key: str = "", alone: bool = False) -> ClubView:
    """A new club, or the one that an earlier request with the same key made. `alone`: no other club may have the name (ClubExists)."""
    if alone:
        _insist_it_is_free(book, name, but_for=club_of_key(key) if key else "")
    with book.handler() as handler:
        return views.club_view(handler.lists.club(handler.clubs.found_club(name, key=key).club_id))


def rename_club(
    book: Book, club_id: str, name: str, *, key: str = "", insist: Condition = always, alone: bool = False
) -> ClubView:
    """Gives a club another name. `insist` refuses it if the club is not as whoever asks has seen it; `alone` as for a new club."""
    if alone:
        _insist_it_is_free(book, name, but_for=club_id)
    with book.handler() as handler:
        handler.clubs.rename(club_id, name, key=key, insist=insist)
    return club(book, club_id)


def _insist_it_is_free(book: Book, name: str, *, but_for: str) -> None:
    """Refuses the name of another club: the command line could no longer say which of the two is meant."""
    for one in clubs(book).clubs:
        if compared(one.name) == compared(name) and one.id != but_for:
            raise ClubExists(one.name)


def publish(book: Book, club_id: str, what: Sequence[Publication], *, key: str = "") -> ClubView:
    """Lets everybody see this of a club, and no more; nothing by an empty `what`. Refuses what is so already."""
    with in_words(book, club_id) as handler:
        handler.clubs.publish(club_id, what, key=key)
    return club(book, club_id)


def players(book: Book, club_id: str, *, role: str = "") -> Players:
    """Everybody in one club, by name; with a `role`, only those who hold it."""
    with book.handler() as handler:
        loaded = handler.clubs.load(club_id)
        members = views.members_shown(handler.names.members(club_id), loaded.club)
        results = tuple(member for member in members if not role or role in member.roles)
    return Players(club=club_id, version=loaded.version, head=loaded.head, players=results)


def player(book: Book, club_id: str, player_id: PlayerId) -> MemberView:
    """One person. Refuses a person who is not in that club, or was forgotten."""
    with book.handler() as handler:
        loaded = handler.clubs.load(club_id)
        member = handler.names.member(club_id, player_id)
        return views.member_view(member, loaded.club, handler.names.members(club_id))


def add_player(book: Book, club_id: str, name: str, *, key: str = "", looks_on: bool = False) -> MemberView:
    """A new player of a club, or a viewer, who only `looks_on`; or the one that an earlier request with the same key added."""
    must_be_a_name(name)
    with book.handler() as handler:
        member = handler.clubs.admit(club_id, name, key=key, looks_on=looks_on)
    return player(book, club_id, member.id)


def let_play(book: Book, club_id: str, player_id: PlayerId) -> None:
    """Makes a member who sits down a player. Nothing happens if they hold a role with which one plays."""
    if PLAYERS.isdisjoint(player(book, club_id, player_id).roles):
        change_role(book, club_id, player_id, "player", held=True)


def rename_player(
    book: Book, club_id: str, player_id: PlayerId, name: str, *, key: str = "", insist: Condition = always
) -> MemberView:
    """Gives a player of the club another name; the events do not change, because they know only the id.

    `insist` refuses it if the player is not as whoever asks has seen them.
    """
    must_be_a_name(name)
    with in_words(book, club_id, player_id) as handler:
        handler.clubs.rename_member(club_id, player_id, name, key=key, insist=insist)
    return player(book, club_id, player_id)


def forget_player(book: Book, club_id: str, player_id: PlayerId, *, key: str = "", insist: Condition = always) -> None:
    """Deletes the name of a player and its salt, and the files of the club that may have it. Their nights stay, and name the id.

    A repeated request with a key is answered as the first was, although the player is forgotten by then. Refuses a player
    of a night whose plan is not made, who could no longer be counted (StillPlays); a payment has a number and needs no name.
    `insist` refuses it if the player is not as whoever asks has seen them.
    """
    _refuse_whom_a_night_needs(book, club_id, player_id)
    with in_words(book, club_id, "" if key else player_id) as handler:
        handler.clubs.forget_member(club_id, player_id, key=key, insist=insist)
        nights = tuple(handler.clubs.load(club_id).club.nights)
    remove_kept_files(book.home, club_id, nights)
    # Files on their way in may name them too.
    uploads.drop(book.database, club_id)


def _refuse_whom_a_night_needs(book: Book, club_id: str, player_id: PlayerId) -> None:
    with book.handler() as handler:
        loaded = handler.clubs.load(club_id)
        member = loaded.club.member(player_id)
        if member is None or member.forgotten:
            return
        for night, record in loaded.club.nights.items():
            if record.phase in ("open", "closed") and player_id in _looked_at(handler, night).people:
                raise StillPlays(handler.names.by_id(club_id).get(player_id, player_id), night, record.phase)


def _looked_at(handler: CommandHandler, night: str) -> LoadedNight:
    with as_before():
        return handler.load(night)


def merge(book: Book, club_id: str, player_id: PlayerId, into: PlayerId | None, *, key: str = "") -> MemberView:
    """Says that a player is the other one, or with None that they are two people after all; returns the one who stays.

    Standings, accounts and debts are told of both as one, and nobody signs in as the first any more. Nights stay as they
    were recorded. Refuses two who were in one night together (PlayedTogether), and a player whom a night that is not
    settled still needs (StillPlays).
    """
    with in_words(book, club_id, player_id) as handler:
        insist = partial(_refuse_two_people, book, handler, club_id, player_id, into) if into else always
        handler.clubs.take(club_id, MergeMembers(player=player_id, into=into), key=key, insist=insist)
    return player(book, club_id, into or player_id)


def _refuse_two_people(book: Book, handler: CommandHandler, club_id: str, player_id: PlayerId, into: PlayerId) -> None:
    """Refuses two who sat at one table, or in whose night something is still to be counted."""
    club = handler.clubs.load(club_id).club
    names = handler.names.by_id(club_id)
    there: dict[str, set[PlayerId]] = {}
    for result, _ in results_of_club(book.database, club_id):
        there.setdefault(result.night, set()).add(club.person(result.player))
    for night, record in club.nights.items():
        if record.phase in ("open", "closed"):
            there[night] = set(map(club.person, _looked_at(handler, night).people))
            if player_id in there[night]:
                raise StillPlays(names.get(player_id, player_id), night, record.phase)
    for night, people_there in there.items():
        if {player_id, into} <= people_there and player_id != into:
            night_called = handler.lists.night(club_id, night).called
            raise PlayedTogether(names.get(player_id, player_id), names.get(into, into), night_called)


def change_role(book: Book, club_id: str, player_id: PlayerId, role: Role, *, held: bool, key: str = "") -> MemberView:
    """Grants a role to a player, or takes it. Refuses a role that is held already, or is not."""
    act = (GrantRole if held else TakeRole)(player=player_id, role=role)
    with in_words(book, club_id, player_id) as handler:
        handler.clubs.take(club_id, act, key=key)
    return player(book, club_id, player_id)


def opt_out(book: Book, club_id: str, player_id: PlayerId, *, out: bool, key: str = "") -> MemberView:
    """Records that a member is no longer named in standings, or is named again. Refuses what is so already."""
    with in_words(book, club_id, player_id) as handler:
        handler.clubs.take(club_id, OptOut(player=player_id, out=out), key=key)
    return player(book, club_id, player_id)


def parting(book: Book, club_id: str, player_id: PlayerId) -> Farewell:
    """What would stay of a member if their name was deleted; nothing is recorded."""
    with book.handler() as handler:
        return views.farewell(handler.clubs.load(club_id).club, player_id, handler.names.by_id(club_id))


def declare_chips(book: Book, text: str, *, club_name: str = "", key: str = "") -> ClubShown:
    """The chips of the club from now on, as after `chips:` in a `.night` file; `none` for no inventory."""
    kinds = () if in_english(text.casefold()) == NO_CHIPS else chips_of(" ".join(text.split()))
    return declare_kinds(book, kinds, club_name=club_name, key=key)


def declare_kinds(book: Book, kinds: Sequence[Denomination], *, club_name: str = "", key: str = "") -> ClubShown:
    """The chips of the club from now on; none for no inventory. Refuses two kinds of one name."""
    listed = club_named(book, club_name)
    return _taken(book, listed, DeclareInventory(kinds=tuple(kinds)), key=key)


def adopt_rules(book: Book, night: str, *, club_name: str = "", key: str = "") -> ClubShown:
    """Makes the rules under which this night was opened those of its club, or of the named one."""
    opened = find(book, night).opened
    listed = club_named(book, club_name or opened.club)
    return _taken(book, listed, AdoptHouseRules(rules=opened.rules), key=key)


def _taken(book: Book, listed: ClubView, act: ClubAct, *, key: str) -> ClubShown:
    with in_words(book, listed.id) as handler:
        handler.clubs.take(listed.id, act, key=key)
        return views.club_shown(handler.clubs.load(listed.id), listed, handler.names.members(listed.id))


@contextmanager
def in_words(book: Book, club_id: str, player_id: PlayerId = "") -> Iterator[CommandHandler]:
    """A handler whose refusals have names for ids, of nights too.

    Refuses a person, if one is named, who is not in that club, or was forgotten.
    """
    with book.handler() as handler:
        names = handler.names.by_id(handler.clubs.load(club_id).club_id)
        if player_id and player_id not in names:
            raise PlayerMissing(player_id)
        try:
            yield handler
        except Refusal as refusal:
            raise refused(refusal, {**names, **_nights_called(handler, club_id, refusal)}) from refusal


def _nights_called(handler: CommandHandler, club_id: str, refusal: Refusal) -> dict[str, str]:
    """What people call the nights that the refusal speaks of, by id."""
    spoken = {refusal.details[key] for key in refusal.nights}
    if not spoken:
        return {}
    listed = handler.lists.nights(Which(club=club_id), limit=len(handler.clubs.load(club_id).club.nights))
    return {one.night: one.called for one in listed if one.night in spoken}


def usual_club(book: Book) -> str:
    """The name of the club of the newest night, used if none is named; before the first night, of the club founded last."""
    listed = club_called(book)
    return called_alone(book, listed.id) if listed else say_as("a club", HOME_CLUB)


def called_alone(book: Book, club_id: str) -> str:
    """What means this club and no other: its name, or its id if another club is called the same."""
    name = club(book, club_id).name
    return name if sum(compared(one.name) == compared(name) for one in clubs(book).clubs) == 1 else club_id


def club_called(book: Book, name: str = "") -> ClubView | None:
    """The club of this name, without one that of the newest night. None if no name is given and there is no such club yet."""
    if name:
        return club_meant(book, name)
    night = newest(book)
    if night is not None:
        return club(book, night.club)
    return max(clubs(book).clubs, key=lambda one: one.founded_at, default=None)


def club_meant(book: Book, text: str) -> ClubView:
    """The club with this id or name. Refuses a name of none (UnknownClub), or of several (AmbiguousClub)."""
    known = clubs(book).clubs
    results = [one for one in known if one.id == text] or [one for one in known if compared(one.name) == compared(text)]
    if not results:
        raise UnknownClub(text, [one.name for one in known])
    if len(results) > 1:
        raise AmbiguousClub(text, [one.id for one in results])
    return results[0]


def club_named(book: Book, name: str = "") -> ClubView:
    """The same, but refuses to be asked before there is a club."""
    listed = club_called(book, name)
    if listed is None:
        raise UnknownClub(say_as("a club", HOME_CLUB), [])
    return listed


def one_called(spoken: str, names: Mapping[PlayerId, str]) -> PlayerId:
    """The one of these people who is called so, or the only one whose name begins so.

    Refuses what may mean several of them (AmbiguousName), or nobody (NobodyCalled).
    """
    results = called_or_begun(spoken, names)
    if len(results) == 1:
        return results[0]
    if results:
        raise AmbiguousName(spoken, sorted((names[player] for player in results), key=by_name))
    raise NobodyCalled(spoken, sorted(names.values(), key=by_name))


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


def show(book: Book, name: str = "") -> ClubShown:
    """Everything about the club of this name, else about that of the newest night."""
    listed = club_named(book, name)
    with book.handler() as handler:
        return views.club_shown(handler.clubs.load(listed.id), listed, handler.names.members(listed.id))


def log(book: Book, name: str = "", *, most: int | None = None) -> ClubLog:
    """The last acts of the club, at most so many; all of them if that is None."""
    listed = club_named(book, name)
    with book.handler() as handler:
        loaded = handler.clubs.load(listed.id)
        nights = handler.lists.nights(Which(club=listed.id), limit=len(loaded.club.nights))
        nights_called = {one.night: one.called for one in nights}
        return views.club_log(loaded, handler.names.by_id(listed.id), nights_called, most=most)


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
    return home_view(club(book, club_id), playing if cursor is None else (), page, cents)


def published(book: Book) -> tuple[Published, ...]:
    """Every club that publishes something, by name, with its newest nights if everybody may see them."""
    return tuple(
        Published(
            club=one,
            nights=seeing.nights(book, Which(club=one.id), limit=NEWEST).nights
            if {"nights", "reports"} & set(one.published)
            else (),
        )
        for one in clubs_shown_to(book, STRANGER).clubs
    )


class Company:
    """The people of one club. New people go into the book together with the night they come to, and so do their ids elsewhere."""

    def __init__(self, book: Book, name: str) -> None:
        try:
            known: ClubView | None = club_meant(book, name)
        except UnknownClub:
            known = None
        self.club_is_new = known is None
        self.club_id = known.id if known else fresh_id("c")
        self.club_name = known.name if known else name
        with book.handler() as handler:
            self.names: dict[PlayerId, str] = handler.names.by_id(self.club_id)
            self._club = handler.clubs.look(self.club_id).club
        self.newcomers: list[Member] = []
        self.pokernow_ids: list[PokerNowId] = []
        self._book = book

    def add(self, name: str, *, besides: Sequence[PlayerId] = ()) -> PlayerId:
        """The id of the person of this name, who may be new; `besides` are people to leave out, whatever their names."""
        meant = (self.person(player) for player in called(name, self.names))
        known = next((player for player in meant if player not in besides), None)
        return known or self.admit(fresh_id("p"), name)

    def person(self, player: PlayerId) -> PlayerId:
        """The member whom this one turned out to be, else the same."""
        return self._club.person(player)

    def admit(self, player: PlayerId, name: str) -> PlayerId:
        """Adds a new person with this id."""
        newcomer = new_member(self.club_id, player, self._free(name))
        self.newcomers.append(newcomer)
        self.names[player] = newcomer.name
        return player

    def _free(self, name: str) -> str:
        """The name itself, or the name with a number if somebody else has it."""
        taken = {compared(known) for known in self.names.values()}
        free, number = name, 1
        while compared(free) in taken:
            number += 1
            free = f"{name} ({number})"
        return free

    def found_club(self) -> None:
        """Adds the club to the book if it is new."""
        if self.club_is_new:
            with self._book.handler() as handler:
                handler.clubs.found_club(self.club_name, club_id=self.club_id)
            self.club_is_new = False

    def record_all(self, works: Sequence[UnitOfWork]) -> None:
        """Records whole new nights in one transaction, with a new club and new people."""
        with self._book.handler() as handler:
            handler.record_all(works, joining=self._joining())
        for work in works:
            self._book.announce(work.loaded.night_id, work.loaded.version)

    def _joining(self) -> Joining:
        return Joining(
            founded=self.club_name if self.club_is_new else "", members=self.newcomers, pokernow_ids=self.pokernow_ids
        )

    def record(self, work: UnitOfWork) -> LoadedNight:
        """Records the whole unit of work at once, with a new club and new people."""
        with self._book.handler() as handler:
            loaded = handler.record(work, joining=self._joining())
        self._book.announce(loaded.night_id, loaded.version)
        return loaded
