"""Tries out a game: a few hands on scratch paper, with the fewest and the most players."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine import commands
from engine.events import Recorded
from engine.game.definition import Game
from engine.game.findings import Finding
from engine.simulate.evening import Depth, Plan
from engine.simulate.menu import seats_of
from engine.simulate.playing import ScratchPaper, differences, play
from engine.speech import phrase
from engine.state import Night

HANDS = 3
MOST_PLAYERS = 10
DEPTHS: tuple[Depth, ...] = ("cards", "book")


class Shuffle:
    """A source of numbers that are the same every time: a linear congruential generator."""

    def __init__(self) -> None:
        self._state = 1

    def below(self, limit: int, /) -> int:
        """A number from 0 to `limit` - 1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self._state >> 33) % limit


@dataclass(frozen=True, slots=True)
class _Paper:
    """Scratch paper for a game of one's own, which is announced with its whole declaration."""

    game: Game
    paper: ScratchPaper

    def take(self, command: commands.Command) -> None:
        if isinstance(command, commands.AnnounceHand):
            command = commands.AnnounceHand(
                game=command.game, rulebook=command.rulebook, straddle=command.straddle, declaration=self.game
            )
        self.paper.take(command)

    def night(self) -> Night:
        return self.paper.night()

    def records(self) -> Sequence[Recorded]:
        return self.paper.records()


def trial(game: Game) -> tuple[Finding, ...]:
    """What breaks or is refused when a sound declaration is played: at most one finding."""
    return tuple(Finding("cannot_be_played", sentence) for sentence in _what_fails(game))[:1]


def _what_fails(game: Game) -> Iterator[str]:
    least, most = seats_of(game)
    for players in dict.fromkeys((least, min(most, MOST_PLAYERS))):
        for depth in DEPTHS:
            for problem in _played(game, players, depth):
                yield phrase(
                    "{game} was tried by {players} players, and cannot be played to its end. {problem}",
                    game=game.name,
                    players=players,
                    problem=problem,
                )


def _played(game: Game, players: int, depth: Depth) -> tuple[str, ...]:
    plan = Plan(
        night="trial",
        club="trial",
        people=tuple(f"p{number}" for number in range(1, players + 1)),
        games=(game,),
        hands=HANDS,
        depth=depth,
        options=False,
    )
    book = _Paper(game, ScratchPaper())
    try:
        return play(plan, Shuffle(), book) or differences(book.records())
    # Anything that breaks here would break at the table.
    except Exception as fault:  # noqa: BLE001
        return (f"{type(fault).__name__}: {fault}".rstrip(": ") + ".",)
