"""`chipbook simulate`: plays whole nights at random through the public commands and checks that everything holds."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import click

from cli import commands, render
from cli.errors import DOES_NOT_HOLD, CliError
from cli.games.games import own_games, own_unless_known
from cli.games.own_games import MOST_BYTES
from cli.options import answering, ends_with, read_text
from cli.terminal import progress
from engine.game.definition import Game
from engine.library import OWN
from engine.sample.table import Depth
from engine.speech import say, say_as
from service.app.book import Book
from service.app.own_games import game_in
from service.app.simulate import Wanted, games_for
from service.app.simulate import simulate as play
from service.reports.forms.column import NUMBER, WORDS, Column, Table, worded
from service.reports.views.games import Simulated

SEEDS = 1_000_000
MICROSECONDS = 1_000_000

PLAYED: Table[tuple[str, int]] = Table(
    columns=(
        Column("played", WORDS, lambda row: row[0]),
        Column("", worded(lambda number, _: f"{number:,}", right=True), lambda row: row[1]),
    )
)
HANDS: Table[tuple[str, int]] = Table(
    columns=(Column("game", WORDS, lambda row: row[0]), Column("hands", NUMBER, lambda row: row[1]))
)


@commands.command()
@commands.word(
    "--rulebook NAME", "Games of this rulebook; own: those of your club; all: every rulebook except own.  [enemaerke]"
)
@commands.option(
    "--game",
    "names",
    multiple=True,
    metavar="NAME|FILE.toml",
    help="Only this game: of a rulebook, your own or from a file. May be repeated.",
)
@commands.option(
    "--players", type=int, metavar="N", help="How many players.  [the number that most of the games are for, such as 5]"
)
@commands.option("--hands", default=100, show_default=True, metavar="N", help="Hands in each night.")
@commands.option("--nights", default=1, show_default=True, metavar="N", help="How many nights.")
@commands.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="The same seed plays the same night. Without it, one is drawn and printed.",
)
@commands.option(
    "--depth",
    type=click.Choice(["cards", "book"]),
    default="cards",
    show_default=True,
    help="cards: every card is known; book: none is, and the table names winners.",
)
@commands.word("--book PATH", "Keep the nights in this book, a file or a URL.", to="place")
@commands.flag("--dry", "The engine alone, without a book: fast.")
@answering
def simulate(
    *,
    rulebook: str,
    names: tuple[str, ...],
    players: int | None,
    hands: int,
    nights: int,
    seed: int | None,
    depth: Depth,
    place: str,
    dry: bool,
) -> Iterator[object]:
    """Play random nights from opening to payments and check that chips, money and rules agree.

    Without --book the nights go into a temporary book. Your own book is never touched.
    """
    if dry and place:
        raise click.UsageError(say("--dry plays without a book, and --book names one; use one of them."))
    for number, what in ((hands, "hands"), (nights, "nights")):
        if number < 1:
            raise CliError(
                "nothing_to_simulate",
                say("{number} {what} cannot be played; give --{what} 1 or more.", number=number, what=what),
            )
    called, own = _meant(names, rulebook)
    games, house, players = games_for(rulebook, called, players, own)
    wanted = Wanted(
        games=games,
        rulebook=house,
        players=players,
        hands=hands,
        nights=nights,
        seed=secrets.randbelow(SEEDS) if seed is None else seed,
        depth=depth,
        own=own,
    )
    result = _played(wanted, place, dry=dry)
    if not result.holds:
        ends_with(DOES_NOT_HOLD)
    yield result
    _show(result, place)


def _meant(names: tuple[str, ...], rulebook: str) -> tuple[list[str], tuple[Game, ...]]:
    """The names of the games, and the own games they may mean: those in files, then those of the book."""
    files = {name: game_in(read_text(name, MOST_BYTES), name) for name in names if name.casefold().endswith(".toml")}
    if rulebook == OWN:
        kept = [one.resolved for one in own_games()]
    else:
        kept = [one.resolved for name in names if name not in files for one in own_unless_known(name)]
    return [files[name].name if name in files else name for name in names], (*files.values(), *kept)


def _played(wanted: Wanted, place: str, *, dry: bool) -> Simulated:
    with progress(say("Simulating")) as tick:
        if dry:
            return play(wanted, tick=tick)
        with nullcontext("") if place else tempfile.TemporaryDirectory(prefix="chipbook-") as folder:
            path = place or str(Path(folder) / "simulated.db")
            with Book.open(path, makes=True) as book:
                return play(wanted, book, tick=tick)


def _show(simulated: Simulated, place: str) -> None:
    """Prints a short table of what was played, and whether it holds."""
    render.title(
        say("Simulated at depth {depth}", depth=simulated.depth),
        say("seed {seed}, {players} players", seed=simulated.seed, players=simulated.players),
    )
    rows = {
        say_as("column", "nights"): simulated.played_nights,
        say_as("column", "acts"): simulated.acts,
        say_as("column", "events"): simulated.events,
        say_as("column", "µs per event"): simulated.microseconds // max(1, simulated.events),
    }
    if simulated.hands:
        rows |= {
            say_as("column", "hands"): simulated.hands,
            say_as("column", "games"): len(simulated.games),
            say_as("column", "showdowns"): simulated.showdowns,
            say_as("column", "folded out"): simulated.folded_out,
            say_as("column", "pots carried"): simulated.carried,
            say_as("column", "hands per second"): simulated.hands * MICROSECONDS // max(1, simulated.microseconds),
        }
    render.table(PLAYED, rows.items())
    if len(simulated.games) > 1:
        render.table(HANDS, simulated.games.items())
    if simulated.holds:
        render.check("simulated", say("Adjudication agrees, every invariant holds."), holds=True)
    for sentence in simulated.findings:
        render.check("simulated", sentence, holds=False)
    if place:
        render.line(say("Recorded in {place}: {nights}.", place=place, nights=", ".join(simulated.nights)), "dim")
