"""Folding copies facts: whole nights fold alike in a process in which no rule can be imported."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.events import Recorded
from engine.folding import fold
from engine.sample.table import ScratchPaper
from service.book.codec import recorded
from tests.bench.nights import all_nights, book_at
from tests.engine.folding_alone import ROOT, digest, folded_alone
from tests.engine.simulate.evening import of_one_game, play
from tests.engine.simulate.seeded import Seeded
from tests.soak import rounds

RANDOM_NIGHTS = rounds(20, 200)


def random_nights() -> Iterator[Sequence[Recorded]]:
    """So many nights, each of the next game of the library, with its options."""
    for seed in range(RANDOM_NIGHTS):
        paper = ScratchPaper()
        plan = of_one_game(seed, depth="book" if seed % 2 else "cards")
        assert play(plan, Seeded(seed), paper) == ()
        yield paper.records()


def told_nights(folder: Path) -> Iterator[Sequence[Recorded]]:
    """The demo, some random hands, and the real nights where they are given."""
    with book_at(folder / "nights.db") as book:
        for kind in all_nights(book, 30):
            yield from ([recorded(row) for row in rows] for rows in kind.rows)


def test_whole_nights_fold_alike_where_no_rule_can_be_imported(tmp_path) -> None:
    nights = [*told_nights(tmp_path), *random_nights()]
    assert folded_alone(nights, tmp_path) == [digest(fold(records)) for records in nights]


def test_in_that_process_a_rule_is_refused() -> None:
    program = (
        "import sys; from tests.engine.folding_alone import NoRules; "
        "sys.meta_path.insert(0, NoRules()); import engine.play.betting.rule"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert "decides something, and folding must not need it." in done.stderr
    assert done.returncode == 1
