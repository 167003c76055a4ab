"""Does the book hold? The checks of a verification, as far as the reader may see what they found."""

from __future__ import annotations

import msgspec

from engine.speech import say, to_say
from service.book.proof.results import ITS_END, CheckResult, Defect, Proof, Verification
from service.reports.verdict import FindingView

__all__ = [
    "HIDDEN",
    "ITS_END",
    "BookProof",
    "CheckResult",
    "Defect",
    "Proof",
    "Verification",
    "VerificationJob",
    "hidden",
    "without_cards",
]

# For readers who may not see closed cards, which a broken invariant may name.
HIDDEN = to_say("After event {version} something does not add up; only the banker may see what.")


class BookProof(msgspec.Struct, frozen=True, kw_only=True):
    """The proofs of every night, by id, then of every club, and last of the book around them."""

    holds: bool
    proofs: tuple[Proof, ...]


class VerificationJob(msgspec.Struct, frozen=True, kw_only=True):
    """A verification of a club that a worker makes: due, claimed, done or failed, with how many of its `steps` are done.

    `steps` is 0 until it has begun. `error` says why it failed last; `found` is there once it is done.
    """

    club: str
    job: str
    state: str
    steps_done: int
    steps: int
    error: str = ""
    found: Verification | None = None


def without_cards(proof: Proof) -> Proof:
    """The proof for a reader who may not see closed cards."""
    return msgspec.structs.replace(proof, checks=tuple(_hidden(check) for check in proof.checks))


def hidden(version: int) -> FindingView:
    """A broken invariant, without what it says of the cards."""
    return FindingView(version=version, kind="invariant", sentence=say(HIDDEN, version=version))


def _hidden(check: CheckResult) -> CheckResult:
    """The check with the versions of its findings only."""
    if check.name != "invariants":
        return check
    findings = tuple(
        msgspec.structs.replace(fault, sentence=say(HIDDEN, version=fault.version)) for fault in check.findings
    )
    return msgspec.structs.replace(check, findings=findings)
