"""The outbox: jobs that follow an append, recorded as rows in its transaction, and jobs that people may ask for.

The key of a job says what it does to which night of the club, so that the same job never exists twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import commands, events
from engine.events import Recorded
from engine.night.closing.rule import plan_by_itself, settles_by_itself
from engine.reports.gap import recounts_due
from engine.state import Night
from service.book.job_kinds import NOTIFY, RECONCILE, REMIND, RENDER, SETTLE, VERIFY
from service.book.store.chain import Stream
from service.book.store.event_store import JobDraft
from service.book.store.jobs import later

__all__ = [
    "NOTIFY",
    "RECONCILE",
    "REMIND",
    "RENDER",
    "SETTLE",
    "VERIFY",
    "jobs_after",
    "key_of",
    "key_of_notice",
    "notices_after",
    "notices_of_reminders",
    "receiver_in",
    "reconcile_job",
    "remind_job",
    "render_job",
    "settle_job",
    "verify_job",
    "worth_notifying",
]

# The prefix of the keys of jobs about a night.
_VERBS = {RECONCILE: "reconcile", RENDER: "render", SETTLE: "settle"}

OVER = ("closed", "planned")
# What changes only the report of a closed night.
TOLD_ANEW = (
    commands.FreezePlan,
    commands.RaiseDispute,
    commands.AnswerDispute,
    commands.ResolveDispute,
    commands.GiveBanksWord,
    commands.WithdrawDispute,
)


def jobs_after(
    stream: Stream, night: Night, records: Sequence[Recorded], before: int, now: str
) -> tuple[JobDraft, ...]:
    """The jobs for a closed night after its events beyond number `before`.

    A night whose house settles by itself gets its plan first, whatever was recorded after its close, unless counts are
    due again; the plan then brings the rest. After a close that waits for somebody, after a correction and after such a plan, the night is
    reconciled and gets a new report; after a plan that somebody asked for, and after a word in a dispute, a new report.
    """
    if night.phase not in OVER:
        return ()
    fresh, version = records[before:], records[-1].version
    if (plan := plan_by_itself(night)) and not recounts_due(records):
        return (settle_job(stream, version, plan, now),)
    happened = {type(record.event) for record in fresh}
    planned = commands.FreezePlan in happened
    changed = not happened.isdisjoint((commands.CloseNight, events.EventsStruck))
    jobs = []
    if changed or (planned and settles_by_itself(night)):
        jobs.append(reconcile_job(stream, version, now))
    if changed or not happened.isdisjoint(TOLD_ANEW):
        jobs.append(render_job(stream, version, now))
    return tuple(jobs)


# What a club is notified of as soon as it is recorded.
NOTIFIED = (commands.OpenNight, commands.AskForChips, commands.CloseNight, commands.FreezePlan)
# What happened longer ago is history, and was only recorded now: an import, a night typed in from paper.
NOTIFIED_WITHIN_SECONDS = 12 * 60 * 60


def worth_notifying(fresh: Sequence[Recorded], now: str) -> list[Recorded]:
    """Those of the records of which a club is notified: what happens now."""
    notified = [record for record in fresh if isinstance(record.event, NOTIFIED)]
    since = later(now, -NOTIFIED_WITHIN_SECONDS) if notified else ""
    return [record for record in notified if record.occurred_at >= since]


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
