"""The report of a night: as a view, as text, and the account of one player."""

from __future__ import annotations

from msgspec.structs import replace

from engine.spelling import called_or_begun
from service.app.book import Book
from service.app.looking_back.soundness import see_proven
from service.app.refusals import AmbiguousName, NobodyCalled
from service.language.local_time import clock_in
from service.reports.account import Account
from service.reports.night_report import NightReport
from service.reports.text import WIDTH, render_text
from service.reports.text_of_accounts import account_lines
from service.reports.views.reporting.report import report_view


def report(book: Book, night_id: str, *, is_banker: bool = True) -> NightReport:
    """The whole report. Refuses a night whose chain is broken, because its report would prove nothing."""
    return report_view(see_proven(book, night_id, is_banker=is_banker))


def as_text(told: NightReport) -> str:
    """The whole report for a terminal; ends with a line end."""
    return render_text(told).rstrip("\n") + "\n"


def account_of(told: NightReport, name: str) -> Account:
    """The account of the player of this name, or of the only name that begins so."""
    player = _player_called(told, name)
    return next(account for account in told.accounts if account.player == player)


def account_as_text(told: NightReport, name: str) -> str:
    """The same account for a terminal; ends with a line end."""
    player = _player_called(told, name)
    alone = replace(
        told,
        accounts=tuple(account for account in told.accounts if account.player == player),
        standings=tuple(standing for standing in told.standings if standing.player == player),
    )
    return "\n".join([*account_lines(alone, clock_in(told.night.zone), WIDTH), ""])


def _player_called(told: NightReport, name: str) -> str:
    found = called_or_begun(name, told.names)
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousName(name, sorted(told.names[player] for player in found))
    raise NobodyCalled(name, sorted(told.names.values()))
