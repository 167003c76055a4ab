"""`chipbook games`: the games there are, and the rules of each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from cli import commands, render
from cli.commands import LazyGroup, placeholders
from cli.completion import known_clubs, known_games
from cli.errors import CliError
from cli.options import answering
from engine.cards.deck import UNUSABLE
from engine.game.counts import AT_A_TABLE
from engine.game.pictures import Summary
from engine.grammar import listed
from engine.library import named
from engine.speech import say, say_as
from service import config
from service.app.games import games_like, rules_of
from service.language.shorthand.keywords import of_head_in_own_words
from service.reports.forms.column import COPIED, WORDS, Column, Setting, Table, worded

if TYPE_CHECKING:
    from service.app.own_games import OwnGame

club_option = commands.word("--club NAME", "Whose own games.  [the club of the newest night]", known_clubs)


# What needs the book is imported when it is called.
OF_THE_BOOK = {
    "own": ("cli.games.own_games:own", "List the club's own games, each in its newest version."),
    "add": ("cli.games.own_games:add", "Add a game of your own from a file."),
    "retire": ("cli.games.own_games:retire", "Retire a game of your own: it is no longer offered."),
    "export": ("cli.games.own_games:export", "Write games as TOML files."),
}
# If all columns of the games would wrap, the last ones are left out; at least this many stay.
NARROWEST = 2


# So the list of commands says what is typed behind `games` for the list.
LISTED = "[WORDS]"


class GamesGroup(LazyGroup):
    """Words that are not a command narrow the list, so that `games seven stud` needs no verb."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = next((word for word in args if word != "--json"), "")
        if first in self.commands or first == "list":
            args = [first, *(word for word in args[: args.index(first)]), *args[args.index(first) + 1 :]]
        elif first not in ctx.help_option_names:
            args = [LISTED, *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [placeholders(name) for name in super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, LISTED if cmd_name == placeholders(LISTED) else cmd_name)


@commands.group(cls=GamesGroup, lazy=OF_THE_BOOK)
def games() -> None:
    """The games of all rulebooks and your own; words narrow the list: `chipbook games seven stud`."""


@games.command(LISTED)
@commands.argument("words", nargs=-1, metavar="")
@club_option
@answering
def list_(*, words: tuple[str, ...], club: str) -> Iterator[object]:
    """List the games, or those whose names have the words; if none has, those whose rules do."""
    matches = games_like(" ".join(words), [one.game for one in own_games(club=club)])
    yield matches
    if not matches.games:
        raise CliError(
            "no_game_found",
            say("No game is called “{words}”; `chipbook games` lists them all.", words=" ".join(words)),
        )
    _screen(matches.games)
    _decks_set_aside()


@games.command()
@commands.argument("words", nargs=-1, metavar="NAME", shell_complete=known_games)
@club_option
@answering
def show(*, words: tuple[str, ...], club: str) -> Iterator[object]:
    """The rules of one game, to read aloud."""
    name = " ".join(words)
    if not name:
        raise click.UsageError(say("Which game? `chipbook games` lists them."))
    rules = rules_of(name, [one.game for one in own_unless_known(name, club=club)])
    yield rules
    render.wrapped("\n\n".join(game.rules for game in rules).splitlines())


def own_games(place: str = "", club: str = "") -> tuple[OwnGame, ...]:
    """The own games of the named club, else of the club of the newest night. Makes no book to look for them."""
    file = config.file_of(config.load_settings(os.environ).database_url)
    if not place and file is not None and not file.exists():
        return ()
    # Opening the book takes most of a second: it is opened only if it may have some.
    from service.app.own_games import kept  # noqa: PLC0415

    return kept(place, club)


def own_unless_known(name: str, place: str = "", club: str = "") -> tuple[OwnGame, ...]:
    """The own games that a name may mean; () if a rulebook has a game of that name."""
    return () if named(name) and not place and not club else own_games(place, club)


def _screen(summaries: Iterable[Summary]) -> None:
    """Prints one line for each game, rulebook by rulebook."""
    rows = list(summaries)
    widths = range(len(GAMES), NARROWEST, -1)
    shown = next((most for most in widths if render.fits(Table(columns=GAMES[:most]), rows)), NARROWEST)
    render.table(Table(columns=GAMES[:shown]), rows)
    if shown < len(GAMES):
        left_out = ", ".join(column.headed(Setting()) for column in GAMES[shown:])
        render.aside(
            say(
                "Only a wider terminal shows also: {left_out}; `chipbook games show NAME` tells all of one game.",
                left_out=left_out,
            )
        )


def _decks_set_aside() -> None:
    """A remark for each deck of the club's own that cannot be used."""
    render.lines((say("Remark: {sentence}", sentence=sentence) for sentence in UNUSABLE.values()), "yellow")


def _players(game: Summary) -> str:
    """The number of players the game is recommended for, else the number who can play it."""
    least, most = game.best or game.seats
    if most > AT_A_TABLE:
        return f"{least}+"
    return f"{least}-{most}" if least < most else str(least)


GAMES: tuple[Column[Summary], ...] = (
    Column("game", COPIED, lambda game: game.name),
    Column("rulebook", WORDS, lambda game: of_head_in_own_words(game.rulebook)),
    Column("players", worded(lambda game, _: _players(game), right=True), lambda game: game),
    Column(
        "rounds",
        worded(lambda rounds, _: str(rounds or say_as("rounds of a game", "open")), right=True),
        lambda game: game.betting_rounds or 0,
    ),
    Column("wild", WORDS, lambda game: game.wild),
    Column("variation of", WORDS, lambda game: listed(game.variation_of)),
)
