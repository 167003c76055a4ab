"""The club's own games on the command line: added from a file, retired, found in the book, written to files."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cli.backend.book import Book
from cli.backend.opening import Company
from cli.errors import CliError, NamedRefusal
from cli.library import games_called
from engine.game.definition import Game
from engine.game.english import explain
from engine.library import BOOK_NAMES, GAMES, letters
from service.command_handler import utc_now
from service.errors import BadGameFile
from service.own_games.reading import read_game
from service.own_games.shelf import OWN, OwnGame, add_game, checked, retire_game


class GameAdded(msgspec.Struct, frozen=True, kw_only=True):
    """The result of adding a file; `new` is false if the newest version already says the same."""

    name: str
    club: str
    version: int
    new: bool
    rules: str


class GameRetired(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is no longer offered."""

    name: str
    club: str


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """A game as TOML."""

    name: str
    rulebook: str
    toml: str

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{'-'.join((self.rulebook, *letters(self.name).split()))}.toml"


def add(book: Book, text: str, *, file: str, club: str) -> GameAdded:
    """Adds the game of the file to the club; a new club is made with its first game."""
    try:
        checked(text)
    except BadGameFile as problem:
        ends = "\n" if problem.others else " "
        raise NamedRefusal(problem, f"{file}: {problem}{ends}Nothing was recorded.", where={"file": file}) from problem
    company = Company(book, club or book.usual_club())
    if company.club_is_new:
        book.handler.names.add_club(company.club)
    added = add_game(book.database, company.club.id, text, at=utc_now())
    return GameAdded(
        name=added.game.kept.name,
        club=company.club.name,
        version=added.game.kept.version,
        new=added.new,
        rules=explain(added.game.game),
    )


def retire(book: Book, name: str, *, club: str) -> GameRetired:
    """Takes a game off the club's shelf. Refuses a name that none of its own games has."""
    company = Company(book, club or book.usual_club())
    kept = None if company.club_is_new else retire_game(book.database, company.club.id, name, at=utc_now())
    if kept is None:
        known = [] if company.club_is_new else [one.game.name for one in book.handler.own_games(company.club.id)]
        has = f"it has {', '.join(known)}" if known else "it has none"
        sentence = f"{company.club.name} has no game “{name}” of its own; {has}."
        raise CliError("own_game_missing", sentence, details={"game": name, "known": known})
    return GameRetired(name=kept.name, club=company.club.name)


def own_games(place: str = "", club: str = "") -> tuple[OwnGame, ...]:
    """The own games of the named club, else of the club of the newest night. Makes no book to look for them."""
    book = Book.open_existing(place)
    if book is None:
        return ()
    with book:
        company = Company(book, club or book.usual_club())
        if club and company.club_is_new:
            known = [one.name for one in book.handler.names.clubs()]
            sentence = f"The book has no club called {club}; it has {', '.join(known) or 'none'}."
            raise CliError("unknown_club", sentence, details={"club": club, "known": known})
        return book.handler.own_games(company.club.id)


def game_in(text: str, file: str) -> Game:
    """The game that a file declares; puts it into no book."""
    try:
        return read_game(text)
    except BadGameFile as problem:
        raise NamedRefusal(problem, f"{file}: {problem}", where={"file": file}) from problem


def exported(own: Sequence[OwnGame], name: str, rulebook: str) -> list[Exported]:
    """One game by name, or all of a rulebook, or all; an own game as it was written."""
    if rulebook and rulebook not in (*BOOK_NAMES, OWN):
        known = [*BOOK_NAMES, OWN]
        sentence = f"There is no rulebook “{rulebook}”; the rulebooks are {', '.join(known)}."
        raise CliError("unknown_rulebook", sentence, details={"rulebook": rulebook, "known": known})
    games = (*(one.game for one in own), *GAMES)
    found = games_called(name, rulebook, [one.game for one in own]) if name else games
    found = tuple(game for game in found if rulebook in ("", game.rulebook))
    if not found:
        what = f"The rulebook {rulebook} has no game “{name}”" if name else f"The rulebook {rulebook} has no game"
        raise CliError("no_game_found", f"{what}; `chipbook games` lists them all.", details={"rulebook": rulebook})
    sources = {one.kept.name: one.kept.source for one in own}
    return [Exported(name=game.name, rulebook=game.rulebook, toml=_toml(game, sources)) for game in found]


def _toml(game: Game, sources: dict[str, str]) -> str:
    # Imported here because it imports the TOML writer, which a list of games does not need.
    from service.own_games.writing import game_to_toml

    return sources[game.name] if game.rulebook == OWN else game_to_toml(game)
