"""The outbox: every job that may follow an append, recorded as a row in its transaction, or that people may ask for.

Which of them follow an act is said where it is recorded (`unit_of_work.py`). The key of a job says what it does to which
night of the club, so that the same job never exists twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.events import Recorded
from service.book.job_kinds import NOTIFY, RECONCILE, REMIND, RENDER, SETTLE, VERIFY
from service.book.store.chain import Stream
from service.book.store.event_store import JobDraft

# The prefix of the keys of jobs about a night.
_VERBS = {RECONCILE: "reconcile", RENDER: "render", SETTLE: "settle"}


def notices_after(
    stream: Stream, records: Sequence[Recorded], receivers: Sequence[str], now: str
) -> tuple[JobDraft, ...]:
    """Tell each of these receivers what was recorded; one job for each, so that only what failed is sent again."""
    return tuple(
        _notice(stream.club, now, {"receiver": one, "night": stream.night, "version": record.version})
        for record in records
        for one in receivers
    )


def notices_of_reminders(
    club: str, day: str, after_days: int, receivers: Sequence[str], now: str
) -> tuple[JobDraft, ...]:
    """Tell each of these receivers what has been unpaid for so many days."""
    return tuple(_notice(club, now, {"receiver": one, "day": day, "after_days": after_days}) for one in receivers)


def key_of_notice(payload: Mapping[str, object]) -> str:
    """The key of the job that tells a receiver of this version of a night, or the reminders of this day."""
    about = payload.get("day") or f"{payload.get('night')}:{payload.get('version')}"
    return f"notify:{payload.get('receiver')}:{about}"


def receiver_in(key: str) -> str:
    """The receiver that a key of `key_of_notice` names."""
    return key.split(":")[1]


def _notice(club: str, now: str, payload: dict[str, str | int]) -> JobDraft:
    return JobDraft(club=club, key=key_of_notice(payload), kind=NOTIFY, due_at=now, payload=payload)


def reconcile_job(stream: Stream, version: int, now: str) -> JobDraft:
    """Compare the night as it was at a version with its counts and its rules, and keep the outcome."""
    return _of_a_night(RECONCILE, stream, version, now)


def render_job(stream: Stream, version: int, now: str) -> JobDraft:
    """Write the report of the night as it was at a version."""
    return _of_a_night(RENDER, stream, version, now)


def settle_job(stream: Stream, version: int, plan: str, now: str) -> JobDraft:
    """Freeze the plan of a night that is at this version; if it has moved on by then, nothing is frozen.

    The plan of the house is due by itself, and another one because somebody asked for it.
    """
    return _of_a_night(SETTLE, stream, version, now, plan=plan)


def verify_job(club: str, now: str, head: str = "") -> JobDraft:
    """Check all that the book has of a club, and keep the outcome; with a `head` of the club that was kept elsewhere."""
    if head:
        return JobDraft(club=club, key=f"verify:{now}:{head}", kind=VERIFY, due_at=now, payload={"head": head})
    return JobDraft(club=club, key=f"verify:{now}", kind=VERIFY, due_at=now)


# The head of a chain is a SHA-256 in hex.
HEAD_LENGTH = 64


def head_of(verification: str) -> str:
    """The head of the club that a verification with this key is to find; empty without one."""
    result = verification.rpartition(":")[2]
    return result if len(result) == HEAD_LENGTH else ""


def remind_job(club: str, day: str, after_days: int, now: str) -> JobDraft:
    """Write the reminders of a club on a day, of what has been unpaid for so many days; one job a day."""
    return JobDraft(
        club=club,
        key=f"remind:{day}",
        kind=REMIND,
        due_at=now,
        payload={"day": day, "after_days": after_days},
    )


def key_of(kind: str, night_id: str, version: int) -> str:
    """The key of the job of this kind for a night at a version."""
    return f"{_VERBS[kind]}:{night_id}:{version}"


def _of_a_night(kind: str, stream: Stream, version: int, now: str, **more: str) -> JobDraft:
    payload = {"night": stream.night, "version": version, **more}
    key = key_of(kind, stream.night, version)
    return JobDraft(club=stream.club, key=key, kind=kind, due_at=now, payload=payload)
