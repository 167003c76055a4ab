"""Corrections: which events are in force, and what the book says once some of them are struck (DESIGN 2).

A strike voids primary events with their consequences. Every later primary event that survives is decided again in its old
order. Its own effect stays the same, its consequences may change, and if it is no longer possible there is a conflict.
The refusal names the first such event and those that would have to go with it. Nothing is erased: the strike, the void
numbers and the new consequences are appended.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from engine import commands, errors, events
from engine.decider import carry_out, decide
from engine.events import NAME_OF, Recorded
from engine.folding import effective, evolve
from engine.state import Night


class Act(msgspec.Struct, frozen=True, gc=False):
    """A primary event in force, and its consequences in force."""

    primary: Recorded
    consequences: tuple[Recorded, ...]


class Conflict(NamedTuple):
    """A primary event that is no longer possible as it was, and why."""

    record: Recorded
    because: errors.Refusal | str


@dataclass(frozen=True, slots=True)
class Strike:
    """The events a strike appends, each with the number of the event that caused it (None for the strike itself)."""

    drafts: tuple[tuple[events.Event, int | None], ...]
    night: Night


def acts(records: Iterable[Recorded]) -> list[Act]:
    """The events in force, grouped by primary event."""
    grouped: list[tuple[Recorded, list[Recorded]]] = []
    for record in effective(records):
        if record.caused_by is None:
            grouped.append((record, []))
        else:
            grouped[-1][1].append(record)
    return [Act(primary, tuple(consequences)) for primary, consequences in grouped]


def strike(records: Sequence[Recorded], command: commands.StrikeEvents) -> Strike:
    """The events the strike appends, and the night after it. Refuses events that cannot be struck, and conflicts."""
    _must_be_strikable(records, command.versions)
    own_version, first_struck = records[-1].version + 1, min(command.versions)
    night = Night()
    void = set(command.versions)
    redrawn: list[tuple[events.Event, int | None]] = []
    conflicts: list[Conflict] = []
    for act in acts(records):
        if isinstance(act.primary.event, commands.StrikeEvents):
            continue
        if act.primary.version < first_struck:
            # Nothing that is struck came before it, so it stays as it was recorded.
            for record in (act.primary, *act.consequences):
                evolve(night, record.event)
            continue
        if act.primary.version in command.versions:
            void.update(record.version for record in act.consequences)
            continue
        follows = _decide_again(night, act)
        if isinstance(follows, Conflict):
            # The rest is judged as if this were struck too, so that the refusal names all that would have to be.
            conflicts.append(follows)
            continue
        if follows != tuple(record.event for record in act.consequences):
            void.update(record.version for record in act.consequences)
            redrawn += [(event, act.primary.version) for event in follows]
    if conflicts:
        raise _refusal(conflicts)
    struck = events.EventsStruck(void=tuple(sorted(void)))
    return Strike(drafts=((command, None), (struck, own_version), *redrawn), night=night)


def _must_be_strikable(records: Sequence[Recorded], versions: Iterable[int]) -> None:
    by_version = {record.version: record for record in records}
    in_force = {record.version for record in effective(records)}
    for version in versions:
        record = by_version.get(version)
        if record is None:
            raise errors.UnknownEvent(version=version, last=len(records))
        if version not in in_force:
            raise errors.AlreadyVoid(version=version)
        if record.caused_by is not None:
            raise errors.NotAPrimaryEvent(version=version, caused_by=record.caused_by)
        if isinstance(record.event, commands.OpenNight | commands.StrikeEvents):
            raise errors.CannotBeStruck(version=version, kind=NAME_OF[type(record.event)])


def _decide_again(night: Night, act: Act) -> tuple[events.Event, ...] | Conflict:
    """The consequences of a surviving primary event, or a conflict if the act is no longer possible as it was."""
    record, command = act.primary, act.primary.event
    assert isinstance(command, commands.Command)
    try:
        primary = decide(command, night)
    except errors.Refusal as refusal:
        return Conflict(record, refusal)
    if primary != command:
        return Conflict(record, "it would have been recorded otherwise.")
    try:
        return carry_out(night, primary)[1:]
    except errors.Refusal as refusal:
        # The night has stopped half-way, so nothing after this can be judged.
        raise _refusal([Conflict(record, refusal)]) from refusal


def _refusal(conflicts: Sequence[Conflict]) -> errors.StrikeConflicts:
    first, *others = conflicts
    return errors.StrikeConflicts(
        version=first.record.version,
        kind=NAME_OF[type(first.record.event)],
        because=first.because,
        others=[
            {
                "version": record.version,
                "kind": NAME_OF[type(record.event)],
                "player": getattr(record.event, "player", None),
            }
            for record, _ in others
        ],
    )
