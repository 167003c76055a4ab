"""Heartbeats: a worker and a clock show by the time of a file in the home folder that they are at work.

A process of its own can then ask, without starting what the worker needs: a health check of its container, and the doctor.
The name says on which machine; the file of a process that was stopped in good order is gone.
"""

from __future__ import annotations

import socket
import time
from pathlib import Path
from typing import NamedTuple

from service.db import FILE_MODE, FOLDER_MODE

WORKER = "worker"
CLOCK = "beat"
EVERY_SECONDS = 5.0
# Silent for longer, it hangs or is gone.
SILENT_SECONDS = 60
# Whoever was silent for so long was taken away rather than lost.
FORGOTTEN_SECONDS = 86_400
_FOLDER = "alive"


class Heartbeat(NamedTuple):
    """The last sign of a worker or a clock: on which machine it runs, and how many seconds ago the sign was made."""

    kind: str
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


def forget(home: Path, kind: str) -> None:
    """Takes the sign back, because its process stops in good order."""
    _file(home, kind).unlink(missing_ok=True)


def _file(home: Path, kind: str) -> Path:
    return home / _FOLDER / f"{kind}-{socket.gethostname()}"


def heard(home: Path) -> list[Heartbeat]:
    """The last sign of each that ran within a day in processes with this home folder, by kind and machine."""
    folder = home / _FOLDER
    found = []
    for file in sorted(folder.iterdir()) if folder.is_dir() else ():
        kind, _, machine = file.name.partition("-")
        try:
            ago = int(time.time() - file.stat().st_mtime)
        except FileNotFoundError:
            # Stopped in good order at this moment.
            continue
        if ago < FORGOTTEN_SECONDS:
            found.append(Heartbeat(kind, machine, max(0, ago)))
    return found


def why_silent(home: Path, kind: str) -> str:
    """A sentence if none of this kind shows on this machine that it is at work; else empty."""
    for one in heard(home):
        if (one.kind, one.machine) == (kind, socket.gethostname()):
            return f"The {kind} gave its last sign {one.seconds} seconds ago." if one.is_silent else ""
    return f"No {kind} has given a sign on this machine."
