"""Submits commands to the book one by one, and keeps a night of its own from the events that come back."""

from collections.abc import Callable

from msgspec.structs import replace

from engine import commands, errors, events
from engine.folding import evolve
from engine.speech import say
from engine.state import Night
from service.exchange.imports.pokernow_file import LogRow
from service.exchange.imports.report import Adjustment, AwardMismatch, ImportReport, StackMismatch
from service.exchange.refused import LineCannotBePlayed

Submit = Callable[[commands.Command, str], tuple[events.Event, ...]]


class Recorder:
    """`night` is what the book holds so far, folded from the events it gave back and nothing else."""

    def __init__(self, submit: Submit, report: ImportReport) -> None:
        self.night = Night()
        self.report = report
        self._submit = submit

    def stack(self, player: str) -> int:
        """The player's chips according to the book."""
        return self.night.balance.get("chips:" + player, 0)

    def record(self, command: commands.Command, at: str) -> tuple[events.Event, ...]:
        """Submits one command and returns its events."""
        happened = self._submit(command, at)
        for event in happened:
            evolve(self.night, event)
        return happened

    def record_from(self, row: LogRow, command: commands.Command) -> tuple[events.Event, ...]:
        """Submits a command that a row of a file caused.

        The row says what happened at the table. If that breaks a rule of the house, the rule is waived and the row quoted;
        if it would break the book, the import stops.
        """
        while True:
            try:
                return self.record(command, row.at)
            except errors.AgainstTheRules as refusal:
                because = refusal.say(self.report.names)
                if any(waiver.rule == refusal.code for waiver in command.waived):
                    raise LineCannotBePlayed(row.file, row.line, row.quoted(), because) from refusal
                waiver = commands.Waiver(rule=refusal.code, reason=f"{row.place}: {row.quoted()}")
                command = replace(command, waived=(*command.waived, waiver))
                self.adjust(row, say("a rule is waived: {because}", because=because))
            except errors.Refusal as refusal:
                because = refusal.say(self.report.names) + self._first_disagreement()
                raise LineCannotBePlayed(row.file, row.line, row.quoted(), because) from refusal

    def _first_disagreement(self) -> str:
        """The first disagreement so far, which is often why a later line cannot be played."""
        found: list[StackMismatch | AwardMismatch] = [*self.report.stack_mismatches, *self.report.award_mismatches]
        if not found:
            return ""
        first = min(found, key=lambda mismatch: mismatch.hand)
        return " " + say(
            "Log and book disagree since hand {hand}, line {line}: {text}",
            hand=first.hand,
            line=first.line,
            text=first.text,
        )

    def adjust(self, row: LogRow, what: str, *, player: str = "", chips: int = 0) -> None:
        """Notes something that is not play, with the row that caused it."""
        self.report.adjustments.append(Adjustment(row.file, row.line, player, chips, what, row.text))

    def note(self, sentence: str) -> None:
        """Notes what the person who imports should know."""
        self.report.notes.append(sentence)
