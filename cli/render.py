"""The only printer: tables and sentences for people, JSON for programs; quiet on a terminal, plain in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

# Where nobody says how wide the output is, nothing should be cut.
WIDE = 140
NARROW = 60
MINUS = "-"


class Column(NamedTuple):
    """One column of a table; numbers stand to the right, and the first of `style` colours all of it.

    What is `whole` is never broken into lines, so that it can be copied.
    """

    title: str
    right: bool = False
    style: str = ""
    whole: bool = False


# A terminal that says it is narrower than this does not know.
NARROWEST = 20


def console(*, to_errors: bool = False) -> Console:
    """Where to print. Made anew each time, so that whoever redirects the output is heard."""
    from rich.console import Console

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
    """Anything made of structs, lists, texts and whole numbers, indented for eyes."""
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    sys.stdout.write(text + "\n")


def json_line(value: Any) -> None:
    """The same on one line, for a stream of them."""
    import msgspec

    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")
    sys.stdout.flush()


def raw(text: str) -> None:
    """Text as it is, with its own line ends."""
    sys.stdout.write(text)


def line(text: str = "", style: str = "") -> None:
    """One line for people."""
    console().print(text, style=style or None)


def lines(texts: Iterable[str], style: str = "") -> None:
    """Several lines for people."""
    for text in texts:
        line(text, style)


def indented(text: str, style: str = "", *, number: str = "") -> None:
    """A sentence behind the number of its event; on a terminal it wraps below itself."""
    import textwrap

    out = console()
    width = out.width if out.is_terminal else max(len(text), 1) + 6
    out.print("\n".join(textwrap.wrap(f"{number:>4}  {text}", width, subsequent_indent=" " * 6)), style=style or None)


def asked_width() -> int | None:
    """How wide the output is, where a terminal or COLUMNS says so."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
    out = console()
    return out.width if out.is_terminal else None


def wrapped(texts: Iterable[str]) -> None:
    """Lines that wrap below their own beginning, where it is known how wide the output is."""
    import textwrap

    width = asked_width()
    for text in texts:
        indent = " " * (len(text) - len(text.lstrip()))
        if width is None or len(text) <= width:
            line(text)
        else:
            lines(textwrap.wrap(text.strip(), width, initial_indent=indent, subsequent_indent=indent + "  "))


def at_words(text: str, width: int) -> str:
    """The text in lines of at most so many columns, divided between words."""
    import textwrap

    return textwrap.fill(text, max(width, NARROWEST), break_long_words=False)


def title(text: str, beside: str = "") -> None:
    """What the next lines are about."""
    from rich.text import Text

    console().print(Text.assemble((text, "bold"), (f"  {beside}" if beside else "", "dim")))


def refusal(sentence: str, hint: str = "") -> None:
    """Why not, on the error output."""
    out = console(to_errors=True)
    out.print(sentence, style="red")
    if hint:
        out.print(hint, style="dim")


def aside(text: str) -> None:
    """What people should know and programs should not read, on the error output."""
    console(to_errors=True).print(text, style="dim")


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
    """A table with a quiet head."""
    console().print(made_table(columns, rows))


def fits(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> bool:
    """Whether no cell of the table would be broken into lines."""
    width = asked_width()
    return width is None or console().measure(made_table(columns, rows)).maximum <= width


def made_table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> RenderableType:
    """The table itself, to be printed."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False, show_edge=False)
    for column in columns:
        made.add_column(
            column.title,
            justify="right" if column.right else "left",
            style=column.style,
            no_wrap=column.right or column.whole,
        )
    for row in rows:
        made.add_row(*(_cell(text, Text) for text in row))
    return made


def _cell(text: str, make: Any) -> Any:
    """A loss is red and a gain green; whatever else stands in a cell stays as it is."""
    digits = text.lstrip("+-").replace(".", "").split(" ")[0]
    if digits.isdecimal() and text[:1] in "+-":
        return make(text, style="green" if text[0] == "+" else "red")
    return make(text)


def facts(pairs: Mapping[str, str]) -> None:
    """Names and values, one a line; empty values are left out."""
    from rich.text import Text

    width = max((len(name) for name, value in pairs.items() if value), default=0)
    for name, value in pairs.items():
        if value:
            console().print(Text.assemble((name.ljust(width + 2), "dim"), value))


def check(name: str, sentence: str, *, holds: bool) -> None:
    """One thing that holds or does not."""
    from rich.text import Text

    mark = ("✓ ", "green") if holds else ("✗ ", "bold red")
    console().print(Text.assemble(mark, (f"{name:<11} ", "bold" if not holds else ""), sentence))


def money(cents: int, exponent: int, code: str = "", *, signed: bool = False) -> str:
    """Whole cents as an amount: 1250 is 12.50; `signed` puts a plus before a gain."""
    sign = MINUS if cents < 0 else "+" if signed and cents else ""
    whole, rest = divmod(abs(cents), 10**exponent)
    amount = f"{whole}.{rest:0{exponent}}" if exponent else str(whole)
    return f"{sign}{amount}{' ' + code if code else ''}"


def counted(number: int, thing: str, things: str = "") -> str:
    """`1 chip`, `2 chips`."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def when(book_time: str, zone: str, *, seconds: bool = False) -> str:
    """A time of the book as the clock of the table showed it; what is no time is shown as it stands."""
    from datetime import datetime

    from service.payload_limits import is_time
    from service.reports.local_time import clock_in

    if not is_time(book_time):
        return book_time
    moment = datetime.fromisoformat(book_time).astimezone(clock_in(zone).offset)
    return moment.strftime("%Y-%m-%d %H:%M:%S" if seconds else "%Y-%m-%d %H:%M")
