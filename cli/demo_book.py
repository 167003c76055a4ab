"""The book of `chipbook serve --demo`: the demo night settled, and a second evening of the same people in the middle of a hand."""

from __future__ import annotations

import importlib.resources
from pathlib import Path

from service.app.book import Book
from service.app.night.lines import replay

SCRIPT = "demo.night"
# Not the name of a book that somebody keeps: whatever lies there is written over.
FILE = "demo-table.db"
# The head of the script, and its first hands up to the one that is being played.
UNTIL = "# 5. "
# In the middle of the hand before.
LEAVES_OUT = 4


def script() -> str:
    """The demo night as a text."""
    return importlib.resources.files("cli").joinpath("data", SCRIPT).read_text(encoding="utf-8")


def make_demo_book(folder: Path) -> str:
    """Writes the book into the folder, in the place of an earlier one, and returns its URL."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
        (folder / file).unlink(missing_ok=True)
    whole, url = script(), f"sqlite:///{(folder / FILE).absolute()}"
    with Book.open(url, makes=True) as book:
        replay(book, whole, file=SCRIPT)
        replay(book, _tonight(whole, book.now()[:10]), file=SCRIPT)
    return url


def _tonight(whole: str, day: str) -> str:
    begun = whole.partition(UNTIL)[0].rstrip().splitlines()[:-LEAVES_OUT]
    lines = (line for line in begun if not line.startswith("#"))
    head = {"night:": "night: Tonight at Bo's", "date:": f"date: {day} 19:30"}
    return "\n".join(head.get(line.partition(" ")[0], line) for line in lines) + "\n"
