"""Verifies one night, the same for every caller: its chain, events, money, rules, own games and answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.cards.deck import UNUSABLE
from engine.commands import OpenNight
from engine.grammar import counted
from engine.ids import PlayerId
from service.command_handler import PREFIX, newcomers
from service.db import Database
from service.errors import BookDamaged
from service.own_games.checking import Checked, Flaw, checked_shelf, flaws_of_hands, hands_of_own_games
from service.proof.events import Read, read_events
from service.proof.people import bytes_for_names, names_kept, remarks_on_names, strangers
from service.proof.requests import RequestRow, answers_of_night, kept, unanswered
from service.proof.results import ITS_END, NAMES_ARE_OUTSIDE, CheckResult, Defect, Proof, checked
from service.proof.stream import Tell, prove_read, with_ids
from service.store.chain import ChainDefect, StoredEvent
from service.store.event_store import EventStore
from service.store.protection import verify_protection
from service.store.verify import verify_stream


class Shared(NamedTuple):
    """What is read once to verify many nights: all own games, and all answers by their stream."""

    shelf: Checked
    answers: Mapping[str, Sequence[RequestRow]]


def prove_night(database: Database, night_id: str, *, head: str = "", tell: Tell = with_ids) -> Proof:
    """Everything that can be checked of one night. Refuses only a night that does not exist.

    With a `head` that was kept elsewhere, also checks that the night still holds that event. After a broken chain, or an
    event that cannot be read, the other checks are left out.
    """
    findings = verify_stream(database, PREFIX + night_id, expected_head=head or None)
    guards = protection_checked(database)
    proof = prove_stream(database, night_id, findings, head=head, tell=tell, around=(guards,))
    return replace(proof, remarks=(*proof.remarks, *UNUSABLE.values()))


def prove_stream(
    database: Database,
    night_id: str,
    findings: Sequence[ChainDefect],
    *,
    head: str = "",
    tell: Tell = with_ids,
    shared: Shared | None = None,
    around: Sequence[CheckResult] = (),
) -> Proof:
    """The same for a night whose chain has been checked.

    `shared` is what was read once for all nights when the whole book is checked; `around` holds further checks.
    """
    stream = PREFIX + night_id
    lost = [finding for finding in findings if finding.code == "head_missing"]
    chain = [finding for finding in findings if finding.code != "head_missing"]
    stored: list[StoredEvent] = []
    try:
        stored = EventStore(database).read(stream)
    except BookDamaged as problem:
        chain = chain or [ChainDefect(stream, 0, "damaged_file", str(problem))]
    checks = [checked("chain", f"{len(stored)} events, each sealed to the one before.", _of_chain(chain))]
    if head:
        checks.append(checked("head", _proven(stored, head), _of_chain(lost)))
    remarks: list[str] = []
    newer = False
    if not chain:
        more, remarks, newer = _read_too(database, stream, stored, tell, shared)
        checks += more
    checks += around
    faulty = [check for check in checks if not check.holds]
    return Proof(
        night=night_id,
        events=len(stored),
        head=stored[-1].hash if stored else "",
        holds=not faulty,
        checks=tuple(checks),
        remarks=tuple(remarks),
        not_vouched=(NAMES_ARE_OUTSIDE,) if head else (ITS_END, NAMES_ARE_OUTSIDE),
        only_newer_rules=newer and [check.name for check in faulty] == ["rules"],
    )


def protection_checked(database: Database) -> CheckResult:
    """Checks that the database itself still refuses every change."""
    sentence = (
        "The database refuses to change or delete what is recorded, and its tables are as this program made them."
    )
    return checked("protection", sentence, (Defect(sentence=one.sentence) for one in verify_protection(database)))


def own_games_checked(shelf: Checked, flaws: Sequence[Flaw], hands: tuple[int, int], stream: str = "") -> CheckResult:
    """Checks the club's own games, with the number of hands played by one that is kept here and by one that is not."""
    versions, (here, elsewhere) = counted(len(shelf.sound), "version"), hands
    frozen = f"; {counted(here, 'hand')} played by them match" if here else ""
    if elsewhere:
        frozen += f"; {counted(elsewhere, 'hand')} by games that are not kept here, so only the hands hold their rules"
    faults = (Defect(stream=stream, version=flaw.version, sentence=flaw.sentence) for flaw in flaws)
    return checked("own games", f"{versions}, each the game that its text declares{frozen}.", faults)


def _of_chain(findings: Sequence[ChainDefect]) -> Iterator[Defect]:
    return (Defect(stream=one.stream, version=one.version, sentence=one.sentence) for one in findings)


def _proven(stored: Sequence[StoredEvent], head: str) -> str:
    number = next((event.version for event in stored if event.hash == head.strip().lower()), 0)
    grown = f"; {len(stored) - number} have come since" if len(stored) > number else ""
    return f"It is the head of event {number}: up to there nothing was changed, cut off or rewritten{grown}."


def _read_too(
    database: Database, stream: str, stored: Sequence[StoredEvent], tell: Tell, shared: Shared | None
) -> tuple[list[CheckResult], list[str], bool]:
    """The checks of events whose chain holds, the remarks, and whether newer rules may explain a difference."""
    read = read_events(stream, stored)
    names = _names(database, read)
    checks, weighed = prove_read(stream, read, tell, names)
    if weighed is None:
        return checks, [], False
    checks += _by_own_games(database, read, stream, shared)
    answers = (shared.answers if shared else kept(database)).get(stream, [])
    checks.append(answers_of_night(read, answers))
    if faults := tuple(bytes_for_names(database, read.records)):
        checks.append(checked("names", "", faults))
    people = checked("people", "Everybody belongs to the night's club.", strangers(database, stream, read.records))
    of_the_rules = (tell(remark, names) for remark in weighed.judged.remarks)
    remarks = [*of_the_rules, *_remarks(database, stream, read), *unanswered(stream, read, answers)]
    return [*checks, people], remarks, weighed.judged.only_newer_rules


def _names(database: Database, read: Read) -> dict[PlayerId, str]:
    people = newcomers(read.records)
    return {player: name for player, name in names_kept(database).items() if player in people}


def _by_own_games(database: Database, read: Read, stream: str, shared: Shared | None) -> Iterator[CheckResult]:
    """The checks of the club's own games, if it has any, and of the hands played by one."""
    games = shared.shelf if shared else checked_shelf(database, _opening(read).club)
    hands = hands_of_own_games(read.records, games)
    if any(hands) or (shared is None and (games.sound or games.flaws)):
        own_flaws = () if shared else games.flaws
        yield own_games_checked(games, (*own_flaws, *flaws_of_hands(read.records, games)), hands, stream)


def _opening(read: Read) -> OpenNight:
    opened = read.records[0].event
    assert isinstance(opened, OpenNight), "Only a night that begins with its opening is asked further."
    return opened


def _remarks(database: Database, stream: str, read: Read) -> list[str]:
    """Remarks for an auditor that fail no check: ids without names, a clock that was set back."""
    remarks = remarks_on_names(database, stream.removeprefix(PREFIX), read.records)
    remarks += [
        f"Event {version} was recorded earlier than the event before it: the clock was set back."
        for version in read.went_back
    ]
    remarks += [
        f"Event {version} happened, or was recorded, more than a year before the event before it."
        for version in read.leaps
        if version not in read.went_back
    ]
    return remarks
