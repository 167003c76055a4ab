"""Folding copies facts: whole nights fold alike in a process in which no rule can be imported."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.events import Event
from engine.folding import effective, evolve
from engine.game.counts import is_for
from engine.library import GAMES
from engine.sample.table import ScratchPaper
from engine.state import Night
from service.book.codec import recorded
from tests.bench.nights import all_nights, book_at
from tests.engine.folding_alone import digest, written
from tests.engine.simulate.evening import Depth, Plan, play
from tests.engine.simulate.seeded import Seeded
from tests.soak import rounds

PEOPLE = ("anna", "bo", "carl", "dora", "eva", "finn")
RANDOM_NIGHTS = rounds(20, 200)
ROOT = Path(__file__).parents[3]


def random_nights() -> Iterator[list[Event]]:
    """So many nights, each of the next game of the library, with its options."""
    for seed in range(RANDOM_NIGHTS):
        game = GAMES[seed % len(GAMES)]
        players = next(number for number in (4, 3, 5, 6) if is_for(game, number))
        depth: Depth = "book" if seed % 2 else "cards"
        paper, people = ScratchPaper(), PEOPLE[:players]
        plan = Plan(
            night="n", club="c", people=people, games=(game,), hands=2, depth=depth, rulebook=game.rulebook or "munk"
        )
        assert play(plan, Seeded(seed), paper) == ()
        yield [record.event for record in effective(paper.records())]


def told_nights(folder: Path) -> Iterator[list[Event]]:
    """The demo, some random hands, and the real nights where they are given."""
    with book_at(folder / "nights.db") as book:
        for kind in all_nights(book, 30):
            yield from ([record.event for record in effective([recorded(row) for row in rows])] for rows in kind.rows)


def folded(happened: list[Event]) -> str:
    night = Night()
    for event in happened:
        evolve(night, event)
    return digest(night)


def alone(file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.engine.folding_alone", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_whole_nights_fold_alike_where_no_rule_can_be_imported(tmp_path) -> None:
    nights = [*told_nights(tmp_path), *random_nights()]
    file = tmp_path / "nights.jsonl"
    file.write_bytes(written(nights))
    done = alone(file)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [folded(happened) for happened in nights]


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
