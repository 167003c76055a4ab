"""Refusals of the command line: exit codes, its own refusals, and refusals of the rules with names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# The reason recorded in the book when the interface asked back and the answer was yes.
ASKED_AND_MEANT = "asked back, and meant"
DONE, REFUSED, WRONG_USAGE, UNREADABLE, DOES_NOT_HOLD, NEWER_RULES = range(6)


@dataclass(eq=False)
class CliError(Exception):
    """A refusal by the command line itself."""

    code: str
    sentence: str
    exit_code: int = REFUSED
    details: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.sentence


class NamedRefusal(Exception):
    """A refusal of the rules in words: with names for ids, where it happened, and the rule that may be waived.

    `is_doubt`: no rule forbids the act; the interface asks whether it is meant (`service.guards`).
    """

    def __init__(
        self,
        refusal: Exception,
        sentence: str,
        *,
        waived_as: str = "",
        is_doubt: bool = False,
        where: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.refusal = refusal
        self.sentence = sentence
        self.waived_as = waived_as
        self.is_doubt = is_doubt
        self.where = dict(where or {})
