"""The runs: how much the service does with so many tables and web processes, and what is left after kills."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from redis import client

from service.book.store.schema import open_book
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

    def __init__(
        self,
        running: Service,
        environment: Mapping[str, str],
        ports: Sequence[int],
        home: Path,
        pair: servers.Pair,
        redis: Redis,
    ) -> None:
        self.running = running
        self.environment = environment
        self.ports = ports
        self.home = home
        self.pair = pair
        self.redis = redis
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
    """Starts everything, and ends it. A commit waits until the replica has it too."""
    home = folder / "home"
    home.mkdir()
    with servers.replicated() as pair, ExitStack() as stack:
        servers.Administrator(pair.primary.url).make("book")
        pair.primary.say("ALTER SYSTEM SET synchronous_standby_names = '*'")
        pair.primary.say("SELECT pg_reload_conf()")
        redis = Redis(stack)
        both = f"127.0.0.1:{pair.primary.port},127.0.0.1:{pair.replica.port}"
        environment = {
            "CHIPBOOK_HOME": str(home),
            # Whichever of the two takes writes.
            "CHIPBOOK_DATABASE_URL": f"postgresql+psycopg://postgres@{both}/book?target_session_attrs=read-write",
            "CHIPBOOK_COMMIT": "on",
            "CHIPBOOK_REDIS_URL": redis.url,
            "CHIPBOOK_TOKEN": TOKEN,
            "CHIPBOOK_TOKEN_REQUESTS_MAX": "0",
        }
        running = stack.enter_context(service(folder, environment))
        open_book(environment["CHIPBOOK_DATABASE_URL"]).close()
        ports = [servers.free_port() for _ in range(size.webs)]
        for number, port in enumerate(ports, start=1):
            running.start(f"web-{number}", "serve", "--port", str(port))
        for number in range(1, size.workers + 1):
            running.start(f"worker-{number}", "worker")
        for port in ports:
            wait_for_port(port, running)
        yield Cluster(running, environment, ports, home, pair, redis)


class Redis:
    """A Redis that can be killed and started again at its place."""

    def __init__(self, stack: ExitStack) -> None:
        self._port = servers.free_port()
        self._running = ExitStack()
        self.url = self._running.enter_context(servers.redis(port=self._port))
        stack.callback(self.close)

    def close(self) -> None:
        """Ends it with all that it holds."""
        self._running.close()

    def kill(self) -> None:
        """Kills it with all that it holds, and starts an empty one."""
        with client.Redis.from_url(self.url) as asked:
            process = asked.info("server")["process_id"]
        os.kill(process, signal.SIGKILL)
        self.close()
        self._running = ExitStack()
        self._running.enter_context(servers.redis(port=self._port))


def kills(of: Cluster) -> list[Kill]:
    """A web process, a worker, Redis and the primary: the first three come back, and the replica takes the last one's place."""

    def again(name: str) -> Callable[[], None]:
        def kill() -> None:
            of.running.kill(name)
            of.running.again(name)

        return kill

    def primary() -> None:
        of.pair.primary.kill()
        # Nobody is left to wait for.
        of.pair.replica.say("ALTER SYSTEM SET synchronous_standby_names = ''")
        of.pair.replica.say("SELECT pg_promote(true)")

    return [
        ("a web process", again("web-1")),
        ("a worker", again("worker-1")),
        ("Redis", of.redis.kill),
        ("the primary", primary),
    ]
