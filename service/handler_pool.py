"""Command handlers for many threads: each request borrows one and puts it back.

A handler keeps the nights it has loaded. The last one put back is the first one borrowed, so that a quiet night needs only
one. Results never depend on what a handler remembers: it always reads on from the event where it stopped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from service.command_handler import CommandHandler

# As many as requests may run at once: a handler beyond these would read its night from the beginning.
IDLE_MAX = 16


class HandlerPool:
    """The command handlers of one process."""

    def __init__(self, make: Callable[[], CommandHandler]) -> None:
        self._make = make
        # Its length bounds how many are kept; both taking and putting happen at one end, so no lock is needed.
        self._idle: deque[CommandHandler] = deque(maxlen=IDLE_MAX)

    @contextmanager
    def borrow(self) -> Iterator[CommandHandler]:
        """A command handler that nobody else uses until it is put back."""
        try:
            handler = self._idle.pop()
        except IndexError:
            handler = self._make()
        try:
            yield handler
        finally:
            self._idle.append(handler)
