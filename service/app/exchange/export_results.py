"""Writes the results of a club's nights, so that any table and `chipbook import results` can read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.commands import Currency
from engine.spelling import compared
from service.app.book import Book
from service.app.clock import on_the_wall
from service.app.people import club_named
from service.app.refusals import NightsInTwoCurrencies, NoResults
from service.book.recording.handler import CommandHandler
from service.book.store.lists import ListedNight, Which
from service.reports.results import ResultRow, pokernow_ledger, result_rows, results_csv, results_workbook
from service.reports.views.exchange.imports import ResultsWritten

NIGHTS_A_PAGE = 500
OVER = ("closed", "planned")


@dataclass(frozen=True, slots=True)
class Results:
    """The rows of a club's nights, oldest first, and how many nights are still being played."""

    club: str
    currency: Currency
    rows: Sequence[ResultRow]
    still_open: int

    @property
    def written(self) -> ResultsWritten:
        """What is told of them."""
        nights = len({row.night_id for row in self.rows})
        return ResultsWritten(club=self.club, nights=nights, rows=len(self.rows), still_open=self.still_open)

    def as_csv(self) -> bytes:
        """date, night, player, in, out and gap, with semicolons and a comma in amounts."""
        return results_csv(self.rows, self.currency)

    def as_workbook(self) -> bytes:
        """The same as XLSX."""
        return results_workbook(self.rows, self.currency)

    def as_ledger(self) -> str:
        """A ledger of PokerNow with a column that tells the nights apart."""
        return pokernow_ledger(self.rows, self.currency, sessions=True)


def results_of(book: Book, club: str = "", *, currency: str = "") -> Results:
    """The results of all nights of a club that are over; of several currencies only those of the named one.

    Refuses a club without any (NoResults), and one with several currencies if none is named (NightsInTwoCurrencies).
    """
    found = club_named(book, club)
    rows: list[ResultRow] = []
    currencies: dict[str, Currency] = {}
    still_open = 0
    with book.handler() as handler:
        names = handler.names.by_id(found.id)
        for listed in _oldest_first(handler, found.id):
            if currency and listed.currency != currency.upper():
                continue
            loaded = handler.load(listed.night)
            if loaded.night.phase not in OVER:
                still_open += 1
                continue
            if loaded.night.terms.debts_only:
                continue
            currencies[listed.currency] = loaded.night.terms.currency
            begun = on_the_wall(listed.opened_at, listed.zone)
            date = begun.strftime("%Y-%m-%d" if (begun.hour, begun.minute) == (0, 0) else "%Y-%m-%d %H:%M")
            rows += result_rows(loaded.night, loaded.records, names, date=date)
    if not rows:
        raise NoResults(found.name, currency)
    if len(currencies) > 1:
        raise NightsInTwoCurrencies(found.name, sorted(currencies))
    return Results(found.name, next(iter(currencies.values())), _told_apart(rows), still_open)


def ledger_of_night(book: Book, night_id: str) -> str:
    """One night as a ledger of PokerNow. Refuses a night that is not closed (NoResults)."""
    with book.handler() as handler:
        loaded = handler.load(night_id)
        names = handler.names.by_id(loaded.club)
    if loaded.night.phase not in OVER:
        raise NoResults(night_id, "")
    rows = result_rows(loaded.night, loaded.records, names, date="")
    return pokernow_ledger(rows, loaded.night.terms.currency, sessions=False)


def _oldest_first(handler: CommandHandler, club: str) -> Iterator[ListedNight]:
    nights: list[ListedNight] = []
    while True:
        page = handler.lists.nights(Which(club=club), after=nights[-1] if nights else None, limit=NIGHTS_A_PAGE)
        nights += page
        if len(page) < NIGHTS_A_PAGE:
            break
    yield from sorted(nights, key=lambda one: (one.opened_at, one.night))


def _told_apart(rows: Sequence[ResultRow]) -> list[ResultRow]:
    """The rows, with its id in the name of a night that has day and name in common with another one."""
    shared: Counter[tuple[str, str]] = Counter()
    for _, day, night in {(row.night_id, row.date[:10], compared(row.night)) for row in rows}:
        shared[day, night] += 1
    return [
        replace(row, night=f"{row.night} {row.night_id}".strip()[-80:])
        if shared[row.date[:10], compared(row.night)] > 1
        else row
        for row in rows
    ]
