"""Corrections in a line: the event, and in quotes what happened instead or was forgotten.

What is in quotes is a line itself, but of another moment: it can be read only in the night as it stood at its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.speech import phrase
from service.language.shorthand.tokens import ParsedLine, SpokenChange, SpokenCorrection, Tokens

# The number of one event, or a range.
RUN = re.compile(r"\d{1,9}(-\d{1,9})?")
# More changes than anybody makes in one go; a range names at most so many events.
RANGE_MOST = 50


def correction(words: Tokens) -> ParsedLine:
    """`correct 160 to "tove r4"` · `correct 160 to "tove r4" and 163 to "bo 4" "mistyped"`."""
    return ParsedLine(correction=_Clauses(words).read(_instead))


def insertion(words: Tokens) -> ParsedLine:
    """`insert after 160 "bo c"`."""
    return ParsedLine(correction=_Clauses(words).read(_after))


class _Clauses:
    """The clauses of a correction, with `and` between them."""

    def __init__(self, words: Tokens) -> None:
        self.words = words
        self.changes: list[SpokenChange] = []
        self.stop_at: int | None = None

    def read(self, first: Callable[[_Clauses], None]) -> SpokenCorrection:
        """All clauses and the reason, to the end of the line."""
        words = self.words
        first(self)
        while words.skip("and", "og", ","):
            next_clause = CLAUSES.get(words.key, _instead)
            next_clause(self)
        reason = words.take().text if words and words.words[0].quoted else ""
        words.end()
        return SpokenCorrection(tuple(self.changes), self.stop_at, reason)

    def event(self) -> int:
        """The number of an event."""
        return self.words.number(phrase("the number of an event"), least=1)

    def line(self) -> str:
        """The line in quotes, or the rest of this one."""
        if not self.words:
            self.words.wrong(phrase("what happened, as it is typed at the table, in quotes"))
        return self.words.text()


def _instead(clauses: _Clauses) -> None:
    clauses.words.skip("correct")
    version = clauses.event()
    if not clauses.words.skip("to"):
        clauses.words.wrong(phrase("“to” and what happened instead, in quotes"))
    clauses.changes.append(SpokenChange(version, clauses.line()))


def _after(clauses: _Clauses) -> None:
    clauses.words.skip("insert")
    if not clauses.words.skip("after"):
        clauses.words.wrong(phrase("“after” and the number of an event"))
    version = clauses.event()
    clauses.changes.append(SpokenChange(version, clauses.line(), after=True))


def _struck(clauses: _Clauses) -> None:
    words = clauses.words
    words.skip("strike")
    if not RUN.fullmatch(words.key):
        words.wrong(phrase("the numbers of the events to strike"))
    first, _, last = words.take().key.partition("-")
    clauses.changes += map(SpokenChange, range(int(first), min(int(last or first), int(first) + RANGE_MOST) + 1))


def _stopped(clauses: _Clauses) -> None:
    words = clauses.words
    words.skip("stop")
    if not words.skip("at"):
        words.wrong(phrase("“at” and the number of the event from which on nothing counts"))
    clauses.stop_at = clauses.event()


CLAUSES = {"after": _after, "insert": _after, "strike": _struck, "stop": _stopped}
