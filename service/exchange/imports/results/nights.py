"""The nights that a file of results tells of: who brought what, and who took what."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from engine.commands import Currency
from engine.grammar import amount_text
from engine.speech import phrase
from engine.spelling import compared, kept
from service.errors import BookError
from service.exchange.imports.results.cells import Amounts, Dates, Day, Headings, Order, headings_of
from service.exchange.imports.results.sheet import Cell, Sheet, read_sheet, shown
from service.exchange.refused import (
    AmountIsNegative,
    CellIsEmpty,
    FormulaAsText,
    NotAPlayer,
    PlayerTwice,
    RowDoesNotAddUp,
    TooManyPlayers,
    TooManyRows,
    TwoBearers,
    UnitIsNeeded,
)

# The engine divides a gap among so many, and no table is larger.
PLAYERS_MAX = 60
PEOPLE_MAX = 500
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z")


@dataclass(slots=True)
class Entry:
    """What one player brought and took, in the smallest unit of the currency, and the line that says so."""

    player: str
    line: int
    brought: int
    took: int


@dataclass(slots=True)
class ParsedNight:
    """One night of a file. `bearer`: who bears the gap, if the file says so; `entries` by the compared name.

    `owed`: not a night that was played but what people still owe each other.
    """

    file: str
    line: int
    day: Day
    label: str = ""
    bearer: str = ""
    bearer_line: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    owed: bool = False

    @property
    def told(self) -> str:
        """The night as a sentence names it."""
        return f"{self.day.day} ({shown(self.label)})" if self.label else self.day.day

    @property
    def gap(self) -> int:
        """What was taken beyond what was brought: 0 if the sums meet, negative if something is missing."""
        return sum(entry.took - entry.brought for entry in self.entries.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What the file does not say. `sound_name` refuses a text that cannot name a person.

    `currency` is the one that was named or, if it is not `named`, the one to take where the file says none.
    """

    currency: Currency
    named: bool = False
    zone: str
    today: date
    sound_name: Callable[[str], None]
    order: Order | None = None
    unit: int | None = None
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """The nights of a file, oldest first, their currency, and notes on how it was read."""

    nights: tuple[ParsedNight, ...]
    notes: tuple[str, ...]
    currency: Currency


def read_results(file: str, data: bytes, reading: Reading) -> Found:
    """The nights of one file. Refuses anything that is not understood, with its line and column."""
    sheet = read_sheet(file, data, sheet=reading.sheet)
    heads = headings_of(sheet)
    reader = _Reader(sheet, heads, reading)
    nights = {"rows": reader.of_rows, "columns": reader.of_columns, "pokernow": reader.of_pokernow}[heads.layout]()
    for night in nights:
        if len(night.entries) > PLAYERS_MAX:
            raise TooManyPlayers(file, night.line, night.told, len(night.entries), PLAYERS_MAX)
    if len({name for night in nights for name in night.entries}) > PEOPLE_MAX:
        raise TooManyRows(file, PEOPLE_MAX, "people")
    return Found(tuple(sorted(nights, key=lambda night: (night.day, night.line))), sheet.notes, reading.currency)


def name_in(sheet: Sheet, cell: Cell, sound_name: Callable[[str], None]) -> str:
    """The name in a cell. Refuses a text that cannot be one, and a formula."""
    name = " ".join(cell.text.removeprefix("'").split())
    where = (sheet.file, cell.line, shown(cell.text), sheet.column(cell))
    if cell.text.startswith("="):
        raise FormulaAsText(*where)
    try:
        sound_name(name)
    except BookError as problem:
        raise NotAPlayer(*where, str(problem)) from problem
    return kept(name)


