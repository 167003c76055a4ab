"""Imports results of the years before chipbook: every night of a file as a night of the bank alone, all or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from msgspec.structs import replace

from engine import commands
from engine.commands import Currency, HouseRules
from engine.errors import Refusal
from engine.ids import NightId, PlayerId
from engine.speech import phrase, say
from engine.spelling import called, compared
from service.app.book import Book
from service.app.exchange.imports import ACTOR, currency_stated, guesses_are_open, id_to_record
from service.app.exchange.matching import Match, matched
from service.app.night.clock import date_stated, on_the_wall
from service.app.night.known_nights import DEBTS, KnownNights
from service.app.night.open_night import short_digest
from service.app.people import Company, usual_club
from service.app.refusals import (
    NOTHING_RECORDED,
    BearerDidNotPlay,
    GapsAreOpen,
    MappedTwice,
    NotAMember,
    Refused,
    refused,
)
from service.app.seeing import has_night
from service.book.guards import check_zone
from service.book.progress import Tick, silently
from service.book.recording.unit_of_work import IncomingCommand, LoadedNight, UnitOfWork
from service.exchange.imports.recording import RULEBOOK
from service.exchange.imports.results.debts import read_debts
from service.exchange.imports.results.nights import ParsedNight, ParsedNights, Reading, read_results
from service.exchange.imports.results.sheet import FILE_MAX
from service.language.local_time import day_text
from service.language.shorthand.lines import must_be_a_name
from service.reports.views.exchange import ImportAnswers, NightMatch, PersonMatch, ResultsImported

__all__ = ["FILE_MAX", "Draft", "bring", "look", "look_at_debts"]

By = Literal["banker", "player", "winners", "losers", "all"]
_CALLED: Mapping[By, str] = {
    "banker": "banker bank",
    "winners": "winners vindere",
    "losers": "losers tabere",
    "all": "all alle",
}
BEARERS = {word: by for by, words in _CALLED.items() for word in words.split()}


class Bearer(NamedTuple):
    """Who bears a gap: a word of the engine, and the person it is."""

    by: By
    name: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What would be recorded, and how it is told."""

    company: Company
    answers: ImportAnswers
    zone: str
    matches: Mapping[str, Match]
    nights: Sequence[ParsedNight]
    view: ResultsImported


def look(book: Book, club: str, files: Sequence[tuple[str, bytes]], answers: ImportAnswers) -> Draft:
    """What files of results tell, and what is still open; nothing is recorded."""
    return _look(book, club, files, answers, read_results)


def look_at_debts(book: Book, club: str, file: str, data: bytes, answers: ImportAnswers) -> Draft:
    """What an export of Splitwise or ihatemoney says is owed, as a night of which nothing is paid; nothing is recorded."""
    return _look(book, club, [(file, data)], answers, read_debts)


def _look(
    book: Book,
    club: str,
    files: Sequence[tuple[str, bytes]],
    answers: ImportAnswers,
    read: Callable[[str, bytes, Reading], ParsedNights],
) -> Draft:
    zone = answers.zone or book.zone
    check_zone(zone)
    company = Company(book, club or usual_club(book))
    reading = Reading(
        currency=currency_stated(answers.currency),
        named=bool(answers.currency),
        zone=zone,
        today=on_the_wall(book.now(), zone).date(),
        sound_name=_but_for(answers.mapped),
        order=answers.dates or None,
        decimals=answers.decimals or None,
        unit=answers.unit or None,
        sheet=answers.sheet,
    )
    results = [read(file, data, reading) for file, data in files]
    nights = sorted(
        (night for one in results for night in one.nights), key=lambda night: (night.day, night.file, night.line)
    )
    matches = {name: one.as_one(company) for name, one in matched(nights, company.names, answers.mapped).items()}
    _refuse_two_of_one(nights, matches)
    with book.handler() as handler:
        known = KnownNights(handler, company, {night.day.day for night in nights})
        told = tuple(_nights(book, known, company, answers, results[0].currency, nights, matches))
        beside = _beside(known, nights, told, matches)
    view = ResultsImported(
        club=company.club_name,
        club_is_new=company.club_is_new,
        currency=results[0].currency,
        recorded=False,
        nights=told,
        people=tuple(_people(nights, matches)),
        sums={},
        notes=(*(note for one in results for note in one.notes), *beside),
    )
    return Draft(company, answers, zone, matches, nights, replace(view, sums=_sums(view, nights, matches)))


