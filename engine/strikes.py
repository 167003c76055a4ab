"""Strikes and corrections: which acts are in force, and what the book says once some are struck or changed.

A strike voids primary events with their consequences; a correction puts other acts in the place of some, or between two.
A strike of a strike or correction voids all that this brought, so that what it had made void is in force again.
Every later act is decided again in its old order. After a strike its own effect stays the same, and only its consequences
may change; after a correction it is resolved anew from what was stated of it, and what the rules had filled in is filled in
again. What people said and confirmed, and what they paid, stays as it is recorded after a correction too. Who was there for
how long is told anew of a close after either, since nobody states it. If an act is no longer possible there is a conflict:
the refusal names the first such event and the others. Who bears the gap and the plan are made from the nets: while nothing
is paid they go with what made them so, and with the counts as they were beside the book. Nothing is erased: the strike or
correction, the void numbers, the acts in their places and the new consequences are appended.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine import commands, errors, events
from engine.decider import (
    WORDS,
    as_stated,
    carry_out,
    decide,
    in_the_book,
    insist_nobody_is_silenced,
    optional_fields,
    stated_in,
)
from engine.events import NAME_OF, Act, Recorded, Unrecorded
from engine.folding import Place, Places, effective, evolve, fold, only_beside_the_table, voided, voided_by
from engine.night.closing.presence import MinutesBetween, knowing_who_was_there, takes_by_the_hour
from engine.night.closing.taking_back import (
    OF_A_TRANSFER,
    gaps_in,
    goes_along,
    insist_nothing_is_paid,
    insist_same_transfer,
    transfers_of,
)
from engine.play.betting.rule import command_behind
from engine.registry import BESIDE_THE_TABLE
from engine.speech import phrase
from engine.state import Checkpoint, Night

# What speaks of the book and changes nothing at the table by itself.
OF_THE_BOOK = (commands.StrikeEvents, commands.CorrectEvents)
# What a person said or paid, which is nobody else's to change.
WORDS_AND_PAYMENTS = frozenset({*BESIDE_THE_TABLE, commands.RecordPayment})
# What stays in force where nothing counts from an event on.
STAYS = (*OF_THE_BOOK, *WORDS)


class Conflict(NamedTuple):
    """A primary event that is no longer possible as it was, and why."""

    record: Recorded
    because: errors.Refusal | str


@dataclass(frozen=True, slots=True)
class Strike:
    """The events that a strike or correction appends, of which the first has no cause.

    The second holds what is void and which of the events after it are acts in the place of others.
    """

    drafts: tuple[Unrecorded, ...]
    night: Night

    @property
    def struck(self) -> events.EventsStruck:
        """What is void, and what stands in its place."""
        event = self.drafts[1].event
        assert isinstance(event, events.EventsStruck)
        return event

    def recorded(self, after: int) -> list[Recorded]:
        """The events as the book would have them behind its event number `after`."""
        return [draft.as_recorded(number) for number, draft in enumerate(self.drafts, start=after + 1)]


# Of the night as it stands at a place: the act that a correction puts in there.
ActInNight = Callable[[Night], commands.Command]


def acts(records: Iterable[Recorded]) -> list[Act]:
    """The events in force, grouped by primary event, in the order of the table."""
    grouped: list[Act] = []
    primary: Recorded | None = None
    consequences: list[Recorded] = []
    for record in effective(records):
        if primary is not None and record.caused_by is not None:
            consequences.append(record)
            continue
        if primary is not None:
            grouped.append(Act(primary, tuple(consequences)))
        primary, consequences = record, []
    return [*grouped, Act(primary, tuple(consequences))] if primary is not None else []


def to_undo(records: Sequence[Recorded], counts: Callable[[Recorded], bool]) -> Recorded | None:
    """The last act in force of those that count, which an undo takes back; None if there is none.

    A strike of what was the last act at the table then is an undo itself, so that the next one goes one further back. One of
    an older act is an act, as a correction is.
    """
    void: set[int] = set()
    undone: list[tuple[Recorded, int]] = []
    for record in reversed(records):
        event = record.event
        if record.version in void:
            continue
        if isinstance(event, events.EventsStruck):
            void.update(event.void)
        elif isinstance(event, commands.StrikeEvents) and len(event.versions) == 1:
            undone.append((record, event.versions[0]))
        elif record.caused_by is None and counts(record):
            if only_beside_the_table([record]):
                return record
            return next((strike for strike, struck in undone if record.version > struck), record)
    return None


def strike(
    records: Sequence[Recorded],
    command: commands.StrikeEvents,
    minutes_between: MinutesBetween,
    *,
    since: Checkpoint | None = None,
) -> Strike:
    """The events the strike appends, and the night after it. Refuses events that cannot be struck, and conflicts.

    A struck strike or correction takes all that it brought with it, and what it made void is in force again: after a
    correction resolved anew from what was stated, after a strike as it was. `since` saves going through the acts before
    it, if the strike concerns none of them; no later event of the book may.
    """
    book = _Book(records)
    void: set[int] = set()
    insist_nothing_is_paid(book.all_in_force, command.versions)
    for version in command.versions:
        record = book.in_force(version)
        if isinstance(record.event, commands.OpenNight):
            raise errors.CannotBeStruck(version=version, kind=NAME_OF[type(record.event)])
        if isinstance(record.event, OF_THE_BOOK):
            void.update(book.brought_by(version))
        else:
            void.update(book.act(version).versions)
    again = _Again(
        book, void, (), minutes_between, strict=not book.concerns_corrections(command.versions), corrects=False
    )
    again.walk(since)
    return again.outcome(command)


def correct(
    records: Sequence[Recorded],
    command: commands.CorrectEvents,
    minutes_between: MinutesBetween,
    acts_in_night: Mapping[int, ActInNight] | None = None,
    *,
    since: Checkpoint | None = None,
) -> Strike:
    """The events the correction appends, and the night after it.

    `acts_in_night` says by the index of a change what its act is, in the night as it then stands; else it stands in the command.
    `since` is as for a strike. Refuses what cannot be corrected, a new act that is not possible in its place, and conflicts.
    """
    if command.waived:
        raise errors.NothingToWaive(rule=command.waived[0].rule)
    book = _Book(records)
    void: set[int] = set()
    added: list[_Added] = []
    latest: dict[Place, Place] = {}
    for index, change in enumerate(command.changes):
        record = book.in_force(change.version, put_in_after=change.after)
        place = book.places.of_act(change.version)
        if change.after:
            # Of several acts put in after the same one, the first said is the first.
            latest[place] = (*latest.get(place, place), -(book.last + 1 + index))
            place = latest[place]
        else:
            _must_be_correctable(record, void)
            void.update(book.act(change.version).versions)
        act_in_night = (acts_in_night or {}).get(index) or _as_commanded(change)
        if act_in_night is not None:
            added.append(_Added(place, change.version, change.after, act_in_night))
        elif change.after:
            raise errors.NothingToPutIn(version=change.version)
    if command.stop_at is not None:
        void |= book.from_on(command.stop_at)
    again = _Again(book, void, added, minutes_between, strict=False, corrects=True)
    again.walk(since)
    # Each new act stands in the book as an event of its own.
    places = tuple(replace(change, act=None) for change in command.changes)
    return again.outcome(replace(command, changes=places))


def _as_commanded(change: commands.Change) -> ActInNight | None:
    act = change.act
    return None if act is None else lambda _: act


def _must_be_correctable(record: Recorded, void: set[int]) -> None:
    if isinstance(record.event, (commands.OpenNight, *OF_THE_BOOK)):
        raise errors.CannotBeCorrected(version=record.version, kind=NAME_OF[type(record.event)])
    if record.version in void:
        raise errors.CorrectedTwice(version=record.version)


class _Book:
    """The events of a night as strikes and corrections find them."""

    def __init__(self, records: Sequence[Recorded]) -> None:
        self.records = records
        self.last = records[-1].version
        self.places = Places(records)
        self.in_order = acts(records)
        self._acts = {act.primary.version: act for act in self.in_order}

    @property
    def all_in_force(self) -> list[Recorded]:
        """The events in force, in the order of the table."""
        return [record for act in self.in_order for record in (act.primary, *act.consequences)]

    def in_force(self, version: int, *, put_in_after: bool = False) -> Recorded:
        """The primary event in force with this number. Refuses any other, and says which one to name instead.

        `put_in_after`: it is named because something was forgotten after it.
        """
        if not 1 <= version <= self.last:
            raise errors.UnknownEvent(version=version, last=self.last)
        placed = self._acts.get(version)
        if placed is not None:
            return placed.primary
        record = self.records[version - 1]
        since = voided_by(self.records).get(version)
        if since is not None:
            instead = [act for act in self._acts if act != version and self._stands_for(act, version)]
            if instead:
                raise errors.WasCorrected(version=version, instead=instead[-1])
            if put_in_after:
                raise errors.NothingStandsThere(version=version, before=self._in_force_before(version))
            raise errors.AlreadyVoid(version=version, since=since)
        raise errors.NotAPrimaryEvent(version=version, caused_by=record.caused_by)

    def _stands_for(self, act: int, version: int) -> bool:
        return self.places.is_placed(act) and self.places.of_act(act) == self.places.of_act(version)

    def _in_force_before(self, version: int) -> int:
        """The number of the last act in force that stands before the void event of this number."""
        place = self.places.of(self.records[version - 1])
        before = [act for act in self._acts if self.places.of_act(act) < place]
        # The opening of the night is never void.
        return before[-1]

    def concerns_corrections(self, versions: Iterable[int]) -> bool:
        """Whether one of these is a correction, or a strike that makes one void or keeps one so."""
        acts = (self.records[version - 1].event for version in versions)
        return any(
            isinstance(one, commands.CorrectEvents)
            or (isinstance(one, commands.StrikeEvents) and self.concerns_corrections(one.versions))
            for one in acts
        )

    def has(self, version: int) -> bool:
        """Whether the act with this number is in force."""
        return version in self._acts

    def act(self, version: int) -> Act:
        """The act in force with this number."""
        return self._acts[version]

    def brought_by(self, version: int) -> set[int]:
        """The numbers of all events that came into the book with this correction, its own first."""
        brought = {version}
        for record in self.records[version:]:
            if record.caused_by is None:
                break
            brought.add(record.version)
        return brought

    def from_on(self, version: int) -> set[int]:
        """The numbers of all acts in force from this one on, in the order of the table, with what followed from them."""
        first = self.in_force(version)
        if isinstance(first.event, commands.OpenNight):
            raise errors.CannotBeStruck(version=version, kind=NAME_OF[type(first.event)])
        place = self.places.of_act(version)
        return {
            number
            for act in self._acts.values()
            if self.places.of_act(act.primary.version) >= place and not isinstance(act.primary.event, STAYS)
            for number in act.versions
        }


class _Added(NamedTuple):
    """An act that a correction puts in: its place, and the event instead of which or after which it stands there."""

    place: Place
    at: int
    after: bool
    act_in_night: ActInNight


class _Again:
    """The acts of a night, copied up to the first changed place and decided again from there on."""

    def __init__(
        self,
        book: _Book,
        void: set[int],
        added: Sequence[_Added],
        minutes_between: MinutesBetween,
        *,
        strict: bool,
        corrects: bool,
    ) -> None:
        self.night = Night()
        self.conflicts: list[Conflict] = []
        self._book = book
        self._void = void
        self._minutes_between = minutes_between
        self._strict = strict
        self._corrects = corrects
        self._added = {one.place: one for one in added}
        # The number in the book of an act that is put in now, by its place.
        self._numbers: dict[Place, int] = {}
        self._placed: list[events.Placed] = []
        self._drawn: list[Unrecorded] = []
        self._payment = 0
        # The night as it was until now, and how many of its acts are in it.
        self._was = Night()
        self._passed = 0

    def walk(self, since: Checkpoint | None) -> None:
        """Goes through the acts that stand once the void ones are out and the added ones in, in the order of the table."""
        insist_nobody_is_silenced(self._book.records, self._void)
        acts_left = self._standing()
        first = self._first_changed()
        self._payment = next((act.primary.version for act in acts_left if _is_payment(act)), 0)
        copied = bisect_left(acts_left, first, key=self._place)
        known = 0
        if since is not None and first > (since.records,):
            known, self.night = since.records, since.night.copy()
        for act in acts_left[:copied]:
            if act.primary.version > known and type(act.primary.event) not in OF_THE_BOOK:
                _copy(act, self.night)
        self._go_on(acts_left[copied:])
        if self.conflicts:
            raise self._refusal()

    def _go_on(self, acts_left: Sequence[Act]) -> None:
        """Decides the acts from the first changed place on, with those that are put in."""
        standing = {place: list(group) for place, group in groupby(acts_left, self._place)}
        for place in sorted({*standing, *self._added}):
            if place in self._added:
                self._put_in(self._added[place])
                continue
            # Where a correction of a correction outlives the first one, what was corrected last stands.
            *others, act = standing[place]
            self._void.update(version for other in others for version in other.versions)
            if not isinstance(act.primary.event, OF_THE_BOOK):
                self._decide_again(act)

    def _standing(self) -> list[Act]:
        """The acts that are in force without the void ones, in the order of the table."""
        if not self._strikes_back:
            return [act for act in self._book.in_order if act.primary.version not in self._void]
        self._void |= self._without_cause()
        *standing, _ = acts(self._with_void())
        return standing

    @property
    def _strikes_back(self) -> bool:
        """Whether a strike or correction is void now, so that what it had made void may come back."""
        return any(isinstance(self._book.records[version - 1].event, events.EventsStruck) for version in self._void)

    def _with_void(self) -> list[Recorded]:
        """The book with what is void now."""
        return [*self._book.records, Recorded(self._book.last + 1, events.EventsStruck(void=tuple(self._void)))]

    def _without_cause(self) -> set[int]:
        """What would be in force although the act that it follows from, or the correction that brought it, is not."""
        void = voided(self._with_void())
        lost: set[int] = set()
        for record in self._book.records:
            if record.version not in void and (record.caused_by in void or record.caused_by in lost):
                lost.add(record.version)
        return lost

    def _place(self, act: Act) -> Place:
        return self._book.places.of_act(act.primary.version)

    def _first_changed(self) -> Place:
        """The first place at which the night may change: of what is void now, of what is in force again, or of a new act."""
        changed = set(self._void)
        if self._strikes_back:
            # A strike that is taken back may bring others back, with what they had made void.
            changed |= voided(self._with_void()) ^ voided(self._book.records)
        return min([*(self._book.places.of(self._book.records[number - 1]) for number in changed), *self._added])

    def _put_in(self, new: _Added) -> None:
        """Decides a new act. Refuses one that was not possible there."""
        if self.conflicts:
            # The night has left its course already, so nothing said after that can be understood in it.
            raise self._refusal()
        act = new.act_in_night(self.night)
        if isinstance(act, (commands.OpenNight, *OF_THE_BOOK)):
            raise errors.CannotStandThere(kind=NAME_OF[type(act)])
        replaced = None if new.after else self._book.records[new.at - 1].event
        act = in_the_book([*self._book.records, *self._recorded()], act, instead_of=replaced)
        self._numbers[new.place] = number = self._next
        before = self._numbers.get(new.place[:-1], new.at) if new.after else new.at
        placed = events.Placed(version=number, at=before, after=new.after)
        if isinstance(act, commands.CloseNight):
            act = self._knowing_who_was_there(act, number, placed)
        primary = decide(act, self.night)
        self._append(primary, stated_in(act, primary), placed)

    def _decide_again(self, act: Act) -> None:
        """Decides a surviving act, and keeps of it and its consequences what stays the same."""
        record, recorded = act.primary, act.primary.event
        assert isinstance(recorded, commands.Command)
        if goes_along(recorded) and not self._payment and self._settled_other_counts(record):
            self._void.update(act.versions)
            return
        exactly = self._strict or type(recorded) in WORDS_AND_PAYMENTS
        stated = record.stated
        told = recorded
        if isinstance(recorded, commands.CloseNight):
            told = self._knowing_who_was_there(recorded, record.version)
        try:
            if exactly:
                primary = decide(told, self.night)
            else:
                if told is recorded:
                    told = self._guessed_of_an_old_book(act) if stated is None else as_stated(recorded, stated)
                primary = self._resolved(told)
                stated = stated_in(told, primary) if stated is None else stated
            if isinstance(recorded, OF_A_TRANSFER):
                then = effective(self._book.records[: record.version - 1])
                insist_same_transfer(recorded, transfers_of(then), self.night)
        except errors.Refusal as refusal:
            self._conflicts(act, refusal)
            return
        if primary == recorded:
            follows = self._carried_out(primary, record)
            if follows != tuple(consequence.event for consequence in act.consequences):
                self._void.update(consequence.version for consequence in act.consequences)
                self._drawn += [Unrecorded(event, record.version) for event in follows]
        elif exactly and primary != told:
            self._conflicts(act, phrase("it would have been recorded otherwise."))
        else:
            if self._payment and isinstance(recorded, commands.FreezePlan):
                raise errors.PaidByAnotherPlan(version=self._payment)
            self._void.update(act.versions)
            self._append(primary, stated, events.Placed(version=self._next, at=record.version), record)

    def _knowing_who_was_there(
        self, close: commands.CloseNight, version: int, *placed: events.Placed
    ) -> commands.CloseNight:
        """The close with how long everybody was there by what is in force now, where the house takes by the hour.

        `placed`: where it is put in, if it is new.
        """
        if not takes_by_the_hour(self.night):
            return close
        struck = events.EventsStruck(void=tuple(self._void), placed=(*self._placed, *placed))
        new = [Recorded(one.version, close, self._book.last + 1) for one in placed]
        now = effective([*self._book.records, Recorded(self._book.last + 1, struck), *self._recorded(), *new])
        until = next(index for index, record in enumerate(now, 1) if record.version == version)
        return knowing_who_was_there(close, self.night, now[:until], self._minutes_between)

    def _settled_other_counts(self, record: Recorded) -> bool:
        """Whether a count is off that was not, or not as much, when it was said who bears the gap, or who pays."""
        then = gaps_in(one.event for one in effective(self._book.records[: record.version - 1]))
        return any(chips not in (0, then.get(player, 0)) for player, chips in self.night.closing.gaps.items())

    def _conflicts(self, act: Act, because: errors.Refusal | str) -> None:
        """The act is no longer possible. What was made from the nets goes along, while nothing is paid.

        The rest is judged as if this were struck too, so that the refusal names all that would have to be.
        """
        if goes_along(act.primary.event) and not self._payment:
            self._void.update(act.versions)
        else:
            self.conflicts.append(Conflict(act.primary, because))

    def _guessed_of_an_old_book(self, act: Act) -> commands.Command:
        """What was stated of an act of schema 1, which does not say it: the way from such an act to one that does.

        A field that the rules would have filled in just so, in the night as it was then, is taken as not stated.
        """
        event = act.primary.event
        assert isinstance(event, commands.Command)
        if isinstance(event, commands.Wager | commands.Check):
            return command_behind(event)
        if not self._book.has(act.primary.version):
            return event
        before, stated = self._night_before(act), event
        for leave_out in _ways_to_state_less(event):
            less = leave_out(stated)
            if less != stated and _comes_to(less, event, before):
                stated = less
        return stated

    def _night_before(self, act: Act) -> Night:
        """The night as it was just before the act until now."""
        while (before := self._book.in_order[self._passed]).primary.version != act.primary.version:
            _copy(before, self._was)
            self._passed += 1
        return self._was

    def _resolved(self, command: commands.Command) -> commands.Command:
        """The act with everything filled in, without waivers that it no longer needs."""
        try:
            return decide(command, self.night)
        except errors.NothingToWaive as needless:
            left = tuple(waiver for waiver in command.waived if waiver.rule != needless.details["rule"])
            if left == command.waived:
                raise
            return self._resolved(replace(command, waived=left))

    def _append(
        self,
        primary: commands.Command,
        stated: tuple[str, ...] | None,
        placed: events.Placed,
        was: Recorded | None = None,
    ) -> None:
        self._placed.append(placed)
        self._drawn.append(Unrecorded(primary, self._book.last + 1, stated))
        self._drawn += [Unrecorded(event, placed.version) for event in self._carried_out(primary, was)]

    def _carried_out(self, primary: commands.Command, was: Recorded | None) -> tuple[events.Event, ...]:
        """What follows from the act, which is folded with it into the night."""
        try:
            return carry_out(self.night, primary)[1:]
        except errors.Refusal as refusal:
            if was is None:
                raise
            # The night has stopped half-way, so nothing after this can be judged.
            self.conflicts.append(Conflict(was, refusal))
            raise self._refusal() from refusal

    def _recorded(self) -> Iterator[Recorded]:
        """What this strike or correction has brought so far, as the book will have it."""
        first = self._next - len(self._drawn)
        return (drawn.as_recorded(number) for number, drawn in enumerate(self._drawn, start=first))

    @property
    def _next(self) -> int:
        """The number of the next event: after the strike or correction comes what it makes void, and then the rest."""
        return self._book.last + 3 + len(self._drawn)

    def outcome(self, command: commands.StrikeEvents | commands.CorrectEvents) -> Strike:
        """The events to append. What is void already is not told again."""
        if self.night.terms.debts_only and not self._still_settles_only():
            raise errors.NobodyPlaysHere()
        void_already = voided(record for record in self._book.records if record.version not in self._void)
        struck = events.EventsStruck(void=tuple(sorted(self._void - void_already)), placed=tuple(self._placed))
        unrecorded = Unrecorded(command, stated=stated_in(command, command))
        return Strike(drafts=(unrecorded, Unrecorded(struck, self._book.last + 1), *self._drawn), night=self.night)

    def _still_settles_only(self) -> bool:
        """Whether a night in which nobody plays stays closed, and nobody sits in it who did not before."""
        acts = (act.primary.event for act in self._book.in_order)
        seated = {event.player for event in acts if isinstance(event, commands.SeatPlayer)}
        return self.night.phase != "open" and seated.issuperset(self.night.people)

    def _may_be_struck(self, conflict: Conflict) -> bool:
        """Whether it is in force now, and nobody's word that stays theirs."""
        return self._book.has(conflict.record.version) and not isinstance(conflict.record.event, WORDS)

    def _refusal(self) -> errors.StrikeConflicts:
        first, *rest = self.conflicts
        version, kind, because = first.record.version, NAME_OF[type(first.record.event)], first.because
        others, way = [_concisely(record) for record, _ in rest], _way_out(self._book.records)
        if self._corrects:
            return errors.CorrectionConflicts(version=version, kind=kind, because=because, others=others, way=way)
        if not all(map(self._may_be_struck, self.conflicts)):
            return errors.ConflictsRemain(version=version, kind=kind, because=because, others=others, way=way)
        return errors.StrikeConflicts(version=version, kind=kind, because=because, others=others, way=way)


