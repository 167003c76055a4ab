"""Documents as PDF or as a picture, set by typst.

What people typed goes in as JSON, never as source, where `#` begins code. Fonts are those inside typst, so that every
machine makes the same pages, and no time is written, so that the same document gives the same bytes.
"""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec
import typst

from service.book.cache import Cache
from service.reports.printing.document import Document

TEMPLATES = Path(__file__).with_name("templates")
# Three pixels a point: a picture is 360 points or 1080 pixels wide, as a phone shows it, and as high as it needs to be.
PICTURE_PIXELS_PER_INCH = 3 * 72
# Many times what the longest night takes.
SECONDS_MAX = 60
# In bytes, of all documents that are kept.
KEPT_MAX = 4_000_000
_APART = """
import sys
from service.reports.printing.typeset import compiled
sys.stdout.buffer.write(compiled("document.typ", sys.stdin.buffer.read().decode(), "pdf"))
"""

# One after the other: each takes a whole processor.
_SET: Cache[str, bytes] = Cache(KEPT_MAX, size_of=len)


def as_pdf(document: Document) -> bytes:
    """The document on A4 pages."""
    return compiled("document.typ", _encoded(document), "pdf")


def as_pdf_apart(document: Document) -> bytes:
    """The same, set by a process of its own.

    typst keeps what it has laid out for the next document, some hundred megabytes in the end, which a server cannot
    spare. Raises TimeoutExpired for a document that takes too long. It is set once for all who want the same, and kept for a
    while.
    """
    encoded = _encoded(document)
    return _SET.get(sha256(encoded.encode()).hexdigest(), lambda: _apart(encoded))


def _apart(encoded: str) -> bytes:
    done = subprocess.run(  # noqa: S603 - this interpreter, and nothing that anybody typed but on its input.
        [sys.executable, "-c", _APART],
        input=encoded.encode(),
        capture_output=True,
        check=True,
        timeout=SECONDS_MAX,
    )
    return done.stdout


def as_png(document: Document) -> bytes:
    """The first page of the document as one picture for a phone, without its details."""
    return compiled("picture.typ", _encoded(document), "png", ppi=PICTURE_PIXELS_PER_INCH)


def compiled(template: str, encoded: str, to: Literal["pdf", "png"], *, ppi: float | None = None) -> bytes:
    """What the template makes of a document in JSON."""
    made = typst.compile(
        TEMPLATES / template,
        root=TEMPLATES,
        ignore_system_fonts=True,
        format=to,
        ppi=ppi,
        sys_inputs={"document": encoded},
        timestamp=0,
        # Tags would make the file ten times as large; for a screen reader there is the page of HTML.
        pdf_tags=False,
    )
    assert isinstance(made, bytes)
    return made


def _encoded(document: Document) -> str:
    return msgspec.json.encode(document).decode()
