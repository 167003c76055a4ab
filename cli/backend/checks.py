"""Checks whether the book holds, and whether the rules would record a night the same again; findings have names for ids."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from cli.backend.book import Book, sentence_of
from engine import adjudicate
from engine.folding import effective
from engine.ids import PlayerId
from service.proof.book import prove_book
from service.proof.night import prove_night
from service.proof.results import Proof


class FindingView(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the rules would not have recorded."""

    version: int
    kind: str
    sentence: str


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """The result of judging a night again by its rules."""

    night: str
    agrees: bool
    only_newer_rules: bool
    acts: int
    events: int
    played_under: int
    judged_under: int
    findings: tuple[FindingView, ...]


def verify(book: Book, night_id: str, *, head: str = "") -> Proof:
    """Everything that can be checked of one night."""
    return prove_night(book.database, night_id, head=head, tell=_told)


def verify_all(book: Book, *, tick: Callable[[int, int], None] | None = None) -> list[Proof]:
    """Every night of the book, and last what is kept beside the nights; `tick` hears of each night."""
    return prove_book(book.database, tell=_told, tick=tick)


def judge(book: Book, night_id: str) -> Judged:
    """Replays the night through the rules, act by act."""
    loaded = book.handler.load(night_id)
    judged = adjudicate.adjudicate(loaded.records)
    names = book.names(loaded)
    return Judged(
        night=night_id,
        agrees=judged.agrees,
        only_newer_rules=judged.only_newer_rules,
        acts=judged.primaries,
        events=len(effective(loaded.records)),
        played_under=judged.played_under,
        judged_under=judged.judged_under,
        findings=tuple(
            FindingView(version=finding.version, kind=finding.kind, sentence=_told(finding, names))
            for finding in (*judged.findings, *judged.remarks)
        ),
    )


def _told(finding: adjudicate.Finding, names: Mapping[PlayerId, str]) -> str:
    if finding.refusal is None:
        return finding.sentence
    return f"{finding.opening}: {sentence_of(finding.refusal, names)}"
