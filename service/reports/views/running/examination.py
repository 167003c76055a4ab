"""Is this installation sound? What `chipbook doctor` says, a finding for each thing that was looked at."""

from __future__ import annotations

from typing import Literal

import msgspec

# `note` is no fault, but somebody should know; `wrong` has to be mended.
State = Literal["good", "note", "wrong"]


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was found of one thing; `mend` says what to do, and is empty if nothing has to be done."""

    about: str
    state: State
    sentence: str
    mend: str = ""


class Examination(msgspec.Struct, frozen=True, kw_only=True):
    """All findings. It is `sound` if none of them is wrong."""

    sound: bool
    findings: tuple[Finding, ...]


def good(about: str, sentence: str) -> Finding:
    """Nothing has to be done."""
    return Finding(about=about, state="good", sentence=sentence)


def note(about: str, sentence: str, mend: str = "") -> Finding:
    """Something to know."""
    return Finding(about=about, state="note", sentence=sentence, mend=mend)


def wrong(about: str, sentence: str, mend: str) -> Finding:
    """Something to mend, and how."""
    return Finding(about=about, state="wrong", sentence=sentence, mend=mend)
