"""Values that are slow to make and that many threads ask for: kept as far as there is room, or made once for all who ask at a time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


def one(_made: object) -> int:
    """The size of a value where only their number counts."""
    return 1


class Cache(Generic[Key, Made]):
    """Keeps values by key, at most of this size together, and drops the least recently used. Safe for many threads.

    The newest value is kept even if it is larger than that by itself.
    """

    def __init__(self, most: int, size_of: Callable[[Made], int] = one) -> None:
        self._most = most
        self._size_of = size_of
        self._size = 0
        self._made: OrderedDict[Key, Made] = OrderedDict()
        self._lock = threading.RLock()

    def get(self, key: Key, make: Callable[[], Made]) -> Made:
        """The cached value of the key, made now if there is none. Other threads wait: they most likely want the same."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return self._made[key]
            made = self._made[key] = make()
            self._size += self._size_of(made)
            while self._size > self._most and len(self._made) > 1:
                _, dropped = self._made.popitem(last=False)
                self._size -= self._size_of(dropped)
            return made


class _Flight(Generic[Made]):
    """One making of a value, and who waits for it."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.made: list[Made] = []


class Flights(Generic[Key, Made]):
    """Makes a value once for all who ask for it at the same time, and keeps nothing. Different values are made side by side.

    The key says everything on which the value depends, so that nobody is told what was so before they asked.
    """

    def __init__(self) -> None:
        self._flights: dict[Key, _Flight[Made]] = {}
        self._lock = threading.Lock()

    def get(self, key: Key, make: Callable[[], Made]) -> Made:
        """The value, made now or by another thread that has begun. If that one fails, the next of those who wait makes it."""
        while True:
            with self._lock:
                flight = self._flights.get(key)
                is_ours = flight is None
                if flight is None:
                    flight = self._flights[key] = _Flight()
            if is_ours:
                try:
                    flight.made.append(make())
                    return flight.made[0]
                finally:
                    with self._lock:
                        del self._flights[key]
                    flight.ended.set()
            flight.ended.wait()
            if flight.made:
                return flight.made[0]
