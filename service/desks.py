"""Desks for many threads: each request borrows one for itself and puts it back.

A desk keeps the nights it has read; the last one put back is the first one taken, so that a quiet evening needs only
one. What is right never depends on what a desk remembers: every desk reads on from where it stopped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from service.handle import Desk

# As many as may be asked for at once: who finds none reads the night from its beginning.
KEPT_MAX = 16


class Desks:
    """All desks of one process."""

    def __init__(self, make: Callable[[], Desk]) -> None:
        self._make = make
        # Its length bounds what is kept; taking and putting at one end needs no lock.
        self._idle: deque[Desk] = deque(maxlen=KEPT_MAX)

    @contextmanager
    def borrow(self) -> Iterator[Desk]:
        """A desk that nobody else has meanwhile."""
        try:
            desk = self._idle.pop()
        except IndexError:
            desk = self._make()
        try:
            yield desk
        finally:
            self._idle.append(desk)
