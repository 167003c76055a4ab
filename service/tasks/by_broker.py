"""With Redis: tells the workers which jobs are due, from a thread of its own, so that no command waits for a broker."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Sequence
from contextlib import suppress

from celery.exceptions import OperationalError

from service.store.event_store import JobDraft
from service.tasks.celery_app import AtWork

# More than that waits only where the broker is away; then the sweeper sends them.
WAITING_MAX = 1000

_log = logging.getLogger("chipbook.tasks")


class ByBroker:
    """The thread. What it cannot send stays due, and a worker's sweeper finds it."""

    def __init__(self, app: AtWork) -> None:
        self._app = app
        self._waiting: queue.Queue[JobDraft | None] = queue.Queue(WAITING_MAX)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._send, name="chipbook-tell", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def tell(self, jobs: Sequence[JobDraft]) -> None:
        """These jobs have just been recorded."""
        for job in jobs:
            try:
                self._waiting.put_nowait(job)
            except queue.Full:
                return

    def stop(self) -> None:
        """Sends what is being sent and leaves the rest to the sweeper."""
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
                send_or_leave(self._app, job.kind, job.key)


def send_or_leave(app: AtWork, kind: str, key: str) -> bool:
    """Whether the broker took the message; if not, the job is as due as before."""
    try:
        app.send(kind, key)
    except OperationalError as problem:
        _log.warning("broker_away", extra={"kind": kind, "sentence": f"{key} stays due: {problem}"})
        return False
    return True
