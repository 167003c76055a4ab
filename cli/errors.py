"""Exit codes, and what the command line itself refuses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

# The reason recorded in the book when the interface asked back and the answer was yes.
ASKED_AND_MEANT = "asked back, and meant"
DONE, REFUSED, WRONG_USAGE, UNREADABLE, DOES_NOT_HOLD, NEWER_RULES, LINES_UNREAD = range(7)


@dataclass(eq=False)
class CliError(Exception):
    """A refusal by the command line itself."""

    code: str
    sentence: str
    exit_code: int = REFUSED
    details: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.sentence
