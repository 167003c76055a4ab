"""What the columns of a file of results are called, in English and Danish, and what a heading stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.spelling import compared
from service.exchange.imports.results.sheet import Cell, Sheet, shown
from service.exchange.refused import CellIsEmpty, ColumnIsMissing, ColumnTwice, UnknownColumns

Meaning = Literal["date", "player", "in", "out", "result", "night", "gap", "note"]
Layout = Literal["rows", "columns", "pokernow"]

_CALLED: dict[Meaning, str] = {
    "date": "date, dato, day, dag, session_start_at",
    "player": "player, spiller, name, navn, who, hvem, player_nickname",
    "in": "in, ind, buy in, buy-in, buyin, buy_in, bought, købt, køb, indkøb, indskud",
    "out": "out, ud, cash out, cash-out, cashout, buy_out, taken, taget, udbetalt, slut",
    "result": "result, resultat, net, netto, +/-, gevinst",
    "night": "night, aften, session, session_id, game_id",
    "gap": "gap, difference, hul",
    "note": "note, notes, noter, bemærkning, comment, kommentar, sum, total, i alt",
}
MEANINGS: Mapping[str, Meaning] = {
    compared(name): meaning for meaning, names in _CALLED.items() for name in names.split(", ")
}
# The columns of a PokerNow ledger beside those above.
_OF_POKERNOW = {"player_id", "session_end_at", "stack", "nit_escrow"}


@dataclass(frozen=True, slots=True)
class Headings:
    """Where each meaning stands, by the number of the column; `players` are the columns of players in a wide file."""

    layout: Layout
    at: Mapping[str, int]
    players: tuple[Cell, ...] = ()


def headings_of(sheet: Sheet) -> Headings:
    """What the first line says. Refuses headings that are missing, unknown or there twice."""
    heads = [head for head in sheet.heads if head.text]
    _refuse_twice(sheet, heads)
    meant = {head: MEANINGS.get(compared(head.text)) for head in heads}
    at: dict[str, int] = {meaning: head.column for head, meaning in meant.items() if meaning}
    unknown = [head for head, meaning in meant.items() if meaning is None]
    named = {head.text: head.column for head in heads}
    if {"player_nickname", "player_id", "buy_in"} <= named.keys():
        at |= {head.text: head.column for head in unknown if head.text in _OF_POKERNOW}
        unknown = [head for head in unknown if head.text not in _OF_POKERNOW]
        return _sound(sheet, Headings("pokernow", at), unknown, ("date", "in", "out"))
    if "player" in at:
        money = () if "result" in at and not {"in", "out"} & at.keys() else ("in", "out")
        return _sound(sheet, Headings("rows", at), unknown, ("date", *money))
    if {"in", "out", "result"} & at.keys() or not unknown:
        return _sound(sheet, Headings("rows", at), (), ("date", "player"))
    return _sound(sheet, Headings("columns", at, tuple(unknown)), (), ("date",))


def _sound(sheet: Sheet, found: Headings, unknown: list[Cell] | tuple[()], needed: tuple[str, ...]) -> Headings:
    line = sheet.heads[0].line
    if unknown:
        raise UnknownColumns(
            sheet.file, line, ", ".join(f"{head.column} “{shown(head.text)}”" for head in unknown[:10])
        )
    for one in needed:
        if one not in found.at:
            said = ", ".join(f"“{shown(head.text)}”" for head in sheet.heads[:10])
            raise ColumnIsMissing(sheet.file, line, said, one)
    return found


def _refuse_twice(sheet: Sheet, heads: list[Cell]) -> None:
    """Refuses two headings of one name, and a column of values without any."""
    before: set[str] = set()
    for head in heads:
        name = compared(head.text)
        meaning = MEANINGS.get(name, "")
        # Notes are not read, so there may be several.
        if (name in before or meaning in before) and meaning != "note":
            raise ColumnTwice(sheet.file, head.line, shown(head.text), f"{head.column}")
        before |= {name, meaning} - {""}
    named = {head.column for head in heads}
    for row in sheet.rows[1:]:
        for cell in row:
            if cell.text and cell.column not in named:
                raise CellIsEmpty(
                    sheet.file,
                    sheet.heads[0].line,
                    "",
                    f"{cell.column}",
                    f"a heading: line {cell.line} has “{shown(cell.text)}” below it",
                )
