"""The book on PostgreSQL: appending act by act, beside an aggregate of eventsourcing that is saved act by act."""

from __future__ import annotations

from itertools import count, islice
from time import perf_counter
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from service.book.db import Database
from service.book.store.event_store import EventStore
from service.book.store.schema import open_book
from service.book.store.streams import stream_of_night
from tests import servers
from tests.bench.of_the_book import appended_acts, random_acts
from tests.bench.peers import peer
from tests.bench.rounds import Run, Size, rates
from tests.bench.rows import Row

PEER = "eventsourcing"


def appended(size: Size) -> list[Row]:
    """Events appended a transaction each act. Both servers are one, without waiting for the disk, so that the work counts."""
    acts = random_acts(size.appends)
    with servers.postgresql() as url:
        book = open_book(servers.Administrator(url).make("ours"))
        try:
            contenders: dict[str, Run] = {"ours": _ours(book, acts)}
            if peer(PEER) is not None:
                servers.Administrator(url).make("theirs")
                contenders["theirs"] = _theirs(url, [len(drafts) for drafts in acts])
            # Waiting for the server counts.
            found = rates(contenders, size.rounds, perf_counter)
        finally:
            book.close()
    return [
        Row(
            what="events appended on PostgreSQL, a transaction each act",
            ours=found["ours"],
            peer=PEER,
            peer_rate=found.get("theirs"),
            aim_ratio=2.5,
        )
    ]


def _ours(book: Database, acts: list[Any]) -> Run:
    store, numbers = EventStore(book), count(1)

    def run() -> int:
        stream = stream_of_night("bench", f"night-{next(numbers)}")
        return sum(map(len, appended_acts(store, stream, acts)))

    return run


def _theirs(url: str, sizes: list[int]) -> Run:
    """As many events as the acts have, in as many transactions, by an application of theirs on the same server."""
    application: Any = peer("eventsourcing.application")
    domain: Any = peer("eventsourcing.domain")
    at = servers.place_of(url)

    class Stack(domain.Aggregate):  # type: ignore[misc]
        @domain.event("Opened")
        def __init__(self, player: str) -> None:
            self.player = player
            self.chips = 0

        @domain.event("Moved")
        def move(self, chips: int) -> None:
            self.chips += chips

    book = application.Application(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": "theirs",
            "POSTGRES_HOST": str(at.host),
            "POSTGRES_PORT": str(at.port),
            "POSTGRES_USER": str(at.username),
            "POSTGRES_PASSWORD": "",
        }
    )
    numbers = count(1)

    def run() -> int:
        stack = Stack(player=str(uuid5(NAMESPACE_URL, str(next(numbers)))))
        chips, done = count(1), 0
        for size in sizes:
            for one in islice(chips, size - 1 if not done else size):
                stack.move(chips=one)
            book.save(stack)
            done += size
        return done

    return run
