"""The book on a disk and on a server: appending act by act, beside an aggregate of eventsourcing that is saved act by act."""

from collections.abc import Mapping
from itertools import count, islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from service.book.db import Database
from service.book.recording.unit_of_work import IncomingCommand, LoadedNight, UnitOfWork
from service.book.store.chain import Draft, StoredEvent, Stream, stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.schema import open_book
from tests import servers
from tests.bench.hands import opening, random_hand
from tests.bench.nights import SEED, fresh
from tests.bench.peers import peer, stack_of
from tests.bench.rounds import Run, Size, rates
from tests.bench.rows import Row

PEER = "eventsourcing"
AT = "2026-11-20T19:30:00Z"

Acts = list[list[Draft]]


def appended(folder: Path, size: Size) -> list[Row]:
    """Events appended a transaction each act, on SQLite and on PostgreSQL.

    The server does not wait for its disk, neither for us nor for the peer, so that the work counts.
    """
    acts = random_acts(size.appends)
    sqlite = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(folder / "theirs.db")}
    rows = [_beside_peer("SQLite", fresh(folder / "appended.db"), sqlite, acts, size, aim=1.2)]
    with servers.postgresql() as url:
        server, at = servers.Administrator(url), servers.place_of(url)
        ours, _ = server.make("ours"), server.make("theirs")
        postgresql = {
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": "theirs",
            "POSTGRES_HOST": str(at.host),
            "POSTGRES_PORT": str(at.port),
            "POSTGRES_USER": str(at.username),
            "POSTGRES_PASSWORD": "",
        }
        rows.append(_beside_peer("PostgreSQL", open_book(ours), postgresql, acts, size, aim=2))
    return rows


def _beside_peer(where: str, book: Database, theirs: Mapping[str, str], acts: Acts, size: Size, aim: float) -> Row:
    try:
        contenders: dict[str, Run] = {"ours": _ours(book, acts)}
        if peer(PEER) is not None:
            contenders["theirs"] = _theirs(theirs, [len(drafts) for drafts in acts])
        # Waiting for the disk and for the server counts.
        found = rates(contenders, size.rounds, perf_counter)
    finally:
        book.close()
    return Row(
        what=f"events appended on {where}, a transaction each act",
        ours=found["ours"],
        peer=PEER,
        peer_rate=found.get("theirs"),
        aim_ratio=aim,
    )


def _ours(book: Database, acts: Acts) -> Run:
    store, numbers = EventStore(book), count(1)

    def run() -> int:
        stream = stream_of_night("bench", f"night-{next(numbers)}")
        return sum(map(len, appended_acts(store, stream, acts)))

    return run


def _theirs(environment: Mapping[str, str], sizes: list[int]) -> Run:
    """As many events as the acts have, in as many transactions, by an application of theirs."""
    application: Any = peer("eventsourcing.application")
    book = application.Application(env=environment)
    numbers = count(1)

    def run() -> int:
        stack = stack_of(str(uuid5(NAMESPACE_URL, str(next(numbers)))))
        chips, done = count(1), 0
        for size in sizes:
            for one in islice(chips, size - 1 if not done else size):
                stack.move(chips=one)
            book.save(stack)
            done += size
        return done

    return run


def random_acts(count: int) -> Acts:
    """The drafts of this many acts of hands, each act with its consequences."""
    work, chance = UnitOfWork(LoadedNight("drafts"), AT), Random(SEED)
    for command in opening("drafts"):
        work.take(IncomingCommand(command))
    acts: Acts = []
    while True:
        for command in random_hand(work.loaded.night, chance):
            if len(acts) == count:
                return acts
            before = len(work.drafts)
            work.take(IncomingCommand(command))
            acts.append(work.drafts[before:])


def appended_acts(store: EventStore, stream: Stream, acts: Acts) -> list[tuple[StoredEvent, ...]]:
    """Appends the acts, a transaction each; the rows of each."""
    rows: list[tuple[StoredEvent, ...]] = []
    version = 0
    for drafts in acts:
        rows.append(store.append(stream, expected_version=version, drafts=drafts, recorded_at=AT))
        version += len(drafts)
    return rows
