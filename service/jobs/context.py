"""What every job works with: the open book, the folder for files beside it, and the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from service.app.book import Announce, Book, TellOfJobs, nobody_is_told
from service.book.db import Database
from service.book.recording.handler import utc_now
from service.book.store.jobs import Effort, Job


@dataclass(frozen=True, slots=True)
class JobContext:
    """One for each process; every job gets command handlers of its own."""

    database: Database
    home: Path
    now: Callable[[], str] = utc_now
    # Told of the jobs that a job brings; without it, they are found by whoever looks for jobs that are due.
    tell: TellOfJobs | None = None
    # 0 is never.
    remind_after_days: int = 0
    # As in the book: where the clubs' keys lie.
    keys: Path | None = None
    # Called after a commit of a job with its night, as in the book.
    announce: Announce = nobody_is_told

    def book(self) -> Book:
        """The book for the use cases of a job. It takes what it is told, because nobody could be asked back."""
        return Book.on(
            self.database,
            home=self.home,
            now=self.now,
            wary=False,
            tell=self.tell,
            announce=self.announce,
            keys=self.keys,
        )


# A function that does a job, and may say what it took. What it raises becomes the reason of the failure. Doing the job again
# changes nothing more.
Act = Callable[[JobContext, Job], Effort | None]
