"""What the prompt remembers between lines: the night, the time at the table, and what was just refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cli import failures, pictures, render
from cli.backend import Book
from cli.backend.clock import TableClock
from cli.backend.striking import last_act, strike, what_if
from cli.declined import ASKED_AND_MEANT, Declined, NamedRefusal
from service.shorthand import guide

if TYPE_CHECKING:
    from cli.backend.views import Heard

# What the prompt itself understands, besides the shorthand.
HELP = {
    "The prompt": (
        guide.Row("show · ? · undo · help · quit", "where we are · what may be done now · the last act is void"),
        guide.Row("waive all agreed · at now", "does what was just refused all the same · the clock again"),
        guide.Row("c · f · r2 · 3 · turns", "without a name: whose turn it is"),
    )
}

# `waive RULE "REASON": …` is a line of its own; anything else behind `waive` is the reason for what was just refused.
WHOLE_WAIVER = re.compile(r'waive\s+([a-z_]+\s+"[^"]*"|"[^"]*"\s+[a-z_]+)\s*:')


class Ask(Protocol):
    """Puts a yes-or-no question to the person at the prompt; `enter` is what the bare key means."""

    def __call__(self, question: str, *, enter: bool) -> bool: ...


def _nobody_to_ask(question: str, *, enter: bool) -> bool:
    """A pipe: what somebody typed on purpose is done, and what is in doubt is not."""
    return enter


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one line: refused with an exit code, or the end of the evening."""

    exit_code: int = 0
    over: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that the rules refused, and the rule that may be waived for it."""

    line: str
    rule: str
    waived: tuple[tuple[str, str], ...]


class Evening:
    """One night at the prompt. `page` is the night as it was after the last line."""

    def __init__(self, book: Book, night_id: str, *, as_json: bool = False, ask: Ask = _nobody_to_ask) -> None:
        self.book = book
        self.as_json = as_json
        self.page = book.find(night_id)
        self.names = book.names(self.page)
        self.ask = ask
        self._clock = TableClock()
        self._refused: Refused | None = None
        self._words: dict[str, Callable[[], None]] = {
            "?": self._what_now,
            "help": self._help,
            "show": self._show,
            "undo": self._undo,
            "at now": self._clock.clear,
        }

    @property
    def words(self) -> tuple[str, ...]:
        """What the prompt itself understands."""
        return (*self._words, "quit", "waive")

    def take(self, line: str, *, number: int = 0) -> Outcome:
        """Takes one line; a refusal is told and leaves everything as it was. `number` is its place in a pipe."""
        said = " ".join(line.split()).casefold()
        if said in ("quit", "exit", "q"):
            return Outcome(over=True)
        try:
            self._take(line, said)
        except Exception as problem:
            failure = failures.failure_of(problem)
            if failure is None:
                raise
            self._tell(failure, line, number)
            return Outcome(exit_code=failure.exit_code)
        finally:
            self._look_again()
        return Outcome()

    def _take(self, line: str, said: str) -> None:
        word = self._words.get(said)
        if word is not None:
            word()
        elif said.split(" ", maxsplit=1)[0] == "waive" and not WHOLE_WAIVER.match(line):
            self._waive(line.partition(" ")[2].strip().strip('"'))
        elif said:
            self._say(line, ())

    def _waive(self, reason: str) -> None:
        """Does what was just refused, with the rule waived."""
        refused = self._refused
        if refused is None:
            sentence = (
                'Nothing was refused just now that could be waived; in one line: waive RULE "REASON": what is done.'
            )
            raise Declined("nothing_to_waive", sentence)
        if not reason:
            raise Declined("reason_missing", "A waiver needs a reason; it stands in the report: waive REASON.")
        self._say(refused.line, (*refused.waived, (refused.rule, reason)))

    def _say(self, line: str, waived: tuple[tuple[str, str], ...]) -> None:
        self._refused = None
        try:
            told = self.book.say(self.page, line, at=self._clock.reading(), waive=waived)
        except NamedRefusal as refusal:
            if refusal.is_doubt and self.ask(f"{refusal.sentence} Is it meant?", enter=False):
                self._say(line, (*waived, (refusal.waived_as, ASKED_AND_MEANT)))
                return
            if refusal.waived_as:
                self._refused = Refused(line, refusal.waived_as, waived)
            raise
        if told.at:
            self._clock.set(told.at)
        self._show_told(told)

    def _show_told(self, told: Heard) -> None:
        if self.as_json:
            render.json_line(told)
        else:
            pictures.heard(told, compact=True)

    def _tell(self, failure: failures.Failure, line: str, number: int) -> None:
        if self.as_json:
            render.json_line({"error": failures.as_data(failure), "line": number, "text": line})
            return
        where = f"Line {number}, “{line}”: " if number else ""
        hint = failure.hint
        if self._refused:
            hint = "“waive REASON” does it all the same." if not number else ""
        render.refusal(where + failure.sentence, hint)

    def _look_again(self) -> None:
        """Another device may have written to the same night meanwhile."""
        self.page = self.book.desk.page(self.page.night_id)
        self.names = self.book.names(self.page)

    def _what_now(self) -> None:
        if self.as_json:
            render.json_line({"now": self.book.waits_for(self.page)})
        else:
            render.lines(self.book.waits_for(self.page), "cyan")

    def _help(self) -> None:
        render.lines((*guide.as_lines(), *guide.as_lines(HELP)))

    def _show(self) -> None:
        now = self.book.now(self.page)
        if self.as_json:
            render.json_line(now)
        else:
            pictures.night(now)

    def _undo(self) -> None:
        """Strikes the last act, after showing what that changes."""
        version = last_act(self.page)
        if not self.as_json:
            pictures.difference(what_if(self.book, self.page, [version]), self.book.now(self.page))
        if self.ask(f"Strike event {version}?", enter=True):
            self._show_told(strike(self.book, self.page, [version], "undo"))
        elif not self.as_json:
            render.line("Nothing was struck.", "dim")

    # For the prompt

    def title(self) -> str:
        """Which night this is."""
        opened = self.page.night.opened
        assert opened is not None
        return f"{opened.name or 'A night'} ({self.page.night_id})"

    def turn(self) -> str:
        """Whose turn it is, when it is one person's."""
        turns = self.book.turns(self.page)
        return turns[0] if len(turns) == 1 else ""

    def status(self) -> str:
        """Pot, turn and choices in one line."""
        pot = self.page.night.pot_worth()
        parts = [f"pot {pot}" if pot else "", *self.book.waits_for(self.page)]
        return "  |  ".join(part for part in parts if part)

    def completions(self, text: str) -> list[str]:
        """What the last word may become."""
        own = [word for word in self.words if text and word.startswith(text.casefold())]
        return [*self.book.completions(self.page, text, self.names), *own]
