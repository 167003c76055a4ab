"""Verifies one night, the same for every caller: its chain, events, money, rules, own games and answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from engine.cards.deck import UNUSABLE
from engine.club.nights import phase_of, record_of
from engine.club.state import Club, NightRecord
from engine.commands import OpenNight, SeatPlayer
from engine.events import NAME_OF
from engine.folding import fold
from engine.grammar import counted
from engine.ids import PlayerId
from engine.speech import say
from engine.state import Night
from service.book.closed_cards import as_all_may_see
from service.book.codec import recorded, recorded_at
from service.book.db import Database
from service.book.own_games.checking import flaws_of_hands, hands_of_own_games
from service.book.proof.club import ReadClub, faults_of_signed, read_club
from service.book.proof.events import Read, read_events
from service.book.proof.lists import answers_checked, entry_checked, results_checked
from service.book.proof.people import faults_of_names, phrasing_of, strangers
from service.book.proof.records import weigh
from service.book.proof.results import (
    COMPUTABLE,
    COUNTERSIGNATURES,
    ITS_END,
    NAMES_OF_THE_FORGOTTEN,
    WITH_IDS,
    CheckResult,
    Defect,
    Proof,
    checked,
    in_stream,
    of_chain,
    own_games_checked,
)
from service.book.proof.stream import prove_read, wrong_night
from service.book.receipts.phones import signed_by_phones
from service.book.recording.unit_of_work import left_of_nights, listed, newcomers
from service.book.store.chain import SALTED_SINCE, ChainDefect, StoredEvent, Stream, stream_of_club
from service.book.store.event_store import EventStore
from service.book.store.night_results import results_of
from service.book.store.protection import verify_protection
from service.book.store.verify import verify_stream
from service.errors import BookDamaged, EventFromNewerVersion, EventUnreadable

# The events that bring somebody to the table.
_WHO_COMES = (NAME_OF[OpenNight], NAME_OF[SeatPlayer])


def prove_night(
    database: Database, stream: Stream, *, head: str = "", named: bool = False, sees_everything: bool = True
) -> Proof:
    """Everything that can be checked of one night, by itself and by its club. Refuses only a night that does not exist.

    With a `head` that was kept elsewhere, also checks that the night still holds that event. After a broken chain, or an
    event that cannot be read, the other checks are left out. `named`: people are told with their names, as a reader wants them.
    """
    findings = verify_stream(database, stream, expected_head=head or None)
    guards = protection_checked(database)
    phrasing = phrasing_of(database, stream.club, sees_everything=sees_everything) if named else WITH_IDS
    read = read_club(database, stream.club, phrasing)
    of_the_club = verify_stream(database, stream_of_club(stream.club)) if read.asked.last else ()
    faults = [*of_chain(of_the_club), *read.faults]
    vouching = checked("club", say("The record that its club keeps is sound."), faults)
    of_names = faults_of_names(database, read.club, phrasing, _people(database, stream))
    names = checked("names", say("Every name is the one that the club recorded."), of_names)
    proof = prove_stream(database, stream, read, findings, head=head, around=(vouching, names, guards))
    return replace(proof, remarks=(*proof.remarks, *UNUSABLE.values()))


def _people(database: Database, stream: Stream) -> set[PlayerId] | None:
    """Everybody who came to the night; None if its events cannot be read."""
    try:
        stored = EventStore(database).read(stream)
        return newcomers(recorded(event) for event in stored if event.type in _WHO_COMES)
    except (BookDamaged, EventUnreadable, EventFromNewerVersion):
        return None


def prove_stream(
    database: Database,
    stream: Stream,
    club: ReadClub,
    findings: Sequence[ChainDefect],
    *,
    head: str = "",
    around: Sequence[CheckResult] = (),
) -> Proof:
    """The same for a night whose chain has been checked; `around` holds further checks."""
    lost = [finding for finding in findings if finding.code == "head_missing"]
    chain = [finding for finding in findings if finding.code != "head_missing"]
    stored: list[StoredEvent] = []
    try:
        stored = EventStore(database).read(stream)
    except BookDamaged as problem:
        chain = chain or [ChainDefect(*stream, 0, "damaged_file", str(problem))]
    checks = [
        checked("chain", say("{number} events, each sealed to the one before.", number=len(stored)), of_chain(chain))
    ]
    if head:
        checks.append(checked("head", _proven(stored, head), of_chain(lost)))
    remarks: list[str] = []
    newer = False
    computable: list[str] = []
    if not chain:
        more, remarks, newer, computable = _read_too(database, stream, club, stored)
        checks += more
    checks += around
    faulty = [check for check in checks if not check.holds]
    return Proof(
        club=stream.club,
        club_name=club.club.name,
        night=stream.night,
        events=len(stored),
        head=stored[-1].hash if stored else "",
        holds=not faulty,
        checks=tuple(checks),
        remarks=tuple(remarks),
        not_vouched=(
            *(() if head else (say(ITS_END),)),
            *computable,
            say(NAMES_OF_THE_FORGOTTEN),
            *((say(COUNTERSIGNATURES),) if club.club.phones else ()),
        ),
        only_newer_rules=newer and [check.name for check in faulty] == ["rules"],
    )


def protection_checked(database: Database) -> CheckResult:
    """Checks that the database itself still refuses every change."""
    sentence = say(
        "The database refuses to change or delete what is recorded, and its tables are as this program made them."
    )
    return checked("protection", sentence, (Defect(sentence=one.sentence) for one in verify_protection(database)))


def _proven(stored: Sequence[StoredEvent], head: str) -> str:
    number = next((event.version for event in stored if event.hash == head.strip().lower()), 0)
    if len(stored) > number:
        return say(
            "It is the head of event {event}: up to there nothing was changed, cut off or rewritten; {more} have come since.",
            event=number,
            more=len(stored) - number,
        )
    return say("It is the head of event {event}: up to there nothing was changed, cut off or rewritten.", event=number)


def _read_too(
    database: Database, stream: Stream, club: ReadClub, stored: Sequence[StoredEvent]
) -> tuple[list[CheckResult], list[str], bool, list[str]]:
    """The checks of events whose chain holds, the remarks, whether newer rules may explain a difference, and what of the
    closed cards cannot be vouched for.
    """
    read, phrasing = read_events(stream, stored), club.phrasing
    checks, weighed = prove_read(stream, read, partial(weigh, called=phrasing.account), phrasing)
    if weighed is None:
        return checks, [], False, []
    checks += _by_own_games(read, club, stream)
    asked, answers = read.asked, club.answers.get(stream.name, [])
    checks.append(answers_checked(stream.name, asked, answers))
    if not club.faults:
        night = fold(read.records)
        checks += _by_the_club(database, stream, club, read, stored, night)
        entry = listed(night, read.records, recorded_at=recorded_at(stored[0]))
        for left in left_of_nights(club.club, [stream.night]) if _is_carried_on(club.club, stream.night) else ():
            entry = entry._replace(phase=left.phase, unpaid_cents=left.unpaid_cents)
        checks.append(entry_checked(database, entry))
        checks.append(results_checked(database, stream, results_of(read.records, night)))
    remarks = [*map(phrasing.finding, weighed.judged.remarks), *_remarks(read)]
    return checks, remarks, weighed.judged.only_newer_rules, _computable(read, stored)


def _computable(read: Read, stored: Sequence[StoredEvent]) -> list[str]:
    """That the hashes of a night give away what was closed in events without salt and key; empty if there are none."""
    bare = {event.version for event in stored if event.schema < SALTED_SINCE} - set(read.asked.keys)
    if not bare:
        return []
    pairs = zip(read.records, as_all_may_see(read.records), strict=True)
    results = [record.version for record, as_seen in pairs if record.version in bare and record.event != as_seen.event]
    return [say(COMPUTABLE, events=counted(len(results), "event"), first=results[0])] if results else []


def _is_carried_on(club: Club, night: str) -> bool:
    record = club.nights.get(night)
    return bool(record and record.netted)


def _by_own_games(read: Read, club: ReadClub, stream: Stream) -> Iterator[CheckResult]:
    """The check of the hands played by one of the club's own games, if there are any."""
    shelf = club.shelf
    hands = hands_of_own_games(read.records, shelf)
    if any(hands):
        yield own_games_checked(shelf, hands, flaws_of_hands(read.records, shelf), stream.name)


