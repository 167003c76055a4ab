"""The script of a case: without steps a case never says, and only as far as its shared cards are turned."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.game import steps
from engine.game.betting import Ante
from engine.game.definition import Game
from engine.judge.reading import Lying


def unasked(game: Game) -> Game:
    """The game without what a case never says: numbers of players, forced bets, openers, compulsory exchanges.

    The pot of a case is what can be won, so chips that the game takes out of a pot are gone already.
    """
    return replace(game.without_levy(), seats=None, forced=Ante(0), play=tuple(map(_freely, game.steps)))


def _freely(step: steps.AnyStep) -> steps.AnyStep:
    if isinstance(step, steps.ROUNDS) and step != steps.Bet():
        return steps.Bet()
    return replace(step, compulsory=False) if isinstance(step, steps.Draw) and step.compulsory else step


def as_it_lies(game: Game, lying: Lying) -> Game | None:
    """The game as far as its shared cards are turned; None if all of them are."""
    if len(lying.board) == len(game.spots) and not any(
        isinstance(step, steps.Deal) and step.common for step in game.steps
    ):
        return None
    return replace(game, play=tuple(_turned_so_far(game.steps, lying)))


def _turned_so_far(script: Sequence[steps.AnyStep], lying: Lying) -> Iterator[steps.AnyStep]:
    """The script without the shared cards that nobody has turned, which are the last ones."""
    left, closed = len(lying.board), 0
    for step in script:
        if isinstance(step, steps.Deal):
            if step.common and lying.common:
                yield steps.Lay(up=1)
                continue
            called: list[steps.Lay] = []
            for each in step.on_call:
                lay = _laid_so_far(each, left)
                closed, left = closed + lay.down, left - lay.up - lay.down
                called += [lay] if lay.up + lay.down else []
            yield replace(step, on_call=tuple(called), common=False)
        elif isinstance(step, steps.Lay):
            lay = _laid_so_far(step, left)
            closed, left = closed + lay.down, left - lay.up - lay.down
            if lay.up + lay.down:
                yield lay
        elif isinstance(step, steps.Turn):
            if closed:
                closed -= 1
                yield step
        else:
            yield step


def _laid_so_far(lay: steps.Lay, left: int) -> steps.Lay:
    up = min(lay.up, left)
    return steps.Lay(up=up, down=min(lay.down, left - up))
