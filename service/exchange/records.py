"""The records of a text with delimiters: one and the same reader for tables, logs and ledgers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator


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
