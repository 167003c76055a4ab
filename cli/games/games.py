"""`chipbook games`: the games there are, the rules of each, and games of your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import render
from cli.errors import CliError
from cli.options import json_option, read_text, with_book, with_new_book, write_text
from cli.screens import result_screens
from engine.speech import say

if TYPE_CHECKING:
    from service.app.book import Book

# More bytes than the longest accepted game file.
MOST_BYTES = 80_000
club_option = click.option(
    "--club", default="", metavar="NAME", help="Whose own games.  [the club of the newest night]"
)


class GamesGroup(click.Group):
    """Words that are not a command narrow the list, so that `games seven stud` needs no verb."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = next((word for word in args if word != "--json"), "")
        if first in self.commands:
            args = [first, *(word for word in args[: args.index(first)]), *args[args.index(first) + 1 :]]
        elif first not in ctx.help_option_names:
            args = ["list", *args]
        return super().parse_args(ctx, args)


@click.group(cls=GamesGroup)
def games() -> None:
    """The games of all rulebooks and your own; words narrow the list: `chipbook games seven stud`."""


@games.command("list")
@click.argument("words", nargs=-1, metavar="[WORDS]...")
@club_option
@json_option
def list_(*, words: tuple[str, ...], club: str, as_json: bool) -> None:
    """List the games, or those whose names have the words."""
    from cli.games.own_games import own_games
    from service.app.games import games_like

    found = games_like(" ".join(words), [one.game for one in own_games(club=club)])
    if as_json:
        render.as_json(found)
        return
    if not found.games:
        raise CliError(
            "no_game_found", say("No game is called “{words}”; `chipbook games` lists them all.", words=" ".join(words))
        )
    result_screens.games(found.games)
    result_screens.decks_set_aside()


@games.command()
@club_option
@json_option
@with_book
def own(book: Book, *, club: str, as_json: bool) -> None:
    """List the club's own games, each in its newest version."""
    from service.app.own_games import listed
    from service.app.people import club_named

    told = listed(book, club_named(book, club).id)
    if as_json:
        render.as_json(told)
    elif told.games:
        columns = (render.Column("game"), render.Column("version", right=True), render.Column("added"))
        render.table(columns, ((one.summary.name, str(one.version), one.added_at) for one in told.games))
    else:
        render.line(say("The club has no game of its own yet; `chipbook games add FILE` adds one."))


@games.command()
@click.argument("words", nargs=-1, metavar="NAME")
@club_option
@json_option
def show(*, words: tuple[str, ...], club: str, as_json: bool) -> None:
    """The rules of one game, to read aloud."""
    from cli.games.own_games import own_unless_known
    from service.app.games import rules_of

    name = " ".join(words)
    if not name:
        raise click.UsageError(say("Which game? `chipbook games` lists them."))
    rules = rules_of(name, [one.game for one in own_unless_known(name, club=club)])
    if as_json:
        render.as_json(rules)
    else:
        render.wrapped("\n\n".join(game.rules for game in rules).splitlines())


@games.command()
@click.argument("file", metavar="FILE|-")
@click.option("--club", default="", metavar="NAME", help="Whose game it becomes.  [the club of the newest night]")
@json_option
@with_new_book
def add(book: Book, *, file: str, club: str, as_json: bool) -> None:
    """Add a game of your own from a file.

    FILE is TOML, or - for the pipe. A game whose name exists already becomes its next version;
    hands already played keep their rules.
    """
    from service.app.own_games import add_file

    added = add_file(book, read_text(file, MOST_BYTES), file=file, club=club)
    if as_json:
        render.as_json(added)
        return
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


@games.command()
@click.argument("words", nargs=-1, required=True, metavar="NAME")
@click.option("--club", default="", metavar="NAME", help="Whose game it is.  [the club of the newest night]")
@json_option
@with_book
def retire(book: Book, *, words: tuple[str, ...], club: str, as_json: bool) -> None:
    """Retire a game of your own: it is no longer offered.

    Hands already played keep their rules. Adding a file of the same name brings the game back.
    """
    from service.app.own_games import retire_of

    retired = retire_of(book, " ".join(words), club=club)
    if as_json:
        render.as_json(retired)
    else:
        render.line(
            say(
                "{name} is no longer a game of {club_name}; hands already played keep its rules.",
                name=retired.name,
                club_name=retired.club_name,
            ),
            "green",
        )


@games.command()
@click.argument("words", nargs=-1, metavar="[NAME]")
@click.option(
    "--rulebook", default="", metavar="NAME", help="All games of this rulebook, or the one named; own: your own."
)
@click.option("--all", "everything", is_flag=True, help="All games.")
@click.option("--to", "folder", default="", metavar="DIR", help="Write a file for each game into this folder.")
@club_option
@json_option
def export(*, words: tuple[str, ...], rulebook: str, everything: bool, folder: str, club: str, as_json: bool) -> None:
    """Write games as TOML files.

    One game is printed; several need a folder (--to). Your own game is written as it was added.
    """
    from cli.games.own_games import own_games
    from service.app.exchange.exports import exported

    name = " ".join(words)
    if everything == bool(name or rulebook):
        raise click.UsageError(say("Which games? Say a NAME, --rulebook or --all."))
    found = exported(own_games(club=club), name, rulebook)
    if folder:
        files = [str(Path(folder) / game.file) for game in found]
        _make(folder)
        for file, game in zip(files, found, strict=True):
            write_text(file, game.toml)
        if as_json:
            render.as_json({"files": files})
        else:
            render.lines(files)
    elif as_json:
        render.as_json(found)
    elif len(found) > 1:
        raise click.UsageError(
            say(
                "These are {number} games; write them into a folder (--to), or give the name or --rulebook of one.",
                number=len(found),
            )
        )
    else:
        click.echo(found[0].toml, nl=False)


def _make(folder: str) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        sentence = say("{folder} cannot be written: {strerror}.", folder=folder, strerror=problem.strerror or problem)
        raise CliError("file_not_writable", sentence, details={"file": folder}) from problem
