"""Finds the table in a sheet: where its headings stand, which way it runs, and which cells speak of a player in a night.

Three forms are known: a line a player and night; a line a night with a column a player; and a column a night with a line
a player. In the last two, what came in and went out may stand apart, below a heading that two columns share.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import NamedTuple, NoReturn

from engine.grammar import quoted
from engine.speech import phrase, say
from engine.spelling import compared
from service.exchange.imports.results.cells import is_date
from service.exchange.imports.results.sheet import Cell, Row, Sheet, insist_it_is_whole, shown
from service.exchange.refused import (
    AbsentAndPaid,
    CellIsEmpty,
    ColumnIsMissing,
    ColumnTwice,
    FileHoldsNothing,
    UnknownColumns,
)

# What a sum is called, also one that checks whether all comes to nothing.
_SUMMING_UP = (
    "sum, total, totals, totalt, i alt, ialt, samlet, subtotal, grand total, saldo, balance, kontrol, tjek, check"
)
_CALLED = {
    "date": "date, dato, day, dag, session_start_at",
    "player": "player, spiller, name, navn, who, hvem, player_nickname",
    "in": "in, ind, buy in, buy-in, buyin, buy_in, bought, købt, køb, indkøb, indskud",
    # What was bought later: there may be several such columns, and they are added up.
    "more": "rebuy, rebuys, re-buy, re-buys, genkøb, tilkøb, add-on, addon, top-up, topup",
    "out": "out, ud, cash out, cash-out, cashout, buy_out, taken, taget, udbetalt, slut",
    "result": "result, resultat, net, netto, +/-, gevinst",
    "night": "night, aften, session, session_id, game_id",
    "gap": "gap, difference, hul",
    "id": "player_id",
    "note": f"note, notes, noter, bemærkning, comment, kommentar, {_SUMMING_UP}, place, sted, plads, placering, rank, "
    "location, host, vært, weekday, ugedag, nr, #",
}
MEANINGS = {compared(name): meaning for meaning, names in _CALLED.items() for name in names.split(", ")}
_MONEY = ("in", "more", "out", "result")
# The columns of a PokerNow ledger beside those above.
_OF_POKERNOW = ("stack", "nit_escrow", "session_end_at")
_NUMBERED = re.compile(r"^\d{1,2}\. ?|[ .#-]*\d{1,2}\.?$")
_SUMS = _SUMMING_UP.split(", ")
_BRACKETS = re.compile(r"[()\[\]:]")
# What a cell says of somebody who was not there, and of nothing at all.
_ABSENT = {"x", "n/a", "na", "absent", "afbud", "fravaerende", "ikke med"}
_NOTHING = {"-", "–", "—", "−", "--"}
# Titles are no longer than this.
_ABOVE_MAX = 30


@dataclass(frozen=True, slots=True)
class Line:
    """What the sheet says of one player in one night. `money` has the cells of each meaning that hold an amount.

    `stands`: the only row or column that this night may have; 0 if each of its players has a row.
    """

    date: Cell
    player: Cell
    money: Mapping[str, tuple[Cell, ...]]
    stands: int = 0
    night: Cell | None = None
    gap: Cell | None = None
    id: Cell | None = None

    @property
    def number(self) -> int:
        """Which line of the file it is."""
        return next((cell.line for cells in self.money.values() for cell in cells), self.player.line)


@dataclass(frozen=True, slots=True)
class ParsedTable:
    """A table with one row of headings, and what its lines say.

    `columns`: those with a total, each from above, with True for what is a total of the amounts above it. `more`: the numbers
    of those with what somebody bought again. `unlabelled`: the cell without a label before the last amounts, which are taken
    for totals if that is what they are; None if there is a label.
    """

    sheet: Sheet
    lines: tuple[Line, ...]
    columns: tuple[tuple[tuple[Cell, bool], ...], ...]
    of_pokernow: bool
    more: frozenset[int] = frozenset()
    unlabelled: Cell | None = None


class _Column(NamedTuple):
    """A heading and what it means, empty if that is unknown. `under`: the heading that several columns share, if any."""

    head: Cell
    meaning: str
    under: Cell | None = None


def heading_of(sheet: Sheet) -> int | None:
    """Which row has the headings, below whatever is above them; None if none does."""
    return next((place for place, row in enumerate(sheet.rows[:_ABOVE_MAX]) if _is_heading(row)), None)


def table_in(sheet: Sheet) -> ParsedTable:
    """The table. Refuses headings that are missing, unknown or there twice, and values below none."""
    place = heading_of(sheet) or 0
    above, start, columns = _columns(sheet.rows, place)
    heads = tuple(column.head for column in columns)
    notes = sheet.notes
    if above:
        skipped = ", ".join(shown(cell.text) for row in sheet.rows[:above] for cell in row if cell.text)
        notes = (*notes, say("{file}: above the headings stands “{text}”.", file=sheet.file, text=shown(skipped)))
    if len(sheet.rows) == start:
        raise FileHoldsNothing(sheet.file)
    table = Sheet(sheet.file, (heads, *sheet.rows[start:]), notes)
    insist_it_is_whole(table, max(len(row) for row in sheet.rows[above:start]))
    return _Finder(table, columns).table()


def _meaning(cell: Cell) -> str:
    name = compared(cell.text).rstrip(": ")
    base = _NUMBERED.sub("", name)
    if name not in MEANINGS and MEANINGS.get(base) in ("in", "more"):
        return "more"
    return MEANINGS.get(name, "")


def _is_absent(cell: Cell) -> bool:
    """Whether a cell says that somebody was not there."""
    return cell.text[:1].isalpha() and compared(cell.text) in _ABSENT


def _sums_up(head: Cell, headings: Set[str]) -> bool:
    """Whether a heading is another one beside a word for a sum, as “Anna total”: below it stand running totals."""
    text = " ".join(_BRACKETS.sub(" ", compared(head.text)).split())
    return any(
        without != text and without in headings
        for word in _SUMS
        for without in (text.removesuffix(f" {word}"), text.removeprefix(f"{word} "))
    )


def _is_heading(row: Row) -> bool:
    """Whether a row has the heading of a column of dates, or dates for headings."""
    filled = [cell for cell in row if cell.text]
    if len(filled) > 1 and any(_meaning(cell) == "date" for cell in filled):
        return True
    dates = [cell for cell in row[1:] if cell.text and _meaning(cell) != "note"]
    named = len(dates) > 1 or _meaning(row[0]) == "player"
    return bool(dates) and named and not is_date(row[0]) and all(map(is_date, dates))


def _columns(rows: Sequence[Row], place: int) -> tuple[int, int, list[_Column]]:
    """Where the headings begin and end, and the columns."""
    row = {cell.column: cell for cell in rows[place] if cell.text}
    below = {cell.column: cell for cell in (rows[place + 1] if place + 1 < len(rows) else ()) if cell.text}
    halves = [cell for column, cell in below.items() if _meaning(cell) in _MONEY]
    if len(halves) > 1 and all(_meaning(cell) in _MONEY or column not in row for column, cell in below.items()):
        return place, place + 2, list(_shared(row, below))
    meanings = [_meaning(cell) for cell in row.values()]
    if place and any(meanings.count(one) > 1 for one in ("in", "out", "result")):
        return place - 1, place + 1, list(_shared({cell.column: cell for cell in rows[place - 1] if cell.text}, row))
    return place, place + 1, [_Column(cell, _meaning(cell)) for cell in row.values()]


def _shared(upper: Mapping[int, Cell], lower: Mapping[int, Cell]) -> Iterator[_Column]:
    """The columns of two rows of headings, of which the upper one counts for the columns to its right too."""
    over: Cell | None = None
    for place in sorted(upper.keys() | lower.keys()):
        over = upper.get(place, over)
        own = lower.get(place)
        if own is None:
            yield _Column(upper[place], _meaning(upper[place]))
        elif over is None or _meaning(own) not in _MONEY or _meaning(over) not in ("", "note"):
            yield _Column(own, _meaning(own))
        else:
            meaning = _meaning(over) or _meaning(own)
            yield _Column(own._replace(text=f"{over.text} {own.text}"), meaning, over)


class _Finder:
    def __init__(self, sheet: Sheet, columns: Sequence[_Column]) -> None:
        self._sheet = sheet
        self._columns = columns
        # By meaning, the columns that say it of a whole line; and the same below each heading that several share.
        self._own: dict[str, list[int]] = defaultdict(list)
        self._shared: dict[Cell, dict[str, list[int]]] = {}
        headings = {compared(head.text) for head, _, _ in columns}
        for head, meaning, under in columns:
            if meaning == "note" or (not meaning and _sums_up(head, headings)):
                continue
            group = self._shared.setdefault(under, defaultdict(list)) if under else self._own
            if meaning != "more" and group.get(meaning) and meaning:
                raise ColumnTwice(sheet.file, head.line, shown(head.text), f"{head.column}")
            group["in" if meaning == "more" else meaning].append(head.column)
        self._unknown = [head for head, meaning, under in columns if not (meaning or under or _sums_up(head, headings))]
        self._amounts: dict[int, list[tuple[Cell, bool]]] = defaultdict(list)
        self._unlabelled: Cell | None = None

    def table(self) -> ParsedTable:
        """The table in the form that its headings show."""
        own = self._own
        of_pokernow = {"player_nickname", "player_id", "buy_in"} <= {head.text for head in self._sheet.heads}
        if of_pokernow:
            own |= {head.text: [head.column] for head in self._unknown if head.text in _OF_POKERNOW}
            self._insist(("date", "in", "out"), [head for head in self._unknown if head.text not in _OF_POKERNOW])
            return self._of(self._rows(("in", "out", "stack", "nit_escrow")), of_pokernow=True)
        groups = self._groups()
        nights = {head: columns for head, columns in groups.items() if head.column > 1}
        money = ("in", "out") if {"in", "out"} & own.keys() or "result" not in own else ()
        if "date" not in own and nights and all(map(is_date, nights)):
            lines = self._nights(own["player"][0] if "player" in own else 1, nights)
        elif "player" in own:
            self._insist(("date", *money), list(groups))
            lines = self._rows(("in", "out", "result"))
        elif {"in", "out", "result"} & own.keys() or not groups:
            self._insist(("date", "player"), ())
            lines = iter(())
        else:
            self._insist(("date",), ())
            lines = self._players(groups)
        return self._of(lines)

    def _of(self, lines: Iterable[Line], *, of_pokernow: bool = False) -> ParsedTable:
        result = tuple(lines)
        columns = (tuple(cells) for cells in self._amounts.values() if any(is_total for _, is_total in cells))
        more = frozenset(head.column for head, meaning, _ in self._columns if meaning == "more")
        return ParsedTable(self._sheet, result, tuple(columns), of_pokernow, more, self._unlabelled)

    def _insist(self, needed: Sequence[str], unknown: Sequence[Cell]) -> None:
        """Refuses headings that are not known, and columns that are not there."""
        sheet, line = self._sheet, self._sheet.heads[0].line
        if unknown:
            text = ", ".join(f"{head.column} {quoted(shown(head.text))}" for head in unknown[:10])
            raise UnknownColumns(sheet.file, line, text)
        for one in needed:
            if not self._own.get(one):
                text = ", ".join(quoted(shown(head.text)) for head in sheet.heads[:10])
                raise ColumnIsMissing(sheet.file, line, text, one)

    def _groups(self) -> dict[Cell, dict[str, list[int]]]:
        """What stands below each heading that is the name of a player, or the day of a night."""
        groups = {**self._shared, **{head: {"result": [head.column]} for head in self._unknown}}
        before: set[str] = set()
        for head, columns in groups.items():
            if compared(head.text) in before:
                raise ColumnTwice(self._sheet.file, head.line, shown(head.text), f"{head.column}")
            before.add(compared(head.text))
            if len(missing := {"in", "out"} - columns.keys()) == (1 if "result" not in columns else 3):
                raise ColumnIsMissing(self._sheet.file, head.line, quoted(shown(head.text)), min(missing))
        return groups

    # Lines

    def _rows(self, meanings: Sequence[str]) -> Iterator[Line]:
        """A line each player and night. A date over several rows stands in the first of them, and what the night is called too."""
        columns = {meaning: self._own[meaning] for meaning in meanings if meaning in self._own}
        above: Line | None = None
        for row in self._filled(("date", "player"), columns):
            date, player = self._one(row, "date"), self._one(row, "player")
            money = self._money(row, columns)
            if money is None or not (date or player or any(money.values())):
                continue
            if "in" not in money and not money["result"]:
                self._missing(row, "result", phrase("what the player won or lost"))
            line = self._line(
                row,
                date or (above.date if above else self._missing(row, "date", phrase("a date"))),
                player or self._missing(row, "player", phrase("the name of a player")),
                money,
            )
            above = replace(line, night=line.night or above.night) if above and not date else line
            yield above

    def _players(self, groups: Mapping[Cell, Mapping[str, list[int]]]) -> Iterator[Line]:
        """A line each night, with columns of each player; nothing: they were not there."""
        for row in self._filled(("date",), *groups.values()):
            for player, money in self._shares(row, groups):
                date = self._one(row, "date") or self._missing(row, "date", phrase("a date"))
                yield self._line(row, date, player, money, stands=date.line)

    def _nights(self, named: int, groups: Mapping[Cell, Mapping[str, list[int]]]) -> Iterator[Line]:
        """A line each player, with columns of each night."""
        self._own["player"] = [named]
        for row in self._filled(("player",), *groups.values()):
            for date, money in self._shares(row, groups):
                player = self._one(row, "player") or self._missing(row, "player", phrase("the name of a player"))
                yield Line(date, player, money, stands=date.column)

    def _shares(
        self, row: Mapping[int, Cell], groups: Mapping[Cell, Mapping[str, list[int]]]
    ) -> Iterator[tuple[Cell, dict[str, tuple[Cell, ...]]]]:
        """What a row says below each of these headings, where it says anything."""
        for head, columns in groups.items():
            if not row.keys().isdisjoint(column for places in columns.values() for column in places):
                money = self._money(row, columns)
                if money and any(money.values()):
                    yield head, money

    def _line(
        self, row: Mapping[int, Cell], date: Cell, player: Cell, money: Mapping[str, tuple[Cell, ...]], stands: int = 0
    ) -> Line:
        night, gap, identity = (self._one(row, meaning) for meaning in ("night", "gap", "id"))
        return Line(date, player, money, stands, night, gap, identity)

    def _filled(self, labels: Sequence[str], *groups: Mapping[str, list[int]]) -> Iterator[Mapping[int, Cell]]:
        """The cells of each row that hold anything, by column; rows of totals are put aside."""
        headed = {head.column for head in self._sheet.heads} | {
            column for label in labels for column in self._own[label]
        }
        amounts = {column for group in groups for columns in group.values() for column in columns}
        for cells in self._sheet.rows[1:]:
            row = {cell.column: cell for cell in cells if cell.text}
            if unnamed := next((cell for column, cell in row.items() if column not in headed), None):
                below = phrase(
                    "a heading: line {line} has “{text}” below it", line=unnamed.line, text=shown(unnamed.text)
                )
                raise CellIsEmpty(self._sheet.file, self._sheet.heads[0].line, "", f"{unnamed.column}", below)
            called = [cell for label in labels if (cell := self._one(row, label))]
            is_total = any(compared(cell.text).rstrip(": ") in _SUMS for cell in called)
            # Of one row alone, the sum looks like the same row again.
            if not called and amounts & row.keys() and cells is self._sheet.rows[-1] and len(self._sheet.rows) > 3:
                is_total = True
                self._unlabelled = Cell(cells[0].line, self._own[labels[0]][0], "")
            for column, cell in row.items():
                if column in amounts and cell.text not in _NOTHING and not _is_absent(cell):
                    self._amounts[column].append((cell, is_total))
            if not is_total:
                yield row

    # Cells

    def _one(self, row: Mapping[int, Cell], meaning: str) -> Cell | None:
        return row.get(self._own[meaning][0]) if self._own.get(meaning) else None

    def _missing(self, row: Mapping[int, Cell], meaning: str, wanted: str) -> NoReturn:
        line = next(iter(row.values())).line
        raise self._sheet.refused(CellIsEmpty, Cell(line, self._own[meaning][0], ""), wanted)

    def _money(self, row: Mapping[int, Cell], columns: Mapping[str, list[int]]) -> dict[str, tuple[Cell, ...]] | None:
        """The amounts of a player in a night; None if the row says that they were not there."""
        money = {
            meaning: tuple(row[column] for column in places if column in row and row[column].text not in _NOTHING)
            for meaning, places in columns.items()
        }
        filled = [cell for cells in money.values() for cell in cells]
        absent = next(filter(_is_absent, filled), None)
        if absent and (paid := next((cell for cell in filled if not _is_absent(cell)), None)):
            raise self._sheet.refused(AbsentAndPaid, absent, amount=shown(paid.text))
        return None if absent else money
