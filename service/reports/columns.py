"""Plain text in columns: widths as a terminal shows them, long cells wrapped, nothing cut off."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

GAP = "  "
# A column that gives way keeps at least this much.
NARROWEST = 16


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading, and whether it is aligned right, as numbers are. One column may wrap."""

    head: str
    right: bool = False
    wraps: bool = False


def cells(text: str) -> int:
    """The columns that the text takes on a screen: wide characters take two, combining accents none."""
    if text.isascii():
        return len(text)
    return sum(_width(sign) for sign in text)


def _width(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def set_left(text: str, width: int) -> str:
    """The text, filled up with spaces after it."""
    return text + " " * (width - cells(text))


def set_right(text: str, width: int) -> str:
    """The text, filled up with spaces before it."""
    return " " * (width - cells(text)) + text


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines no wider than the width, broken at spaces; a longer word is broken anywhere."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if cells(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _broken(word, width)
        lines += full
    return [*lines, line] if line or not lines else lines


def _broken(word: str, width: int) -> list[str]:
    if cells(word) <= width:
        return [word]
    parts = [""]
    for sign in word:
        if cells(parts[-1] + sign) > width:
            parts.append("")
        parts[-1] += sign
    return parts


def paragraph(text: str, width: int, *, indent: int = 2) -> list[str]:
    """The text as an indented paragraph."""
    return [" " * indent + line for line in wrapped(text, width - indent)]


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int, *, indent: int = 2) -> list[str]:
    """The rows under their headings; empty without rows. The table keeps to the width if it can."""
    heads = [column.head for column in columns]
    body = [heads, *rows] if any(heads) else list(rows)
    widths = [max((cells(row[place]) for row in body), default=0) for place in range(len(columns))]
    over = indent + sum(widths) + len(GAP) * (len(columns) - 1) - width
    for place, column in enumerate(columns):
        if column.wraps and over > 0:
            widths[place] = max(NARROWEST, widths[place] - over)
    return [" " * indent + line for row in body for line in _row(columns, row, widths)]


def _row(columns: Sequence[Column], row: Sequence[str], widths: Sequence[int]) -> list[str]:
    parts = [wrapped(cell, width) if cells(cell) > width else [cell] for cell, width in zip(row, widths, strict=True)]
    lines = []
    for number in range(max(len(part) for part in parts)):
        told = [part[number] if number < len(part) else "" for part in parts]
        placed = [
            set_right(cell, width) if column.right else set_left(cell, width)
            for cell, column, width in zip(told, columns, widths, strict=True)
        ]
        lines.append(GAP.join(placed).rstrip())
    return lines
