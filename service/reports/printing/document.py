"""What is printed: a title, a first page that says the result, and the details after it.

A document is data. The template lays it out and knows nothing of nights, so that every report is printed the same way.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import field

from service.language.languages import language_spoken
from service.reports.forms.as_files import PrintedTable

Tone = Literal["good", "open", "bad", "plain"]


class Heading(msgspec.Struct, frozen=True, kw_only=True, tag="heading"):
    """A heading, which stays with what follows it; `beside` is said in small letters next to it."""

    text: str
    level: Literal[1, 2] = 1
    beside: str = ""


class Text(msgspec.Struct, frozen=True, kw_only=True, tag="text"):
    """A paragraph: plain, a small note, an entry below another one, or typed for copying."""

    text: str
    style: Literal["plain", "note", "inner", "typed"] = "plain"


class Statement(msgspec.Struct, frozen=True, kw_only=True, tag="statement"):
    """A sentence of a verdict, with a mark that differs in shape as well as in colour."""

    tone: Tone
    mark: str
    word: str
    rest: str


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """One payment to make: who pays whom, how, and a QR code as SVG, empty if there is none.

    `link` is an address to open, empty if there is none.
    """

    title: str
    amount: str
    lines: tuple[str, ...] = ()
    link: str = ""
    code: str = ""
    caption: str = ""


class Tickets(msgspec.Struct, frozen=True, kw_only=True, tag="tickets"):
    """Payments beside each other."""

    tickets: tuple[Ticket, ...]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a chart, with its name at the height `label`. Points and heights are parts of the whole, from the top left.

    `tone` is the number of its colour.
    """

    name: str
    tone: int
    points: tuple[tuple[float, float], ...]
    end: float
    label: float


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """A mark on an axis of a chart, at a part of its length. `main`: the line of nothing."""

    at: float
    text: str
    main: bool = False


class Chart(msgspec.Struct, frozen=True, kw_only=True, tag="chart"):
    """Lines over time; `height` is its part of the width."""

    height: float
    lines: tuple[Line, ...]
    levels: tuple[Mark, ...]
    times: tuple[Mark, ...]


class Together(msgspec.Struct, frozen=True, kw_only=True, tag="together"):
    """Blocks that are not torn apart: they begin on a new page if they fit on one, but not below what is there."""

    blocks: tuple[Heading | Text | PrintedTable, ...]


Block: TypeAlias = Heading | Text | Statement | Tickets | Chart | PrintedTable | Together


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A whole document.

    `kind` stands small above the `title`, `facts` below it; `first` is the first page, set smaller if it would not fit;
    `details` begin on a new page, or follow on the first one if `short` and all of it fits there in letters that are read
    with ease. `foot` stands below every page. `language` is the code of the language in which all of it is said.
    """

    kind: str
    title: str
    facts: tuple[str, ...]
    tone: Tone
    headline: str
    first: tuple[Block, ...]
    details: tuple[Block, ...] = ()
    short: bool = False
    foot: str = ""
    language: str = field(default_factory=lambda: language_spoken().code)
