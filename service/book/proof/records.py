"""Weighs a night by what it says: every event must balance, every invariant hold, and the rules record the same again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.adjudicate import DOES_NOT_FIT, Adjudication, adjudicate, first_misfit
from engine.commands import OpenNight
from engine.events import Recorded
from engine.folding import POSTINGS, Places, evolve
from engine.grammar import counted
from engine.ledger.invariants import broken
from engine.ledger.postings import is_money
from engine.speech import say
from engine.state import Night
from engine.strikes import acts
from engine.wording import Voice
from service.book.proof.declared import undeclared
from service.book.proof.results import BrokenEvent


class Weighed(NamedTuple):
    """The result: `unbalanced` events, the first act after which an invariant is `broken`, and the findings of the rules."""

    unbalanced: tuple[BrokenEvent, ...]
    broken: tuple[BrokenEvent, ...]
    judged: Adjudication

    @property
    def adds_up(self) -> bool:
        """True if no chip and no cent appears or vanishes anywhere."""
        result = any(finding.kind == "invariant" for finding in self.judged.findings)
        return not (self.unbalanced or self.broken or result)


def weigh(records: Sequence[Recorded]) -> Weighed:
    """Weighs the records of a night, whatever they hold; even a forged night never raises."""
    judged = adjudicate(records)
    judged = replace(judged, findings=(*undeclared(records), *judged.findings))
    return Weighed(tuple(_unbalanced(records)), tuple(_broken(records)), judged)


def misfits(records: Sequence[Recorded]) -> Iterator[BrokenEvent]:
    """The events that are out of place: without a valid cause, or unable to follow the events before them."""
    primaries: set[int] = set()
    places = Places(records)
    for record in records:
        if record.caused_by is None:
            primaries.add(record.version)
        elif record.caused_by in primaries:
            if places.is_placed(record.version):
                primaries.add(record.version)
        else:
            yield BrokenEvent(
                record.version,
                say(
                    "Event {version} says that it follows from {caused_by}, which is not an act.",
                    version=record.version,
                    caused_by=record.caused_by,
                ),
            )
            return
    if version := first_misfit(records):
        yield BrokenEvent(version, say("Event {version} cannot follow what is recorded before it.", version=version))


def _unbalanced(records: Sequence[Recorded]) -> Iterator[BrokenEvent]:
    opened = records[0].event if records else None
    voice = Voice(currency=opened.currency if isinstance(opened, OpenNight) else None)
    for record in records:
        moves = POSTINGS.get(type(record.event))
        postings = moves(record.event) if moves else ()
        for money in (False, True):
            total = sum(amount for account, amount in postings if is_money(account) is money)
            if total:
                text = voice.money(total) if money else counted(total, "chip")
                yield BrokenEvent(
                    record.version,
                    say("Event {version} moves {amount} from or to nowhere.", version=record.version, amount=text),
                )


def _broken(records: Sequence[Recorded]) -> Iterator[BrokenEvent]:
    """The first act after which an invariant is broken. `misfits` reports events that are out of place."""
    night = Night()
    try:
        for act in acts(records):
            for record in (act.primary, *act.consequences):
                evolve(night, record.event)
            if results := broken(night):
                version = act.primary.version
                yield from (
                    BrokenEvent(version, say("After event {version}: {sentence}", version=version, sentence=sentence))
                    for sentence in results
                )
                return
    except DOES_NOT_FIT:
        return
