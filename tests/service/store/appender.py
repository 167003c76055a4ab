"""Appends to a book until it is killed, and says each version only after it was recorded."""

from __future__ import annotations

import sys

from service.store.event_store import EventStore, Request
from service.store.schema import open_book
from tests.service.store.evening import AT, NIGHT, loans


def main(url: str) -> None:
    store = EventStore(open_book(url))
    version = store.version(NIGHT)
    while True:
        request = Request(club="tuesday", key=f"k-{version}", digest="d", answer="a")
        events = store.append(NIGHT, expected_version=version, drafts=loans(3), recorded_at=AT, request=request)
        version = events[-1].version
        sys.stdout.write(f"{version}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
