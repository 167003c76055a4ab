"""Imports logs and ledgers of nights that were played elsewhere, through the engine: all of a night at once, or nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.commands import Command, Currency
from engine.events import Event
from engine.ids import PlayerId
from service.app.book import Book
from service.app.finding import has_night
from service.app.night.open_night import short_digest
from service.app.people import Company, usual_club
from service.app.refusals import UnknownCurrency
from service.app.seeing import see, where_it_stands
from service.imports.ledger import import_ledger as play_ledger
from service.imports.options import ImportOptions
from service.imports.pokernow import import_log
from service.imports.pokernow_file import merged, read_rows
from service.imports.pokernow_grammar import read_lines
from service.imports.pokernow_people import People, people_of
from service.imports.report import ImportReport
from service.preconditions import check_zone
from service.recording.loaded import LoadedNight
from service.recording.unit_of_work import IncomingCommand, UnitOfWork
from service.shorthand.head import EXPONENTS
from service.views.exchange.imports import LogImported

Texts = Sequence[tuple[str, str]]
Submit = Callable[[Command, str], tuple[Event, ...]]
# The actor of everything that an import records.
ACTOR = "import"
# The keys of an import's JSON, the same for every kind of file.
KEYS = (
    "hands",
    "stack_checks",
    "stack_mismatches",
    "award_checks",
    "award_mismatches",
    "adjustments",
    "unknown_lines",
    "nets",
    "net_sum",
    "transfers",
)


def import_pokernow(book: Book, texts: Texts, said: Mapping[str, Any]) -> LogImported:
    """Plays the log of a PokerNow night into the book: all of it at once, or nothing."""
    rows = merged([read_rows(file, text) for file, text in texts])
    company = Company(book, said["club"] or usual_club(book))
    given = _people_known(company, people_of(read_lines(rows).lines, {}))
    day = rows[0].at[:10] if rows else ""
    options = _options(book, company, said, day=day, texts=texts, given=given)
    return played(book, company, options.night, lambda submit: import_log(texts, options=options, submit=submit))


def import_ledger(book: Book, file: str, text: str, said: Mapping[str, Any]) -> LogImported:
    """Records the night of a PokerNow ledger: a night of the bank alone."""
    company = Company(book, said["club"] or usual_club(book))
    options = _options(book, company, said, day="", texts=[(file, text)], given={})
    # Played once in memory, only to learn the day and the players.
    rehearsal = UnitOfWork(LoadedNight(options.night), book.now())
    report = play_ledger(file, text, options=options, submit=_onto(rehearsal))
    nicknames = Counter(report.names.values())
    given = {nickname: company.add(nickname) for nickname, people in nicknames.items() if people == 1}
    day = rehearsal.loaded.records[0].occurred_at[:10]
    options = _options(book, company, said, day=day, texts=[(file, text)], given=given)
    return played(book, company, options.night, lambda submit: play_ledger(file, text, options=options, submit=submit))


def _options(
    book: Book,
    company: Company,
    said: Mapping[str, Any],
    *,
    day: str,
    texts: Texts,
    given: Mapping[str, PlayerId],
) -> ImportOptions:
    zone = said["zone"] or book.zone
    check_zone(zone)
    return ImportOptions(
        night=f"{day or 'night'}-{short_digest([text for _, text in texts])}",
        club=company.club_id,
        name=said["name"] or "PokerNow",
        zone=zone,
        currency=currency_said(said["currency"]),
        unit=said["unit"],
        players=given,
    )


def _onto(work: UnitOfWork) -> Submit:
    def submit(command: Command, at: str) -> tuple[Event, ...]:
        return tuple(record.event for record in work.take(IncomingCommand(command, actor=ACTOR, occurred_at=at)))

    return submit


def _people_known(company: Company, people: People) -> dict[str, PlayerId]:
    """The club's player for every PokerNow id; two people who share a nickname stay two people."""
    player_of: dict[str, PlayerId] = {}
    for slug, nickname in people.names.items():
        player_of[slug] = company.add(nickname, besides=tuple(player_of.values()))
    return {identity: player_of[slug] for identity, slug in people.player_of.items() if slug in player_of}


def currency_said(spoken: str) -> Currency:
    """The currency of this code, of crowns if none is said. Refuses a text that is no code (UnknownCurrency)."""
    code = spoken.upper() or Currency().code
    if not re.fullmatch("[A-Z]{3}", code):
        raise UnknownCurrency(spoken)
    return Currency(code=code, exponent=EXPONENTS.get(code, 2))


def played(book: Book, company: Company, night_id: str, play: Callable[[Submit], ImportReport]) -> LogImported:
    """Plays the night in memory, then records it. A night that the book has already is only reported."""
    already = has_night(book, night_id)
    work = UnitOfWork(LoadedNight(night_id), book.now())
    report = play(_onto(work))
    for player, nickname in report.names.items():
        if player not in company.names:
            company.admit(player, nickname)
    if not already:
        company.record(work)
    return LogImported(
        night=night_id,
        already=already,
        holds=report.holds,
        report=_with_names(report, company.names),
        notes=tuple(report.notes),
        now=where_it_stands(book, see(book, night_id, is_banker=False)),
    )


def _with_names(report: ImportReport, names: Mapping[PlayerId, str]) -> dict[str, Any]:
    """The report as plain data under the keys that every import has, with names for ids."""
    plain = report.to_json()
    plain["nets"] = {names.get(player, player): cents for player, cents in plain["nets"].items()}
    for transfer in plain["transfers"]:
        for side in ("payer", "payee"):
            transfer[side] = names.get(transfer[side], transfer[side])
    for kind in ("stack_mismatches", "award_mismatches", "adjustments"):
        for one in plain[kind]:
            one["player"] = names.get(one["player"], one["player"])
    return {key: plain[key] for key in KEYS}
