"""The kinds of jobs, declared once: where each waits, who goes first, what it leaves; and how often and how late one is tried."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

Queue = Literal["settle", "reconcile", "report", "remind", "notify", "import", "verify"]

MINUTE = 60

# Seconds before the second try, the third, and so on; after the last the job has failed. Most faults that pass have passed
# within half an hour: a lock, a full disk, a server that starts again.
WAITS = (10, MINUTE, 5 * MINUTE, 30 * MINUTE)
# How often a job is tried before somebody has to look at it.
TRIES = len(WAITS) + 1


class JobKind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of job.

    `name` stands in its rows and names its Celery task. A `slow` job may take long, so it never gets the last free thread of
    a worker.
    """

    name: str
    queue: Queue
    slow: bool = False


RECONCILE = "reconcile_night"
SETTLE = "settle_night"
RENDER = "render_report"
VERIFY = "verify_club"
REMIND = "remind_club"
NOTIFY = "notify_club"
IMPORT = "import_files"


class PlanKept(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is kept of a settlement: the event that froze the plan, or that the night had gone on meanwhile."""

    night: str
    version: int
    plan: str
    frozen_by_event: int = 0
    went_on: bool = False


class FileKept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is kept of a file: how long it is, and its SHA-256; names of people are in the file alone."""

    bytes: int
    sha256: str


class ReportKept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is kept of the report of a night at a version: its files by name."""

    night: str
    version: int
    files: dict[str, FileKept]


class RemindersKept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is kept of the reminders of a day: their files by name, one for each person."""

    day: str
    after_days: int
    files: dict[str, FileKept]


# In the order in which queues are looked at: first what people at the table wait for.
JOB_KINDS = (
    JobKind(name=SETTLE, queue="settle"),
    JobKind(name=RECONCILE, queue="reconcile"),
    JobKind(name=RENDER, queue="report"),
    JobKind(name=REMIND, queue="remind"),
    # Whoever receives it may not answer for a while.
    JobKind(name=NOTIFY, queue="notify", slow=True),
    JobKind(name=IMPORT, queue="import", slow=True),
    JobKind(name=VERIFY, queue="verify", slow=True),
)
KIND_NAMED = {kind.name: kind for kind in JOB_KINDS}
QUEUES: tuple[Queue, ...] = tuple(kind.queue for kind in JOB_KINDS)
SLOW = frozenset(kind.name for kind in JOB_KINDS if kind.slow)


def queue_of(kind: str) -> Queue:
    """Where jobs of this kind wait; one that only another version of the program knows, with those that come first."""
    return KIND_NAMED[kind].queue if kind in KIND_NAMED else "settle"


def kinds_in(queues: Iterable[str]) -> tuple[str, ...]:
    """The names of the kinds that wait in these queues."""
    wanted = frozenset(queues)
    return tuple(kind.name for kind in JOB_KINDS if kind.queue in wanted)
