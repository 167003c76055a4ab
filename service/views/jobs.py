"""Which jobs are there, and what came of them? The rows of the outbox as an answer."""

from __future__ import annotations

from typing import Any

import msgspec


class JobView(msgspec.Struct, frozen=True, kw_only=True):
    """A job as it stands; `error` says why it failed last, and `outcome` is its result."""

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
    """Jobs of the book."""

    jobs: tuple[JobView, ...]


class JobAsked(msgspec.Struct, frozen=True, kw_only=True):
    """The key of a job of a club; `new` is false if it was asked for before."""

    club: str
    job: str
    new: bool
