"""What is costly to make and asked for by many: made once, kept as long as there is room."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Kept(Generic[Key, Made]):
    """So many values by their keys; what was asked for longest ago goes first. Many threads may ask."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Key, Made] = OrderedDict()
        self._lock = threading.RLock()

    def get(self, key: Key, make: Callable[[], Made]) -> Made:
        """The value of the key. While one is made, others wait: they most likely want the same."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
            else:
                self._made[key] = make()
                if len(self._made) > self._most:
                    self._made.popitem(last=False)
            return self._made[key]
