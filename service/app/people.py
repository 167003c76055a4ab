"""Clubs and their players: founded, taken in, renamed and listed, by id or by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from engine.club.acts import GrantRole, MergeMembers, Publication, Role, TakeRole
from engine.errors import Refusal
from engine.ids import PlayerId
from engine.spelling import called, compared
from service.app.book import Book, remove_kept_files
from service.app.refusals import UnknownClub, refused
from service.app.seeing import newest
from service.book.club_handler import Condition, always
from service.book.ids import fresh_id
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import Joining, LoadedNight, UnitOfWork
from service.book.store import uploads
from service.book.store.names import Member, PokerNowId, new_member
from service.book.store.night_results import results_of_club
from service.errors import AmbiguousClub, PlayedTogether, PlayerMissing, StillPlays
from service.language.languages import as_before
from service.language.shorthand.lines import must_be_a_name
from service.people.rights import PLAYERS, Deed, Who, may
from service.reports.views import club as people
from service.reports.views.club import Clubs, ClubView, MemberView, Players

HOME_CLUB = "Home"


def clubs(book: Book) -> Clubs:
    """Every club of the book, by name."""
    with book.handler() as handler:
        return Clubs(clubs=tuple(people.club_view(club) for club in handler.lists.clubs()))


def clubs_shown_to(book: Book, who: Who) -> Clubs:
    """Every club to the keeper, to a member their own, and to everybody else those that publish something."""
    with book.handler() as handler:
        if who.keeper:
            results = handler.lists.clubs()
        elif who.club is not None and may(who, Deed.FIND_CLUB, who.club):
            results = [handler.lists.club(who.club)]
        else:
            results = handler.lists.publishing_clubs()
    return Clubs(clubs=tuple(people.club_view(club) for club in results))


def club(book: Book, club_id: str) -> ClubView:
    """The club with that id."""
    with book.handler() as handler:
        return people.club_view(handler.lists.club(club_id))


def found_club(book: Book, name: str, *, key: str = "") -> ClubView:
    """A new club, or the one that an earlier request with the same key made."""
    with book.handler() as handler:
        return people.club_view(handler.lists.club(handler.clubs.found(name, key=key).club_id))


def rename_club(book: Book, club_id: str, name: str, *, key: str = "", insist: Condition = always) -> ClubView:
    """Gives a club another name. `insist` refuses it if the club is not as whoever asks has seen it."""
    with book.handler() as handler:
        handler.clubs.rename(club_id, name, key=key, insist=insist)
    return club(book, club_id)


def publish(book: Book, club_id: str, what: Sequence[Publication], *, key: str = "") -> ClubView:
    """Lets everybody see this of a club, and no more; nothing by an empty `what`. Refuses what is so already."""
    with in_words(book, club_id) as handler:
        handler.clubs.publish(club_id, what, key=key)
    return club(book, club_id)


def players(book: Book, club_id: str, *, role: str = "") -> Players:
    """Everybody in one club, by name; with a `role`, only those who hold it."""
    with book.handler() as handler:
        loaded = handler.clubs.load(club_id)
        members = people.members_shown(handler.names.members(club_id), loaded.club)
        results = tuple(member for member in members if not role or role in member.roles)
    return Players(club=club_id, version=loaded.version, head=loaded.head, players=results)


def player(book: Book, club_id: str, player_id: PlayerId) -> MemberView:
    """One person. Refuses a person who is not in that club, or was forgotten."""
    with book.handler() as handler:
        loaded = handler.clubs.load(club_id)
        member = handler.names.member(club_id, player_id)
        return people.member_view(member, loaded.club, handler.names.members(club_id))


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
            there[night] = set(map(club.person, _looked_at(handler, night).night.people))
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


@contextmanager
def in_words(book: Book, club_id: str, player_id: PlayerId = "") -> Iterator[CommandHandler]:
    """A handler whose refusals have names for ids. Refuses a person, if one is named, who is not in that club, or was forgotten."""
    with book.handler() as handler:
        names = handler.names.by_id(handler.clubs.load(club_id).club_id)
        if player_id and player_id not in names:
            raise PlayerMissing(player_id)
        try:
            yield handler
        except Refusal as refusal:
            raise refused(refusal, names) from refusal


def usual_club(book: Book) -> str:
    """The name of the club of the newest night, used if none is named; before the first night, of the club founded last."""
    listed = club_called(book)
    return called_alone(book, listed.id) if listed else HOME_CLUB


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
        raise UnknownClub(HOME_CLUB, [])
    return listed


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

    def found(self) -> None:
        """Adds the club to the book if it is new."""
        if self.club_is_new:
            with self._book.handler() as handler:
                handler.clubs.found(self.club_name, club_id=self.club_id)
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
