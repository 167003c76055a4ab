"""Plays a simulated night act by act, checks the invariants after each, and counts what was played."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine import commands, errors, events
from engine.adjudicate import adjudicate
from engine.decider import accept
from engine.disputing import in_the_book
from engine.events import Recorded
from engine.ledger.invariants import broken
from engine.simulate.chance import Chance
from engine.simulate.evening import Evening, Plan
from engine.simulate.players import NeverEnds
from engine.state import Night
from engine.stated import to_record


class Book(Protocol):
    """Where a night is played: in a real book or on scratch paper."""

    def take(self, command: commands.Command) -> None:
        """Records the command and what follows from it. Raises a refusal, which changes nothing."""

    def night(self) -> Night:
        """The night as it stands."""

    def records(self) -> Sequence[Recorded]:
        """Everything that was recorded."""


class ScratchPaper:
    """A night kept only in memory."""

    def __init__(self) -> None:
        self._night = Night()
        self._records: list[Recorded] = []

    def take(self, command: commands.Command) -> None:
        happened = accept(self._night, in_the_book(self._records, command))
        drafts = to_record(command, happened, after=len(self._records))
        self._records += (one.as_recorded(number) for number, one in enumerate(drafts, start=len(self._records) + 1))

    def night(self) -> Night:
        return self._night

    def records(self) -> Sequence[Recorded]:
        return self._records


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts of what was played. `showdowns`: hands that did not end with one player left; `carried`: pots carried."""

    hands: int = 0
    acts: int = 0
    events: int = 0
    showdowns: int = 0
    folded_out: int = 0
    carried: int = 0
    with_options: int = 0
    games: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Both together."""
        self.hands += other.hands
        self.acts += other.acts
        self.events += other.events
        self.showdowns += other.showdowns
        self.folded_out += other.folded_out
        self.carried += other.carried
        self.with_options += other.with_options
        self.games += other.games


def play(plan: Plan, chance: Chance, book: Book) -> tuple[str, ...]:
    """Plays the night. Returns what went wrong first, or nothing if it went well to the end."""
    try:
        for command in Evening(plan, chance, book.night).said():
            try:
                book.take(command)
            except errors.Refusal as refusal:
                return (f"{command} was to be accepted, and is refused ({refusal.code}): {refusal}",)
            if found := broken(book.night()):
                return tuple(f"After {command}: {sentence}" for sentence in found)
    except NeverEnds as stuck:
        return (str(stuck),)
    return ()


def differences(records: Sequence[Recorded]) -> tuple[str, ...]:
    """The differences between the record and what the rules would have recorded; empty if there are none."""
    return tuple(f"Rules and record differ: {finding.sentence}" for finding in adjudicate(records).findings)


def tally_of(records: Iterable[Recorded]) -> Tally:
    """The counts of a night, from its records."""
    tally = Tally()
    shown = False
    for record in records:
        event = record.event
        tally.events += 1
        tally.acts += record.caused_by is None
        match event:
            case commands.AnnounceHand():
                tally.hands += 1
                tally.with_options += bool(event.options)
                tally.games[event.game] += 1
                shown = False
            case events.PotAwarded():
                shown = shown or event.by != "last player"
                tally.folded_out += event.rule == "all/last-player"
            case events.PotCarried():
                tally.carried += 1
            case events.HandEnded():
                tally.showdowns += shown
            case _:
                pass
    return tally
