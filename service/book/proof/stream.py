"""Checks the events of one stream: by themselves, by what its club recorded of a night, and before they come from another book."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from engine.adjudicate import Adjudication, Finding
from engine.club.acts import NAME_OF, RecordNight
from engine.club.state import Club, NightRecord
from engine.errors import DictionaryIsMissing
from engine.events import Recorded
from engine.speech import phrase, say
from service.book.club_handler import recorded_act
from service.book.db import Database
from service.book.proof.events import Read, read_events
from service.book.proof.people import strangers
from service.book.proof.records import Weighed, weigh
from service.book.proof.results import WITH_IDS, CheckResult, Defect, Phrasing, checked, faults_of, in_stream, of_chain
from service.book.receipts.phones import as_signed, differing
from service.book.store.chain import StoredEvent, Stream, check_chain, stream_of_club
from service.book.store.countersignatures import Countersignature
from service.book.store.event_store import EventStore
from service.book.store.verify import insist_on_chain, read_and_verify
from service.errors import NightDoesNotHold, NightIsDamaged

Weighing = Callable[[Sequence[Recorded]], Weighed]


def prove_events(
    stream: Stream, stored: Sequence[StoredEvent], *, weighing: Weighing = weigh
) -> tuple[Read, list[CheckResult]]:
    """Reads events with their chain and checks them. People are named by their ids.

    `weighing` may know the weight of events whose chain holds; all others are weighed here.
    """
    chain = [*of_chain(check_chain(stored))]
    read = read_events(stream, stored)
    more, _ = prove_read(stream, read, weigh if chain else weighing)
    return read, [
        checked("chain", say("{number} events, each sealed to the one before.", number=len(stored)), chain),
        *more,
    ]


def prove_read(
    stream: Stream, read: Read, weighing: Weighing = weigh, phrasing: Phrasing = WITH_IDS
) -> tuple[list[CheckResult], Weighed | None]:
    """Checks that the events are such as the book writes, add up, and would be recorded the same again.

    Returns None in place of the weighing if they are not such as the book writes.
    """
    sentence = say("Each can be read, has times of the book, and can follow the one before.")
    checks = [checked("events", sentence, in_stream(stream.name, read.wrong))]
    if read.wrong:
        return checks, None
    weighed = weighing(read.records)
    return [*checks, *_weighed_results(stream.name, weighed, phrasing)], weighed


def insist_it_is_sound(database: Database, stream: Stream) -> None:
    """Refuses a night whose chain is broken or whose events the book would not write, because it would prove nothing."""
    stored = insist_on_chain(database, stream)
    for wrong in read_events(stream, stored).wrong:
        raise NightIsDamaged(stream.night, wrong.version, wrong.sentence)
    if differs := wrong_by_its_club(database, stream, stored):
        raise NightIsDamaged(stream.night, len(stored), phrase("the night {differs}.", differs=differs))


def damage(database: Database, stream: Stream) -> list[str]:
    """What is wrong with the record of a night, in sentences: its chain, or events that the book would not write.

    Fast enough to come before every look at a night. It is empty if the record is as it was sealed; whether the rules lead
    to the same again is said by `faults`.
    """
    stored, broken = read_and_verify(database, stream)
    if broken:
        return [finding.sentence for finding in broken]
    if wrong := [one.sentence for one in read_events(stream, stored).wrong]:
        return wrong
    differs = wrong_by_its_club(database, stream, stored)
    return [say("The night {differs}.", differs=differs)] if differs else []


def faults(database: Database, stream: Stream) -> list[str]:
    """What is wrong with the night, in sentences: its chain, its events, its money or its rules; empty if all hold.

    A difference that may come from newer rules does not count.
    """
    stored, broken = read_and_verify(database, stream)
    if broken:
        return [finding.sentence for finding in broken]
    checks, weighed = prove_read(stream, read_events(stream, stored))
    newer = weighed is not None and weighed.judged.only_newer_rules
    return faults_of(check for check in checks if not (newer and check.name == "rules"))


def _weighed_results(stream: str, weighed: Weighed, phrasing: Phrasing) -> list[CheckResult]:
    judged = weighed.judged
    rulings = (Defect(stream=stream, version=one.version, sentence=phrasing.finding(one)) for one in judged.findings)
    return [
        checked(
            "postings",
            say("Every event moves as much in as out, chips and money."),
            in_stream(stream, weighed.unbalanced),
        ),
        checked(
            "invariants",
            say("After every act: no chip or cent appears or vanishes, nobody is below zero."),
            (Defect(stream=stream, version=one.version, sentence=phrasing.invariant(*one)) for one in weighed.broken),
        ),
        checked(
            "rules",
            say("{acts} acts decided again: every one allowed, with the same consequences.", acts=judged.primaries),
            rulings,
        ),
    ]


_RECORDED = NAME_OF[RecordNight]
# How often a night that somebody is writing to is read again.
LOOKS_MAX = 5


def wrong_night(stored: Sequence[StoredEvent], recorded: NightRecord | RecordNight) -> str:
    """What is wrong with a night by what its club recorded; empty if nothing is. `stored` are at least its last events."""
    last = stored[-1].version if stored else 0
    head = next((event.hash for event in stored if event.version == recorded.version), "")
    if not head:
        return say("was cut off: the club recorded {version} events", version=recorded.version)
    if head != recorded.head:
        return say("is another than the club recorded: event {version} has another hash", version=recorded.version)
    if recorded.phase != "open" and last > recorded.version:
        return say("goes on after its close to event {last}, which the club never recorded", last=last)
    return ""


def wrong_by_its_club(database: Database, stream: Stream, stored: Sequence[StoredEvent]) -> str:
    """The same by the last that the club's own stream says of the night; empty also if it says nothing.

    A night that goes on between the two readings is not wrong: what seems so is read again, the night between two readings
    of the club that say the same.
    """
    night = _last_stated(database, stream)
    wrong = "" if night is None else wrong_night(stored, night)
    for _ in range(LOOKS_MAX):
        if not wrong:
            return ""
        night, now, then = (
            _last_stated(database, stream),
            EventStore(database).read(stream),
            _last_stated(database, stream),
        )
        wrong = "" if night is None else wrong_night(now, night)
        if then == night:
            break
    return wrong


def _last_stated(database: Database, stream: Stream) -> RecordNight | None:
    stated = None
    for event in EventStore(database).read(stream_of_club(stream.club)):
        if event.type == _RECORDED:
            act = recorded_act(event).act
            if isinstance(act, RecordNight) and act.night == stream.night:
                stated = act
    return stated


def insist_it_could_be_recorded(stream: Stream, events: Sequence[StoredEvent], known: Collection[str]) -> None:
    """Refuses a night, whose chain holds, that could not have been recorded act by act.

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


def insist_phones_signed_it(
    stream: Stream, events: Sequence[StoredEvent], club: Club, brought: Iterable[Countersignature]
) -> None:
    """Refuses a night that is not what phones signed of it by themselves, as far as that is brought along."""
    signed = [as_signed(one, club) for one in brought if one.night == stream.night]
    for version, wrong in differing(stream.club, signed, club.phones, events):
        raise NightDoesNotHold(stream.night, version, phrase("it {wrong}.", wrong=wrong))


def _may_be_excused(finding: Finding, judged: Adjudication) -> bool:
    return judged.only_newer_rules or isinstance(finding.refusal, DictionaryIsMissing)