def bring(book: Book, draft: Draft, *, tick: Tick = silently) -> ResultsImported:
    """Records the nights that the book does not have, in one transaction. Refuses while a question is open."""
    view = draft.view
    if view.guesses:
        raise guesses_are_open(view.guesses)
    if view.gaps:
        gaps = [
            say(
                "{day} (line {line}) {amount}",
                day=day_text(one.date),
                line=one.line,
                amount=view.money(one.gap, signed=True),
            )
            for one in view.gaps
        ]
        raise GapsAreOpen(phrase("1 night") if len(gaps) == 1 else phrase("{number} nights", number=len(gaps)), gaps)
    works = []
    fresh = [(night, result) for night, result in zip(draft.nights, view.nights, strict=True) if not result.already]
    for done, (night, result) in enumerate(fresh, 1):
        works.append(_played(book, draft, night, result))
        tick(done, len(fresh))
    if not works:
        return view
    draft.company.record_all(works)
    return replace(view, recorded=True)


# Looking


def _but_for(mapped: Mapping[str, str]) -> Callable[[str], None]:
    """Refuses what cannot name a person, unless it was said whom it stands for."""
    spoken = {compared(name) for name in mapped}

    def sound(name: str) -> None:
        if compared(name) not in spoken:
            must_be_a_name(name)

    return sound


def _refuse_two_of_one(nights: Sequence[ParsedNight], matches: Mapping[str, Match]) -> None:
    """Refuses a night in which two names of the file stand for one person."""
    for night in nights:
        there: dict[str, str] = {}
        for name, entry in night.entries.items():
            match = matches[name]
            other = there.setdefault(match.person, entry.player)
            if other != entry.player and match.how != "guessed":
                raise MappedTwice(night.file, entry.line, entry.player, other, match.name, night.called)


def _people(nights: Sequence[ParsedNight], matches: Mapping[str, Match]) -> Iterator[PersonMatch]:
    played: dict[str, int] = {}
    first: dict[str, int] = {}
    for night in nights:
        for name, entry in night.entries.items():
            played[name] = played.get(name, 0) + 1
            first.setdefault(name, entry.line)
    for name, match in matches.items():
        yield PersonMatch(said=match.said, name=match.name, how=match.how, nights=played[name], line=first[name])


def _nights(
    book: Book,
    known: KnownNights,
    company: Company,
    answers: ImportAnswers,
    currency: Currency,
    nights: Sequence[ParsedNight],
    matches: Mapping[str, Match],
) -> Iterator[NightMatch]:
    days: set[str] = set()
    for place, night in enumerate(nights, 1):
        night_id = id_to_record(book, company, _id_of(night, company.club_id))
        came = {matches[name].person: entry.took - entry.brought for name, entry in night.entries.items()}
        already = (
            night_id in (*days, *known.of(night.day.day))
            or (night.owed and has_night(book, night_id))
            or any(known.with_results(night.day.day, came, currency.exponent))
        )
        days.add(night_id)
        bearer = _bearer(night, answers, matches)
        yield NightMatch(
            night=night_id,
            date=night.day.day,
            name=night.label,
            file=night.file,
            line=night.line,
            players=len(night.entries),
            brought=sum(entry.brought for entry in night.entries.values()),
            took=sum(entry.took for entry in night.entries.values()),
            gap=night.gap,
            bearer=bearer.name if bearer else "",
            already=already,
            settled=not (night.owed or (answers.open and place == len(nights))),
        )


def _beside(
    known: KnownNights, nights: Sequence[ParsedNight], night_matches: Sequence[NightMatch], matches: Mapping[str, Match]
) -> list[str]:
    """What is said of nights of the club that a new one may be, although its results are others."""
    others: dict[NightId, None] = {}
    owed: list[str] = []
    for night, match in zip(nights, night_matches, strict=True):
        people = {matches[name].person for name in night.entries}
        if night.owed and not match.already:
            owed += known.may_be_owed(people)
        elif not match.already:
            others |= dict.fromkeys(known.with_people(night.day.day, people))
    return known.may_be_one(others) + owed


def _id_of(night: ParsedNight, club: str) -> str:
    """An id made of what the file says, so that the same night has the same id whatever file it comes in."""
    results = sorted(f"{name}\t{entry.took - entry.brought}" for name, entry in night.entries.items())
    # Of settlements nobody knows the day, and what was owed on one day is still owed on the next.
    begins = DEBTS if night.owed else night.day.day
    return f"{begins}-{short_digest([club, compared(night.label), *results])}"


