"""What the events of one stream say about the requests that they were recorded with."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from service.book.store.chain import Envelope


class Asked(msgspec.Struct):
    """The `keys` of the events by their version, and of the first event of each request the `digests`.

    `last` is the version of the last event of the stream.
    """

    last: int = 0
    keys: dict[int, str] = msgspec.field(default_factory=dict)
    digests: dict[int, str] = msgspec.field(default_factory=dict)

    def note(self, version: int, envelope: Envelope) -> None:
        """Adds what an event says; most events were recorded without a key."""
        if envelope.request_id:
            self.keys[version] = envelope.request_id
        if envelope.request_digest:
            self.digests[version] = envelope.request_digest

    def requests(self) -> Iterator[tuple[int, int]]:
        """The first and the last version of each request that has a key and a digest, in the order of the stream."""
        for first in self.digests:
            if first in self.keys:
                last = first
                while self.keys.get(last + 1) == self.keys[first] and last + 1 not in self.digests:
                    last += 1
                yield first, last
