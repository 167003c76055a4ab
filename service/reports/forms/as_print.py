"""A document for print: its parts, made of a few kinds of blocks, and how typst sets it as PDF or as a picture."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import field

from service.book.cache import Cache
from service.errors.extras import PRINT, insist_on
from service.language.languages import language_spoken
from service.reports.forms.chart import Chart
from service.reports.forms.column import Row, Setting, Table

Tone = Literal["good", "open", "bad", "plain"]
Form = Literal["pdf", "png"]


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


class WayToPay(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which somebody is paid: in words, empty where the `link` to open says it; and a QR code as SVG.

    `opens` is what stands on a page in place of the link.
    """

    kind: str
    told: str
    link: str
    opens: str
    code: str
    caption: str


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """One payment to make: who pays whom, and the ways in which it can be paid."""

    title: str
    amount: str
    ways: tuple[WayToPay, ...]


class Tickets(msgspec.Struct, frozen=True, kw_only=True, tag="tickets"):
    """Payments beside each other."""

    tickets: tuple[Ticket, ...]


class PrintedTable(msgspec.Struct, frozen=True, kw_only=True, tag="table"):
    """A table as strings; a cell may have several lines.

    `right` and `wraps` belong to the columns: numbers are aligned right, and a column that wraps takes the room
    that is left. `heads` is empty if no column has a heading, `total` if nothing is summed up.
    """

    heads: tuple[str, ...]
    right: tuple[bool, ...]
    wraps: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] = ()


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


def printed_table(table: Table[Row], rows: Sequence[Row], setting: Setting) -> PrintedTable:
    """The table with the columns of a text. A row without a first cell continues the one above and is joined to it."""
    columns = table.of("text", rows)
    heads = tuple(column.headed(setting) for column in columns)
    body: list[tuple[str, ...]] = []
    for row in rows:
        cells = tuple(column.text(row, setting) for column in columns)
        if body and not cells[0]:
            body[-1] = tuple("\n".join(filter(None, pair)) for pair in zip(body[-1], cells, strict=True))
        else:
            body.append(cells)
    return PrintedTable(
        heads=heads if any(heads) else (),
        right=tuple(column.kind.right for column in columns),
        wraps=tuple(column.wraps for column in columns),
        rows=tuple(body),
        total=tuple(column.totalled(table, rows, setting) for column in columns) if table.totalled else (),
    )


def notes(sentences: Iterable[str]) -> Iterator[Text]:
    """The sentences as small notes."""
    return (Text(text=sentence, style="note") for sentence in sentences)


TEMPLATES = Path(__file__).with_name("templates")
# Three pixels a point: a picture is 360 points or 1080 pixels wide, as a phone shows it, and as high as it needs to be.
PICTURE_PIXELS_PER_INCH = 3 * 72
# Many times what the longest night takes.
SECONDS_MAX = 60
# In bytes, of all documents that are kept.
KEPT_MAX = 4_000_000
_APART = """
import sys
from service.reports.forms.as_print import compiled
sys.stdout.buffer.write(compiled(sys.stdin.buffer.read().decode(), sys.argv[1]))
"""

# One after the other: each takes a whole processor.
_SET: Cache[str, bytes] = Cache(KEPT_MAX, size_of=len)


def as_pdf(document: Document) -> bytes:
    """The document on A4 pages."""
    return compiled(_encoded(document), "pdf")


def as_png(document: Document) -> bytes:
    """The first page of the document as one picture for a phone, without its details."""
    return compiled(_encoded(document), "png")


def set_apart(document: Document, to: Form) -> bytes:
    """The same, set by a process of its own.

    typst keeps what it has laid out for the next document, some hundred megabytes in the end, which a server cannot
    spare. Raises TimeoutExpired for a document that takes too long. It is set once for all who want the same, and kept for a
    while. Refuses a missing library (LibraryMissing).
    """
    insist_on(PRINT)
    encoded = _encoded(document)
    return _SET.get(f"{to} {sha256(encoded.encode()).hexdigest()}", lambda: _apart(encoded, to))


def _apart(encoded: str, to: Form) -> bytes:
    done = subprocess.run(  # noqa: S603 - this interpreter, and nothing that anybody typed but on its input.
        [sys.executable, "-c", _APART, to],
        input=encoded.encode(),
        capture_output=True,
        check=True,
        timeout=SECONDS_MAX,
    )
    return done.stdout


def compiled(encoded: str, to: Form) -> bytes:
    """What the template of this form makes of a document in JSON. Refuses a missing library (LibraryMissing)."""
    insist_on(PRINT)
    # Tens of megabytes, which only who sets a page needs.
    import typst  # noqa: PLC0415

    made = typst.compile(
        TEMPLATES / ("picture.typ" if to == "png" else "document.typ"),
        root=TEMPLATES,
        ignore_system_fonts=True,
        format=to,
        ppi=PICTURE_PIXELS_PER_INCH if to == "png" else None,
        sys_inputs={"document": encoded},
        timestamp=0,
        # Tags would make the file ten times as large; for a screen reader there is the page of HTML.
        pdf_tags=False,
    )
    assert isinstance(made, bytes)
    return made


def _encoded(document: Document) -> str:
    return msgspec.json.encode(document).decode()
