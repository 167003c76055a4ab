"""The jobs of the book, what came of them and which files they make; and whether a server can do what it is for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from typing import Any

import msgspec

from engine.grammar import counted
from engine.night.closing.rule import usual_plan
from engine.speech import say
from service.app.book import Book
from service.app.looking_back.report import render_report
from service.app.night.settling import reminders_in_its_language
from service.app.refusals import JobIsOfSeveralClubs, NoFailedJob
from service.app.seeing import find
from service.book.db import Database
from service.book.job_kinds import NOTIFY, REMIND, RENDER, TRIES, FileKept, PlanKept, RemindersKept, ReportKept
from service.book.recording.outbox import reconcile_job, render_job, settle_job, verify_job
from service.book.store.chain import stream_of_club, stream_of_night
from service.book.store.event_store import JobDraft
from service.book.store.jobs import DUE_MAX, Job, JobReport, Place, outcome_of, record_outcome, tries_of
from service.book.store.jobs import Jobs as JobRows
from service.book.store.machine import is_behind, little_room, why_not_written
from service.book.store.schema import HEAD, is_newer, revision
from service.errors import JobMissing
from service.errors.problems import NotReady, UnknownCursor
from service.reports.views.running import JobAsked, JobDetail, Jobs, JobsRetried, JobTryView, JobView, Readiness, Work

Kept = PlanKept | ReportKept | RemindersKept


def keep_outcome(book: Book, club: str, key: str, kept: Kept, *, night: str = "") -> None:
    """Keeps what a job about a night, or about the whole club, came to. It names people by ids only.

    Of a job that was done twice, the first outcome stands.
    """
    stream = stream_of_night(club, night) if night else stream_of_club(club)
    record_outcome(
        book.database,
        club=club,
        key=key,
        digest=sha256(key.encode()).hexdigest(),
        stream=stream.name,
        body=msgspec.json.encode(kept, order="sorted").decode(),
    )


def outcome_text(database: Database, club: str, key: str) -> dict[str, Any] | None:
    """The outcome of the job with this key, as JSON holds it; None before it is done, and for kinds that keep none.

    Raises msgspec.DecodeError if it was changed and is none any more.
    """
    kept = outcome_of(database, club, key)
    return None if kept is None else msgspec.json.decode(kept, type=dict[str, Any])


def files_of(book: Book, job: Job) -> dict[str, bytes]:
    """The files of a job by name: the report of a night at its version, or what is unpaid now for each person of a club.

    The same on every machine, so no folder has to be shared. Empty for a kind that makes none.
    """
    if job.kind == RENDER:
        made = render_report(book, job.club, job.night, job.version)
        return {f"{job.version}.{suffix}": content for suffix, content in made.items()}
    if job.kind == REMIND:
        reminders = reminders_in_its_language(
            book, job.club, after_days=job.after_days, day=date.fromisoformat(job.day)
        )
        return {f"{one.id}.txt": one.text.encode() for one in reminders.reminders}
    return {}


def described(files: dict[str, bytes]) -> dict[str, FileKept]:
    """What an outcome says of files."""
    return {
        name: FileKept(bytes=len(content), sha256=sha256(content).hexdigest())
        for name, content in sorted(files.items())
    }


STATES = ("due", "claimed", "failed", "done")
OPEN = STATES[:3]
# Between the parts of a cursor; no id and no time holds it.
_BETWEEN = "~"


def listed(
    book: Book,
    *,
    states: Sequence[str] = OPEN,
    kind: str = "",
    club: str = "",
    cursor: str = "",
    most: int = DUE_MAX,
) -> Jobs:
    """Jobs in these states, of one kind and one club if they are named, the newest first; those done with their outcomes.

    `cursor` is the `next` of the page before. Refuses one that is none (UnknownCursor).
    """
    rows = JobRows(book.database)
    result = rows.page(states, kind=kind, club=club, after=_place(cursor) if cursor else None, most=most + 1)
    more = result[most - 1] if len(result) > most else None
    return Jobs(
        jobs=tuple(_view(book, job) for job in result[:most]),
        next=_BETWEEN.join((more.due_at, more.club, more.key)) if more else "",
    )


def show(book: Book, club: str, key: str) -> JobDetail:
    """A job with its tries and the names of its files. Refuses one that is not there (JobMissing)."""
    result = _report_of(book, club, key)
    tries = tuple(
        JobTryView(**one._replace(took_ms=one.took_ms or 0)._asdict()) for one in tries_of(book.database, club, key)
    )
    view = _view(book, result)
    outcome = view.outcome or {}
    return JobDetail(job=view, tries_max=TRIES, tries=tries, files=tuple(sorted(outcome.get("files", ()))))


def files(book: Book, club: str, key: str) -> dict[str, bytes]:
    """The files that a job makes, by name, made again here. Empty for a job that makes none, and before it is done."""
    return files_of(book, _job(book, club, key)) if _report_of(book, club, key).state == "done" else {}


def club_of(book: Book, key: str) -> str:
    """The club that has a job with this key. Refuses a key that none has, or several have."""
    clubs = JobRows(book.database).clubs_with(key)
    if not clubs:
        raise JobMissing(key)
    if len(clubs) > 1:
        raise JobIsOfSeveralClubs(key, clubs)
    return clubs[0]


def ask(book: Book, what: str, night: str, *, plan: str | None = None) -> JobAsked:
    """Asks for a job for the night as it is now; a verification is of its whole club."""
    job = _asked(book, what, night, plan)
    return JobAsked(job=job.key, club=job.club, new=JobRows(book.database).ask(job))


def retry(book: Book, club: str, key: str) -> JobsRetried:
    """Makes a failed job due again, with all its tries. Refuses one that has not failed (NoFailedJob)."""
    if not JobRows(book.database).retry(club, key, book.now()):
        raise NoFailedJob(key)
    return JobsRetried(jobs=(key,))


def retry_all(book: Book, *, kind: str = "", club: str = "") -> JobsRetried:
    """Makes every failed job due again, of one kind and one club if they are named."""
    rows = JobRows(book.database)
    failed = rows.page(("failed",), kind=kind, club=club)
    return JobsRetried(jobs=tuple(job.key for job in failed if rows.retry(job.club, job.key, book.now())))


def _report_of(book: Book, club: str, key: str) -> JobReport:
    job = JobRows(book.database).one(club, key)
    if job is None:
        raise JobMissing(key)
    return job


def _job(book: Book, club: str, key: str) -> Job:
    job = JobRows(book.database).look(club, key)
    if job is None:
        raise JobMissing(key)
    return job


def _asked(book: Book, what: str, night: str, plan: str | None) -> JobDraft:
    now = book.now()
    view = find(book, night)
    stream = stream_of_night(view.opened.club, view.night_id)
    if what == "verify":
        return verify_job(stream.club, now)
    if what == "settle":
        return settle_job(stream, view.version, plan or usual_plan(view.night), now)
    return (reconcile_job if what == "reconcile" else render_job)(stream, view.version, now)


def _view(book: Book, job: JobReport) -> JobView:
    outcome, error = None, job.error or ""
    if job.state == "done":
        try:
            outcome = outcome_text(book.database, job.club, job.key)
        except msgspec.DecodeError:
            error = say("Its result was changed and cannot be read; `chipbook verify --all` checks the whole book.")
    return JobView(
        club=job.club,
        key=job.key,
        kind=job.kind,
        state=job.state,
        attempts=job.attempts,
        due_at=job.due_at,
        done_at=job.done_at or "",
        error=error,
        outcome=outcome,
    )


def _place(cursor: str) -> Place:
    parts = cursor.split(_BETWEEN)
    if len(parts) != len(Place._fields):
        raise UnknownCursor(cursor=cursor)
    return Place(*parts)


def how_the_work_goes(database: Database, now: str) -> Work:
    """The state of the work at this time of the book. Refuses a book that cannot be read (BookError)."""
    rows = JobRows(database)
    waiting, sentences = rows.waiting(now), []
    if waiting.overdue:
        late = counted(waiting.overdue, "job")
        sentences.append(
            say(
                "{jobs} should be done by now but cannot be: {because}",
                jobs=late,
                because=say(database.refuses.outside),
            )
            if database.refuses
            else say("{jobs} should be done by now: is a worker running?", jobs=late)
        )
    # A message that nobody takes at its address holds no other job up; the page of notifications and the doctor tell of it.
    messages = sum(one.number for one in rows.by_kind() if (one.kind, one.state) == (NOTIFY, "failed"))
    if failed := waiting.failed - messages:
        sentences.append(say("{jobs} failed for good.", jobs=counted(failed, "job")))
    if behind := is_behind(database, now):
        sentences.append(behind)
    return Work(stuck=bool(sentences), sentences=tuple(sentences), **waiting._asdict())


def readiness(book: Book) -> Readiness:
    """What a server says of itself. Refuses a book that cannot be read (BookError) or has no tables yet (NotReady)."""
    sentences = [*_of_the_schema(book), *filter(None, [little_room(book.database)])]
    if not_written := why_not_written(book.database):
        return Readiness(status="reads_only", sentences=(not_written, *sentences))
    work = how_the_work_goes(book.database, book.now())
    # Acts are recorded even if jobs are stuck, so the server stays in service and only reports it.
    if work.stuck:
        return Readiness(status="stuck", sentences=tuple(sentences), work=work)
    return Readiness(status="ready", sentences=tuple(sentences))


def _of_the_schema(book: Book) -> list[str]:
    if is_newer(book.database):
        # A newer program has migrated the book while this one goes on: tables only ever gain something.
        return [say("The book was migrated by a newer chipbook; start this server anew with that version.")]
    if revision(book.database) != HEAD:
        raise NotReady
    return []
