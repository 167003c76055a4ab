"""Which jobs are there, how were they tried, and what came of them? The rows of the outbox as an answer."""

from __future__ import annotations

from typing import Any

import msgspec


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
