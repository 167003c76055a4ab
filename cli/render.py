"""The only printer: tables and sentences for people, JSON for programs; quiet on a terminal, plain in a pipe."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from engine.grammar import MINUS
from engine.speech import say_as
from service.language.local_time import clock_in
from service.reports.forms import to_json, widths
from service.reports.forms.column import MINUTE, Column, Row, Setting, Table

# If the output has no known width, nothing should be cut.
WIDE = 140


# A terminal that reports a smaller width does not know its width.
NARROWEST = 20


def console(*, to_errors: bool = False) -> Console:
    """The console to print to. Made for each use, so that redirected output works."""
    stream = sys.stderr if to_errors else sys.stdout
    plain = bool(os.environ.get("NO_COLOR")) or not stream.isatty()
    return Console(
        file=stream,
        color_system=None if plain else "auto",
        width=None if stream.isatty() else WIDE,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=not stream.isatty(),
    )


def as_json(value: Any) -> None:
    """Prints structs, lists, texts and whole numbers as JSON: indented on a terminal, else exactly as HTTP answers."""
    as_it_stands(to_json(value))


def as_it_stands(encoded: bytes) -> None:
    """Prints JSON that ends with a line end; on a terminal it is indented."""
    if sys.stdout.isatty():
        encoded = msgspec.json.format(encoded.rstrip(b"\n"), indent=2) + b"\n"
    sys.stdout.write(encoded.decode())


def json_line(value: Any) -> None:
    """Prints the same on one line, for a stream of values."""
    sys.stdout.write(to_json(value).decode())
    sys.stdout.flush()


def raw(text: str) -> None:
    """Prints the text unchanged, with its own line ends."""
    sys.stdout.write(text)


def line(text: str = "", style: str = "") -> None:
    """Prints one line for people."""
    _print((text, style))


def _print(*parts: tuple[str, str], to_errors: bool = False) -> None:
    """Prints texts, each with its style, as one line. A pipe gets it as it is, without the time that a layout takes."""
    stream = sys.stderr if to_errors else sys.stdout
    if not stream.isatty():
        stream.write("".join(text for text, _ in parts) + "\n")
        return
    console(to_errors=to_errors).print(Text.assemble(*parts))


def answer(views: Iterator[object], *, for_programs: Callable[[object], None] | None) -> None:
    """Prints what is told: for people it goes on behind its first value; a program is given that alone, by this function."""
    for value in views:
        if for_programs:
            for_programs(value)
            return


def lines(texts: Iterable[str], style: str = "") -> None:
    """Prints several lines for people."""
    for text in texts:
        line(text, style)


def indented(text: str, style: str = "", *, number: str = "") -> None:
    """Prints a sentence after the number of its event; on a terminal it wraps under itself."""
    width = console().width if sys.stdout.isatty() else max(len(text), 1) + 6
    line("\n".join(textwrap.wrap(f"{number:>4}  {text}", width, subsequent_indent=" " * 6)), style)


def asked_width() -> int | None:
    """The width of the output, from the terminal or COLUMNS; None if it is not known."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    return console().width if sys.stdout.isatty() else None


def wrapped(texts: Iterable[str]) -> None:
    """Prints lines that wrap under their own beginning, if the width of the output is known."""
    width = asked_width()
    for text in texts:
        indent = " " * (len(text) - len(text.lstrip()))
        if width is None or widths.cells(text) <= width:
            line(text)
        else:
            lines(widths.wrapped(text, width, first=indent, rest=indent + "  "))


def at_words(text: str, width: int) -> str:
    """The text in lines of at most `width` columns, broken between words."""
    return textwrap.fill(text, max(width, NARROWEST), break_long_words=False)


def title(text: str, beside: str = "") -> None:
    """Prints a heading."""
    _print((text, "bold"), (f"  {beside}" if beside else "", "dim"))


def refusal(sentence: str, hint: str = "") -> None:
    """Prints a refusal to the error output."""
    _print((sentence, "red"), to_errors=True)
    if hint:
        _print((hint, "dim"), to_errors=True)


def aside(text: str) -> None:
    """Prints what people should know and programs should not read, to the error output."""
    _print((text, "dim"), to_errors=True)


def table(declaration: Table[Row], rows: Iterable[Row], setting: Setting | None = None) -> None:
    """Prints a table with a dimmed head, whose columns are declared as those of a report are."""
    setting, several = setting or Setting(), list(rows)
    columns = declaration.of("text", several)
    titles = [column.headed(setting) for column in columns]
    cells = [[column.text(row, setting) for column in columns] for row in several]
    screen = console()
    made = _grid(columns, titles, cells)
    # Measured beyond the screen, at which a measure ends.
    wanted = screen.measure(made, options=screen.options.update(width=screen.width + 1)).maximum
    if wanted > screen.width and any(column.heads for column in columns):
        whole = [column.kind.right or column.kind.whole for column in columns]
        fitted = narrowed(titles, [column.heads for column in columns], whole, cells, screen.width)
        shown = [place for place, width in enumerate(fitted) if width]
        made = _grid(
            [columns[place] for place in shown],
            [titles[place] for place in shown],
            [[row[place] for place in shown] for row in cells],
            [fitted[place] for place in shown],
        )
    screen.print(made)
    # Whatever is asked next on the error output stands after it.
    sys.stdout.flush()