class _Reader:
    def __init__(self, sheet: Sheet, heads: Headings, reading: Reading) -> None:
        self._sheet = sheet
        self._heads = heads
        self._reading = reading
        self._rows: Sequence[Mapping[int, Cell]] = [{cell.column: cell for cell in row} for row in sheet.rows[1:]]
        self._sound: dict[str, str] = {}

    # Layouts

    def of_rows(self) -> list[ParsedNight]:
        """One line a player and night."""
        money = [name for name in ("in", "out", "result") if name in self._heads.at]
        amounts = self._amounts(money)
        nights: dict[tuple[str, str], ParsedNight] = {}
        for row, day in self._days():
            line = self._line(row)
            label = self._label(row)
            named = self._needed(row, "player", "the name of a player")
            player = self._player(named)
            entry = self._entry(row, player, amounts)
            night = nights.setdefault((day.day, compared(label)), ParsedNight(self._sheet.file, line, day, label))
            self._bears(night, row)
            if before := night.entries.get(compared(player)):
                where = self._sheet.column(named)
                raise PlayerTwice(self._sheet.file, line, shown(player), where, night.told, before.line)
            night.entries[compared(player)] = entry
        return list(nights.values())

    def of_columns(self) -> list[ParsedNight]:
        """One line a night, with a column for each player: what they won (+) or lost (-); nothing: they were not there."""
        players = {head.column: self._player(head) for head in self._heads.players}
        amounts = Amounts(
            self._sheet,
            [row[column] for row in self._rows for column in players if column in row],
            self._reading.currency,
        )
        nights: dict[tuple[str, str], ParsedNight] = {}
        for row, day in self._days():
            line = self._line(row)
            night = ParsedNight(self._sheet.file, line, day, self._label(row))
            self._bears(night, row)
            for column, player in players.items():
                if column in row and row[column].text:
                    result = amounts.cents(row[column])
                    night.entries[compared(player)] = Entry(player, line, max(-result, 0), max(result, 0))
            key = (day.day, compared(night.label))
            if key in nights:
                first = next((column for column in players if column in row and row[column].text), None)
                cell = row[self._heads.at["date"] if first is None else first]
                player = players.get(cell.column, "")
                where = self._sheet.column(cell)
                raise PlayerTwice(self._sheet.file, line, shown(player), where, night.told, nights[key].line)
            if night.entries:
                nights[key] = night
        return list(nights.values())

    def of_pokernow(self) -> list[ParsedNight]:
        """A ledger of PokerNow: a line each time somebody sat down. A file is a night, unless a column tells several apart."""
        money = [name for name in ("in", "out", "stack", "nit_escrow") if name in self._heads.at]
        amounts = self._amounts(money)
        pointed = amounts.pointed([cell for name in money for cell in self._column(name)])
        unit = self._reading.unit
        currency = self._reading.currency
        if unit is None and not pointed:
            raise UnitIsNeeded(self._sheet.file, currency.code, 10**currency.exponent)
        nights: dict[str, ParsedNight] = {}
        for row, day in self._days():
            line = self._line(row)
            label = self._label(row)
            player = self._player(self._needed(row, "player", "the name of a player"))
            sums = {name: self._paid(row, name, amounts) for name in money}
            if unit is not None and not pointed:
                sums = {name: cents // 10**currency.exponent * unit for name, cents in sums.items()}
            night = nights.setdefault(compared(label), ParsedNight(self._sheet.file, line, day, label))
            night.day = min(night.day, day)
            entry = night.entries.setdefault(compared(player), Entry(player, line, 0, 0))
            entry.brought += sums.pop("in")
            entry.took += sum(sums.values())
        return list(nights.values())

    # Cells

    def _column(self, name: str) -> list[Cell]:
        column = self._heads.at.get(name, 0)
        return [row[column] for row in self._rows if column in row]

    def _amounts(self, names: Sequence[str]) -> Amounts:
        return Amounts(self._sheet, [cell for name in names for cell in self._column(name)], self._reading.currency)

    def _days(self) -> Iterator[tuple[Mapping[int, Cell], Day]]:
        """Each row with its day. A ledger of PokerNow has moments, which are those of the club's clock."""
        cells = [self._local(self._needed(row, "date", "a date")) for row in self._rows]
        dates = Dates(self._sheet, cells, today=self._reading.today, order=self._reading.order)
        for row, cell in zip(self._rows, cells, strict=True):
            yield row, dates.day(cell)

    def _local(self, cell: Cell) -> Cell:
        if not _MOMENT.fullmatch(cell.text):
            return cell
        moment = datetime.fromisoformat(cell.text[:19]).replace(tzinfo=UTC).astimezone(ZoneInfo(self._reading.zone))
        return cell._replace(text=moment.strftime("%Y-%m-%d %H:%M"))

    def _needed(self, row: Mapping[int, Cell], name: str, wanted: str) -> Cell:
        column = self._heads.at[name]
        cell = row.get(column)
        if cell is None or not cell.text:
            there = self._sheet.column(Cell(self._line(row), column, ""))
            raise CellIsEmpty(self._sheet.file, self._line(row), "", there, wanted)
        return cell

    def _optional(self, row: Mapping[int, Cell], name: str) -> Cell | None:
        cell = row.get(self._heads.at.get(name, 0))
        return cell if cell and cell.text else None

    def _label(self, row: Mapping[int, Cell]) -> str:
        cell = self._optional(row, "night")
        if cell is None:
            return ""
        if not cell.text.isprintable() or len(cell.text) > 80:
            raise NotAPlayer(
                self._sheet.file,
                cell.line,
                shown(cell.text),
                self._sheet.column(cell),
                phrase("A night has a name of at most 80 printable characters."),
            )
        return kept(cell.text)

    def _player(self, cell: Cell) -> str:
        """The name in a cell, read once."""
        if cell.text not in self._sound:
            self._sound[cell.text] = name_in(self._sheet, cell, self._reading.sound_name)
        return self._sound[cell.text]

    def _entry(self, row: Mapping[int, Cell], player: str, amounts: Amounts) -> Entry:
        line, at = self._line(row), self._heads.at
        result = self._optional(row, "result")
        if "in" not in at:
            won = amounts.cents(self._needed(row, "result", "what the player won or lost"))
            return Entry(player, line, max(-won, 0), max(won, 0))
        brought, took = (self._paid(row, name, amounts) for name in ("in", "out"))
        if result is not None and amounts.cents(result) != took - brought:
            stated, worked_out = (
                amount_text(cents, self._reading.currency.exponent) for cents in (amounts.cents(result), took - brought)
            )
            where = self._sheet.column(result)
            raise RowDoesNotAddUp(self._sheet.file, line, shown(player), where, stated, worked_out)
        return Entry(player, line, brought, took)

    def _paid(self, row: Mapping[int, Cell], name: str, amounts: Amounts) -> int:
        """What came in or went out; nothing is 0."""
        cell = self._optional(row, name)
        if cell is None:
            return 0
        cents = amounts.cents(cell)
        if cents < 0:
            raise AmountIsNegative(self._sheet.file, cell.line, shown(cell.text), self._sheet.column(cell))
        return cents

    def _bears(self, night: ParsedNight, row: Mapping[int, Cell]) -> None:
        cell = self._optional(row, "gap")
        if cell is None:
            return
        if night.bearer and compared(night.bearer) != compared(cell.text):
            raise TwoBearers(
                self._sheet.file, cell.line, shown(cell.text), night.told, shown(night.bearer), night.bearer_line
            )
        night.bearer, night.bearer_line = " ".join(cell.text.removeprefix("'").split()), cell.line

    def _line(self, row: Mapping[int, Cell]) -> int:
        return next(iter(row.values())).line
