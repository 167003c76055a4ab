"""Finds what was lost: jobs whose message never came, and claims whose holder has died."""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection

from service.book.job_kinds import QUEUES, kinds_in
from service.errors import BookError
from service.jobs.celery_app import AtWork
from service.jobs.runners import send_or_leave
from service.jobs.working import Worker, log_fault

EVERY_SECONDS = 5.0
# A job whose message is on its way or in the queue is not announced again at once.
AGAIN_AFTER = 12

_log = logging.getLogger("chipbook.tasks")


class Sweeper:
    """One for each worker's process, for the queues from which it takes messages.

    If two sweepers send the same message, the second receiver finds the job taken.
    """

    def __init__(
        self,
        worker: Worker,
        app: AtWork,
        *,
        every_seconds: float = EVERY_SECONDS,
        queues: Collection[str] = QUEUES,
    ) -> None:
        self._worker = worker
        self._app = app
        self._every_seconds = every_seconds
        self._kinds = kinds_in(queues)
        self._round = 0
        self._sent: dict[tuple[str, str, int], int] = {}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="chipbook-sweeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def sweep(self) -> int:
        """Releases claims that have run out and announces jobs that are due and were not announced just now.

        Returns how many it announced.
        """
        jobs, now = self._worker.jobs, self._worker.context.now()
        self._worker.release_expired()
        self._round += 1
        due = {(job.club, job.key, job.attempts): job for job in jobs.due(now, kinds=self._kinds)}
        self._sent = {which: sent for which, sent in self._sent.items() if which in due}
        count = 0
        for which, job in due.items():
            if self._round - self._sent.get(which, -AGAIN_AFTER) < AGAIN_AFTER:
                continue
            if not self._worker.knows(job.kind):
                # No task has its name, so the broker's worker would drop the message: it is tried, and fails, here.
                self._worker.run(job.club, job.key)
                continue
            if not send_or_leave(self._app, job.kind, job.club, job.key):
                # The other messages would not get through either.
                break
            self._sent[which] = self._round
            count += 1
        return count

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self.sweep()
            except BookError as problem:
                _log.warning("sweep_failed", extra={"code": problem.code, "sentence": str(problem)})
            except Exception as fault:  # noqa: BLE001 - one sweep that fails must not be the last one.
                log_fault("sweep_failed", fault)
            self._stopping.wait(self._every_seconds)
