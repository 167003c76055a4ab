"""The files with people's names that the jobs of a club write below the home folder, and their end when a name is forgotten."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from engine.ids import NightId
from service.book.db import translated

_REPORTS = "reports"
_REMINDERS = "reminders"


def folder_of_reports(home: Path, night: NightId) -> Path:
    """Where the reports of a night are kept, one set for each version."""
    return home / _REPORTS / night


def folder_of_reminders(home: Path, club: str) -> Path:
    """Where the reminders of a club are kept, in a folder for each day."""
    return home / _REMINDERS / club


def remove_kept_files(home: Path, club: str, nights: Iterable[NightId]) -> None:
    """Removes the kept reports of these nights and the reminders of their club.

    Nobody misses them: the book has all that is in them, and they are made anew for whoever asks.
    """
    for folder in (folder_of_reminders(home, club), *(folder_of_reports(home, night) for night in nights)):
        with translated(str(folder)):
            if folder.is_dir():
                shutil.rmtree(folder)
