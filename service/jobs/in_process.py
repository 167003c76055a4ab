"""Without Redis: two threads of this process do the jobs that are due, one of them those that may take long."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence

from service.book.store.event_store import JobDraft
from service.errors import BookError
from service.jobs.working import Worker, log_fault

# How often it looks for jobs that another process, such as the command line, has left.
LOOK_SECONDS = 2.0
# How long a server that stops waits for the jobs being done: of the half minute that containers are given, requests may
# have taken twenty seconds.
STOP_SECONDS = 8.0

_log = logging.getLogger("chipbook.tasks")


class InProcess:
    """The worker threads. They run from `start` to `stop`, which waits so long for the jobs being done."""

    def __init__(
        self, worker: Worker, *, look_seconds: float = LOOK_SECONDS, stop_seconds: float = STOP_SECONDS
    ) -> None:
        self._worker = worker
        self._look_seconds = look_seconds
        self._stop_seconds = stop_seconds
        self._stopping = threading.Event()
        self._reminded_on = ""
        # Each thread by whether it does the slow jobs, with what wakes it up.
        self._wakers = {slow: threading.Event() for slow in (False, True)}
        self._threads = [
            threading.Thread(target=self._work, args=(slow,), name="chipbook-jobs", daemon=True)
            for slow in self._wakers
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    @property
    def is_alive(self) -> bool:
        """True while every thread runs."""
        return all(thread.is_alive() for thread in self._threads)

    def tell(self, jobs: Sequence[JobDraft]) -> None:
        """These jobs have just been recorded: the threads look at once."""
        for wake in self._wakers.values():
            wake.set()

    def stop(self) -> None:
        """Begins no more jobs. One that takes too long is left: its claim comes back, and another process does it again."""
        self._stopping.set()
        self.tell(())
        give_up_at = time.monotonic() + self._stop_seconds
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(0.0, give_up_at - time.monotonic()))
        if any(thread.is_alive() for thread in self._threads):
            _log.warning(
                "jobs_left", extra={"sentence": "A job was not done in time; it is done again after its lease."}
            )

    def _work(self, slow: bool) -> None:  # noqa: FBT001 - a thread passes its arguments by their place.
        wake = self._wakers[slow]
        while not self._stopping.is_set():
            wake.clear()
            try:
                if not slow:
                    self._remind()
                self._worker.run_due(lambda: not self._stopping.is_set(), slow=slow)
            except BookError as problem:
                # The book is locked or away for a while: claimed jobs come back when their lease is over.
                _log.warning("jobs_wait", extra={"code": problem.code, "sentence": str(problem)})
            except Exception as fault:  # noqa: BLE001 - one look that fails must not be the last one.
                log_fault("jobs_wait", fault)
            wake.wait(self._look_seconds)

    def _remind(self) -> None:
        """Asks for the reminders of the day, once when it begins here; another process may have asked already."""
        day = self._worker.context.now()[:10]
        if day != self._reminded_on:
            self._worker.ask_for_reminders()
            self._reminded_on = day