def _way_out(records: Sequence[Recorded]) -> str:
    """How the table puts a result right now, if what it was made from has to stand: a key of `errors.night.WAYS_OUT`."""
    night = fold(records)
    if night.phase != "open":
        return "players"
    return "chips" if night.hand is None else "ruling"


def _concisely(record: Recorded) -> dict[str, object]:
    event = record.event
    return {"version": record.version, "kind": NAME_OF[type(event)], "player": getattr(event, "player", None)}


def _copy(act: Act, night: Night) -> None:
    for record in (act.primary, *act.consequences):
        evolve(night, record.event)


def _is_payment(act: Act) -> bool:
    return type(act.primary.event) is commands.RecordPayment


def _ways_to_state_less(event: commands.Command) -> Iterator[Callable[[Any], commands.Command]]:
    """What may be left out of an act, one thing at a time: an optional field, or the winners of one share."""
    for name, unstated in optional_fields(type(event)):
        yield partial(replace, **{name: unstated})
    if isinstance(event, commands.NameWinners) and len(event.rankings) > 1:
        yield from (partial(_without_share, share=share) for share in range(len(event.rankings)))


def _without_share(winners: commands.NameWinners, *, share: int) -> commands.NameWinners:
    rankings = (() if place == share else ranking for place, ranking in enumerate(winners.rankings))
    return replace(winners, rankings=tuple(rankings))


def _comes_to(command: commands.Command, event: commands.Command, night: Night) -> bool:
    try:
        return decide(command, night) == event
    except errors.Refusal:
        # Nobody can have said it without this field.
        return False
