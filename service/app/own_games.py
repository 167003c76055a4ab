"""A club's own games: listed, added from TOML, retired, and written out again."""

from __future__ import annotations

from engine.game.definition import Game
from engine.speech import say
from service.app.book import Book
from service.app.people import Company, club_called, usual_club
from service.app.refusals import NOTHING_RECORDED, Declined, OwnGameMissing, Refused
from service.book.own_games.adding import add_game, checked, retire_game
from service.book.own_games.reading import read_game
from service.book.own_games.shelf import OwnGame, all_versions, retired_since
from service.book.own_games.tapping import GameForm, Posted, form_of, tapped
from service.book.recording.handler import CommandHandler
from service.errors import BadGameFile
from service.reports.views import games as views
from service.reports.views.club import ClubView, club_view
from service.reports.views.games import OwnGameAdded, OwnGameRetired, OwnGames, OwnGameView

__all__ = [
    "OwnGame",
    "add",
    "add_file",
    "game_in",
    "kept",
    "listed",
    "of_club",
    "one",
    "retire",
    "retire_of",
    "written",
]


def of_club(book: Book, club_id: str) -> tuple[OwnGame, ...]:
    """The own games of a club, in their newest versions."""
    with book.handler() as handler:
        return handler.own_games(handler.clubs.load(club_id).club_id)


def kept(place: str = "", club: str = "") -> tuple[OwnGame, ...]:
    """The own games of the named club, else of the club of the newest night. Makes no book to look for them."""
    book = Book.open_existing(place)
    if book is None:
        return ()
    with book:
        listed = club_called(book, club)
        return of_club(book, listed.id) if listed else ()


def listed(book: Book, club_id: str) -> OwnGames:
    """All own games of a club."""
    return views.own_games_view(club_id, of_club(book, club_id))


def one(book: Book, club_id: str, name: str) -> OwnGameView:
    """One own game with all its versions. Refuses a game that the club has never had."""
    with book.handler() as handler:
        loaded = handler.clubs.load(club_id)
        versions = all_versions(loaded, name)
        if not versions:
            raise _missing(handler, _club(handler, club_id), name)
    return views.own_game_view(club_id, versions, retired_at=retired_since(loaded, name))


def add(book: Book, club_id: str, toml: str, *, key: str = "") -> OwnGameAdded:
    """Adds a game to the club, or returns what an earlier request with the same key added."""
    with book.handler() as handler:
        club = _club(handler, club_id)
        added = add_game(handler.clubs, club.id, toml, key=key)
    return views.game_added(club, added.game, new=added.new)


def add_file(book: Book, toml: str, *, file: str, club: str) -> OwnGameAdded:
    """Adds the game of a file to the club of this name; a new club is made with its first game."""
    try:
        checked(toml)
    except BadGameFile as problem:
        ends = "\n" if problem.others else " "
        sentence = f"{file}: {problem}{ends}{say(NOTHING_RECORDED)}"
        raise Refused(problem, sentence, where={"file": file}) from problem
    company = Company(book, club or usual_club(book))
    company.found_club()
    return add(book, company.club_id, toml)


def written(toml: str, posted: Posted) -> tuple[str, GameForm]:
    """The file with what a form says of it, and that file as a form."""
    text = tapped(toml, posted)
    return text, form_of(text, posted)


def retire(book: Book, club_id: str, name: str, *, key: str = "") -> OwnGameRetired:
    """Takes a game off the club's shelf. Refuses a name that none of its own games has."""
    with book.handler() as handler:
        club = _club(handler, club_id)
        retired = retire_game(handler.clubs, club.id, name, key=key)
        if retired is None:
            raise _missing(handler, club, name)
    return OwnGameRetired(club=club.id, club_name=club.name, name=retired.name, retired_at=retired.at)


def retire_of(book: Book, name: str, *, club: str) -> OwnGameRetired:
    """The same for the club of this name, else for that of the newest night."""
    company = Company(book, club or usual_club(book))
    if company.club_is_new:
        raise OwnGameMissing(company.club_name, name, [])
    return retire(book, company.club_id, name)


def game_in(toml: str, file: str) -> Game:
    """The game that a file declares; puts it into no book."""
    try:
        return read_game(toml)
    except BadGameFile as problem:
        raise Refused(problem, f"{file}: {problem}", where={"file": file}) from problem


def _club(handler: CommandHandler, club_id: str) -> ClubView:
    return club_view(handler.lists.club(club_id))


def _missing(handler: CommandHandler, club: ClubView, name: str) -> Declined:
    return OwnGameMissing(club.name, name, [one.game.name for one in handler.own_games(club.id)])
