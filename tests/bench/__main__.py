"""`python -m tests.bench`: everything measured, in one table."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from tests.bench import (
    of_a_long_club,
    of_evaluation,
    of_postgresql,
    of_rules,
    of_streams,
    of_the_book,
    of_the_command_line,
    of_words,
)
from tests.bench.nights import REAL, all_nights, book_at
from tests.bench.rounds import FULL, QUICK, Size
from tests.bench.rows import Row, as_markdown, machine, show

HERE = Path("build")


def measured(folder: Path, size: Size) -> list[Row]:
    """Everything, with its books in this folder."""
    with book_at(folder / "nights.db") as book:
        nights = all_nights(book, size.hands)
    *_, random = nights
    return [
        *of_rules.folded(nights, size),
        *of_rules.adjudicated(nights, size),
        *of_rules.replayed(random, size),
        *of_rules.shown_down(size),
        *of_rules.evaluated(size),
        *of_evaluation.with_wild_cards(size),
        *of_words.found(size),
        *of_the_book.appended(folder, size),
        *of_the_book.taken(folder, size),
        *of_postgresql.appended(size),
        *of_the_book.asked_over_http(folder, size),
        *of_the_book.asked_at_length(folder, size),
        *of_the_book.lent_over_http(folder, size),
        *of_the_book.closed(folder, size),
        *of_streams.heard(folder, size),
        *of_the_command_line.answered(folder, size),
        *of_the_command_line.typed(folder, size),
        *of_a_long_club.measured(folder, size),
    ]


def main() -> None:
    """Measures, and shows the table."""
    words = argparse.ArgumentParser(
        prog="python -m tests.bench", description=f"Measures chipbook beside its peers; {REAL} names a folder of logs."
    )
    words.add_argument("--quick", action="store_true", help="less of everything, for a first look")
    words.add_argument("--json", action="store_true", help="for machines")
    words.add_argument("--markdown", action="store_true", help="for the README")
    words.add_argument("--into", type=Path, default=HERE, metavar="FOLDER", help="where the books lie meanwhile")
    said = words.parse_args()
    said.into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=said.into, prefix="bench-") as place:
        folder = Path(place).absolute()
        about = machine(folder)
        rows = measured(folder, QUICK if said.quick else FULL)
    if said.json:
        json.dump({"machine": about, "rows": [row.plain() for row in rows]}, sys.stdout, indent=2, ensure_ascii=False)
        sys.stdout.write("\n")
    elif said.markdown:
        sys.stdout.write(as_markdown(rows, about) + "\n")
    else:
        show(rows, about)


if __name__ == "__main__":
    main()
