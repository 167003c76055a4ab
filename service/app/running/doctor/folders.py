"""Whether the home folder and that of the keys are there, are ours, and keep others out."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from engine.speech import say, to_say
from service.config import Settings
from service.reports.views.running.examination import Finding, good, note, wrong

# Rights of the group and of everybody.
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def of_the_folders(settings: Settings) -> list[Finding]:
    """One finding of the home folder, and one of each key, and of their folder, that is open to others."""
    home = settings.home
    if not home.exists():
        sentence = say("The folder {home} does not exist yet; the first command that needs it makes it.", home=home)
        return [note("home", sentence)]
    if not home.is_dir() or not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        sentence = say("{home} is no folder that this user may read and write.", home=home)
        mend = say("Name another one with CHIPBOOK_HOME, or: chown -R {user} {home}", user=_me(), home=home)
        return [wrong("home", sentence, mend)]
    private = [settings.keys, *sorted(settings.keys.glob("*/*.pem"))] if settings.keys.is_dir() else []
    open_keys = [open_to_others("keys", one) for one in private]
    return [
        open_to_others("home", home) or good("home", say("{home} is open to this user alone.", home=home)),
        *(one for one in open_keys if one is not None),
    ]


def open_to_others(about: str, place: Path) -> Finding | None:
    """A finding if the group or everybody may do anything with this file or folder; None too if it is not there."""
    if not place.exists():
        return None
    mode = stat.S_IMODE(place.stat().st_mode)
    if not mode & _OTHERS:
        return None
    sentence = (
        to_say("Others on this machine may read and change {place} (mode {mode:04o}).")
        if mode & (stat.S_IWGRP | stat.S_IWOTH)
        else to_say("Others on this machine may read {place} (mode {mode:04o}).")
    )
    return wrong(about, say(sentence, place=place, mode=mode), f"chmod go= {place}")


def _me() -> str:
    return str(os.geteuid())
