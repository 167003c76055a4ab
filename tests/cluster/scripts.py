"""What the tables of a run will say: random nights, made on scratch paper before anything is measured."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import commands
from engine.game.counts import is_for
from engine.library import GAMES
from engine.sample.table import ScratchPaper
from service.app.simulate import SeededChance
from tests.engine.simulate.evening import Evening, Plan

# Ids on paper; the service gives others.
PEOPLE = tuple(f"person-{number}" for number in range(1, 6))
NIGHT = "the-night"
CLUB = "the-club"
# So many different nights are made; further tables play them again with other people.
DIFFERENT = 20


@dataclass(frozen=True, slots=True)
class Act:
    """One command as a client sends it, and the version of the night after it. An act of a hand is decided on a version."""

    said: dict[str, Any]
    version: int
    of_a_hand: bool


@dataclass(frozen=True, slots=True)
class Script:
    """A night to be played: its opening, and everything that is said until it is closed and its gap resolved."""

    opening: dict[str, Any]
    acts: tuple[Act, ...]


def scripts(how_many: int, *, hands: int, seed: int) -> list[Script]:
    """So many nights of so many hands; the same seed gives the same nights."""
    made = [_script(seed + number, hands) for number in range(min(how_many, DIFFERENT))]
    return [made[number % len(made)] for number in range(how_many)]


def _script(seed: int, hands: int) -> Script:
    chance = SeededChance(seed)
    games = tuple(game for game in GAMES if is_for(game, len(PEOPLE)))
    menu = tuple(games[chance.below(len(games))] for _ in range(4))
    paper = ScratchPaper()
    plan = Plan(night=NIGHT, club=CLUB, people=PEOPLE, games=menu, hands=hands)
    opening, *said = _until_settled(Evening(plan, chance, paper.night).said(), paper)
    return Script(msgspec.to_builtins(opening.command), tuple(_act(one) for one in said))


@dataclass(frozen=True, slots=True)
class _Said:
    command: commands.Command
    version: int


def _until_settled(said: Iterator[commands.Command], paper: ScratchPaper) -> Iterator[_Said]:
    """The commands up to the plan, which the workers freeze by themselves, each with the version after it.

    What is said once nothing is left to wait for would be before the plan in one run and after it in another.
    """
    for command in said:
        if isinstance(command, commands.FreezePlan):
            return
        if paper.night().phase == "closed" and not isinstance(command, commands.ResolveGap):
            continue
        if isinstance(command, commands.OpenNight):
            # The plan follows from the close, so nobody at the table has to ask for it.
            command = replace(command, rules=replace(command.rules, settles="direct"))  # noqa: PLW2901
        paper.take(command)
        yield _Said(command, len(paper.records()))


def _act(said: _Said) -> Act:
    of_a_hand = type(said.command).__module__.startswith("engine.play.")
    return Act(msgspec.to_builtins(said.command), said.version, of_a_hand)


def with_ids(data: Any, ids: dict[str, str]) -> Any:
    """The same data with other ids in the place of these."""
    if isinstance(data, str):
        return ids.get(data) or _within_accounts(data, ids)
    if isinstance(data, dict):
        return {with_ids(name, ids): with_ids(value, ids) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [with_ids(one, ids) for one in data]
    return data


def _within_accounts(text: str, ids: dict[str, str]) -> str:
    """Accounts of a player end with the id of the player."""
    kind, separator, player = text.rpartition(":")
    return f"{kind}:{ids[player]}" if separator and player in ids else text
