"""Writes nights, hands, games, results and debts for other programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.club.state import Club
from engine.commands import Currency
from engine.library import BOOK_NAMES, GAMES, OWN
from engine.speech import say
from engine.spelling import compared
from service.app.book import Book
from service.app.games import games_called
from service.app.night.clock import on_the_wall
from service.app.own_games import OwnGame
from service.app.people import club_named
from service.app.refusals import (
    NightsInTwoCurrencies,
    NoGameFound,
    NoHandToWrite,
    NoHistoryOfHand,
    NoResults,
    UnknownRulebook,
)
from service.book.moving import lines as exporting
from service.book.own_games.writing import game_to_toml
from service.book.recording.handler import CommandHandler
from service.book.store.lists import ListedNight, Which
from service.exchange.histories.hands import written_hands
from service.exchange.histories.phh import Setting, write_phh
from service.language.languages import as_before
from service.reports.forms.as_files import csv_table
from service.reports.results import (
    RESULTS,
    OpenDebt,
    ResultRow,
    as_bills_csv,
    as_bills_json,
    as_splitwise,
    pokernow_ledger,
    result_rows,
    results_setting,
    results_workbook,
)
from service.reports.views.exchange import HandLeftOut, HistoriesWritten, ResultsWritten
from service.reports.views.games import GameFile
from service.reports.views.visible_night import VisibleNight


def night_lines(book: Book, night_id: str) -> Sequence[str]:
    """The night as lines of JSON, with what its club says of it. Refuses one that is not there (NightMissing)."""
    with book.handler() as handler:
        stream = handler.stream(night_id)
    return exporting.export_night(book.database, stream)


def club_lines(book: Book, club_id: str) -> Iterator[str]:
    """The club with all its nights and names, as lines of JSON."""
    return exporting.export_club(book.database, club_id)


def exported(own: Sequence[OwnGame], name: str, rulebook: str) -> list[GameFile]:
    """One game by name, or all of a rulebook, or all; an own game as it was written."""
    if rulebook and rulebook not in (*BOOK_NAMES, OWN):
        raise UnknownRulebook(rulebook, [*BOOK_NAMES, OWN])
    games = (*(one.game for one in own), *GAMES)
    matches = games_called(name, rulebook, [one.game for one in own]) if name else games
    matches = tuple(game for game in matches if rulebook in ("", game.rulebook))
    if not matches:
        raise NoGameFound(rulebook, name)
    sources = {one.name: one.source for one in own}
    return [
        GameFile(
            name=game.name,
            rulebook=game.rulebook,
            toml=sources[game.name] if game.rulebook == OWN else game_to_toml(game),
        )
        for game in matches
    ]


Form = Literal["splitwise", "ihatemoney-csv", "ihatemoney-json"]
FORMS = {"splitwise": as_splitwise, "ihatemoney-csv": as_bills_csv, "ihatemoney-json": as_bills_json}


def debts_as(book: Book, form: Form, club: str = "") -> tuple[str, int]:
    """The file, and how many debts are in it."""
    debts = open_debts(book, club)
    return FORMS[form](debts), len(debts)


def open_debts(book: Book, club: str = "") -> Sequence[OpenDebt]:
    """What is still to be paid in a club, oldest first."""
    found = club_named(book, club)
    debts = []
    with book.handler() as handler:
        names = handler.names.by_id(found.id)
        state = handler.clubs.load(found.id).club
        for night, owed in state.unpaid().items():
            listed = handler.lists.night(found.id, night)
            date = on_the_wall(listed.opened_at, listed.zone).strftime("%Y-%m-%d")
            for debt in owed:
                people = (names.get(debt.payer, debt.payer), names.get(debt.payee, debt.payee))
                debts.append(OpenDebt(date, listed.name or night, *people, debt.cents, state.nights[night].currency))
    return sorted(debts, key=lambda debt: debt.date)


# The format of the hands, as refusals name it.
FORMAT = "PHH"


def histories_of(view: VisibleNight, *, numbers: Sequence[int] = ()) -> HistoriesWritten:
    """The standard hands of a night, as its reader may see it, or those of these numbers.

    Refuses a number of no hand that the format carries, and a night without any such hand.
    """
    hands, left_out = written_hands(view.visible)
    known = {int(hand.number): hand for hand in hands}
    for number in numbers:
        if number not in known:
            because = next((one.because for one in left_out if one.number == number), say("the night has no such hand"))
            raise NoHistoryOfHand(number, FORMAT, because)
    chosen = [known[number] for number in sorted(set(numbers))] if numbers else hands
    missing = [] if numbers else left_out
    if not chosen:
        raise NoHandToWrite(
            view.night_id,
            FORMAT,
            [
                say("hand {number}, {game}: {because}", number=one.number, game=one.game, because=one.because)
                for one in missing
            ],
        )
    named = [replace(hand, players=tuple(view.names.get(one, one) for one in hand.players)) for hand in chosen]
    opened = view.opened
    setting = Setting(opened.name or view.night_id, opened.zone, opened.currency, opened.unit)
    return HistoriesWritten(
        night=view.night_id,
        form="phh",
        hands=len(named),
        left_out=tuple(HandLeftOut(number=one.number, game=one.game, because=one.because) for one in missing),
        text=write_phh(named, setting),
    )


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
        return csv_table(RESULTS, self.rows, results_setting(self.currency))

    def as_workbook(self) -> bytes:
        """The same as XLSX."""
        return results_workbook(self.rows, self.currency)

    def as_ledger(self) -> str:
        """A ledger of PokerNow with a column that tells the nights apart."""
        return pokernow_ledger(self.rows, self.currency, sessions=True)


def results_of(book: Book, club: str = "", *, currency: str = "") -> Results:
    """The results of all nights of a club that are over; of several currencies only those of the named one.

    Nights of a currency that were played with fewer decimals are told with those of the others. Refuses a club without any
    (NoResults), and one with several currencies if none is named (NightsInTwoCurrencies).
    """
    found = club_named(book, club)
    rows: list[ResultRow] = []
    currencies: dict[str, Currency] = {}
    decimals: dict[str, int] = {}
    still_open = 0
    with book.handler() as handler:
        names = handler.names.by_id(found.id)
        state = handler.clubs.look(found.id).club
        for listed in _oldest_first(handler, found.id):
            if currency and listed.currency != currency.upper():
                continue
            with as_before():
                loaded = handler.load(listed.night)
            if loaded.night.phase not in OVER:
                still_open += 1
                continue
            if loaded.night.terms.debts_only:
                continue
            of_night = loaded.night.terms.currency
            if of_night.exponent >= currencies.get(of_night.code, of_night).exponent:
                currencies[of_night.code] = of_night
            decimals[listed.night] = of_night.exponent
            begun = on_the_wall(listed.opened_at, listed.zone)
            date = begun.strftime("%Y-%m-%d" if (begun.hour, begun.minute) == (0, 0) else "%Y-%m-%d %H:%M")
            rows += _of_people(result_rows(loaded.night, loaded.records, names, date=date), state, names)
    if not rows:
        raise NoResults(found.name, currency)
    if len(currencies) > 1:
        raise NightsInTwoCurrencies(found.name, sorted(currencies))
    (found_in,) = currencies.values()
    finer = (row.in_parts(10 ** (found_in.exponent - decimals[row.night_id])) for row in rows)
    return Results(found.name, found_in, _with_ids([*finer]), still_open)


def currencies_of(book: Book, club: str) -> tuple[str, ...]:
    """The currencies in which the club has nights that are over, by code; none before the first."""
    with book.handler() as handler:
        over = [one for one in _oldest_first(handler, club) if one.phase not in ("new", "open")]
    return tuple(sorted({one.currency for one in over if json.loads(one.players)}))


def _of_people(rows: Sequence[ResultRow], club: Club, names: Mapping[str, str]) -> list[ResultRow]:
    """The rows of a night with the members whom its players turned out to be; two who are one stay two where both played."""
    there = Counter(club.person(row.player) for row in rows)
    people = {row.player: person for row in rows if there[person := club.person(row.player)] == 1}
    called = {row.name: names.get(people[row.player], row.name) for row in rows if row.player in people}
    return [
        replace(
            row,
            player=people.get(row.player, row.player),
            name=called.get(row.name, row.name),
            bearer=called.get(row.bearer, row.bearer),
        )
        for row in rows
    ]


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


def _with_ids(rows: Sequence[ResultRow]) -> list[ResultRow]:
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
