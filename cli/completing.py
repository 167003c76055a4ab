"""What is known to be completed: nights, clubs, people, games and words of a line, as the book of the settings has them.

Each with what is said beside it. Where there is no book, or it refuses to say, nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import click

from cli.failures import failure_of
from engine.library import GAMES
from engine.spelling import compared
from service.app.book import Book
from service.app.night.lines import completions
from service.app.own_games import of_club
from service.app.people import club_named, clubs, players
from service.app.seeing import find_current, nights

Known = list[tuple[str, str]]
NIGHTS_MAX = 100


def _of_the_book(known: Callable[[Book], Iterable[tuple[str, str]]]) -> Known:
    try:
        book = Book.open_existing()
        if book is None:
            return []
        with book:
            return list(known(book))
    except Exception as problem:
        # Nobody reads a refusal in the middle of a line; the command itself tells it.
        if failure_of(problem) is None:
            raise
        return []


def _nights(_: click.Context, __: click.Parameter, begun: str) -> Known:
    """By the beginning or the end of the id, newest first."""
    page = _of_the_book(lambda book: ((one.night, one.name) for one in nights(book, limit=NIGHTS_MAX).nights))
    return page + [(night[-len(begun) :], name) for night, name in page if begun]


def _clubs(_: click.Context, __: click.Parameter, ___: str) -> Known:
    return _of_the_book(lambda book: ((one.name, "") for one in clubs(book).clubs))


def _club_of(book: Book, context: click.Context) -> str:
    return club_named(book, context.params.get("club") or "").id


def _players(context: click.Context, _: click.Parameter, __: str) -> Known:
    return _of_the_book(lambda book: ((one.name, "") for one in players(book, _club_of(book, context)).players))


def _games(context: click.Context, parameter: click.Parameter, _: str) -> Known:
    """Of a name in several words, what is left of it."""
    own = _of_the_book(lambda book: ((one.game.name, "own") for one in of_club(book, _club_of(book, context))))
    typed = " ".join((*(context.params.get(parameter.name or "") or ()), "")) if parameter.nargs == -1 else ""
    known = [*own, *((game.name, game.rulebook) for game in GAMES)]
    return [(name[len(typed) :], book) for name, book in known if compared(name).startswith(compared(typed))]


def _words(context: click.Context, _: click.Parameter, begun: str) -> Known:
    """What the prompt would complete behind the words before, with the noun of the command where that makes sense."""
    before, noun = " ".join((*(context.params.get("words") or ()), begun)), context.command.name
    lines = (before, f"{noun} {before}") if noun == "hand" else (before,)

    def known(book: Book) -> Iterable[tuple[str, str]]:
        view = find_current(book, context.params.get("night") or "", or_newest=True)
        return ((word, "") for line in lines for word in completions(book, view, line))

    return _of_the_book(known)


KNOWN: Mapping[str, Callable[[click.Context, click.Parameter, str], Known]] = {
    "nights": _nights,
    "clubs": _clubs,
    "players": _players,
    "games": _games,
    "words": _words,
}
