"""A cache for values that are slow to make and that many threads ask for."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Cache(Generic[Key, Made]):
    """Keeps at most `most` values by key and drops the least recently used. Safe for many threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Key, Made] = OrderedDict()
        self._lock = threading.RLock()

    def get(self, key: Key, make: Callable[[], Made]) -> Made:
        """The cached value of the key, made now if there is none. Other threads wait: they most likely want the same."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
            else:
                self._made[key] = make()
                if len(self._made) > self._most:
                    self._made.popitem(last=False)
            return self._made[key]
