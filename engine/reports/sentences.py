"""Every event as one short sentence for players: a table by event type, and the whole book in order."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from engine import commands, errors
from engine.commands import Currency
from engine.events import Event, Recorded
from engine.folding import effective
from engine.registry import QUIET, TOLD, load
from engine.reports.reasons import reasons
from engine.speech import say
from engine.waiving import rules_waived
from engine.wording import Voice, because

load("text")

Sentence = Callable[[Any, Voice], str]

SENTENCES: dict[type[Any], Sentence] = TOLD


class EventSentence(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the book in words; `void` if a later strike took it out of force, `quiet` as in `is_quiet`."""

    version: int
    caused_by: int | None
    occurred_at: str
    sentence: str
    void: bool
    quiet: bool


def tell(
    event: Event, names: Mapping[str, str], *, currency: Currency | None = None, hand: int | None = None, why: str = ""
) -> str:
    """The event as a sentence, followed by one for every rule that the banker waived for it; a doubt is no rule.

    An event does not know the night's currency, an announcement not the number of its hand, and an award not why other
    hands did not win it (`reasons`): give all three if they are known.
    """
    sentence = SENTENCES[type(event)](event, Voice(names, currency, hand))
    waived = rules_waived(event)
    # Hardly any event has more to it than its own sentence.
    if not why and not waived:
        return sentence
    return " ".join((sentence, *filter(None, [why]), *(tell_waiver(waiver) for waiver in waived)))


def is_quiet(event: Event) -> bool:
    """Whether the sentence says nothing that a player would miss, as whose turn it is; a log of everything has it too."""
    quiet = QUIET.get(type(event))
    return quiet is not None and quiet(event)


def tell_waiver(waiver: commands.Waiver) -> str:
    """The sentence of a waiver: the rule and the reason."""
    rule = errors.AgainstTheRules.told(waiver.rule)
    return because(say("The banker waives a rule ({rule})", rule=rule), waiver.reason)


def tell_all(
    records: Sequence[Recorded], names: Mapping[str, str], *, explained: Collection[int] | None = None
) -> tuple[EventSentence, ...]:
    """The whole book in the order of writing, void events included; only hands in force are numbered.

    Awards say why, which is judged from the cards; if `explained` is given, only the events of these numbers do.
    """
    why = reasons(records, names, explained)
    in_force = effective(records)
    hand_of: dict[int, int] = {}
    currency: Currency | None = None
    for record in in_force:
        if isinstance(record.event, commands.AnnounceHand):
            hand_of[record.version] = len(hand_of) + 1
        if isinstance(record.event, commands.OpenNight):
            currency = record.event.currency
    stands = {record.version for record in in_force}
    return tuple(
        EventSentence(
            version=record.version,
            caused_by=record.caused_by,
            occurred_at=record.occurred_at,
            sentence=tell(
                record.event,
                names,
                currency=currency,
                hand=hand_of.get(record.version),
                why=why.get(record.version, ""),
            ),
            void=record.version not in stands,
            quiet=is_quiet(record.event),
        )
        for record in records
    )