def _bearer(night: ParsedNight, answers: ImportAnswers, matches: Mapping[str, Match]) -> Bearer | None:
    """Who bears the gap, as the file says or else whoever imports; None if nobody says, or there is no gap."""
    spoken = night.bearer or answers.gap
    if not night.gap or not spoken:
        return None
    if word := BEARERS.get(compared(spoken)):
        return Bearer(word, word)
    wanted = matches[compared(spoken)].person if compared(spoken) in matches else ""
    for name in night.entries:
        match = matches[name]
        if wanted == match.person or compared(match.name) == compared(spoken):
            return Bearer("player", match.name)
    raise BearerDidNotPlay(spoken, night.called, night.bearer_line or night.line, night.file)


def _sums(view: ResultsImported, nights: Sequence[ParsedNight], matches: Mapping[str, Match]) -> dict[str, int]:
    """Who won and lost how much in the new nights, before gaps, best first."""
    sums: dict[str, int] = {}
    for night, result in zip(nights, view.nights, strict=True):
        for name, entry in () if result.already else night.entries.items():
            person = matches[name].name
            sums[person] = sums.get(person, 0) + entry.took - entry.brought
    return dict(sorted(sums.items(), key=lambda one: (-one[1], one[0])))


# Recording


def _played(book: Book, draft: Draft, night: ParsedNight, match: NightMatch) -> UnitOfWork:
    """The night as a unit of work: opened, lent, counted, closed, its gap borne, its plan frozen and paid."""
    company = draft.company
    ids = {name: draft.matches[name].player_in(company) for name in night.entries}
    work = UnitOfWork(LoadedNight(match.night), book.now())
    at = date_stated(night.day.text, draft.zone)
    try:
        for command in _acts(draft, night, match, ids):
            work.take(IncomingCommand(command, actor=ACTOR, occurred_at=at))
        if match.settled and (plan := work.loaded.night.closing.plan):
            for number in range(1, len(plan.transfers or ()) + 1):
                work.take(IncomingCommand(commands.RecordPayment(transfer=number), actor=ACTOR, occurred_at=at))
    except Refusal as refusal:
        named = refused(refusal, company.names)
        where = {"file": night.file, "line": night.line}
        why = say(
            "The night of {night}, line {line} of {file}: {refusal}",
            night=night.called,
            line=night.line,
            file=night.file,
            refusal=named.sentence,
        )
        sentence = f"{why} {say(NOTHING_RECORDED)}"
        raise Refused(refusal, sentence, where=where) from refusal
    return work


def _acts(
    draft: Draft, night: ParsedNight, match: NightMatch, ids: Mapping[str, PlayerId]
) -> Iterator[commands.Command]:
    """What was done that night. A chip is worth a cent, and nothing settles by itself: it was settled then."""
    banker = _banker(draft) or next(iter(ids.values()))
    yield commands.OpenNight(
        night=match.night,
        club=draft.company.club_id,
        name=night.label,
        zone=draft.zone,
        banker=banker,
        currency=draft.view.currency,
        unit=1,
        rules=HouseRules(rulebook=RULEBOOK, auto="closed", initial_loan=0, settles="ask"),
        debts_only=night.owed,
    )
    for name, entry in night.entries.items():
        yield commands.SeatPlayer(player=ids[name])
        if entry.brought:
            yield commands.GiveLoan(player=ids[name], chips=entry.brought)
    for name, entry in night.entries.items():
        yield commands.CountChips(player=ids[name], chips=entry.took)
    yield commands.CloseNight()
    if bearer := _bearer(night, draft.answers, draft.matches):
        by_name = {draft.matches[name].name: player for name, player in ids.items()}
        player = by_name[bearer.name] if bearer.by == "player" else None
        yield commands.ResolveGap(by=bearer.by, player=player)
    yield commands.FreezePlan(kind="direct")


def _banker(draft: Draft) -> PlayerId | None:
    """Whose bank it was, if that was stated. Refuses somebody whom neither club nor file knows."""
    spoken = draft.answers.banker
    if not spoken:
        return None
    if match := draft.matches.get(compared(spoken)):
        return match.player_in(draft.company)
    if result := called(spoken, draft.company.names):
        return result[0]
    raise NotAMember(draft.company.club_name, spoken, list(draft.company.names.values()))
