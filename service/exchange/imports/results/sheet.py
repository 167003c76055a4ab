"""Reads a file of rows, text with delimiters or a workbook (XLSX), as cells that know where they stand."""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Literal, NamedTuple

from python_calamine import CalamineError, CalamineWorkbook

from engine.speech import phrase, say
from service.exchange.refused import (
    CellRefused,
    FileHoldsNothing,
    FileTooLarge,
    NoSuchSheet,
    NotAWorkbook,
    NotText,
    RowIsNotWhole,
    TooManyRows,
)

# The most that is read. Measured: so many rows, 2,500 nights, are recorded in six seconds and take 250 MB until then.
ROWS_MAX = 20_000
COLUMNS_MAX = 250
FIELD_MAX = 400
FILE_MAX = 8 * 2**20
# What a workbook may unpack to, and the parts it may consist of.
UNPACKED_MAX = 64 * 2**20
PARTS_MAX = 500

_ZIP = b"PK\x03\x04"
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
_DELIMITERS = (";", "\t", ",", "|")
# What sign stands between fields shows in so many lines, also below a title.
_FIRST_LINES = 20
_SHOWN = 120
_CHUNK = 2**16
_GUARD = re.compile(r"^'(?=[=+\-@＝＋－＠])")  # noqa: RUF001
# Where a cell or a row of a sheet says that it stands, and a letter of it that is written as an entity.
_PLACE = re.compile(rb"""\br\s*=\s*["']\s*([A-Za-z]*)([0-9]+)\s*["']""")
_HIDDEN_PLACE = re.compile(rb"""\br\s*=\s*["'][^"'<>]*&""")


class Cell(NamedTuple):
    """One cell. Its text is trimmed; a workbook says itself what a number is, and what a date, and that `words` are no formula."""

    line: int
    column: int
    text: str
    held: Literal["text", "words", "number", "date"] = "text"


Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a file that are not empty; the first has the headings. `notes` say how it was read."""

    file: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    @property
    def heads(self) -> Row:
        """The headings."""
        return self.rows[0]

    def column(self, cell: Cell) -> str:
        """The column of a cell, as a sentence names it: its number and its heading."""
        head = next((one.text for one in self.heads if one.column == cell.column), "")
        return f"{cell.column} ({shown(head)})" if head else f"{cell.column}"

    def refused(self, kind: type[CellRefused], cell: Cell, *more: object, **named: object) -> CellRefused:
        """The refusal of a cell, which says where it stands and what is in it."""
        return kind(self.file, cell.line, shown(cell.text), self.column(cell), *more, **named)


def shown(text: str) -> str:
    """The text as a sentence repeats it: cut if it is long, and without what cannot be printed."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text)
    return plain if len(plain) <= _SHOWN else f"{plain[: _SHOWN - 1]}…"


def unguarded(text: str) -> str:
    """The text without the apostrophe that keeps a spreadsheet from taking it for a formula."""
    return _GUARD.sub("", text, count=1)


def read_sheet(file: str, data: bytes, *, sheet: str = "") -> Sheet:
    """The rows of a file whose first line has the headings; of a workbook those of the first sheet that holds anything."""
    first, *others = read_sheets(file, data, sheet=sheet)
    insist_it_is_whole(first, len(first.heads))
    note = say("{file} is read; name the sheet if it is another one.", file=first.file)
    return replace(first, notes=(*first.notes, note)) if others else first


def read_sheets(file: str, data: bytes, *, sheet: str = "") -> tuple[Sheet, ...]:
    """Every sheet that holds anything, or the named one. Refuses what is too large before it is read."""
    if len(data) > FILE_MAX:
        raise FileTooLarge(file, FILE_MAX)
    if data.startswith(_ZIP):
        return _of_workbook(file, data, sheet)
    return (_of_text(file, data),)


