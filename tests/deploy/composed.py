"""Runs the services of compose.yaml as they stand there, with processes and the wheels' servers in place of images.

What a container engine does is done here: a service sees its own volumes, its own secrets and the other services by their
names. Of an image only this is played: where its programs are, and what that of PostgreSQL does before its first start. What
runs and ends at once, as a check of health does, is a copy of the loaded program.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from service.app.running.keeping import make_secrets
from service.config import FILE_SUFFIX, SETTINGS
from tests import servers
from tests.forked import Forked

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
HEALTHY_WITHIN_SECONDS = 60
STOPPED_WITHIN_SECONDS = 40
SECRETS = "/run/secrets"
# Which port a service has in its container, for those that others reach.
PORTS = {"postgres": 5432, "replica": 5432, "redis": 6379, "web": 8421}
# The wheel of Valkey has no client.
REDIS_CLI = """#!/bin/sh
# The path of the interpreter may have a space in it, which no first line of a script may.
exec {python} -c '
import os, sys, redis
assert sys.argv[1] == "-p" and sys.argv[3:] == ["ping"], sys.argv
client = redis.Redis(port=int(sys.argv[2]), password=os.environ["REDISCLI_AUTH"])
print("PONG" if client.ping() else "")
' "$@"
"""
VARIABLE = re.compile(r"\$\$|\$\{(?P<name>\w+)(?::\?(?P<why>[^}]*))?\}")


def read_env(file: Path) -> dict[str, str]:
    """The variables of a file as `.env`."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def read_compose(environ: Mapping[str, str]) -> dict[str, Any]:
    """The file as the engine reads it: anchors resolved, variables put in, and a number where the key needs one."""

    def put_in(value: Any) -> Any:
        match value:
            case str():
                return VARIABLE.sub(lambda found: "$" if found[0] == "$$" else environ[found["name"]], value)
            case list():
                return [put_in(one) for one in value]
            case dict():
                return {name: put_in(one) for name, one in value.items()}
            case _:
                return value

    read: dict[str, Any] = put_in(yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8")))
    for service in read["services"].values():
        if "scale" in service:
            service["scale"] = int(service["scale"])
    return read


@dataclass
class Container:
    """A running service."""

    name: str
    process: subprocess.Popen[bytes] | Forked
    environ: dict[str, str]
    check: list[str]
    options: dict[str, Any]
    log: Path
    # What tells it to stop.
    ends_by: signal.Signals = signal.SIGTERM

    def is_healthy(self) -> bool:
        """What the health check of the service says now."""
        return self.ask(self.check).returncode == 0

    def ask(self, words: list[str]) -> subprocess.CompletedProcess[str]:
        """Runs another command in the same container."""
        if words[0] == "chipbook":
            with Forked(words[1:], env=self.environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                said = process.communicate(timeout=60)
            return subprocess.CompletedProcess(words, process.wait(), *said)
        return subprocess.run(
            words, env=self.environ, check=False, capture_output=True, text=True, timeout=60, **self.options
        )

    def wait_until_healthy(self) -> None:
        give_up_at = time.monotonic() + HEALTHY_WITHIN_SECONDS
        while not self.is_healthy():
            assert self.process.poll() is None, f"{self.name} ended: {self.said()}"
            assert time.monotonic() < give_up_at, f"{self.name}: {self.ask(self.check)}\n{self.said()}"
            # A check is a process of its own.
            time.sleep(0.3)

    def said(self) -> str:
        return self.log.read_text(errors="replace")[-3000:]

    def stop(self, number: int = 0) -> int:
        """Ends the service, and what it has started; returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number or self.ends_by)
            try:
                self.process.wait(STOPPED_WITHIN_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        return self.process.returncode


@dataclass
class Composed:
    """All services of the file that were started, in one folder."""

    folder: Path
    spec: dict[str, Any]
    images: Images
    ports: dict[str, int] = field(default_factory=dict)
    running: dict[str, Container] = field(default_factory=dict)

    def up(self, *names: str) -> None:
        """Starts services in this order, each when what it depends on is there."""
        for name in names:
            for needed, how in self.spec["services"][name].get("depends_on", {}).items():
                if how["condition"] == "service_healthy":
                    self.running[needed].wait_until_healthy()
                elif how["condition"] == "service_completed_successfully":
                    container = self.running[needed]
                    assert container.process.wait(HEALTHY_WITHIN_SECONDS) == 0, container.said()
            self.running[name] = self.start(name)

    def start(self, name: str, command: list[str] | None = None) -> Container:
        """Starts a service; `command` takes the place of its own, as `docker compose run` does."""
        service = self.spec["services"][name]
        place = self.folder / "containers" / name
        environ = self._environ(name, service, place)
        words = self._seen(name, command or service["command"])
        check = service.get("healthcheck", {}).get("test", ["CMD", "true"])
        check = self._seen(name, ["sh", "-c", *check[1:]] if check[0] == "CMD-SHELL" else check[1:])
        options: dict[str, Any] = {"cwd": place}
        if service["image"] == "chipbook":
            words = ["chipbook", *words]
        elif service["image"].startswith("postgres:"):
            options |= self.images.user
        if words[0] == "postgres":
            self.images.prepare_postgresql(environ, self._scripts(service), options)
        log = place / "log"
        with log.open("ab") as output:
            process: subprocess.Popen[bytes] | Forked
            if command and words[0] == "chipbook":
                process = Forked(words[1:], env=environ, stdout=output, stderr=output)
            else:
                process = subprocess.Popen(
                    words, env=environ, stdout=output, stderr=output, start_new_session=True, **options
                )
        ends_by = signal.Signals[service.get("stop_signal", "SIGTERM")]
        return Container(name, process, environ, check, options, log, ends_by)

    def _environ(self, name: str, service: dict[str, Any], place: Path) -> dict[str, str]:
        place.mkdir(parents=True, exist_ok=True)
        given = {key: self._setting(name, value) for key, value in service.get("environment", {}).items()}
        environ = {"PATH": self.images.path, "LC_ALL": "C.UTF-8", "HOME": str(place)}
        environ |= {key: value for key, value in given.items() if key not in unknown_settings(given)}
        if name in ("postgres", "replica"):
            environ |= {"PGPORT": str(self.port(name)), "PGHOST": str(self.images.sockets)}
            environ.setdefault("PGDATA", str(self.folder / "volumes" / "book" / "data"))
        if name == "web":
            environ["CHIPBOOK_PORT"] = str(self.port(name))
        self._give_secrets(name, service, place)
        for volume, _ in volumes_of(service):
            (self.folder / "volumes" / volume).mkdir(parents=True, exist_ok=True)
        self.images.own(self.folder / "volumes", place)
        return environ

    def _give_secrets(self, name: str, service: dict[str, Any], place: Path) -> None:
        """The files that the service names, and no other, with the addresses of the other services in them."""
        folder = place / "secrets"
        folder.mkdir(exist_ok=True)
        for secret in service.get("secrets", ()):
            text = (self.folder / self.spec["secrets"][secret]["file"]).read_text()
            file = folder / secret
            file.unlink(missing_ok=True)
            file.write_text(self._addresses(text))
            file.chmod(0o444)

    def _seen(self, name: str, value: Any) -> Any:
        """A text or list of the file, with the places that the container sees put where they are here."""
        if isinstance(value, list):
            return [self._seen(name, one) for one in value]
        service = self.spec["services"][name]
        places = {SECRETS: self.folder / "containers" / name / "secrets"}
        places |= {target: self.folder / "volumes" / volume for volume, target in volumes_of(service)}
        places |= {target: self.images.files / Path(source).name for source, target in files_of(service)}
        seen = str(value)
        for target in sorted(places, key=len, reverse=True):
            seen = seen.replace(target, str(places[target]))
        return seen.replace("6379", str(self.port("redis"))) if name == "redis" else seen

    def _setting(self, name: str, value: Any) -> str:
        """The value of an environment variable; the name of a service, and the port of the primary, are those of here."""
        if value in PORTS:
            return "127.0.0.1"
        return str(self.port("postgres")) if value == "5432" else str(self._seen(name, value))

    def _addresses(self, text: str) -> str:
        for name, port in PORTS.items():
            text = text.replace(f"@{name}:{port}", f"@127.0.0.1:{self.port(name)}")
        return text

    def _scripts(self, service: dict[str, Any]) -> list[Path]:
        first = "/docker-entrypoint-initdb.d/"
        return [
            self.images.files / Path(source).name for source, target in files_of(service) if target.startswith(first)
        ]

    def port(self, name: str) -> int:
        if name not in self.ports:
            self.ports[name] = servers.free_port()
        return self.ports[name]

    def secret(self, name: str) -> str:
        return self._addresses((self.folder / "secrets" / name).read_text().strip())

    def down(self) -> None:
        # The last one started depends on those before.
        for name in reversed(self.running):
            self.running[name].stop()


class Images:
    """Where the programs of the images are on this machine."""

    def __init__(self, folder: Path) -> None:
        self.user = servers._unprivileged_user(folder)
        binaries = servers._binaries(folder, self.user)
        tools = folder / "tools"
        tools.mkdir()
        (tools / "redis-server").symlink_to(servers._redis_binary())
        (tools / "redis-cli").write_text(REDIS_CLI.format(python=shlex.quote(sys.executable)))
        (tools / "redis-cli").chmod(0o755)
        # The user of an image need not be one who may enter the checkout.
        self.files = folder / "files"
        shutil.copytree(ROOT / "deploy", self.files)
        self.sockets = folder / "sockets"
        self.sockets.mkdir()
        self.own(folder)
        self.path = f"{tools}:{binaries}:{BIN}:/usr/bin:/bin"

    def own(self, *places: Path) -> None:
        """Gives folders to the user of the images, as a new volume has the owner of what the image has in its place."""
        if not self.user:
            return
        for place in places:
            for folder in (place, *place.iterdir()):
                if folder.is_dir() and folder.stat().st_uid == 0:
                    os.chown(folder, self.user["user"], self.user["group"])

    def prepare_postgresql(self, environ: dict[str, str], scripts: Iterable[Path], options: dict[str, Any]) -> None:
        """What the image does on an empty volume: a cluster with passwords, the database, and the scripts."""
        data = Path(environ["PGDATA"])
        if data.exists():
            return

        def run(*words: str | Path) -> None:
            subprocess.run(words, env=environ, check=True, capture_output=True, **options)

        cluster = ["initdb", "-D", data, "-U", "postgres", "--pwfile", environ["POSTGRES_PASSWORD_FILE"]]
        run(*cluster, "-A", "scram-sha-256", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions")
        (data / "pg_hba.conf").write_text("local all all trust\nhost all all all scram-sha-256\n")
        with (data / "postgresql.conf").open("a") as settings:
            # For tests only.
            settings.write(f"fsync = off\nunix_socket_directories = '{self.sockets}'\n")
        control = ["pg_ctl", "-D", data, "-w", "-s", "-l", data.parent / "first-start.log"]
        run(*control, "-o", "-c listen_addresses=''", "start")
        try:
            run("createdb", "-U", "postgres", environ["POSTGRES_DB"])
            for script in scripts:
                run("sh", script)
        finally:
            run(*control, "-m", "fast", "stop")


def volumes_of(service: dict[str, Any]) -> list[tuple[str, str]]:
    """The named volumes of a service, each with its place in the container."""
    parts = [volume.split(":") for volume in service.get("volumes", ())]
    return [(part[0], part[1]) for part in parts if not part[0].startswith(".")]


def files_of(service: dict[str, Any]) -> list[tuple[str, str]]:
    """The files of the checkout that a service sees, each with its place in the container."""
    parts = [volume.split(":") for volume in service.get("volumes", ())]
    return [(part[0], part[1]) for part in parts if part[0].startswith(".")]


def unknown_settings(names: Iterable[str]) -> set[str]:
    """Settings of the program that this version does not have."""
    known = {setting.name for setting in SETTINGS} | {
        setting.name + FILE_SUFFIX for setting in SETTINGS if setting.secret
    }
    return {name for name in names if name.startswith("CHIPBOOK_") and name not in known}


@contextmanager
def composed() -> Iterator[Composed]:
    """An empty deployment with secrets of its own; whatever was started is ended."""
    folder = Path(tempfile.mkdtemp(prefix="chipbook-composed-"))
    try:
        folder.chmod(0o755)
        make_secrets(folder / "secrets")
        spec = read_compose(read_env(ROOT / ".env.example") | {"CHIPBOOK_DOMAIN": "localhost"})
        (folder / "images").mkdir(mode=0o755)
        (folder / "containers").mkdir()
        (folder / "volumes").mkdir()
        deployment = Composed(folder, spec, Images(folder / "images"))
        try:
            yield deployment
        finally:
            deployment.down()
    finally:
        shutil.rmtree(folder)
