"""`chipbook games own`, `add`, `retire` and `export`: games of your own, kept in the book and written as files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from cli import commands, render
from cli.book import answers, looks_at_club, with_new_book
from cli.completion import known_clubs, known_games
from cli.games.games import club_option, own_games
from cli.options import answering, json_option, no_file, output_option, put, put_into_folder, read_text
from engine.speech import say
from service.app.book import Book
from service.app.exchange.exports import exported
from service.app.own_games import add_file, listed, retire_of
from service.app.people import club_named
from service.reports.forms.column import NUMBER, WORDS, Column, Table
from service.reports.views.games import OwnGameListed

# More bytes than the longest accepted game file.
MOST_BYTES = 80_000
OWN_GAMES: Table[OwnGameListed] = Table(
    columns=(
        Column("game", WORDS, lambda one: one.summary.name),
        Column("version", NUMBER, lambda one: one.version),
        Column("added", WORDS, lambda one: one.added_at),
    )
)


@commands.command()
@looks_at_club
def own(book: Book, *, club: str) -> Iterator[object]:
    """List the club's own games, each in its newest version."""
    result = listed(book, club_named(book, club).id)
    yield result
    if result.games:
        render.table(OWN_GAMES, result.games)
    else:
        render.line(say("The club has no game of its own yet; `chipbook games add FILE` adds one."))


@commands.command()
@commands.argument("file", metavar="FILE|-")
@commands.word("--club NAME", "Whose game it becomes.  [the club of the newest night]", known_clubs)
@with_new_book
@answering
def add(book: Book, *, file: str, club: str) -> Iterator[object]:
    """Add a game of your own from a file.

    FILE is TOML, or - for the pipe. A game whose name exists already becomes its next version;
    hands already played keep their rules.
    """
    added = add_file(book, read_text(file, MOST_BYTES), file=file, club=club)
    yield added
    if added.new:
        render.line(
            say(
                "{name} is now a game of {club_name}, version {version}.",
                name=added.name,
                club_name=added.club_name,
                version=added.version,
            ),
            "green",
        )
    else:
        render.line(
            say(
                "{club_name} already has exactly this {name}, as version {version}; nothing was recorded.",
                club_name=added.club_name,
                name=added.name,
                version=added.version,
            )
        )
    render.wrapped(["", *added.rules.splitlines()])


@commands.command()
@commands.argument("words", nargs=-1, required=True, metavar="NAME", shell_complete=known_games)
@commands.word("--club NAME", "Whose game it is.  [the club of the newest night]", known_clubs)
@answers
def retire(book: Book, *, words: tuple[str, ...], club: str) -> Iterator[object]:
    """Retire a game of your own: it is no longer offered.

    Hands already played keep their rules. Adding a file of the same name brings the game back.
    """
    retired = retire_of(book, " ".join(words), club=club)
    yield retired
    render.line(
        say(
            "{name} is no longer a game of {club_name}; hands already played keep its rules.",
            name=retired.name,
            club_name=retired.club_name,
        ),
        "green",
    )


@commands.command()
@commands.argument("words", nargs=-1, metavar="[NAME]", shell_complete=known_games)
@commands.word("--rulebook NAME", "All games of this rulebook, or the one named; own: your own.")
@commands.flag("--all", "All games.", to="everything")
@output_option
@club_option
@json_option
def export(*, words: tuple[str, ...], rulebook: str, everything: bool, output: str, club: str, as_json: bool) -> None:
    """Write games as TOML files.

    One game goes into a file or to the terminal; several go into a folder, which is made. Your own game is written as it
    was added.
    """
    no_file(words[-1] if words else "")
    name = " ".join(words)
    if everything == bool(name or rulebook):
        raise click.UsageError(say("Which games? Say a NAME, --rulebook or --all."))
    games = exported(own_games(club=club), name, rulebook)
    if as_json and not output:
        render.as_json(games)
        return
    if len(games) > 1 or (output and Path(output).is_dir()):
        files = put_into_folder(output, {game.file: game.toml.encode() for game in games})
    elif put(output, games[0].toml.encode()):
        files = [output]
    else:
        return
    if as_json:
        render.as_json({"files": files})
    elif files == [output]:
        render.aside(say("Written to {output}.", output=output))
    else:
        render.lines(files)
