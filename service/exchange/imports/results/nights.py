"""The nights that a file of results tells of: who brought what, and who took what."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from engine.commands import Currency
from engine.grammar import amount_text
from engine.speech import phrase, say, say_number
from engine.spelling import compared, kept
from service.errors import BookError
from service.exchange.imports.results.cells import Amounts, Dates, Day, Decimals, Order
from service.exchange.imports.results.sheet import Cell, Sheet, read_sheets, shown, unguarded
from service.exchange.imports.results.table import Line, ParsedTable, heading_of, table_in
from service.exchange.refused import (
    AmountIsNegative,
    CellIsEmpty,
    CellRefused,
    FormulaAsText,
    NightInTwoSheets,
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
# Nobody buys in again more often in one night.
COUNT_MOST = 20
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z")


@dataclass(slots=True)
class Entry:
    """What one player brought and took, in the smallest unit of the currency, and the line that says so."""

    player: str
    line: int
    brought: int
    took: int
    # Who this is in the book that wrote the file; empty if the file does not say.
    id: str = ""


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
    def called(self) -> str:
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
    decimals: Decimals | None = None
    unit: int | None = None
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class ParsedNights:
    """The nights of a file, oldest first, their currency, and notes on how it was read."""

    nights: tuple[ParsedNight, ...]
    notes: tuple[str, ...]
    currency: Currency


def read_results(file: str, data: bytes, reading: Reading) -> ParsedNights:
    """The nights of one file, of all its sheets. Refuses anything that is not understood, with its line and column."""
    sheets = read_sheets(file, data, sheet=reading.sheet)
    held = [sheet for sheet in sheets if heading_of(sheet) is not None] or [sheets[0]]
    nights: dict[tuple[str, str], ParsedNight] = {}
    notes = [say("{file} holds no nights and is not read.", file=sheet.file) for sheet in sheets if sheet not in held]
    for sheet in held:
        reader = _Reader(table_in(sheet), reading)
        for night in reader.nights():
            first = nights.setdefault((night.day.day, compared(night.label)), night)
            if first is not night:
                _insist_it_is_the_same(first, night)
                notes.append(
                    say(
                        "{night} of {file} is the night of {other} again.",
                        night=night.called,
                        file=night.file,
                        other=first.file,
                    )
                )
        notes += reader.notes()
    for night in nights.values():
        if len(night.entries) > PLAYERS_MAX:
            raise TooManyPlayers(night.file, night.line, night.called, len(night.entries), PLAYERS_MAX)
    if len({name for night in nights.values() for name in night.entries}) > PEOPLE_MAX:
        raise TooManyRows(file, PEOPLE_MAX, "people")
    in_order = sorted(nights.values(), key=lambda night: (night.day, night.line))
    return ParsedNights(tuple(in_order), tuple(notes), reading.currency)


def _insist_it_is_the_same(first: ParsedNight, other: ParsedNight) -> None:
    """Refuses two sheets that tell one night differently."""
    results = [{name: (one.brought, one.took) for name, one in night.entries.items()} for night in (first, other)]
    if results[0] != results[1]:
        raise NightInTwoSheets(other.file, other.line, other.called, first.file, first.line)


def name_in(sheet: Sheet, cell: Cell, sound_name: Callable[[str], None]) -> str:
    """The name in a cell. Refuses a text that cannot be one, and a formula."""
    name = " ".join(unguarded(cell.text).split())
    if cell.held == "text" and cell.text.startswith("="):
        raise sheet.refused(FormulaAsText, cell)
    try:
        sound_name(name)
    except BookError as problem:
        raise sheet.refused(NotAPlayer, cell, str(problem)) from problem
    return kept(name)


class _Reader:
    def __init__(self, table: ParsedTable, reading: Reading) -> None:
        self._table = table
        self._sheet = table.sheet
        self._reading = reading
        self._sound: dict[str, str] = {}
        cells = [cell for line in table.lines for cells in line.money.values() for cell in cells]
        totals = [cell for column in table.columns for cell, is_total in column if is_total]
        self._amounts = Amounts(self._sheet, [*cells, *totals], reading.currency, reading.decimals)
        self._has_decimals = self._amounts.pointed(cells)
        # Whether further buy-ins are counted, and not written down in money.
        self._counts = False

    def nights(self) -> list[ParsedNight]:
        """The nights with everybody's entry. Further buy-ins are money, unless only as counts they make all sums meet."""
        found, problem = list[ParsedNight](), None
        try:
            found = self._read()
        except RowDoesNotAddUp as refusal:
            problem = refusal
        if problem is None and not any(night.gap for night in found):
            return found
        if counted := self._counted():
            return counted
        if problem is not None:
            raise problem
        return found

    def _counted(self) -> list[ParsedNight]:
        """The nights if those columns say how often somebody bought again; none if they do not, or the sums do not meet then."""
        again = [
            cell for line in self._table.lines for cell in line.money.get("in", ()) if cell.column in self._table.more
        ]
        most, scale = COUNT_MOST, 10**self._reading.currency.exponent
        if not again or any(self._amounts.cents(cell) not in range(0, most * scale + 1, scale) for cell in again):
            return []
        self._counts = True
        with suppress(RowDoesNotAddUp):
            found = self._read()
            if not any(night.gap for night in found):
                return found
        self._counts = False
        return []

    def _read(self) -> list[ParsedNight]:
        """The nights as they stand. A ledger of PokerNow is one night, unless a column tells several apart."""
        if self._table.of_pokernow and self._reading.unit is None and not self._has_decimals:
            raise UnitIsNeeded(self._sheet.file, self._reading.currency.code, 10**self._reading.currency.exponent)
        local = {date: self._local(date) for date in dict.fromkeys(line.date for line in self._table.lines)}
        dates = Dates(self._sheet, [*local.values()], today=self._reading.today, order=self._reading.order)
        days = {date: dates.day(cell) for date, cell in local.items()}
        nights: dict[tuple[str, str], ParsedNight] = {}
        stands: dict[tuple[str, str], Line] = {}
        lines: dict[tuple[tuple[str, str], str], list[Line]] = {}
        for line in self._table.lines:
            day, label, player = days[line.date], self._label(line.night), self._player(line.player)
            key = ("" if self._table.of_pokernow else day.day, compared(label))
            night = nights.setdefault(key, ParsedNight(self._sheet.file, line.number, day, label))
            night.day = min(night.day, day)
            if line.stands != stands.setdefault(key, line).stands:
                raise self._twice(night, line, stands[key].number)
            self._bears(night, line.gap)
            lines.setdefault((key, compared(player)), []).append(line)
        for (key, player), of_player in lines.items():
            nights[key].entries[player] = self._entry(nights[key], of_player)
        return list(nights.values())

    def notes(self) -> list[str]:
        """How the sheet was read, and which of its totals are not what stands above them.

        Refuses amounts without a label that are no totals: they may be those of a player or a night.
        """
        notes = list(self._sheet.notes)
        unlabelled = self._table.unlabelled
        if unlabelled:
            notes.append(
                say(
                    "Line {line} of {file} has no label and is what stands above it together: it is read as the total.",
                    line=unlabelled.line,
                    file=self._sheet.file,
                )
            )
        # Below the days of nights, or beside them, every line has its own.
        if undated := sum(line.date.line != line.number for line in self._table.lines if not line.stands):
            notes.append(
                say_number(
                    "{number} line of {file} has no date, and is read as of the night above.",
                    "{number} lines of {file} have no date, and are read as of the night above.",
                    undated,
                    file=self._sheet.file,
                )
            )
        if self._counts:
            notes.append(
                say(
                    "The rebuys of {file} are read as how often somebody bought in again, for the same amount: so the sums meet.",
                    file=self._sheet.file,
                )
            )
        for column in self._table.columns:
            whole = since = 0
            for cell, is_total in column:
                cents = self._amounts.cents(cell)
                if not is_total:
                    whole, since = whole + cents, since + cents
                    continue
                if cents not in (whole, since):
                    if unlabelled and cell.line == unlabelled.line:
                        wanted = phrase("what it is about, or Total if it sums up what stands above it")
                        raise self._sheet.refused(CellIsEmpty, unlabelled, wanted)
                    notes.append(self._is_no_sum(cell, whole))
                since = 0
        return notes

    def _is_no_sum(self, cell: Cell, cents: int) -> str:
        return say(
            "Line {line}, column {column} of {file}: the total is {text}, and what stands above it comes to {sum}.",
            line=cell.line,
            column=self._sheet.column(cell),
            file=self._sheet.file,
            text=shown(cell.text),
            sum=amount_text(cents, self._reading.currency.exponent),
        )

    def _entry(self, night: ParsedNight, lines: Sequence[Line]) -> Entry:
        """What a player brought and took, in all their lines of a night: one, and others if they bought again."""
        first = lines[0]
        player = self._player(first.player)
        money = {meaning: [cell for line in lines for cell in line.money[meaning]] for meaning in first.money}
        identity = first.id.text if first.id else ""
        if self._table.of_pokernow:
            paid = {meaning: sum(map(self._paid, cells)) for meaning, cells in money.items()}
            if self._reading.unit is not None and not self._has_decimals:
                scale = 10**self._reading.currency.exponent
                paid = {meaning: cents // scale * self._reading.unit for meaning, cents in paid.items()}
            brought = paid.pop("in")
            return Entry(player, first.number, brought, sum(paid.values()))
        ends = [line for line in lines if any(self._paid(cell) for cell in line.money.get("out", ()))]
        if len(lines) > 1 and ("in" not in money or len(ends) > 1):
            raise self._twice(night, lines[1], first.number)
        if "in" not in money:
            won = self._amounts.cents(money["result"][0])
            return Entry(player, first.number, max(-won, 0), max(won, 0), identity)
        brought, took = self._brought(money["in"]), sum(map(self._paid, money["out"]))
        results = money.get("result", ())
        stated = sum(map(self._amounts.cents, results))
        if results and stated != took - brought:
            amounts = [amount_text(cents, self._reading.currency.exponent) for cents in (stated, took - brought)]
            raise self._sheet.refused(RowDoesNotAddUp, results[-1]._replace(text=player), *amounts)
        return Entry(player, first.number, brought, took, identity)

    # Cells

    def _brought(self, cells: Sequence[Cell]) -> int:
        if not self._counts:
            return sum(map(self._paid, cells))
        again = sum(self._paid(cell) for cell in cells if cell.column in self._table.more)
        first = sum(self._paid(cell) for cell in cells if cell.column not in self._table.more)
        scale: int = 10**self._reading.currency.exponent
        return first + first * again // scale

    def _twice(self, night: ParsedNight, line: Line, other: int) -> CellRefused:
        return self._sheet.refused(PlayerTwice, line.player._replace(line=line.number), night.called, other)

    def _local(self, cell: Cell) -> Cell:
        """The date on the clock of the club, which a ledger of PokerNow does not have."""
        if not _MOMENT.fullmatch(cell.text):
            return cell
        moment = datetime.fromisoformat(cell.text[:19]).replace(tzinfo=UTC).astimezone(ZoneInfo(self._reading.zone))
        return cell._replace(text=moment.strftime("%Y-%m-%d %H:%M"))

    def _label(self, cell: Cell | None) -> str:
        if cell is None:
            return ""
        if not cell.text.isprintable() or len(cell.text) > 80:
            because = phrase("A night has a name of at most 80 printable characters.")
            raise self._sheet.refused(NotAPlayer, cell, because)
        return kept(unguarded(cell.text))

    def _player(self, cell: Cell) -> str:
        """The name in a cell, read once."""
        if cell.text not in self._sound:
            self._sound[cell.text] = name_in(self._sheet, cell, self._reading.sound_name)
        return self._sound[cell.text]

    def _paid(self, cell: Cell) -> int:
        """What came in or went out."""
        cents = self._amounts.cents(cell)
        if cents < 0:
            raise self._sheet.refused(AmountIsNegative, cell)
        return cents

    def _bears(self, night: ParsedNight, cell: Cell | None) -> None:
        if cell is None:
            return
        if night.bearer and compared(night.bearer) != compared(cell.text):
            raise TwoBearers(
                self._sheet.file, cell.line, shown(cell.text), night.called, shown(night.bearer), night.bearer_line
            )
        night.bearer, night.bearer_line = " ".join(unguarded(cell.text).split()), cell.line
