"""The files of PokerNow: the rows of a log, and the records of a ledger."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.speech import phrase, say, to_say
from service.exchange.imports.results.sheet import BrokenRecord, records
from service.exchange.refused import (
    AmountIsTooFine,
    AmountIsTooLarge,
    FieldIsTooLong,
    FileIsEmpty,
    HalfALine,
    NotTheHeader,
    NotUtf8,
)

LOG_HEADER = ("entry", "at", "order")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z")
_ORDER = re.compile(r"[0-9]{1,20}")
_QUOTED_AT_MOST = 200
# Several times the length that PokerNow needs for a table with ten players, or for all settings of a room.
FIELD_AT_MOST = 10_000
CHIPS_MOST = 1_000_000_000_000


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


def stated_in(
    file: str, text: str, what: str, headers: Sequence[tuple[str, ...]], other: str, hints: tuple[str, str]
) -> Iterator[tuple[LogRow, dict[str, str]]]:
    """Each line of a file under one of these headers, with what it says by heading.

    `hints` are for a file with the heading `other`, and for any that is no `what` either.
    """
    lines = records_in(file, text)
    _, first = next(lines)
    header = tuple(first)
    if header not in headers:
        hint = say(hints[0] if other in header else hints[1])
        raise NotTheHeader(file, what, ",".join(header)[:_QUOTED_AT_MOST], ",".join(headers[-1]), hint)
    for line, record in lines:
        row = LogRow(file, line, "", line, ",".join(record)[:_QUOTED_AT_MOST])
        if len(record) != len(header):
            reason = phrase("{record} of {wanted} fields", record=len(record), wanted=len(header))
            raise HalfALine(file, line, reason, row.text)
        yield row, dict(zip(header, record, strict=True))


def read_rows(file: str, text: str) -> list[LogRow]:
    """The rows of one log, oldest first."""
    hints = to_say("This is a ledger; import it as one."), to_say("Choose the file 'Download full log'.")
    rows = []
    for row, stated in stated_in(file, text, "log", [LOG_HEADER], "buy_in", hints):
        if not MOMENT.fullmatch(stated["at"]):
            raise HalfALine(file, row.line, phrase("its time is not like 2024-01-31T20:15:00.000Z"), row.text)
        if not _ORDER.fullmatch(stated["order"]):
            raise HalfALine(file, row.line, phrase("its order is not a number"), row.text)
        rows.append(LogRow(file, row.line, stated["at"], int(stated["order"]), stated["entry"].strip()))
    # The file is newest first: of rows with the same order number, the lower one happened first.
    rows.sort(key=lambda row: (row.order, -row.line))
    return rows


def chips_of(row: LogRow, text: str, *, cents: bool) -> int:
    """An amount in chips: hundredths if it has decimals, or if others have some (`cents`)."""
    whole, point, part = text.replace(",", "").removeprefix("-").partition(".")
    if len(part) > 2:
        raise AmountIsTooFine(row.file, row.line, row.quoted(), text)
    chips = int(whole) * 100 + int(part.ljust(2, "0")) if point or cents else int(whole)
    if chips > CHIPS_MOST:
        raise AmountIsTooLarge(row.file, row.line, row.quoted(), text, CHIPS_MOST)
    return -chips if text.startswith("-") else chips


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
