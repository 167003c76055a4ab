"""Command handlers for many threads: each request borrows one and puts it back.

A handler keeps the nights it has loaded, so a request for a night gets the handler that knows it, if that one is free.
Results never depend on what a handler remembers: it always reads on from the event where it stopped.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from service.book.recording.handler import NIGHTS_MAX, CommandHandler

# As many as requests may run at once.
IDLE_MAX = 16
# The events of all nights that idle handlers remember together, some twenty-five megabytes.
EVENTS_MAX = 40_000


class HandlerPool:
    """The command handlers of one process."""

    def __init__(self, make: Callable[[], CommandHandler]) -> None:
        self._make = make
        # The last one put back stands at the end.
        self._idle: list[CommandHandler] = []
        self._lock = threading.Lock()

    @contextmanager
    def borrow(self, night: str = "") -> Iterator[CommandHandler]:
        """A command handler that nobody else uses until it is put back; for this night, if it is for one."""
        with self._lock:
            handler = self._chosen(night)
        if handler is None:
            handler = self._make()
        try:
            yield handler
        finally:
            with self._lock:
                self._idle.append(handler)
                del self._idle[:-IDLE_MAX]
                self._make_room()

    def _make_room(self) -> None:
        """Has the handlers that were not used for the longest time forget nights until the rest has room."""
        over = sum(handler.size for handler in self._idle) - EVENTS_MAX
        for handler in self._idle:
            while over > 0 and handler.remembered:
                over -= handler.forget_one()

    def _chosen(self, night: str) -> CommandHandler | None:
        """Taken from those that are idle; None if a new one is better: none is idle, or all forget a night for this one."""
        if not self._idle:
            return None
        if not night:
            # The last one, which a quiet night needs alone.
            return self._idle.pop()
        for at in range(len(self._idle) - 1, -1, -1):
            if self._idle[at].remembers(night):
                return self._idle.pop(at)
        at = min(range(len(self._idle)), key=lambda at: self._idle[at].remembered)
        if self._idle[at].remembered >= NIGHTS_MAX and len(self._idle) < IDLE_MAX:
            return None
        return self._idle.pop(at)
