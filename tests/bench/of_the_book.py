"""The book on a disk: appending beside a bare insert, one command through HTTP, and a night from close to plan."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import sqlite3
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import chain, count, islice
from pathlib import Path
from random import Random
from time import perf_counter
from zoneinfo import ZoneInfo

import msgspec
from flask import Flask

from engine import commands
from engine.decider import accept
from engine.state import Night
from service.api.context import EXTENSION
from service.api.http.connections import Listening
from service.app.take import take
from service.book.db import Database
from service.book.recording.handler import utc_now
from service.book.recording.unit_of_work import IncomingCommand, LoadedNight, UnitOfWork
from service.book.store.chain import GENESIS, Body, link, seal
from service.book.store.event_store import Draft, EventStore, StoredEvent
from service.book.store.streams import Stream, stream_of_night
from service.config import Settings
from service.web.wsgi import BATCH_BODY_MAX, create_app
from tests.bench.hands import PLAYERS, Script, checked_down, opening, random_hand
from tests.bench.nights import SEED, book_at, fresh, record
from tests.bench.rounds import Size, percentile, rates, repeated
from tests.bench.rows import Row

TOKEN = "a-token-for-the-bench"
AT = "2026-11-20T19:30:00Z"
INSERT = (
    "INSERT INTO event (club, stream, version, type, schema, body, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)

Acts = list[list[Draft]]


def appended(folder: Path, size: Size) -> list[Row]:
    """Act by act, and a whole evening at once, against the same rows in the same transactions by the driver alone."""
    acts = random_acts(size.appends)
    evening = [[draft for drafts in acts for draft in drafts]]
    return [
        _against_bare(folder, "by_act", acts, size, "events appended, a transaction each act"),
        _against_bare(folder, "at_once", evening * 4, size, "events appended, a transaction each evening"),
        _sealed(folder, acts, size),
    ]


def _sealed(folder: Path, acts: Acts, size: Size) -> Row:
    """What a bare insert does not do: the canonical text of each event and the two digests of its hash."""
    book = fresh(folder / "sealed.db")
    try:
        rows = [
            row for rows in appended_acts(EventStore(book), stream_of_night("bench", "sealed"), acts) for row in rows
        ]
    finally:
        book.close()
    bodies = [msgspec.json.decode(row.body, type=Body) for row in rows]

    def run() -> int:
        head = GENESIS
        for body in bodies:
            _, digest = seal(body)
            head = link(head, digest)
        assert head.hex() == rows[-1].hash
        return len(bodies)

    what = "of this, events sealed: canonical text, two SHA-256"
    return Row(what=what, ours=rates({what: repeated(run, size.events)}, size.rounds)[what])


def _against_bare(folder: Path, name: str, acts: Acts, size: Size, what: str) -> Row:
    paths = [folder / f"{name}_{role}.db" for role in ("rows", "append", "bare")]
    first, book, bare = map(fresh, paths)
    driver = _driver(paths[-1])
    try:
        # These rows were appended to another book before.
        streams = [stream_of_night("bench", str(number)) for number in range(size.rounds + 1)]
        rows = [appended_acts(EventStore(first), stream, acts) for stream in streams]
        store, to_append, to_insert = EventStore(book), iter(streams), iter(rows)
        found = rates(
            {
                "ours": lambda: sum(map(len, appended_acts(store, next(to_append), acts))),
                "bare": lambda: _insert(driver, next(to_insert)),
            },
            size.rounds,
            # Waiting for the disk counts.
            perf_counter,
        )
    finally:
        driver.close()
        for database in (first, book, bare):
            database.close()
    return Row(what=what, ours=found["ours"], peer="bare insert", peer_rate=found["bare"], aim_ratio=0.8)


def random_acts(count: int) -> Acts:
    """The drafts of this many acts of hands, each act with its consequences."""
    work, chance = UnitOfWork(LoadedNight("drafts"), AT), Random(SEED)
    for command in opening("drafts"):
        work.take(IncomingCommand(command))
    acts: Acts = []
    while True:
        for command in random_hand(work.loaded.night, chance, Script([], [])):
            if len(acts) == count:
                return acts
            before = len(work.drafts)
            work.take(IncomingCommand(command))
            acts.append(work.drafts[before:])


def appended_acts(store: EventStore, stream: Stream, acts: Acts) -> list[tuple[StoredEvent, ...]]:
    """Appends the acts, a transaction each; the rows of each."""
    rows: list[tuple[StoredEvent, ...]] = []
    version, head = 0, ""
    for drafts in acts:
        rows.append(store.append(stream, expected_version=version, drafts=drafts, recorded_at=AT, head=head))
        version, head = version + len(drafts), rows[-1][-1].hash
    return rows


def taken(folder: Path, size: Size) -> list[Row]:
    """Acts of hands through the application layer, checked, decided, on disk and read, in turn with bare inserts of their rows."""
    ours, bare = [], []
    path = folder / "taken_bare.db"
    fresh(path).close()
    with book_at(folder / "taken.db") as book, contextlib.closing(_driver(path)) as driver:
        work, chance = UnitOfWork(LoadedNight("taken"), utc_now()), Random(SEED)
        for command in opening("taken"):
            work.take(IncomingCommand(command))
        night = record(book, work).night.copy()
        commands_of_hands = chain.from_iterable(checked_down(night, chance) for _ in count())
        for number, command in enumerate(islice(commands_of_hands, 5 + size.requests)):
            begun = perf_counter()
            done = take(book, "taken", [IncomingCommand(command)], key=f"act-{number}")
            seconds = perf_counter() - begun
            accept(night, command)
            with book.handler() as handler:
                rows = tuple(handler.store.read(handler.stream("taken"), after=done.first - 1))
            begun = perf_counter()
            _insert(driver, [rows])
            # The first ones warm up.
            if number >= 5:
                ours.append(seconds)
                bare.append(perf_counter() - begun)
    return [
        Row(
            what="acts through the application layer, by p50",
            ours=1 / percentile(ours, 50),
            peer="bare insert",
            peer_rate=1 / percentile(bare, 50),
            aim_ratio=0.5,
        )
    ]


def _driver(path: Path) -> sqlite3.Connection:
    """The driver alone, with the settings of chipbook's own connections, so that both wait for the same disk."""
    driver = sqlite3.connect(path, isolation_level=None)
    for pragma in ("synchronous = FULL", "foreign_keys = ON", "recursive_triggers = ON"):
        driver.execute(f"PRAGMA {pragma}")
    return driver


