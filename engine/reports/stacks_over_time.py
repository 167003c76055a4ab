"""Stacks over time: one row before the first hand and one after each hand."""

from collections.abc import Sequence

import msgspec

from engine import commands, events
from engine.events import Recorded
from engine.folding import effective, postings
from engine.ids import PlayerId


class StacksAfter(msgspec.Struct, frozen=True, kw_only=True):
    """Stacks at the end of a hand, in the order of the players; hand 0 stands for the start.

    `won` is the stack less the chips the bank gave, plus those it took: what play alone has brought.
    """

    hand: int
    version: int
    stacks: tuple[int, ...]
    won: tuple[int, ...]


class StacksOverTime(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of a chart. A player who has not sat down yet has 0."""

    players: tuple[PlayerId, ...]
    rows: tuple[StacksAfter, ...]


def stacks_over_time(records: Sequence[Recorded]) -> StacksOverTime:
    """Stacks after every hand in force."""
    in_force = effective(records)
    players = tuple(dict.fromkeys(_seated(in_force)))
    stacks = dict.fromkeys(players, 0)
    from_bank = dict.fromkeys(players, 0)
    rows: list[StacksAfter] = []
    for record in in_force:
        if isinstance(record.event, commands.AnnounceHand) and not rows:
            rows.append(_row(0, record.version, stacks, from_bank))
        moves = [move for move in postings(record.event) if move.account.startswith("chips:")]
        for move in moves:
            player = move.account.removeprefix("chips:")
            stacks[player] += move.amount
            if isinstance(record.event, commands.GiveLoan | commands.BuyChips | commands.CashOut):
                from_bank[player] += move.amount
        if isinstance(record.event, events.HandEnded):
            rows.append(_row(record.event.number, record.version, stacks, from_bank))
    return StacksOverTime(players=players, rows=tuple(rows))


def _seated(in_force: Sequence[Recorded]) -> list[PlayerId]:
    return [record.event.player for record in in_force if isinstance(record.event, commands.SeatPlayer)]


def _row(hand: int, version: int, stacks: dict[PlayerId, int], from_bank: dict[PlayerId, int]) -> StacksAfter:
    return StacksAfter(
        hand=hand,
        version=version,
        stacks=tuple(stacks.values()),
        won=tuple(stacks[player] - from_bank[player] for player in stacks),
    )
