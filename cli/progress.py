"""A progress bar on the error output for whatever takes longer than a second; without a terminal there is none."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from service.book.progress import Tick, silently

# What is done sooner needs no bar.
PATIENCE_SECONDS = 1.0


@contextmanager
def progress(what: str, *, patience_seconds: float = PATIENCE_SECONDS) -> Iterator[Tick]:
    """Yields the tick to call after each part; what is done is shown on a bar until the block ends.

    The bar appears after the patience, pulsing until the first tick, and leaves nothing on the screen. Print nothing
    within the block. If the error output is no terminal, nothing is printed at all.
    """
    if not sys.stderr.isatty():
        yield silently
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from cli import render

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=render.console(to_errors=True),
        transient=True,
    )
    task = bar.add_task(what, total=None)
    later = Timer(patience_seconds, bar.start)
    later.daemon = True
    later.start()
    try:
        yield lambda done, of: bar.update(task, completed=done, total=of)
    finally:
        later.cancel()
        later.join()
        bar.stop()
