"""Without Redis: one thread of this process does the jobs that are due."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence

from service.errors import BookError
from service.store.event_store import JobDraft
from service.tasks.working import Worker, log_fault

# How often it looks for jobs that another process, such as the command line, has left.
LOOK_SECONDS = 2.0

_log = logging.getLogger("chipbook.tasks")


class InProcess:
    """The worker thread. It runs from `start` to `stop`, which waits for the job being done."""

    def __init__(self, worker: Worker, *, look_seconds: float = LOOK_SECONDS) -> None:
        self._worker = worker
        self._look_seconds = look_seconds
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._reminded_on = ""
        self._thread = threading.Thread(target=self._work, name="chipbook-jobs", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def tell(self, jobs: Sequence[JobDraft]) -> None:
        """These jobs have just been recorded: the thread looks at once."""
        self._wake.set()

    def stop(self) -> None:
        self._stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def _work(self) -> None:
        while not self._stopping.is_set():
            self._wake.clear()
            try:
                self._remind()
                self._worker.run_due(lambda: not self._stopping.is_set())
            except BookError as problem:
                # The book is locked or away for a while: claimed jobs come back when their lease is over.
                _log.warning("jobs_wait", extra={"code": problem.code, "sentence": str(problem)})
            except Exception as fault:  # noqa: BLE001 - one look that fails must not be the last one.
                log_fault("jobs_wait", fault)
            self._wake.wait(self._look_seconds)

    def _remind(self) -> None:
        """Asks for the reminders of the day, once when it begins here; another process may have asked already."""
        day = self._worker.context.now()[:10]
        if day != self._reminded_on:
            self._worker.ask_for_reminders()
            self._reminded_on = day
