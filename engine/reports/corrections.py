"""Strikes, corrections, waivers and rulings: every place where the book departs from plain play by the rules."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine import commands, events
from engine.events import Recorded
from engine.folding import effective
from engine.ids import PlayerId
from engine.reports.chips_to_move import Handing, moves_of_corrections
from engine.waiving import rules_waived


class StrikeTold(msgspec.Struct, frozen=True, kw_only=True):
    """One strike: the acts it names, every event it made void, the events drawn again because of it, and the chips that had to
    change hands.
    """

    version: int
    reason: str
    struck: tuple[int, ...]
    void: tuple[int, ...]
    redrawn: tuple[int, ...]
    occurred_at: str
    to_move: tuple[Handing, ...] = ()


class Replaced(msgspec.Struct, frozen=True, kw_only=True):
    """An act by number before and after a correction; None where there was none, or is none now."""

    was: int | None
    now: int | None


class CorrectionTold(msgspec.Struct, frozen=True, kw_only=True):
    """One correction: what it changes, the acts that came out otherwise because of it, what else was drawn again, and the chips
    that had to change hands.
    """

    version: int
    reason: str
    changed: tuple[Replaced, ...]
    followed: tuple[Replaced, ...]
    void: tuple[int, ...]
    redrawn: tuple[int, ...]
    occurred_at: str
    to_move: tuple[Handing, ...] = ()


class WaiverTold(msgspec.Struct, frozen=True, kw_only=True):
    """One rule that the banker waived for one act. `sentence`: what the rule says to the act; empty if nobody judged it."""

    version: int
    rule: str
    reason: str
    sentence: str = ""


class RulingTold(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the table where no rule applied: its text, the chips moved, and who agreed."""

    version: int
    text: str
    moves: tuple[commands.ChipMove, ...]
    agreed_by: tuple[PlayerId, ...]
    occurred_at: str


class Corrections(msgspec.Struct, frozen=True, kw_only=True):
    """All of them in the order of the book, without corrections, waivers and rulings that were struck."""

    strikes: tuple[StrikeTold, ...]
    corrected: tuple[CorrectionTold, ...]
    waivers: tuple[WaiverTold, ...]
    rulings: tuple[RulingTold, ...]


def corrections(records: Sequence[Recorded]) -> Corrections:
    """The strikes of the whole book; the corrections, waivers and rulings in force."""
    in_force, moves = effective(records), moves_of_corrections(records)
    return Corrections(
        strikes=tuple(replace(one, to_move=moves.get(one.version, ())) for one in strikes_of(records)),
        corrected=tuple(
            replace(_correction(record, record.event, records), to_move=moves.get(record.version, ()))
            for record in in_force
            if isinstance(record.event, commands.CorrectEvents)
        ),
        waivers=tuple(waiver for record in in_force for waiver in waivers_of(record)),
        rulings=tuple(
            _ruling(record, record.event) for record in in_force if isinstance(record.event, commands.MakeRuling)
        ),
    )


def waivers_of(record: Recorded) -> tuple[WaiverTold, ...]:
    """The rules that were waived for this act."""
    return tuple(
        WaiverTold(version=record.version, rule=waiver.rule, reason=waiver.reason)
        for waiver in rules_waived(record.event)
    )


def strikes_of(records: Sequence[Recorded]) -> tuple[StrikeTold, ...]:
    """Every strike. The event after it holds what it made void; the events it redrew follow."""
    told: list[StrikeTold] = []
    for place, record in enumerate(records):
        event = record.event
        if not isinstance(event, commands.StrikeEvents):
            continue
        struck, followers = _brought(records, place)
        told.append(
            StrikeTold(
                version=record.version,
                reason=event.reason,
                struck=event.versions,
                void=struck.void if struck else (),
                redrawn=followers,
                occurred_at=record.occurred_at,
            )
        )
    return tuple(told)


def _brought(records: Sequence[Recorded], place: int) -> tuple[events.EventsStruck | None, tuple[int, ...]]:
    """What a strike or correction made void, and the numbers of the other events that came into the book with it."""
    struck: events.EventsStruck | None = None
    followers: list[int] = []
    for follower in records[place + 1 :]:
        if follower.caused_by is None:
            break
        if isinstance(follower.event, events.EventsStruck):
            struck = follower.event
        else:
            followers.append(follower.version)
    return struck, tuple(followers)


def _correction(record: Recorded, event: commands.CorrectEvents, records: Sequence[Recorded]) -> CorrectionTold:
    struck, followers = _brought(records, record.version - records[0].version)
    placed = struck.placed if struck else ()
    corrected = {change.version for change in event.changes if not change.after}
    instead = {one.at: one.version for one in placed if not one.after}
    changed = [Replaced(was=version, now=instead.get(version)) for version in sorted(corrected)]
    changed += [Replaced(was=None, now=one.version) for one in placed if one.after]
    acts = {one.version for one in placed}
    return CorrectionTold(
        version=record.version,
        reason=event.reason,
        changed=tuple(changed),
        followed=tuple(Replaced(was=at, now=now) for at, now in instead.items() if at not in corrected),
        void=struck.void if struck else (),
        redrawn=tuple(version for version in followers if version not in acts),
        occurred_at=record.occurred_at,
    )


def _ruling(record: Recorded, event: commands.MakeRuling) -> RulingTold:
    return RulingTold(
        version=record.version,
        text=event.text,
        moves=event.moves,
        agreed_by=event.agreed_by,
        occurred_at=record.occurred_at,
    )
