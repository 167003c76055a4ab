"""The gap between counts and book: at whose count it was found, what it is worth, and who bore it."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine import commands, events
from engine.events import Recorded
from engine.folding import effective
from engine.ids import PlayerId


class GapAt(msgspec.Struct, frozen=True, kw_only=True):
    """One player's count against the book; `chips` is counted minus book, so missing chips are negative."""

    player: PlayerId
    book: int
    counted: int
    chips: int
    cents: int
    version: int


class GapEnd(msgspec.Struct, frozen=True, kw_only=True):
    """Who bore the gap. Each charge is in cents: what the account gained or, if negative, lost."""

    by: Literal["banker", "player", "winners", "losers", "all"]
    charges: tuple[commands.Charge, ...]
    reason: str
    version: int


class Gap(msgspec.Struct, frozen=True, kw_only=True):
    """The gap of the night, by player and in all. `uncounted`: players who went home or were settled without a count.

    `can_be_seen` is false if the banker plays from a box nobody declared: then the gap shows only at the others.
    """

    found: tuple[GapAt, ...]
    chips: int
    cents: int
    ended: GapEnd | None
    uncounted: tuple[PlayerId, ...]
    can_be_seen: bool


def gap(records: Sequence[Recorded]) -> Gap:
    """The gap of the night from the events in force."""
    found: list[GapAt] = []
    ended: GapEnd | None = None
    unit, can_be_seen = 0, True
    returned: list[PlayerId] = []
    counts: set[PlayerId] = set()
    for record in effective(records):
        match record.event:
            case commands.OpenNight() as opened:
                unit = opened.unit
                can_be_seen = opened.rules.banker_stack == "own" or any(kind.pieces for kind in opened.inventory)
            case commands.CountChips() as count:
                counts.add(count.player)
            case commands.LeaveNight(counted=int()) as left:
                counts.add(left.player)
            case commands.CashOut() as back if record.caused_by is not None:
                returned.append(back.player)
            case events.GapFound() as difference:
                found.append(_found(record, difference, unit))
            case commands.ResolveGap() as resolved:
                ended = GapEnd(
                    by=resolved.by,
                    charges=resolved.charges or (),
                    reason=resolved.reason,
                    version=record.version,
                )
            case _:
                pass
    chips = sum(part.chips for part in found)
    return Gap(
        found=tuple(found),
        chips=chips,
        cents=chips * unit,
        ended=ended,
        uncounted=tuple(dict.fromkeys(player for player in returned if player not in counts)),
        can_be_seen=can_be_seen,
    )


def _found(record: Recorded, event: events.GapFound, unit: int) -> GapAt:
    chips = event.counted - event.book
    return GapAt(
        player=event.player,
        book=event.book,
        counted=event.counted,
        chips=chips,
        cents=chips * unit,
        version=record.version,
    )