def fits(declaration: Table[Row], rows: Sequence[Row]) -> bool:
    """True if no cell of the table would be wrapped."""
    width, setting = asked_width(), Setting()
    columns = declaration.of("text", rows)
    cells = [[column.text(row, setting) for column in columns] for row in rows]
    made = _grid(columns, [column.headed(setting) for column in columns], cells)
    return width is None or console().measure(made).maximum <= width


def _grid(
    columns: Sequence[Column[Any]], titles: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int] = ()
) -> Grid:
    """The table, not yet printed; in columns of these widths, if any are given, where headings and names may wrap."""
    made = Grid(box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False, show_edge=False)
    for column, title, width in zip_longest(columns, titles, widths):
        made.add_column(
            title,
            justify="right" if column.kind.right else "left",
            no_wrap=(column.kind.right or column.kind.whole) and width is None,
            overflow="ellipsis" if width is None else "fold",
            width=width,
        )
    for row in rows:
        made.add_row(*map(_cell, row))
    return made


def _cell(text: str) -> Text:
    """The cell: a loss is red and a gain green; any other value is unchanged."""
    digits = text.lstrip(f"+{MINUS}").replace(".", "").replace(",", "").split(" ")[0]
    if digits.isdecimal() and text[:1] in f"+{MINUS}":
        return Text(text, style="green" if text[0] == "+" else "red")
    return Text(text)


def facts(pairs: Mapping[str, str]) -> None:
    """Prints names and values, one on each line, without empty values; the names are said in the reader's language."""
    named = {say_as("column", name): value for name, value in pairs.items()}
    width = max((len(name) for name, value in named.items() if value), default=0)
    for name, value in named.items():
        if value:
            _print((name.ljust(width + 2), "dim"), (value, ""))


def check(name: str, sentence: str, *, holds: bool | None) -> None:
    """Prints one check, with a mark for passed or failed, and a stroke for one that was not made (None).

    The name is said in the reader's language.
    """
    mark = ("– ", "dim") if holds is None else ("✓ ", "green") if holds else ("✗ ", "bold red")
    question = say_as("column", name)
    _print(mark, (f"{question:<11} ", "bold" if holds is False else ""), (sentence, ""))


def when(book_time: str, zone: str) -> str:
    """A time of the book as the clock of the table showed it; a text that is not a time is shown as it stands."""
    return MINUTE.text(book_time, Setting(clock=clock_in(zone)))


# Between two columns.
GAP = "   "
# A longer word in a name is broken, so that one long name does not take the place of all numbers.
LONGEST_WORD = 16


def narrowed(
    titles: Sequence[str], heads: Sequence[bool], whole: Sequence[bool], rows: Sequence[Sequence[str]], width: int
) -> list[int]:
    """The width of each column so that all fit, and 0 for one that is left out.

    `heads` says which columns name their row, and are never left out; `whole` says which have cells that are never wrapped.
    """
    columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in titles]
    wanted = [max(map(widths.cells, (title, *column))) for title, column in zip(titles, columns, strict=True)]
    least = [
        max([_longest_word([title]), *map(widths.cells, column)] if is_whole else [_longest_word([title, *column])])
        for title, column, is_whole in zip(titles, columns, whole, strict=True)
    ]
    least = [min(most, LONGEST_WORD) if head else most for most, head in zip(least, heads, strict=True)]
    shown = [place for place, most in enumerate(wanted) if most]
    while _together(least, shown) > width and (others := [place for place in shown if not heads[place]]):
        shown.remove(others[-1])
    left = width - _together(least, shown)
    if left < 0:
        # Not even the names fit beside each other.
        even = max(1, (width - len(GAP) * (len(shown) - 1)) // len(shown))
        return [min(most, even) if place in shown else 0 for place, most in enumerate(least)]
    fitted = [most if place in shown else 0 for place, most in enumerate(least)]
    for place in sorted(shown, key=lambda place: not heads[place]):
        more = min(left, wanted[place] - least[place])
        fitted[place] += more
        left -= more
    return fitted


def _longest_word(texts: Sequence[str]) -> int:
    return max((widths.cells(word) for text in texts for word in text.split()), default=0)


def _together(widths: Sequence[int], shown: Sequence[int]) -> int:
    return sum(widths[place] for place in shown) + len(GAP) * max(0, len(shown) - 1)
