"""How far this process has seen each stream of the book, until a replica is known to have that too."""

from __future__ import annotations

import threading
from itertools import islice


class SeenVersions:
    """The highest version of each stream that somebody was shown or wrote here. Safe for many threads.

    A stream is named as in the book (`night:friday`, `club:c1`). One that the replica has caught up with is dropped, because a
    replica never goes back.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._versions: dict[str, int] = {}

    def note(self, stream: str, version: int) -> None:
        """Notes that the stream was seen at this version."""
        with self._lock:
            if version > self._versions.get(stream, 0):
                self._versions[stream] = version

    def of(self, stream: str) -> int:
        """The version that a reader must not get less than; 0 if any will do."""
        return self._versions.get(stream, 0)

    def is_reached(self, stream: str, version: int) -> None:
        """Drops the stream if the replica has it at this version."""
        with self._lock:
            if self._versions.get(stream, version + 1) <= version:
                del self._versions[stream]

    def oldest(self, most: int) -> list[str]:
        """At most so many of the streams, the longest noted first."""
        with self._lock:
            return list(islice(self._versions, most))

    def __len__(self) -> int:
        return len(self._versions)
