"""Whether the book holds: chain, head, postings, invariants, and the rules asked again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from cli.backend.book import Book, sentence_of
from cli.render import counted
from engine import adjudicate
from engine.adjudicate import Adjudication
from engine.bank.invariants import broken
from engine.bank.postings import POSTINGS, is_money
from engine.commands import OpenNight
from engine.decider import evolve
from engine.events import Recorded
from engine.ids import PlayerId
from engine.reports.wording import Voice
from engine.state import Night
from engine.strikes import acts, effective
from service.errors import EventFromNewerVersion, EventUnreadable, NightDoesNotAddUp
from service.handle import PREFIX, Page, nameless
from service.own_games.checking import Checked, Flaw, checked_shelf, flaws_of_hands, hands_of_own_games
from service.store.chain import Finding
from service.store.verify import verify_book, verify_stream


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One question and its answer; `findings` are sentences, none where it holds."""

    name: str
    holds: bool
    sentence: str
    findings: tuple[str, ...] = ()


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What was checked of one night, or of the book around its nights; `remarks` are no failure of any check."""

    night: str
    events: int
    head: str
    checks: tuple[Check, ...]
    remarks: tuple[str, ...] = ()
    only_newer_rules: bool = False

    @property
    def holds(self) -> bool:
        """Whether every check holds."""
        return all(check.holds for check in self.checks)


class FindingTold(msgspec.Struct, frozen=True, kw_only=True):
    """Something the rules would not have recorded so."""

    version: int
    kind: str
    sentence: str


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A night judged again by its rules."""

    night: str
    agrees: bool
    only_newer_rules: bool
    acts: int
    events: int
    played_under: int
    judged_under: int
    findings: tuple[FindingTold, ...]


def verify(book: Book, night_id: str, *, head: str = "") -> Verdict:
    """Everything that can be checked of one night; after a broken chain the rest is not asked."""
    stream = PREFIX + night_id
    findings = verify_stream(book.database, stream, expected_head=head or None)
    return _verdict(book, night_id, findings, head, with_shelf=True)


def verify_all(book: Book) -> list[Verdict]:
    """Every night of the book, and the file itself with what is in it besides nights."""
    by_stream: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in verify_book(book.database):
        by_stream[finding.stream].append(finding)
    verdicts = [_verdict(book, night, by_stream.pop(PREFIX + night, []), "") for night in book.night_ids()]
    elsewhere = [finding for findings in by_stream.values() for finding in findings]
    file = _check("the file", elsewhere, "The file and its indexes are sound.")
    shelf = checked_shelf(book.database)
    about_games = (_of_own_games(shelf, shelf.flaws, (0, 0)),) if shelf.sound or shelf.flaws else ()
    return [*verdicts, Verdict(night="", events=0, head="", checks=(file, *about_games))]


def _verdict(book: Book, night_id: str, findings: Sequence[Finding], head: str, *, with_shelf: bool = False) -> Verdict:
    """`with_shelf`: the own games of the night's club are checked with it, and not only the hands played by one."""
    version, own_head = book.desk.store.version(PREFIX + night_id), book.desk.store.head(PREFIX + night_id)
    lost = [finding for finding in findings if finding.code == "head_missing"]
    chain = [finding for finding in findings if finding not in lost]
    checks = [_check("chain", chain, f"{version} events, each sealed to the one before.")]
    if head:
        checks.append(_check("head", lost, _proven(book, night_id, head, version)))
    verdict = Verdict(night=night_id, events=version, head=own_head, checks=tuple(checks))
    return verdict if chain else _judged_too(book, verdict, with_shelf=with_shelf)


def _check(name: str, findings: Iterable[Finding], sentence: str) -> Check:
    sentences = tuple(finding.sentence for finding in findings)
    return Check(name=name, holds=not sentences, sentence="" if sentences else sentence, findings=sentences)


def _proven(book: Book, night_id: str, head: str, version: int) -> str:
    events = book.desk.store.read(PREFIX + night_id)
    number = next((event.version for event in events if event.hash == head), 0)
    grown = f"; {version - number} have come since" if version > number else ""
    return f"It is that of event {number}: up to there nothing was changed, cut off or written anew{grown}."


