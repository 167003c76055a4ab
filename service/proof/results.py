"""The result of a verification: questions with their answers, remarks, and what it cannot vouch for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

# Said about every night and every book, because no check inside the book can show it.
NAMES_ARE_OUTSIDE = (
    "Who an id stands for: names are kept outside the chain, so that a person can be renamed. Compare them with a "
    "report kept outside the book."
)
ITS_END = (
    "That its end was not cut off and that it was not rewritten as a whole: a head kept outside the book can show that."
)
WHOLE_NIGHTS = "That no whole night is missing."
TOKENS = "The tokens: one added by hand opens the book like any other."
REQUESTS = (
    "What was asked under a key: the answer is checked against the events it made, the digest of the request only "
    "if the request can be reconstructed."
)
JOBS = (
    "Which jobs were ever asked for, whether a due job was done before, and what earlier verifications found "
    "(a job done again finds the same)."
)
ORDER = (
    "In which order the events of different nights were recorded: positions are not part of any chain, and the events of "
    "one night are ordered by their numbers."
)


class BrokenEvent(NamedTuple):
    """The number of an event, and what is wrong with it."""

    version: int
    sentence: str


class Defect(msgspec.Struct, frozen=True, kw_only=True):
    """A fault: its stream (empty if it is in no stream), the version or 0, and what is wrong there."""

    stream: str = ""
    version: int = 0
    sentence: str


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """One question and its answer; `sentence` says what was checked if it holds, `findings` what is wrong."""

    name: str
    holds: bool
    sentence: str
    findings: tuple[Defect, ...] = ()


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """The checks of one night or, if `night` is empty, of the book around its nights.

    `remarks` are for an auditor and fail no check; `not_vouched` is what no check can show. `only_newer_rules`: the
    failures may come from rules that have changed since the night was played.
    """

    night: str
    events: int
    head: str
    holds: bool
    checks: tuple[CheckResult, ...]
    remarks: tuple[str, ...] = ()
    not_vouched: tuple[str, ...] = ()
    only_newer_rules: bool = False

    @property
    def faults(self) -> tuple[Defect, ...]:
        """Everything that is wrong, in the order of the checks."""
        return tuple(fault for check in self.checks for fault in check.findings)


def faults_of(checks: Iterable[CheckResult]) -> list[str]:
    """Everything that is wrong, in sentences."""
    return [fault.sentence for check in checks for fault in check.findings]


def checked(name: str, sentence: str, faults: Iterable[Defect]) -> CheckResult:
    """The answer to one question: the sentence, or the faults if there are any."""
    found = tuple(faults)
    return CheckResult(name=name, holds=not found, sentence="" if found else sentence, findings=found)