def _insert(driver: sqlite3.Connection, acts: list[tuple[StoredEvent, ...]]) -> int:
    done = 0
    for rows in acts:
        driver.execute("BEGIN IMMEDIATE")
        driver.executemany(INSERT, rows)
        driver.execute("COMMIT")
        done += len(rows)
    return done


def asked_over_http(folder: Path, size: Size) -> list[Row]:
    """Acts of hands, one request each on one connection to waitress: decided, on disk and answered."""
    with book_at(folder / "http.db") as book:
        work = UnitOfWork(LoadedNight("http"), utc_now())
        for command in opening("http"):
            work.take(IncomingCommand(command))
        loaded = record(book, work)
        version, night = loaded.version, loaded.night.copy()
        with served(folder, book.database) as port:
            taken = _requests(port, night, version, size.requests)
    return [
        Row(what=f"one command over HTTP, p{hundredth}", ours=1000 * percentile(taken, hundredth), unit=" ms")
        for hundredth in (50, 99)
    ]


def asked_at_length(folder: Path, size: Size) -> list[Row]:
    """The same act in a night ten times as long, pots paid and all, in turn with the short one."""
    lengths = {"short": size.short_night, "long": 10 * size.short_night}
    with book_at(folder / "length.db") as book:
        pages = {name: record(book, played(name, events)) for name, events in lengths.items()}
        copies = {name: (loaded.version, loaded.night.copy()) for name, loaded in pages.items()}
        with served(folder, book.database) as port:
            asking = {name: _asking(port, name, night, version) for name, (version, night) in copies.items()}
            taken: dict[str, list[float]] = {name: [] for name in asking}
            for _ in range(size.requests):
                for name, one in asking.items():
                    taken[name].append(next(one))
            for one in asking.values():
                one.close()
    short, long = (1 / percentile(taken[name], 50) for name in ("short", "long"))
    what = f"acts over HTTP in a night of {lengths['long']:,} events"
    return [Row(what=what, ours=long, peer=f"in one of {lengths['short']:,}", peer_rate=short, aim_ratio=0.77)]


def played(night_id: str, events: int) -> UnitOfWork:
    """A night with at least this many events, between two hands."""
    work, chance = UnitOfWork(LoadedNight(night_id), utc_now()), Random(SEED)
    for command in opening(night_id):
        work.take(IncomingCommand(command))
    while work.loaded.version < events:
        for command in random_hand(work.loaded.night, chance, Script([], [])):
            work.take(IncomingCommand(command))
    return work


def _requests(port: int, night: Night, version: int, count: int) -> list[float]:
    """The seconds of each request, without the first ones, which warm up."""
    asking = _asking(port, "http", night, version)
    taken = list(islice(asking, 5 + count))[5:]
    asking.close()
    return taken


