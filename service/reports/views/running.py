"""A server at work as answers: its jobs, its readiness, and what is wrong with an installation."""

from __future__ import annotations

from typing import Any, Literal

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


class JobView(msgspec.Struct, frozen=True, kw_only=True):
    """A job as it stands: due, claimed, done or failed. `error` says why it failed last, and `outcome` is its result."""

    club: str
    key: str
    kind: str
    state: str
    attempts: int
    due_at: str
    done_at: str
    error: str
    outcome: Any = None


class Jobs(msgspec.Struct, frozen=True, kw_only=True):
    """Jobs of the book; `next` leads to more, and is empty on the last page."""

    jobs: tuple[JobView, ...]
    next: str = ""


class JobTryView(msgspec.Struct, frozen=True, kw_only=True):
    """How one try of a job ended: done, again, failed or died."""

    number: int
    at: str
    worker: str
    result: str
    sentence: str
    took_ms: int


class JobDetail(msgspec.Struct, frozen=True, kw_only=True):
    """A job with its newest tries, the first one first, and the files that it makes: they can be read from every machine."""

    job: JobView
    tries_max: int
    tries: tuple[JobTryView, ...]
    files: tuple[str, ...]


class JobAsked(msgspec.Struct, frozen=True, kw_only=True):
    """The key of a job of a club; `new` is false if it was asked for before."""

    club: str
    job: str
    new: bool


class JobsRetried(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of the failed jobs that are due again."""

    jobs: tuple[str, ...]


class Readiness(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`ready`; `stuck`: acts are recorded, but the jobs that follow are not done; `reads_only`: nothing can be recorded.

    `sentences` say why, and what will be a trouble soon; `work` is there if it is stuck.
    """

    status: Literal["ready", "stuck", "reads_only"]
    sentences: tuple[str, ...] = ()
    work: Work | None = None


class SecretsMade(msgspec.Struct, frozen=True, kw_only=True):
    """The names of the files in `folder` that were `made`, and of those that were there before and `kept`."""

    folder: str
    made: tuple[str, ...]
    kept: tuple[str, ...]


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """`stuck`: a job is overdue or has failed, other than a message, or the clock was set back; `sentences` say which."""

    stuck: bool
    due: int
    claimed: int
    failed: int
    overdue: int
    sentences: tuple[str, ...]
