"""The only printer: tables and sentences for people, JSON for programs; quiet on a terminal, plain in a pipe."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec
from rich import box
from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from engine.grammar import MINUS
from engine.speech import say_as
from service.language.local_time import clock_in
from service.language.payload_limits import is_time
from service.reports.encoding import to_json
from service.reports.forms import widths
from service.reports.forms.column import Row, Setting, Table
from service.reports.forms.widths import cells

# If the output has no known width, nothing should be cut.
WIDE = 140


class Column(NamedTuple):
    """One column of a table.

    Numbers are aligned right; `style` is the style of its cells. A `whole` column is
    never wrapped, so that its cells can be copied. `is_said`: the title is in the reader's language already. `heads`: the
    column names the row, as a player's name does; on a narrow screen all others give way before it.
    """

    title: str
    right: bool = False
    style: str = ""
    whole: bool = False
    is_said: bool = False
    heads: bool = False

    def titled(self) -> str:
        """The heading in the language that is spoken."""
        return self.title if self.is_said or not self.title else say_as("column", self.title)


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


def answer(value: Any, sentence: str, *, for_programs: bool) -> None:
    """Prints an answer: the value as JSON for programs, or the sentence that tells it to people."""
    if for_programs:
        as_json(value)
    else:
        line(sentence)


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
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
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


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
    """Prints a table with a dimmed head. A pipe gets a simple one as it is, without the time that a layout takes."""
    told = list(rows)
    # Other encodings may lack the line under the head, for which a layout finds another sign.
    if not sys.stdout.isatty() and (sys.stdout.encoding or "utf-8").lower().startswith("utf"):
        plain = plain_table([one.titled() for one in columns], [one.right for one in columns], told, WIDE)
        if plain is not None:
            raw(plain)
            # Whatever is asked next on the error output stands after it.
            sys.stdout.flush()
            return
    screen = console()
    if any(column.heads for column in columns):
        screen.print(_fitted_table(columns, told, screen))
    else:
        screen.print(made_table(columns, told))


def declared(declaration: Table[Row], rows: Sequence[Row], setting: Setting) -> None:
    """Prints a table whose columns are declared as those of a report are."""
    shown = declaration.of("text", rows)
    table(
        [Column(column.headed(setting), right=column.kind.right, is_said=True, heads=column.heads) for column in shown],
        ([column.told(row, setting) for column in shown] for row in rows),
    )


def fits(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> bool:
    """True if no cell of the table would be wrapped."""
    width = asked_width()
    return width is None or console().measure(made_table(columns, rows)).maximum <= width


def _fitted_table(columns: Sequence[Column], rows: Sequence[Sequence[str]], screen: Console) -> RenderableType:
    """The table; if the screen is too narrow for it, with the columns that fit, of which those that name the row stay."""
    whole = made_table(columns, rows)
    # Measured beyond the screen, at which a measure ends.
    if screen.measure(whole, options=screen.options.update(width=screen.width + 1)).maximum <= screen.width:
        return whole
    widths = narrowed(
        [column.titled() for column in columns],
        [column.heads for column in columns],
        [column.right or column.whole for column in columns],
        rows,
        screen.width,
    )
    shown = [place for place, width in enumerate(widths) if width]
    return made_table(
        [columns[place] for place in shown],
        ([row[place] for place in shown] for row in rows),
        [widths[place] for place in shown],
    )


def made_table(columns: Sequence[Column], rows: Iterable[Sequence[str]], widths: Sequence[int] = ()) -> RenderableType:
    """The table, not yet printed; in columns of these widths, if any are given, where headings and names may wrap."""
    made = Grid(box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False, show_edge=False)
    for column, width in zip_longest(columns, widths):
        made.add_column(
            column.titled(),
            justify="right" if column.right else "left",
            style=column.style,
            no_wrap=(column.right or column.whole) and width is None,
            overflow="ellipsis" if width is None else "fold",
            width=width,
        )
    for row in rows:
        made.add_row(*(_cell(text) for text in row))
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


def check(name: str, sentence: str, *, holds: bool) -> None:
    """Prints one check, with a mark for passed or failed; the name is said in the reader's language."""
    mark = ("✓ ", "green") if holds else ("✗ ", "bold red")
    question = say_as("column", name)
    _print(mark, (f"{question:<11} ", "bold" if not holds else ""), (sentence, ""))


def when(book_time: str, zone: str) -> str:
    """A time of the book as the clock of the table showed it; a text that is not a time is shown as it stands."""
    if not is_time(book_time):
        return book_time
    return clock_in(zone).minute(book_time)


# Between two columns.
GAP = "   "
# The signs before this one are those of Latin alphabets: all that can be printed are as wide as an “a”.
FIRST_BEYOND_LATIN = "\u0300"


def plain_table(titles: Sequence[str], right: Sequence[bool], rows: Sequence[Sequence[str]], width: int) -> str | None:
    """The table with a line under its head; `right` says which columns are set right.

    Returns None for one that needs a layout: it is wider than `width`, or a sign in it may be wider than others, or
    narrower.
    """
    lines = [titles, *rows]
    if not all(_is_simple(cell) for line in lines for cell in line):
        return None
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    whole = sum(widths) + len(GAP) * (len(widths) - 1)
    if not 0 < whole <= width:
        return None
    head, *body = (
        GAP.join(
            cell.rjust(most) if is_right else cell.ljust(most)
            for cell, most, is_right in zip(line, widths, right, strict=True)
        )
        for line in lines
    )
    return "\n".join((head, "─" * whole, *body, ""))


def _is_simple(cell: str) -> bool:
    """Whether the text is one line without spaces around it, and as wide as it has signs."""
    said = cell.replace(MINUS, "-")
    return said.isprintable() and said == said.strip() and max(said, default="") < FIRST_BEYOND_LATIN


# A longer word in a name is broken, so that one long name does not take the place of all numbers.
LONGEST_WORD = 16


def narrowed(
    titles: Sequence[str], heads: Sequence[bool], whole: Sequence[bool], rows: Sequence[Sequence[str]], width: int
) -> list[int]:
    """The width of each column so that all fit, and 0 for one that is left out.

    `heads` says which columns name their row, and are never left out; `whole` says which have cells that are never wrapped.
    """
    columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in titles]
    wanted = [max(map(cells, (title, *column))) for title, column in zip(titles, columns, strict=True)]
    least = [
        max([_longest_word([title]), *map(cells, column)] if is_whole else [_longest_word([title, *column])])
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
    return max((cells(word) for text in texts for word in text.split()), default=0)


def _together(widths: Sequence[int], shown: Sequence[int]) -> int:
    return sum(widths[place] for place in shown) + len(GAP) * max(0, len(shown) - 1)