def _asking(port: int, night_id: str, night: Night, version: int) -> Generator[float, None, None]:
    """Hand after hand on one connection; the seconds that each act took."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        chance = Random(SEED)
        while True:
            for command in checked_down(night, chance):
                body = json.dumps({"command": msgspec.to_builtins(command)})
                headers = {
                    "Authorization": f"Bearer {TOKEN}",
                    "Content-Type": "application/json",
                    "Idempotency-Key": f"{night_id}-{version}",
                    "If-Match": f'"{version}"',
                }
                begun = perf_counter()
                connection.request("POST", f"/api/v1/nights/{night_id}/commands", body, headers)
                answer = connection.getresponse()
                said = answer.read()
                taken = perf_counter() - begun
                assert answer.status == 201, said
                version += len(accept(night, command))
                yield taken


@contextmanager
def served(folder: Path, database: Database, *, streams_max: int = 1) -> Iterator[int]:
    """The port of the application on this book, in a thread of this process."""
    settings = Settings(
        home=folder,
        database_url="",
        zone=ZoneInfo("UTC"),
        streams_max=streams_max,
        token=TOKEN,
        requests_max=0,
        token_requests_max=0,
    )
    app = create_app(settings, database)
    with _listening(app, streams_max) as port:
        yield port
        app.extensions[EXTENSION].hub.close()


@contextmanager
def _listening(app: Flask, streams_max: int = 1) -> Iterator[int]:
    """The port of a server for this application, in a thread of this process."""
    server = Listening(app, host="127.0.0.1", port=0, streams_max=streams_max, body_max=BATCH_BODY_MAX)
    thread = threading.Thread(target=server.run)
    thread.start()
    # That requests wait for one another is what is measured, and nothing to be told of.
    queue = logging.getLogger("waitress.queue")
    queue.disabled = True
    try:
        yield server.port
    finally:
        queue.disabled = False
        server.close_from_outside()
        thread.join(10)
        assert not thread.is_alive()


def _empty() -> Flask:
    """An application with one route that does nothing."""
    app = Flask("empty")
    app.add_url_rule("/", view_func=lambda: ("", 201), methods=["POST"])
    return app


def lent_over_http(folder: Path, size: Size) -> list[Row]:
    """A loan over HTTP in a short night and in a long one, in turn with a route that does nothing on the same server."""
    lengths = {"short": max(20, size.short_night // 10), "long": 3 * size.short_night}
    with book_at(folder / "lent.db") as book:
        for name, events in lengths.items():
            record(book, played(name, events))
        with served(folder, book.database) as port, _listening(_empty()) as empty_port:
            asking = {name: _lending(port, f"/api/v1/nights/{name}/commands") for name in lengths}
            asking["empty"] = _lending(empty_port, "/")
            taken: dict[str, list[float]] = {name: [] for name in asking}
            for number in range(5 + size.requests):
                for name, one in asking.items():
                    seconds = next(one)
                    if number >= 5:
                        taken[name].append(seconds)
            for one in asking.values():
                one.close()
    rate = {name: 1 / percentile(found, 50) for name, found in taken.items()}
    return [
        Row(
            what=f"loans over HTTP in a night of {events:,} events, by p50",
            ours=rate[name],
            peer="empty route",
            peer_rate=rate["empty"],
            aim_ratio=0.25,
        )
        for name, events in lengths.items()
    ]


def _lending(port: int, path: str) -> Generator[float, None, None]:
    """Loan after loan on one connection, none like one before; the seconds that each took."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        for chips in count(1):
            body = json.dumps({"command": {"type": "give_loan", "player": PLAYERS[0], "chips": chips}})
            headers = {
                "Authorization": f"Bearer {TOKEN}",
                "Content-Type": "application/json",
                "Idempotency-Key": f"{path}-{chips}",
            }
            begun = perf_counter()
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            said = answer.read()
            taken = perf_counter() - begun
            assert answer.status == 201, said
            yield taken


def closed(folder: Path, size: Size) -> list[Row]:
    """From the last count to the frozen plan of direct transfers, both acts in the book."""
    chance, taken = Random(SEED), []
    with book_at(folder / "close.db") as book:
        for number in range(size.closings):
            loaded = record(book, played_and_counted(f"close-{number}", chance))
            begun = perf_counter()
            with book.handler() as handler:
                handler.handle(loaded.night_id, commands.CloseNight())
                handler.handle(loaded.night_id, commands.FreezePlan(kind="direct"))
                taken.append(perf_counter() - begun)
                assert handler.load(loaded.night_id).night.closing.plan is not None
                assert handler.store.version(loaded.stream) == loaded.version
    return [Row(what="a night from close to frozen plan, p50", ours=1000 * percentile(taken, 50), unit=" ms")]


def played_and_counted(night_id: str, chance: Random) -> UnitOfWork:
    work = UnitOfWork(LoadedNight(night_id), utc_now())
    for command in opening(night_id):
        work.take(IncomingCommand(command))
    for _ in range(30):
        for command in random_hand(work.loaded.night, chance, Script([], [])):
            work.take(IncomingCommand(command))
    for player in PLAYERS:
        work.take(IncomingCommand(commands.CountChips(player=player, chips=work.loaded.night.stack(player))))
    return work
