"""The score sheet of games kept on paper: each deal's scores, and everybody's total after it (R-T10).

Only players who score are written down, so the totals do not cancel out. No chips or money belong to them.
"""

from collections.abc import Sequence

import msgspec

from engine import commands, events
from engine.events import Recorded
from engine.folding import effective
from engine.ids import PlayerId


class PaperLine(msgspec.Struct, frozen=True, kw_only=True):
    """One score in points: its hand and part, the players who scored it, and the `totals` of all after it."""

    version: int
    hand: int
    what: str
    players: tuple[PlayerId, ...]
    points: int
    totals: tuple[int, ...]


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet. `players` are those of hands scored on paper, `totals` in their order; no lines without a score."""

    players: tuple[PlayerId, ...] = ()
    totals: tuple[int, ...] = ()
    lines: tuple[PaperLine, ...] = ()


def paper(records: Sequence[Recorded]) -> Paper:
    """The sheet of the night from the events in force; without lines if every score was paid in chips."""
    hand, at_table = 0, tuple[PlayerId, ...]()
    totals: dict[PlayerId, int] = {}
    scores: list[tuple[int, int, events.ScorePaid, dict[PlayerId, int]]] = []
    for record in effective(records):
        event = record.event
        if isinstance(event, commands.AnnounceHand):
            hand, at_table = hand + 1, event.players or ()
        elif isinstance(event, events.ScorePaid) and event.on_paper:
            for player in (*at_table, *event.to):
                totals.setdefault(player, 0)
            for player in event.to:
                totals[player] += event.value
            scores.append((record.version, hand, event, dict(totals)))
    players = tuple(totals)
    lines = tuple(
        PaperLine(
            version=version,
            hand=number,
            what=score.what,
            players=score.to,
            points=score.value,
            totals=tuple(after.get(player, 0) for player in players),
        )
        for version, number, score, after in scores
    )
    return Paper(players=players, totals=tuple(totals.values()), lines=lines)
