"""The report of a night in each of its formats."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from cli.backend.book import Book
from cli.errors import CliError
from engine.reports.sentences import tell_all
from engine.spelling import called_or_begun
from service.command_handler import LoadedNight
from service.proof.stream import insist_it_is_sound
from service.reports import night_report
from service.reports.night_report import NightReport
from service.reports.text import WIDTH, render_text
from service.reports.text_of_accounts import account_lines
from service.tables.local_time import clock_in


def report_of(book: Book, loaded: LoadedNight, *, player: str = "", as_json: bool = False) -> str:
    """The whole report, or one player's account; ends with a line end."""
    report = _built(book, loaded)
    if player:
        return _account(report, _player_called(report, player), as_json=as_json)
    if as_json:
        return _json(report)
    return render_text(report).rstrip("\n") + "\n"


def html_of(book: Book, loaded: LoadedNight) -> str:
    """The whole report as a page of HTML."""
    from service.reports.html import render_html

    return render_html(_built(book, loaded), tell_all(loaded.records, book.names(loaded)))


def tables_of(book: Book, loaded: LoadedNight) -> dict[str, bytes]:
    """The whole report as CSV files: names and contents."""
    from service.reports.tables_csv import tables

    return tables(_built(book, loaded), tell_all(loaded.records, book.names(loaded)))


def _built(book: Book, loaded: LoadedNight) -> NightReport:
    """The report of a night. Refuses a night whose chain is broken, because its report would prove nothing."""
    insist_it_is_sound(book.database, loaded.night_id)
    return night_report.build(loaded.records, book.names(loaded), head=loaded.head)


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def _account(report: NightReport, player: str, *, as_json: bool) -> str:
    accounts = tuple(account for account in report.accounts if account.player == player)
    if as_json:
        return _json(accounts[0])
    alone = replace(
        report,
        accounts=accounts,
        standings=tuple(standing for standing in report.standings if standing.player == player),
    )
    return "\n".join([*account_lines(alone, clock_in(report.night.zone), WIDTH), ""])


def _player_called(report: NightReport, spoken: str) -> str:
    """The player of this name, or of the only name that begins so."""
    found = called_or_begun(spoken, report.names)
    if len(found) == 1:
        return found[0]
    known = ", ".join(sorted(report.names.values()))
    if found:
        several = " or ".join(sorted(report.names[player] for player in found))
        raise CliError("ambiguous_name", f"“{spoken}” may mean {several}; type more of the name.")
    raise CliError("unknown_player", f"Nobody called “{spoken}” sat down that night; there were {known}.")
