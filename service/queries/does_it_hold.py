"""Does the night hold? Verified, replayed through the rules, and the whole report, as far as the reader may see it."""

from __future__ import annotations

import msgspec

from engine.adjudicate import Adjudication, Finding, adjudicate
from service.cache import Cache
from service.db import Database
from service.proof.night import prove_night
from service.proof.records import weigh
from service.proof.results import CheckResult, Proof
from service.queries.visible_night import VisibleNight
from service.reports.night_report import NightReport, build
from service.reports.verdict import FindingTold

_HIDDEN = "After event {} something does not add up; only the banker may see what."
# The same events with other names make another report.
_REPORTS: Cache[tuple[object, ...], NightReport] = Cache(16)


class Adjudged(msgspec.Struct, frozen=True, kw_only=True):
    """`agrees`: every act in force would be recorded the same again. `newer_rules`: a difference may come from rules
    that have changed since the night was played.
    """

    night: str
    version: int
    agrees: bool
    newer_rules: bool
    acts_judged: int
    events_judged: int
    played_under: int
    judged_under: int
    findings: tuple[FindingTold, ...]


def adjudged(seen: VisibleNight) -> Adjudged:
    """The verdict of the rules on the whole night."""
    outcome: Adjudication = adjudicate(seen.records)
    return Adjudged(
        night=seen.night_id,
        version=seen.version,
        agrees=outcome.agrees,
        newer_rules=outcome.only_newer_rules,
        acts_judged=outcome.primaries,
        events_judged=outcome.events,
        played_under=outcome.played_under,
        judged_under=outcome.judged_under,
        findings=tuple(_told(finding, seen) for finding in (*outcome.findings, *outcome.remarks)),
    )


def verified(seen: VisibleNight, database: Database, head: str) -> Proof:
    """The verification that the API and the command line share. Only the banker sees findings that quote closed cards."""
    proof = prove_night(database, seen.night_id, head=head, tell=lambda finding, _: _told(finding, seen).sentence)
    if seen.is_banker:
        return proof
    return msgspec.structs.replace(proof, checks=tuple(_without_cards(check) for check in proof.checks))


def _without_cards(check: CheckResult) -> CheckResult:
    """The check with the versions of its findings only, because a broken invariant may name a closed card."""
    if check.name != "invariants":
        return check
    findings = tuple(msgspec.structs.replace(fault, sentence=_HIDDEN.format(fault.version)) for fault in check.findings)
    return msgspec.structs.replace(check, findings=findings)


def report(seen: VisibleNight) -> NightReport:
    """The report, made once for all readers with the same rights.

    The chain of the night must hold, because its head stands for all of it.
    """
    key = (seen.night_id, seen.head, seen.is_banker, tuple(sorted(seen.names.items())))
    return _REPORTS.get(key, lambda: _built(seen))


def _built(seen: VisibleNight) -> NightReport:
    """The verdict is about everything recorded; all the rest is only what this reader may see."""
    weighed = weigh(seen.records)
    told = build(seen.told, seen.names, head=seen.head, judged=weighed)
    if seen.is_banker:
        return told
    findings = (
        *(
            FindingTold(version=wrong.version, kind="invariant", sentence=_HIDDEN.format(wrong.version))
            for wrong in (*weighed.unbalanced, *weighed.broken)
        ),
        *(_told(finding, seen) for finding in (*weighed.judged.findings, *weighed.judged.remarks)),
    )
    return msgspec.structs.replace(told, verdict=msgspec.structs.replace(told.verdict, findings=findings))


def _told(finding: Finding, seen: VisibleNight) -> FindingTold:
    """The finding. A refusal may quote closed cards, so readers who may not see them get only the code of the rule."""
    refusal = finding.refusal
    if refusal is None:
        sentence = finding.sentence
    elif seen.is_banker:
        sentence = f"{finding.opening}: {refusal.say(dict(seen.names))}"
    else:
        sentence = f"{finding.opening} ({refusal.code}); only the banker may see why."
    return FindingTold(version=finding.version, kind=finding.kind, sentence=sentence)