def _by_the_club(
    database: Database, stream: Stream, club: ReadClub, read: Read, stored: Sequence[StoredEvent], night: Night
) -> Iterator[CheckResult]:
    """What the club's own stream says about the night: its people are members, and it is the night that was recorded."""
    people = in_stream(stream.name, strangers(read.records, club.club.members, club.phrasing))
    yield checked("people", say("Everybody is a member of the night's club."), people)
    recorded = club.club.nights.get(stream.night)
    if recorded is None:
        wrong = say("was never opened by its club")
    else:
        wrong = wrong_night(stored, recorded) or _recorded_otherwise(recorded, read, night)
    sentence = say("The night {night} {wrong}.", night=stream.night, wrong=wrong)
    defects = [Defect(stream=stream.name, sentence=sentence)] if wrong else []
    yield checked("recorded", say("The club recorded this night, as far as it has come."), defects)
    if signed := signed_by_phones(database, club.club, stream.night).get(stream.night):
        sentence = say("The night is what phones signed of it: {number}.", number=len(signed))
        yield checked("phones", sentence, faults_of_signed(stream, stored, club, signed))


def _recorded_otherwise(recorded: NightRecord, read: Read, night: Night) -> str:
    """What the club recorded of the night that its events do not come to; empty if nothing. `night` is it as it is now."""
    last = len(read.records)
    if recorded.version < last and phase_of(night) != "open":
        return say("is over since event {last} at the latest, which the club never recorded", last=last)
    then = night if recorded.version == last else fold(read.records[: recorded.version])
    expected = record_of(then, version=recorded.version, head=recorded.head)
    if (expected.phase, expected.currency, expected.unpaid) == (recorded.phase, recorded.currency, recorded.unpaid):
        plan = then.closing.plan
        taken_over = plan.old_debts if plan else ()
        return "" if taken_over == recorded.carried else say("took over other debts than the club recorded")
    return say(
        "has another phase, currency or debt at event {version} than the club recorded", version=recorded.version
    )


def _remarks(read: Read) -> list[str]:
    """Remarks for an auditor that fail no check: a clock that was set back."""
    remarks = [
        say("Event {version} was recorded earlier than the event before it: the clock was set back.", version=version)
        for version in read.went_back
    ]
    remarks += [
        say("Event {version} happened, or was recorded, more than a year before the event before it.", version=version)
        for version in read.leaps
        if version not in read.went_back
    ]
    return remarks
