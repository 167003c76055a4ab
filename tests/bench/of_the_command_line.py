"""The command line: what one line costs beside importing the database toolkit, and how fast the prompt answers."""

import contextlib
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter

from cli.prompt.night_prompt import NightPrompt, yes_to_all
from tests.bench.nights import book_at, record
from tests.bench.of_http import played
from tests.bench.rounds import Size, percentile
from tests.bench.rows import Row

# The processor's time of a line is at most one and a half times that of these imports.
PEER = "import sqlalchemy, sqlmodel"
AIM = 1 / 1.5
NIGHT = "night"
PROGRAM = "from cli.main import main; main()"
LINES = {"chipbook --help": ["--help"], "chipbook night show": ["night", "show"]}
# An answer of the prompt takes at most 40 ms.
ANSWER_MS = 40


def answered(folder: Path, size: Size) -> list[Row]:
    """The processor's time of whole processes, in turn with that of the imports, in a night of a thousand events."""
    home = folder / "home"
    home.mkdir()
    with book_at(folder / "line.db") as book:
        record(book, played(NIGHT, size.short_night))
    taken: dict[str, list[float]] = {name: [] for name in (PEER, *LINES)}
    # The first round warms up, where there is more than one.
    warm = size.rounds > 1
    for number in range(size.rounds + warm):
        for name, found in taken.items():
            # Every line finds the same night.
            shutil.copyfile(folder / "line.db", home / "chipbook.db")
            words = LINES.get(name)
            code = PEER if words is None else f"import sys; sys.argv[1:] = {words!r}; {PROGRAM}"
            seconds = _processor_seconds(code, home)
            if number or not warm:
                found.append(seconds)
    rate = {name: 1 / median(found) for name, found in taken.items()}
    return [
        Row(what=f"`{name}`, by processor time", ours=rate[name], peer=PEER, peer_rate=rate[PEER], aim_ratio=AIM)
        for name in LINES
    ]


def _processor_seconds(code: str, home: Path) -> float:
    """User and system time of a process that runs this code."""
    before = getrusage(RUSAGE_CHILDREN)
    # Whoever installed the program has it compiled; the round that warms up does it here.
    unlike = ("CHIPBOOK_", "PYTHONDONTWRITEBYTECODE")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(unlike)}
    subprocess.run(
        [sys.executable, "-c", code], env=environ | {"CHIPBOOK_HOME": str(home)}, check=True, capture_output=True
    )
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def typed(folder: Path, size: Size) -> list[Row]:
    """Lines at the prompt in a night of three thousand events: loans, looks at the night, and taking the last act back.

    The first of each kind loads what it needs, and is not counted.
    """
    events = 3 * size.short_night
    with book_at(folder / "prompt.db") as book:
        record(book, played(NIGHT, events))
        prompt = NightPrompt(book.of_a_script(), NIGHT, ask=yes_to_all)
        taken = []
        for number in range(2 + size.requests // 10):
            for line in (f"anna +{number + 1}", "?", "show", "undo"):
                begun = perf_counter()
                with contextlib.redirect_stdout(io.StringIO()):
                    outcome = prompt.take(line)
                if number:
                    taken.append(perf_counter() - begun)
                assert not outcome.exit_code, line
    return [
        Row(
            what=f"a line at the prompt of a night of {events:,} events, p95",
            ours=1000 * percentile(taken, 95),
            unit=" ms",
            aim_most=ANSWER_MS,
        )
    ]
