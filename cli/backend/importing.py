"""Imports nights from elsewhere: logs and ledgers played through the engine, and whole nights with their chain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from cli.backend import views
from cli.backend.book import Book
from cli.backend.opening import Company, short_digest
from cli.backend.table_time import zone_said
from cli.errors import WRONG_USAGE, CliError
from engine.commands import Command, Currency, OpenNight
from engine.events import Event
from engine.ids import PlayerId
from service.command_handler import PREFIX, IncomingCommand, LoadedNight, UnitOfWork, newcomers, utc_now
from service.imports.ledger import import_ledger as play_ledger
from service.imports.options import ImportOptions
from service.imports.pokernow import import_log
from service.imports.pokernow_file import merged, read_rows
from service.imports.pokernow_grammar import read_lines
from service.imports.pokernow_people import People, people_of
from service.imports.report import ImportReport
from service.proof.entry import insist_it_could_be_recorded
from service.shorthand.head import EXPONENTS
from service.store.names import Club
from service.store.portable import export_stream, import_stream, parse_export

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


class Brought(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an import. `already`: the book had the same content before, and nothing was recorded."""

    night: str
    already: bool
    holds: bool
    report: dict[str, Any]
    notes: tuple[str, ...]
    now: views.NightView


class NightBrought(msgspec.Struct, frozen=True, kw_only=True):
    """A whole night from another book, and how many of its events the book had already."""

    night: str
    already: int
    added: int
    new_players: int
    head: str


def import_pokernow(book: Book, texts: Texts, said: Mapping[str, Any]) -> Brought:
    """Plays the log of a PokerNow night into the book: all of it at once, or nothing."""
    rows = merged([read_rows(file, text) for file, text in texts])
    company = Company(book, said["club"] or book.usual_club())
    given = _people_known(company, people_of(read_lines(rows).lines, {}))
    day = rows[0].at[:10] if rows else ""
    options = _options(book, company, said, day=day, texts=texts, given=given)
    return _played(book, company, options.night, lambda submit: import_log(texts, options=options, submit=submit))


def import_ledger(book: Book, file: str, text: str, said: Mapping[str, Any]) -> Brought:
    """Records the night of a PokerNow ledger: a night of the bank alone."""
    company = Company(book, said["club"] or book.usual_club())
    options = _options(book, company, said, day="", texts=[(file, text)], given={})
    # Played once in memory, only to learn the day and the players.
    rehearsal = UnitOfWork(LoadedNight(options.night), utc_now())
    report = play_ledger(file, text, options=options, submit=_onto(rehearsal))
    nicknames = Counter(report.names.values())
    given = {nickname: company.add(nickname) for nickname, people in nicknames.items() if people == 1}
    day = rehearsal.loaded.records[0].occurred_at[:10]
    options = _options(book, company, said, day=day, texts=[(file, text)], given=given)
    return _played(book, company, options.night, lambda submit: play_ledger(file, text, options=options, submit=submit))


def _options(
    book: Book,
    company: Company,
    said: Mapping[str, Any],
    *,
    day: str,
    texts: Texts,
    given: Mapping[str, PlayerId],
) -> ImportOptions:
    zone = zone_said(said["zone"] or book.settings.zone.key)
    return ImportOptions(
        night=f"{day or 'night'}-{short_digest([text for _, text in texts])}",
        club=company.club.id,
        name=said["name"] or "PokerNow",
        zone=zone,
        currency=_currency(said["currency"]),
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


def _currency(spoken: str) -> Currency:
    code = spoken.upper() or Currency().code
    if not re.fullmatch("[A-Z]{3}", code):
        sentence = f"“{spoken}” is not a currency; write its three letters, such as DKK or EUR."
        raise CliError("unknown_currency", sentence, WRONG_USAGE)
    return Currency(code=code, exponent=EXPONENTS.get(code, 2))


def _played(book: Book, company: Company, night_id: str, play: Callable[[Submit], ImportReport]) -> Brought:
    """Plays the night in memory, then records it. A night that the book has already is only reported."""
    already = night_id in book.night_ids()
    work = UnitOfWork(LoadedNight(night_id), utc_now())
    report = play(_onto(work))
    for player, nickname in report.names.items():
        if player not in company.names:
            company.admit(player, nickname)
    loaded = book.find(night_id) if already else company.record(book, work)
    return Brought(
        night=night_id,
        already=already,
        holds=report.holds,
        report=_with_names(report, company.names),
        notes=tuple(report.notes),
        now=book.now(loaded),
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


def import_night(book: Book, text: str, *, club: str = "") -> NightBrought:
    """Records a night from its export, or the missing part of it. Refuses a night that could not have been recorded here."""
    lines = text.splitlines()
    header, events = parse_export(lines)
    if not header.stream.startswith(PREFIX):
        sentence = f"The file holds the stream {header.stream}, which is not a night."
        raise CliError("not_a_night", sentence, details={"stream": header.stream})
    known = {*header.names, *(player.id for player in book.handler.names.players())}
    records = insist_it_could_be_recorded(header.stream, events, known)
    opened = records[0].event
    assert isinstance(opened, OpenNight), "A night that could be recorded begins with its opening."
    book.handler.names.refuse_strangers(newcomers(records), opened.club)
    if opened.club not in [one.id for one in book.handler.names.clubs()]:
        book.handler.names.add_club(
            Club(opened.club, club or f"Club of {header.names.get(opened.banker, 'somebody')}", utc_now())
        )
    done = import_stream(book.database, lines, club=opened.club, imported_at=utc_now())
    return NightBrought(
        night=header.stream.removeprefix(PREFIX),
        already=done.already,
        added=done.added,
        new_players=done.names,
        head=header.head,
    )


def export_night(book: Book, night_id: str) -> str:
    """The night as lines of JSON, with its chain intact."""
    return "".join(export_stream(book.database, PREFIX + night_id))