def insist_it_is_whole(sheet: Sheet, headings: int) -> None:
    """Refuses a row that goes on beyond the last heading."""
    for row in sheet.rows:
        if any(cell.text for cell in row[headings:]):
            text = shown(" ".join(cell.text for cell in row))
            reason = phrase(
                "{number} fields below {headings} headings; put an amount with a comma in quotes",
                number=len(row),
                headings=headings,
            )
            raise RowIsNotWhole(sheet.file, row[0].line, text, reason)


# Text


def encoding_of(data: bytes) -> str:
    """UTF-16, which Excel calls “Unicode text”, if the text begins with its mark; else UTF-8."""
    return "utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"


def decoded(file: str, data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of a file, and a note if it is neither UTF-8 nor UTF-16. Refuses what is no text."""
    encoding = encoding_of(data)
    notes: tuple[str, ...] = ()
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as problem:
        if encoding == "utf-16" or data.startswith(_OLD_WORKBOOK):
            raise NotText(file) from None
        line = data.count(b"\n", 0, problem.start) + 1
        # Every byte is a letter of Latin-1; those that Windows uses besides are read as Windows writes them.
        text = data.decode("cp1252", errors="replace")
        notes = (
            say(
                "{file} is not UTF-8 (line {line} is not) and was read as Latin-1; look whether the names are right.",
                file=file,
                line=line,
            ),
        )
    if "\0" in text:
        raise NotText(file)
    return text, notes


def _of_text(file: str, data: bytes) -> Sheet:
    text, notes = decoded(file, data)
    first, _, rest = text.partition("\n")
    skipped = 0
    delimiter = ""
    if match := re.fullmatch(r"sep=(.)\r?", first):
        delimiter, text, skipped = match[1], rest, 1
    elif first.startswith("Note:"):
        # Splitwise says there what it has left out.
        text, skipped, notes = rest, 1, (*notes, say("{file} says: {text}", file=file, text=shown(first.strip())))
    if not text.strip():
        raise FileHoldsNothing(file)
    delimiter = delimiter or _delimiter(text)
    rows = []
    for line, record in _records(file, text, delimiter, skipped):
        if len(record) > COLUMNS_MAX:
            raise TooManyRows(file, COLUMNS_MAX, "columns")
        cells = tuple(Cell(line, place, field.strip()) for place, field in enumerate(record, 1))
        if any(cell.text for cell in cells):
            rows.append(cells)
        if len(rows) > ROWS_MAX + 1:
            raise TooManyRows(file, ROWS_MAX, "rows")
    if len(rows) < 2:
        raise FileHoldsNothing(file)
    return Sheet(file, tuple(rows), tuple(notes))


def _delimiter(text: str) -> str:
    """The sign between the fields: the one that most of the first lines have equally often, outside quotes."""
    lines = [re.sub(r'"[^"]*"', "", line) for line in text.splitlines() if line.strip()][:_FIRST_LINES]

    def alike(sign: str) -> tuple[int, int]:
        often = Counter(count for line in lines if (count := line.count(sign)))
        return max(((number, count) for count, number in often.items()), default=(0, 0))

    return max(_DELIMITERS, key=alike)


class BrokenRecord(Exception):
    """A record that cannot be read: the line on which it begins, as it stands there, and why."""

    def __init__(self, line: int, text: str, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.text = text
        self.reason = reason


def records(text: str, *, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Each record with the line on which it begins; a field may run over several lines. Raises BrokenRecord."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    while True:
        try:
            record = next(reader, None)
        except csv.Error as problem:
            raise BrokenRecord(begins, "".join(text.splitlines()[begins - 1 : begins]), str(problem)) from None
        if record is None:
            return
        yield begins, record
        begins = reader.line_num + 1


def _records(file: str, text: str, delimiter: str, skipped: int) -> Iterator[tuple[int, list[str]]]:
    """Each record with the line on which it begins."""
    try:
        for line, record in records(text, delimiter=delimiter):
            if any(len(field) > FIELD_MAX for field in record):
                reason = phrase("a field has more than {most} characters", most=FIELD_MAX)
                raise RowIsNotWhole(file, line + skipped, shown(delimiter.join(record)), reason)
            yield line + skipped, record
    except BrokenRecord as broken:
        raise RowIsNotWhole(file, broken.line + skipped, shown(broken.text), broken.reason) from None


# Workbooks


def _of_workbook(file: str, data: bytes, wanted: str) -> tuple[Sheet, ...]:
    _insist_it_is_small(file, data)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        names = book.sheet_names
        if wanted and wanted not in names:
            raise NoSuchSheet(file, wanted, names)
        tables = {
            name: book.get_sheet_by_name(name).to_python(skip_empty_area=False)
            for name in ([wanted] if wanted else names)
        }
    except (CalamineError, OSError, ValueError) as problem:
        raise NotAWorkbook(file, shown(str(problem))) from None
    sheets = []
    for name, table in tables.items():
        # Where there are several, a sentence names the sheet too.
        title = f"{file} ({shown(name)})" if len(names) > 1 else file
        rows = []
        for line, values in enumerate(table, 1):
            cells = tuple(_cell(line, place, value) for place, value in enumerate(values, 1))
            if any(len(cell.text) > FIELD_MAX for cell in cells):
                raise RowIsNotWhole(title, line, "", phrase("a field has more than {most} characters", most=FIELD_MAX))
            if any(cell.text for cell in cells):
                rows.append(cells)
        if rows:
            sheets.append(Sheet(title, tuple(rows)))
    if not sheets or not any(len(sheet.rows) > 1 for sheet in sheets):
        raise FileHoldsNothing(file)
    return tuple(sheets)


def _cell(line: int, place: int, value: Any) -> Cell:
    match value:
        case bool():
            return Cell(line, place, str(value).upper())
        case int() | float():
            # A workbook counts in binary fractions, so 0.1 + 0.2 is shown as people mean it.
            text = f"{value:.6f}".rstrip("0").rstrip(".")
            return Cell(line, place, "0" if text == "-0" else text, "number")
        case datetime():
            at_midnight = (value.hour, value.minute) == (0, 0)
            return Cell(line, place, value.strftime("%Y-%m-%d" if at_midnight else "%Y-%m-%d %H:%M"), "date")
        case date():
            return Cell(line, place, value.isoformat(), "date")
        case _:
            return Cell(line, place, str(value).strip(), "words")


def _insist_it_is_small(file: str, data: bytes) -> None:
    """Unpacks every part once, some bytes at a time, and refuses a workbook that is too large or says it is smaller.

    A few bytes can name a cell a million rows below the last, and whoever reads the sheet makes room for all of them.
    """
    unpacked = 0
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
            if len(parts) > PARTS_MAX or sum(part.file_size for part in parts) > UNPACKED_MAX:
                raise FileTooLarge(file, UNPACKED_MAX)
            for part in parts:
                content = bytearray()
                with packed.open(part) as stream:
                    while chunk := stream.read(_CHUNK):
                        unpacked += len(chunk)
                        if unpacked > UNPACKED_MAX:
                            raise FileTooLarge(file, UNPACKED_MAX)
                        content += chunk
                if part.filename.startswith("xl/worksheets/") or b"<sheetData" in content:
                    _insist_its_cells_are_near(file, bytes(content))
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        OSError,
        ValueError,
    ) as problem:
        raise NotAWorkbook(file, shown(str(problem))) from None


def _insist_its_cells_are_near(file: str, content: bytes) -> None:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in content or _HIDDEN_PLACE.search(content):
        raise NotAWorkbook(file, phrase("its cells do not say plainly where they stand"))
    if content.count(b"<row") > ROWS_MAX + 1 or content.count(b":row") > ROWS_MAX + 1:
        raise TooManyRows(file, ROWS_MAX, "rows")
    for letters, number in _PLACE.findall(content):
        if len(number) > 7 or int(number) > ROWS_MAX + 1:
            raise TooManyRows(file, ROWS_MAX, "rows")
        if letters and (len(letters) > 2 or _column_number(letters) > COLUMNS_MAX):
            raise TooManyRows(file, COLUMNS_MAX, "columns")


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - ord("A") + 1
    return number