def _judged_too(book: Book, verdict: Verdict, *, with_shelf: bool) -> Verdict:
    """The verdict with what can be asked of events whose chain holds."""
    try:
        page = book.desk.page(verdict.night)
    except (EventUnreadable, EventFromNewerVersion, NightDoesNotAddUp) as problem:
        unread = Check(name="events", holds=False, sentence="", findings=(str(problem),))
        return replace(verdict, checks=(*verdict.checks, unread))
    more, judged = _by_the_rules(book, page, with_shelf=with_shelf)
    return replace(
        verdict,
        checks=(*verdict.checks, *more),
        remarks=tuple(nameless(page, book.desk.names)),
        only_newer_rules=judged.only_newer_rules,
    )


def _by_the_rules(book: Book, page: Page, *, with_shelf: bool) -> tuple[list[Check], Adjudication]:
    postings = tuple(_unbalanced(page.records))
    invariants = tuple(_broken_after(page.records))
    judged = adjudicate.adjudicate(page.records)
    names = book.names(page)
    rulings = tuple(_told(finding, names) for finding in judged.findings)
    return [
        Check(
            name="postings",
            holds=not postings,
            sentence="Every event moves as much in as out, chips and money.",
            findings=postings,
        ),
        Check(
            name="invariants",
            holds=not invariants,
            sentence="After every act: no chip or cent appears or vanishes, nobody is below zero.",
            findings=invariants,
        ),
        Check(
            name="rules",
            holds=judged.agrees,
            sentence=f"{judged.primaries} acts decided again: every one allowed, with the same consequences.",
            findings=rulings,
        ),
        *_by_own_games(book, page, with_shelf=with_shelf),
    ], judged


def _by_own_games(book: Book, page: Page, *, with_shelf: bool) -> Iterable[Check]:
    """The own games of the night's club, if it has any, and the hands that were played by one."""
    shelf = checked_shelf(book.database, page.club)
    hands, own_flaws = hands_of_own_games(page.records, shelf), shelf.flaws if with_shelf else ()
    if any(hands) or (with_shelf and (shelf.sound or shelf.flaws)):
        yield _of_own_games(shelf, (*own_flaws, *flaws_of_hands(page.records, shelf)), hands)


def _of_own_games(shelf: Checked, flaws: Sequence[Flaw], hands: tuple[int, int]) -> Check:
    versions, (here, elsewhere) = counted(len(shelf.sound), "version"), hands
    frozen = f"; {counted(here, 'hand')} played by one had it so" if here else ""
    if elsewhere:
        frozen += f"; {counted(elsewhere, 'hand')} by games that are not kept here, and only the hands hold their rules"
    return Check(
        name="own games",
        holds=not flaws,
        sentence="" if flaws else f"{versions}, each the game that its text declares{frozen}.",
        findings=tuple(flaw.sentence for flaw in flaws),
    )


def _unbalanced(records: Sequence[Recorded]) -> Iterable[str]:
    opened = records[0].event if records else None
    voice = Voice(currency=opened.currency if isinstance(opened, OpenNight) else None)
    for record in records:
        moves = POSTINGS.get(type(record.event))
        for money in (False, True):
            total = sum(amount for account, amount in moves(record.event) if is_money(account) is money) if moves else 0
            if total:
                told = voice.money(total) if money else f"{total} chips"
                yield f"Event {record.version} moves {told} from or to nowhere."


def _broken_after(records: Sequence[Recorded]) -> Iterable[str]:
    """The first act after which something that must always be true is not."""
    night = Night()
    for act in acts(records):
        for record in (act.primary, *act.consequences):
            evolve(night, record.event)
        found = broken(night)
        if found:
            yield from (f"After event {act.primary.version}: {sentence}" for sentence in found)
            return


def judge(book: Book, night_id: str) -> Judged:
    """The night decided again, act by act."""
    page = book.desk.page(night_id)
    judged = adjudicate.adjudicate(page.records)
    names = book.names(page)
    return Judged(
        night=night_id,
        agrees=judged.agrees,
        only_newer_rules=judged.only_newer_rules,
        acts=judged.primaries,
        events=len(effective(page.records)),
        played_under=judged.played_under,
        judged_under=judged.judged_under,
        findings=tuple(
            FindingTold(version=finding.version, kind=finding.kind, sentence=_told(finding, names))
            for finding in judged.findings
        ),
    )


def _told(finding: adjudicate.Finding, names: Mapping[PlayerId, str]) -> str:
    if finding.refusal is None:
        return finding.sentence
    return f"Event {finding.version} would be refused: {sentence_of(finding.refusal, names)}"
