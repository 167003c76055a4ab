"""Acts over HTTP: a loan in a short night and in a long one, beside a route that does nothing on the same server."""

import contextlib
import http.client
import json
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from zoneinfo import ZoneInfo

from flask import Flask

from service.book.db import Database
from service.book.recording.handler import utc_now
from service.book.recording.unit_of_work import IncomingCommand, LoadedNight, UnitOfWork
from service.config import Settings
from service.web.wsgi import create_app
from tests.bench.hands import PLAYERS, opening, random_hand
from tests.bench.nights import SEED, book_at, record
from tests.bench.rounds import Size, percentile
from tests.bench.rows import Row
from tests.serving import serving

TOKEN = "a-token-for-the-bench"


def lent(folder: Path, size: Size) -> list[Row]:
    """A loan in a night of some hundred events and in one of ten thousand, in turn with a route that does nothing."""
    lengths = {"short": max(20, size.short_night // 10), "long": 10 * size.short_night}
    with book_at(folder / "lent.db") as book:
        for name, events in lengths.items():
            record(book, played(name, events))
        with served(folder, book.database) as port, serving(_empty()) as empty_port:
            asking = {name: _lending(port, f"/api/v1/nights/{name}/commands") for name in lengths}
            asking["empty"] = _lending(empty_port, "/")
            taken: dict[str, list[float]] = {name: [] for name in asking}
            for number in range(5 + size.requests):
                for name, one in asking.items():
                    seconds = next(one)
                    # The first ones warm up.
                    if number >= 5:
                        taken[name].append(seconds)
            for one in asking.values():
                one.close()
    rate = {name: 1 / percentile(found, 50) for name, found in taken.items()}
    what = f"loans over HTTP in a night of {lengths['long']:,} events, by p50"
    return [
        Row(what=what, ours=rate["long"], peer="empty route", peer_rate=rate["empty"], aim_ratio=1 / 8),
        Row(
            what=what,
            ours=rate["long"],
            peer=f"in one of {lengths['short']:,}",
            peer_rate=rate["short"],
            aim_ratio=0.77,
        ),
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


def played(night_id: str, events: int) -> UnitOfWork:
    """A night with at least this many events, between two hands."""
    work, chance = UnitOfWork(LoadedNight(night_id), utc_now()), Random(SEED)
    for command in opening(night_id):
        work.take(IncomingCommand(command))
    while work.loaded.version < events:
        for command in random_hand(work.loaded.night, chance):
            work.take(IncomingCommand(command))
    return work


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
    with serving(app, streams_max=streams_max) as port:
        yield port


def _empty() -> Flask:
    """An application with one route that does nothing."""
    app = Flask("empty")
    app.add_url_rule("/", view_func=lambda: ("", 201), methods=["POST"])
    return app
