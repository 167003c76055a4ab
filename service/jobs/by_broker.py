"""With Redis: tells the workers which jobs are due. It has its own thread, so that no command waits for a broker."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Sequence
from contextlib import suppress

from celery.exceptions import OperationalError

from service.book.store.event_store import JobDraft
from service.jobs.celery_app import AtWork

# More messages than this wait only if the broker is away; then the sweeper sends them.
WAITING_MAX = 1000

_log = logging.getLogger("chipbook.tasks")


class ByBroker:
    """The sending thread. A job that it cannot announce stays due, and a worker's sweeper finds it."""

    def __init__(self, app: AtWork) -> None:
        self._app = app
        self._waiting: queue.Queue[JobDraft | None] = queue.Queue(WAITING_MAX)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._send, name="chipbook-tell", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def tell(self, jobs: Sequence[JobDraft]) -> None:
        """Announces jobs that have just been recorded."""
        for job in jobs:
            try:
                self._waiting.put_nowait(job)
            except queue.Full:
                return

    def stop(self) -> None:
        """Finishes the message being sent and leaves the rest to the sweeper."""
        self._stopping.set()
        with suppress(queue.Full):
            # Wakes the thread up.
            self._waiting.put_nowait(None)
        if self._thread.is_alive():
            self._thread.join()
        self._app.close()

    def _send(self) -> None:
        while not self._stopping.is_set():
            job = self._waiting.get()
            if job is not None:
                send_or_leave(self._app, job.kind, job.club, job.key)


def send_or_leave(app: AtWork, kind: str, club: str, key: str) -> bool:
    """True if the broker took the message; if not, the job stays due."""
    try:
        app.send(kind, club, key)
    except OperationalError as problem:
        _log.warning("broker_away", extra={"kind": kind, "sentence": f"{key} stays due: {problem}"})
        return False
    return True
