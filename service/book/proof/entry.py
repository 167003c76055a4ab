"""Checks a night from another book as a command is checked: bounds, times, money and rules, before any of it is recorded."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.adjudicate import Adjudication, Finding
from engine.errors import DictionaryIsMissing
from engine.events import Recorded
from engine.speech import phrase
from service.book.proof.events import read_events
from service.book.proof.people import strangers
from service.book.proof.records import weigh
from service.book.store.chain import StoredEvent, Stream
from service.errors import NightDoesNotHold


def insist_it_could_be_recorded(
    stream: Stream, events: Sequence[StoredEvent], known: Collection[str]
) -> tuple[Recorded, ...]:
    """The records of a night whose chain holds. Refuses one that could not have been recorded act by act.

    `known` are the members of the club. A difference that may come from newer rules is not refused,
    nor are words of a dictionary that is not here, because nobody here can say that the night was played otherwise.
    `chipbook verify` reports both.
    """
    night = stream.night
    read = read_events(stream, events)
    for wrong in read.wrong:
        raise NightDoesNotHold(night, wrong.version, wrong.sentence)
    for version in read.leaps:
        raise NightDoesNotHold(
            night, version, phrase("it happened, or was recorded, more than a year before the event before it.")
        )
    for wrong in strangers(read.records, known):
        raise NightDoesNotHold(night, wrong.version, wrong.sentence)
    weighed = weigh(read.records)
    for wrong in (*weighed.unbalanced, *weighed.broken):
        raise NightDoesNotHold(night, wrong.version, wrong.sentence)
    for finding in weighed.judged.findings:
        if not _may_be_excused(finding, weighed.judged):
            raise NightDoesNotHold(night, finding.version, finding.sentence)
    return read.records


def _may_be_excused(finding: Finding, judged: Adjudication) -> bool:
    return judged.only_newer_rules or isinstance(finding.refusal, DictionaryIsMissing)
