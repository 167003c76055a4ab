"""The gap between counts and book: at whose count it was found, what it is worth, and who bore it."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine import commands, events
from engine.events import Recorded
from engine.folding import effective
from engine.ids import PlayerId


class GapAt(msgspec.Struct, frozen=True, kw_only=True):
    """One player's count against the book; `chips` is counted minus book, so missing chips are negative.

    `box`: the count of the box that the player handed over as the banker.
    """

    player: PlayerId
    box: bool = False
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


class Recount(msgspec.Struct, frozen=True, kw_only=True):
    """A count that has to be made again, or to stand: since event `changed_by` the book says another number.

    `count` is the number of the event that holds the count.
    """

    player: PlayerId
    book: int
    counted: int
    count: int
    changed_by: int


class Gap(msgspec.Struct, frozen=True, kw_only=True):
    """The gap of the night, by player and in all. `uncounted`: players who went home or were settled without a count.

    `recounts`: counts that a correction put beside the book after the close. `confirmed`: players who agree with the count of
    their chips. `can_be_seen` is false if the banker plays from a box nobody declared: then the gap shows only at the others.
    `in_the_book`: the chips of the night are in the book alone, so that nobody is counted and there is no gap.
    """

    found: tuple[GapAt, ...]
    chips: int
    cents: int
    ended: GapEnd | None
    uncounted: tuple[PlayerId, ...]
    # Gaps that were kept by earlier versions of the program have neither.
    recounts: tuple[Recount, ...] = ()
    confirmed: tuple[PlayerId, ...] = ()
    in_the_book: bool = False
    can_be_seen: bool


def gap(records: Sequence[Recorded]) -> Gap:
    """The gap of the night from the events in force."""
    gaps: list[GapAt] = []
    ended: GapEnd | None = None
    unit, can_be_seen, in_the_book = 0, True, False
    returned: list[PlayerId] = []
    counts: set[PlayerId] = set()
    handovers: set[int] = set()
    from_box: PlayerId | None = None
    stated: dict[int, int | None] = {}
    confirmed: dict[PlayerId, bool] = {}
    for record in effective(records):
        match record.event:
            case commands.OpenNight() as opened:
                unit = opened.unit
                in_the_book = opened.rules.chips == "none"
                kept = opened.rules.banker_stack == "own" or any(kind.pieces for kind in opened.inventory)
                can_be_seen = in_the_book or kept
                from_box = opened.banker if opened.rules.banker_stack == "box" else None
            case commands.CountChips() as count:
                counts.add(count.player)
                confirmed[count.player] = count.request is not None and stated[count.request] == count.chips
            case commands.SayCount(number=int(number), chips=chips_stated):
                stated[number] = chips_stated
            case commands.ConfirmCount(player=player):
                confirmed[player] = True
            case commands.LeaveNight(counted=int()) as left:
                counts.add(left.player)
                confirmed[left.player] = False
            case commands.PassBank(to=player):
                handovers.add(record.version)
                from_box = player if from_box else None
            case commands.CashOut() as back if record.caused_by is not None and record.caused_by not in handovers:
                # Whoever plays from the box has no chips of their own to count.
                returned += [back.player] if back.player != from_box else []
            case events.GapFound(player=player) as difference:
                gaps.append(_at(record, difference, player, unit))
            case events.BoxGapFound(banker=player) as difference:
                gaps.append(_at(record, difference, player, unit, box=True))
            case commands.ResolveGap() as resolved:
                ended = GapEnd(
                    by=resolved.by,
                    charges=resolved.charges or (),
                    reason=resolved.reason,
                    version=record.version,
                )
            case _:
                pass
    chips = sum(part.chips for part in gaps)
    return Gap(
        found=tuple(gaps),
        chips=chips,
        cents=chips * unit,
        ended=ended,
        uncounted=() if in_the_book else tuple(dict.fromkeys(player for player in returned if player not in counts)),
        recounts=recounts_due(records),
        confirmed=tuple(player for player, agrees in confirmed.items() if agrees),
        in_the_book=in_the_book,
        can_be_seen=can_be_seen,
    )


def recounts_due(records: Sequence[Recorded]) -> tuple[Recount, ...]:
    """The counts that a strike or a correction put beside the book after the close; none once somebody has had their say.

    That is the count put right, somebody who bears the gap, or a plan.
    """
    in_force = effective(records)
    versions = {type(one.event): one.version for one in in_force}
    last = max((versions[kind] for kind in _SAID if kind in versions), default=0)
    changed_at = [one.version for one in in_force if isinstance(one.event, events.EventsStruck) and one.version > last]
    if not changed_at or commands.CloseNight not in versions:
        return ()
    counted_at = {
        one.event.player: one.version
        for one in in_force
        if isinstance(one.event, commands.CountChips | commands.LeaveNight)
    }
    return tuple(
        Recount(
            player=one.event.player,
            book=one.event.book,
            counted=one.event.counted,
            count=counted_at[one.event.player],
            changed_by=max(at for at in changed_at if at < one.version) - 1,
        )
        for one in in_force
        if isinstance(one.event, events.GapFound) and versions[commands.CloseNight] < changed_at[0] < one.version
    )


# With these somebody lets the counts stand.
_SAID = (commands.CloseNight, commands.ResolveGap, commands.FreezePlan)


def _at(
    record: Recorded, event: events.GapFound | events.BoxGapFound, player: PlayerId, unit: int, *, box: bool = False
) -> GapAt:
    chips = event.counted - event.book
    return GapAt(
        player=player,
        box=box,
        book=event.book,
        counted=event.counted,
        chips=chips,
        cents=chips * unit,
        version=record.version,
    )
