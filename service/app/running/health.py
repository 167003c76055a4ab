"""Whether a worker, a clock or a server is alive: by the signs they give, and by what a server answers."""

from __future__ import annotations

import http.client
import json
import os
import socket
import time
from pathlib import Path
from typing import NamedTuple

from engine.grammar import counted
from engine.speech import say
from service.book.db import FILE_MODE, FOLDER_MODE
from service.config import Settings

WORKER = "worker"
CLOCK = "beat"
EVERY_SECONDS = 5.0
# Silent for longer, it hangs or is gone.
SILENT_SECONDS = 60
# Whoever was silent for so long was taken away rather than lost.
FORGOTTEN_SECONDS = 86_400
_FOLDER = "alive"
_PROCESSES = Path("/proc")
# As Linux writes it: ended, and its parent has not asked how; or just being taken away.
_ENDED = ("Z", "X")


class Heartbeat(NamedTuple):
    """The last sign of a worker or a clock: its process, on which machine it runs, and how many seconds ago that was."""

    kind: str
    process: int
    machine: str
    seconds: int

    @property
    def is_silent(self) -> bool:
        return self.seconds > SILENT_SECONDS


def give_sign(home: Path, kind: str) -> None:
    """Makes a sign now. A process makes one every five seconds while it does what it is for."""
    folder = home / _FOLDER
    # One after the other, because only the last of several folders made at once is private.
    home.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
    _file(home, kind).touch(mode=FILE_MODE)
    # Whoever is at work takes back the signs of those that ended on this machine without a word.
    for one in _here(home, kind):
        if one.is_silent and not _is_running(one.process):
            _file(home, kind, one.process).unlink(missing_ok=True)


def forget(home: Path, kind: str) -> None:
    """Takes the sign back, because its process stops in good order."""
    _file(home, kind).unlink(missing_ok=True)


def _file(home: Path, kind: str, process: int | None = None) -> Path:
    return home / _FOLDER / f"{kind}-{process or os.getpid()}-{socket.gethostname()}"


def heartbeats(home: Path) -> list[Heartbeat]:
    """The last sign of each that ran within a day with this home folder, by kind, process and machine."""
    folder = home / _FOLDER
    results = []
    for file in sorted(folder.iterdir()) if folder.is_dir() else ():
        kind, _, rest = file.name.partition("-")
        process, _, machine = rest.partition("-")
        if not (process.isdecimal() and machine):
            # As an earlier version named them, one for a machine.
            continue
        try:
            ago = int(time.time() - file.stat().st_mtime)
        except FileNotFoundError:
            # Stopped in good order at this moment.
            continue
        if ago < FORGOTTEN_SECONDS:
            results.append(Heartbeat(kind, int(process), machine, max(0, ago)))
    return results


def why_silent(home: Path, kind: str) -> str:
    """A sentence if one of this kind hangs on this machine, or none is at work there; else empty.

    Those that ended without a word do not hang; whether enough are left, only who started them knows.
    """
    here = _here(home, kind)
    for one in here:
        if one.is_silent and _is_running(one.process):
            return say(
                "The {kind} in process {process} gave its last sign {time} ago.",
                kind=kind,
                process=one.process,
                time=counted(one.seconds, "second"),
            )
    if any(not one.is_silent for one in here):
        return ""
    return (
        say("The {kind} ended without a word.", kind=kind)
        if here
        else say("No {kind} has given a sign on this machine.", kind=kind)
    )


def _here(home: Path, kind: str) -> list[Heartbeat]:
    """The signs on this machine."""
    return [one for one in heartbeats(home) if (one.kind, one.machine) == (kind, socket.gethostname())]


def _is_running(process: int) -> bool:
    """Whether there is such a process on this machine. One that has ended and that nobody has waited for is none."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        # It is somebody else's.
        return True
    return not _has_ended(process)


def _has_ended(process: int) -> bool:
    """True if only the number of a process is left, as of one that was killed and that its parent does not ask after.

    Only Linux says so in a file; elsewhere this is False.
    """
    try:
        text = (_PROCESSES / str(process) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    # The state comes after the name, which stands in brackets and may hold anything.
    return text.rpartition(")")[2].lstrip().startswith(_ENDED)


ANSWER_SECONDS = 4
# Addresses at which a server listens to everybody, itself included.
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


def why_not_ready(settings: Settings) -> str:
    """A sentence if the server of these settings does not answer, or says that it is not ready; else empty."""
    host = _EVERYWHERE.get(settings.host, settings.host)
    connection = http.client.HTTPConnection(host, settings.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        body = answer.read()
    except (OSError, http.client.HTTPException) as problem:
        return say(
            "The server at {host}:{port} does not answer ({because}).", host=host, port=settings.port, because=problem
        )
    finally:
        connection.close()
    if answer.status == 200:
        return ""
    return _text(body) or say(
        "The server at {host}:{port} answers with the status {status}.",
        host=host,
        port=settings.port,
        status=answer.status,
    )


def _text(body: bytes) -> str:
    try:
        result = json.loads(body)
    except ValueError:
        return ""
    return str(result.get("detail", "")) if isinstance(result, dict) else ""
