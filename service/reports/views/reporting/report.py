"""The report of a night and the standings as answers."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from engine.speech import speech
from service.book.cache import Cache
from service.book.proof.sealed import weighed_once
from service.reports.night_report import NightReport, build, without_rules
from service.reports.season import PlayerSeason, Standings
from service.reports.views.looking_back.adjudication import finding_view
from service.reports.views.looking_back.verification import hidden
from service.reports.views.visible_night import VisibleNight

__all__ = ["NightReport", "PlayerSeason", "Standings", "key_of_report", "report_view"]


# The events of the nights whose reports are kept; a report takes about as much room as its night.
EVENTS_MAX = 15_000
# The same events with other names make another report.
_REPORTS: Cache[tuple[Hashable, ...], NightReport] = Cache(EVENTS_MAX, size_of=lambda told: told.version)


def report_view(seen: VisibleNight) -> NightReport:
    """The report, made once for all readers of one language with the same rights.

    The chain of the night must hold, because its head stands for all of it.
    """
    return _REPORTS.get(key_of_report(seen), lambda: _built(seen))


def key_of_report(seen: VisibleNight) -> tuple[Hashable, ...]:
    """Everything on which a report depends: two readings with the same key have the same one."""
    return (
        speech().code,
        seen.night_id,
        seen.head,
        seen.is_banker,
        seen.viewer,
        tuple(sorted(seen.names.items())),
        tuple(seen.carried_on),
        tuple(seen.nights.items()),
    )


def _built(seen: VisibleNight) -> NightReport:
    """The verdict is about everything recorded; all the rest is only what this reader may see."""
    weighed = weighed_once(seen.head, seen.records)
    whole = seen.night if seen.is_banker else None
    told = build(
        seen.told,
        seen.names,
        head=seen.head,
        judged=weighed,
        night=whole,
        carried_on=seen.carried_on,
        nights=seen.nights,
    )
    if seen.is_banker:
        return told
    findings = (
        *(hidden(wrong.version) for wrong in (*weighed.unbalanced, *weighed.broken)),
        *(finding_view(finding, seen) for finding in (*weighed.judged.findings, *weighed.judged.remarks)),
    )
    told = without_rules(told)
    return msgspec.structs.replace(told, verdict=msgspec.structs.replace(told.verdict, findings=findings))
