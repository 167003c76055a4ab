"""The files of PokerNow: the rows of a log, and the records of a ledger."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.speech import phrase, say
from service.exchange.imports.results.sheet import BrokenRecord, records
from service.exchange.refused import FieldIsTooLong, FileIsEmpty, HalfALine, NotTheHeader, NotUtf8

LOG_HEADER = ("entry", "at", "order")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z")
_ORDER = re.compile(r"[0-9]{1,20}")
_QUOTED_AT_MOST = 200
# Several times the length that PokerNow needs for a table with ten players, or for all settings of a room.
FIELD_AT_MOST = 10_000


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of a log: where it stands, when it happened, what it says."""

    file: str
    line: int
    at: str
    order: int
    text: str
    # Where it stands in a file that has no lines to count: "hand 3, actions[12]".
    where: str = ""

    @property
    def place(self) -> str:
        """Where it stands, to begin a sentence with."""
        return self.where or f"Line {self.line}"

    def quoted(self) -> str:
        """The text in quotes, cut if it is too long for a sentence."""
        return self.text if len(self.text) <= _QUOTED_AT_MOST else self.text[: _QUOTED_AT_MOST - 1] + "…"


def decoded(file: str, data: bytes) -> str:
    """The bytes of a file as text."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise NotUtf8(file, problem.start + 1) from None


def records_in(file: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """Each record of a CSV that is not empty, with the number of the line on which it begins."""
    if not text.strip():
        raise FileIsEmpty(file)
    try:
        for line, record in records(text.removeprefix("\ufeff")):
            if any(len(field) > FIELD_AT_MOST for field in record):
                raise FieldIsTooLong(file, line, FIELD_AT_MOST, ",".join(record)[:_QUOTED_AT_MOST])
            if record:
                yield line, record
    except BrokenRecord as broken:
        shown = broken.text[:_QUOTED_AT_MOST]
        # The csv module has a limit of its own, far above this one.
        if "field limit" in broken.reason:
            raise FieldIsTooLong(file, broken.line, FIELD_AT_MOST, shown) from None
        raise HalfALine(file, broken.line, broken.reason, shown) from None


def read_rows(file: str, text: str) -> list[LogRow]:
    """The rows of one log, oldest first."""
    lines = records_in(file, text)
    _, header = next(lines)
    if tuple(header) != LOG_HEADER:
        hint = (
            say("This is a ledger; import it as one.")
            if "buy_in" in header
            else say("Choose the file 'Download full log'.")
        )
        raise NotTheHeader(file, "log", ",".join(header)[:_QUOTED_AT_MOST], ",".join(LOG_HEADER), hint)
    rows = [_row(file, line, record) for line, record in lines]
    # The file is newest first: of rows with the same order number, the lower one happened first.
    rows.sort(key=lambda row: (row.order, -row.line))
    return rows


def _row(file: str, line: int, record: Sequence[str]) -> LogRow:
    shown = ",".join(record)[:_QUOTED_AT_MOST]
    if len(record) != len(LOG_HEADER):
        raise HalfALine(
            file, line, phrase("{record} of {wanted} fields", record=len(record), wanted=len(LOG_HEADER)), shown
        )
    text, moment, order = record
    if not _MOMENT.fullmatch(moment):
        raise HalfALine(file, line, phrase("its time is not like 2024-01-31T20:15:00.000Z"), shown)
    if not _ORDER.fullmatch(order):
        raise HalfALine(file, line, phrase("its order is not a number"), shown)
    return LogRow(file, line, moment, int(order), text.strip())


def merged(files: Iterable[Sequence[LogRow]]) -> list[LogRow]:
    """The rows of several files of one night; a row in more than one of them is taken once."""
    kept: dict[tuple[int, str], list[LogRow]] = {}
    for rows in files:
        results: dict[tuple[int, str], list[LogRow]] = defaultdict(list)
        for row in rows:
            results[row.order, row.text].append(row)
        for key, same in results.items():
            if len(same) > len(kept.get(key, ())):
                kept[key] = same
    everything = [row for same in kept.values() for row in same]
    # Rows with the same order number keep the sequence of their own file.
    everything.sort(key=lambda row: (row.order, -row.line))
    return everything
