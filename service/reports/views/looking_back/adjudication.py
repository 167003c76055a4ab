"""Do the rules agree with the night? Every act in force decided again, as far as the reader may see the findings."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.adjudicate import Adjudication, Finding, adjudicate
from engine.errors import AgainstTheRules
from engine.ids import PlayerId
from engine.speech import say
from service.language.naming import refusal_told
from service.reports.verdict import FindingView
from service.reports.views.visible_night import VisibleNight


class AdjudicationView(msgspec.Struct, frozen=True, kw_only=True):
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
    findings: tuple[FindingView, ...]


def adjudication_view(seen: VisibleNight) -> AdjudicationView:
    """The verdict of the rules on the whole night."""
    outcome: Adjudication = adjudicate(seen.records)
    return AdjudicationView(
        night=seen.night_id,
        version=seen.version,
        agrees=outcome.agrees,
        newer_rules=outcome.only_newer_rules,
        acts_judged=outcome.primaries,
        events_judged=outcome.events,
        played_under=outcome.played_under,
        judged_under=outcome.judged_under,
        findings=tuple(finding_view(finding, seen) for finding in (*outcome.findings, *outcome.remarks)),
    )


def finding_view(finding: Finding, seen: VisibleNight) -> FindingView:
    """The finding as this reader may see it."""
    sentence = finding_told(finding, seen.names, is_banker=seen.is_banker)
    return FindingView(version=finding.version, kind=finding.kind, sentence=sentence)


def finding_told(finding: Finding, names: Mapping[PlayerId, str], *, is_banker: bool) -> str:
    """The finding in words. A refusal may quote closed cards, so readers who may not see them get only which rule it is."""
    refusal = finding.refusal
    if refusal is None:
        return finding.sentence
    if is_banker:
        return f"{finding.opening}: {refusal_told(refusal, names)}"
    rule = AgainstTheRules.told(refusal.code)
    return say("{opening} ({rule}); only the banker may see why.", opening=finding.opening, rule=rule)
