"""`python -m tests.bench`: everything measured, a line of the table as soon as it is known."""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench import of_a_long_club, of_http, of_rules, of_streams, of_the_book, of_the_command_line
from tests.bench.nights import REAL, all_nights, book_at
from tests.bench.rounds import FULL, Size
from tests.bench.rows import HEADINGS, Row, as_markdown, as_text, machine

KEPT = Path("build")


def measured(folder: Path, kept: Path, size: Size) -> Iterator[Row]:
    """Everything, with its books in this folder; the book of years is kept in the other, for the next time."""
    with book_at(folder / "nights.db") as book:
        nights = all_nights(book, size.hands)
    yield from of_rules.folded(nights, size)
    yield from of_rules.shown_down(size)
    yield from of_rules.evaluated(size)
    yield from of_the_book.appended(folder, size)
    yield from of_http.lent(folder, size)
    yield from of_streams.heard(folder, size)
    yield from of_the_command_line.answered(folder, size)
    yield from of_the_command_line.typed(folder, size)
    yield from of_a_long_club.measured(folder, kept, size)


def main() -> None:
    """Measures, and shows each line."""
    arguments = argparse.ArgumentParser(
        prog="python -m tests.bench", description=f"Measures chipbook beside its peers; {REAL} names a folder of logs."
    )
    arguments.add_argument("--markdown", action="store_true", help="the table as it stands in FIGURES.md")
    as_line = as_markdown if arguments.parse_args().markdown else as_text
    KEPT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT, prefix="bench-") as place:
        folder = Path(place).absolute()
        sys.stdout.write(f"{machine(folder)}.\n\n{as_line(HEADINGS)}\n")
        for row in measured(folder, KEPT.absolute(), FULL):
            sys.stdout.write(f"{as_line(row.cells())}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
