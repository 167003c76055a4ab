"""The runs: how much the service does with so many tables and web processes, and what is left after kills."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from service.store.schema import open_book
from tests import servers
from tests.cluster.client import Client
from tests.cluster.processes import Service, service, wait_for_port
from tests.cluster.proof import wait_for_the_jobs, what_is_wrong
from tests.cluster.scripts import Script
from tests.cluster.tables import Table, all_at_once

TOKEN = "the-token-of-a-cluster-run"
JOBS_SECONDS = 240.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How large a run is. `seconds`: how long each load lasts; `hands`: of each night that is played to its end."""

    tables: int
    webs: int
    workers: int
    seconds: float
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What was measured under one load. Times are in milliseconds, of acts that were answered at the first try."""

    webs: int
    tables: int
    acts: int
    seconds: float
    p50: float
    p99: float

    @property
    def rate(self) -> float:
        """Acts recorded in a second."""
        return self.acts / self.seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Survived:
    """What a run with kills came to: the acts, how many were sent again, the longest that one waited, and what is wrong."""

    acts: int
    again: int
    seconds: float
    killed: tuple[str, ...]
    wrong: tuple[str, ...]


# Something that is killed, and how it is killed and brought back.
Kill = tuple[str, Callable[[], None]]


class Cluster:
    """The running service: its processes, its servers, and where the book is."""

    def __init__(self, running: Service, environment: Mapping[str, str], ports: Sequence[int], home: Path) -> None:
        self.running = running
        self.environment = environment
        self.ports = ports
        self.home = home
        self._runs = 0

    @property
    def url(self) -> str:
        """The URL of the book."""
        return self.environment["CHIPBOOK_DATABASE_URL"]

    def tables(self, played: Sequence[Script], *, webs: int) -> list[Table]:
        """A table for each script, its night open, spread over the first web processes."""
        self._runs += 1
        ports = self.ports[:webs]
        made = [
            Table(number, script, Client(ports, TOKEN, first=number)) for number, script in enumerate(played, start=1)
        ]
        for table in made:
            table.open(f"run{self._runs}")
        return made

    def load(self, played: Sequence[Script], *, webs: int, seconds: float) -> Load:
        """Lets the tables play for so many seconds. Their nights stay open."""
        tables = self.tables(played, webs=webs)
        over = threading.Event()
        timer = threading.Timer(seconds, over.set)
        began = time.perf_counter()
        timer.start()
        acts = all_at_once(tables, over)
        lasted = time.perf_counter() - began
        timer.cancel()
        took = sorted(1000 * one for table in tables for one in table.seconds)
        return Load(
            webs=webs,
            tables=len(tables),
            acts=acts,
            seconds=lasted,
            p50=median(took),
            p99=took[min(len(took) - 1, int(len(took) * 0.99))],
        )

    def survive(self, played: Sequence[Script], kills: Sequence[Kill], *, webs: int) -> Survived:
        """Plays whole nights to their plan while one thing after another is killed, and checks what is left."""
        tables = self.tables(played, webs=webs)
        in_all = sum(len(table.script.acts) for table in tables)
        killed: list[str] = []
        over = threading.Event()
        mischief = threading.Thread(target=_kill_in_turn, args=(kills, tables, in_all, killed, over), name="kills")
        began = time.perf_counter()
        mischief.start()
        try:
            acts = all_at_once(tables)
        finally:
            lasted = time.perf_counter() - began
            over.set()
            mischief.join()
        database = open_book(self.url)
        try:
            wait_for_the_jobs(database, JOBS_SECONDS)
            wrong = what_is_wrong(database, self.home, tables)
        finally:
            database.close()
        return Survived(
            acts=acts,
            again=sum(table.again for table in tables),
            seconds=lasted,
            killed=tuple(killed),
            wrong=tuple(wrong),
        )


def _kill_in_turn(
    kills: Sequence[Kill], tables: Sequence[Table], acts: int, killed: list[str], over: threading.Event
) -> None:
    """Spreads the kills over the acts, so that each comes in the middle of play whatever the speed of the machine is."""
    for number, (name, kill) in enumerate(kills, start=1):
        while sum(len(table.acknowledged) for table in tables) < acts * number / (len(kills) + 1):
            if over.wait(0.05):
                return
        kill()
        killed.append(name)


@contextmanager
def cluster(folder: Path, size: Size) -> Iterator[Cluster]:
    """Starts everything, and ends it."""
    home = folder / "home"
    home.mkdir()
    with servers.postgresql() as book, servers.redis() as redis:
        environment = {
            "CHIPBOOK_HOME": str(home),
            "CHIPBOOK_DATABASE_URL": book,
            "CHIPBOOK_REDIS_URL": redis,
            "CHIPBOOK_TOKEN": TOKEN,
            "CHIPBOOK_TOKEN_REQUESTS_MAX": "0",
        }
        with service(folder, environment) as running:
            ports = [servers.free_port() for _ in range(size.webs)]
            open_book(book).close()
            for number, port in enumerate(ports, start=1):
                running.start(f"web-{number}", "serve", "--port", str(port))
            for number in range(1, size.workers + 1):
                running.start(f"worker-{number}", "worker")
            for port in ports:
                wait_for_port(port, running)
            yield Cluster(running, environment, ports, home)
