"""Claims jobs and does them: the same for a Celery worker, for the thread inside the program and for a test."""

from __future__ import annotations

import logging
import os
import random
import socket
import threading
import time
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from engine.errors import Refusal
from engine.speech import phrase
from service.app.book import Announce, Book, TellOfJobs, folder_of_reminders, folder_of_reports, no_listener
from service.app.exchange import uploads
from service.app.looking_back.verify import keep_verification, night_of, reconcile
from service.app.night.settling import WORKER, ask_for_reminders, settle
from service.app.refusals import Refused
from service.app.running.jobs import described, files_of, keep_outcome
from service.app.running.notifications import ask_to_tell_of_reminders, tell_receiver
from service.app.seeing import see
from service.book.db import FILE_MODE, FOLDER_MODE, Database, make_lasting, translated
from service.book.job_kinds import (
    IMPORT,
    KIND_NAMED,
    NOTIFY,
    RECONCILE,
    REMIND,
    RENDER,
    SETTLE,
    SLOW,
    VERIFY,
    WAITS,
    PlanKept,
    RemindersKept,
    ReportKept,
)
from service.book.recording.handler import utc_now
from service.book.store.jobs import AT_ONCE, Effort, Job, Jobs
from service.errors import (
    BookError,
    BrokenChain,
    ClubMissing,
    JobUnreadable,
    KeyReused,
    NightIsDamaged,
    NightMissing,
    VersionConflict,
)
from service.language.local_time import later
from service.logs import log_job
from service.reports.views.settling.settlement import Kind


@dataclass(frozen=True, slots=True)
class JobContext:
    """One for each process; every job gets command handlers of its own."""

    database: Database
    home: Path
    now: Callable[[], str] = utc_now
    # Told of the jobs that a job brings; without it, they are found by whoever looks for jobs that are due.
    tell: TellOfJobs | None = None
    # 0 is never.
    remind_after_days: int = 0
    notify_house: bool = False
    # As in the book: where the clubs' keys lie.
    keys: Path | None = None
    # Called after a commit of a job with its night, as in the book.
    announce: Announce = no_listener

    def book(self) -> Book:
        """The book for the use cases of a job. It takes what it is told, because nobody could be asked back."""
        return Book.on(
            self.database,
            home=self.home,
            now=self.now,
            wary=False,
            tell=self.tell,
            announce=self.announce,
            keys=self.keys,
            notify_house=self.notify_house,
        )


# A function that does a job, and may say what it took. What it raises becomes the reason of the failure. Doing the job again
# changes nothing more.
Act = Callable[[JobContext, Job], Effort | None]


# A file being written; the claim in its name tells the writers apart.
UNFINISHED = ".part-"


def write_files(folder: Path, files: Mapping[str, bytes], claim: str) -> None:
    """Writes these files, by name, into the folder, which is made if it is missing."""
    if not files:
        return
    with translated(str(folder)):
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        for name, content in files.items():
            _write_whole(folder / name, content, claim)


def _write_whole(path: Path, content: bytes, claim: str) -> None:
    """Puts the file in its place once all of it is on the disk, and removes half-written files of a killed worker."""
    own = path.with_name(f".{path.name}{UNFINISHED}{claim.rpartition('/')[2]}")
    with os.fdopen(os.open(own, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, FILE_MODE), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        own.replace(path)
    except FileNotFoundError:
        # Another worker took over the job, wrote the same file, and removed this one as left over.
        if not path.exists():
            raise
    for left in path.parent.glob(f".{path.name}{UNFINISHED}*"):
        left.unlink(missing_ok=True)
    # Before anybody is told that the job is done.
    make_lasting(path.parent)


_log = logging.getLogger("chipbook.tasks")


def reconcile_night(context: JobContext, job: Job) -> None:
    """Reconciles the night at the job's version, and logs what does not hold."""
    reconciliation = reconcile(context.book(), job.club, job.night, job.version, key=job.key)
    for sentence in reconciliation.findings:
        _log.warning("does_not_hold", extra={"night": reconciliation.night, "sentence": sentence})


def remind_club(context: JobContext, job: Job) -> None:
    """Writes one file a person, called by their id. Done again, it writes what is unpaid by then."""
    book = context.book()
    files, folder = files_of(book, job), folder_of_reminders(context.home, job.club) / job.day
    write_files(folder, files, job.claim)
    # A try that was cut off has written to those who owed something then.
    for left in folder.glob("*.txt"):
        if left.name not in files:
            left.unlink(missing_ok=True)
    kept = RemindersKept(day=job.day, after_days=job.after_days, files=described(files))
    keep_outcome(book, job.club, job.key, kept)
    ask_to_tell_of_reminders(book, job.club, day=job.day, after_days=job.after_days)


def notify_club(context: JobContext, job: Job) -> Effort | None:
    """Tells a receiver of the club what has happened, unless it is no longer so, or the receiver was removed."""
    if not tell_receiver(context.book(), job):
        return Effort("Nothing was sent: it is no longer so, or the receiver was removed.")
    return None


def render_report(context: JobContext, job: Job) -> None:
    """Writes the text and the JSON of the report. Done again, it writes the same files."""
    book = context.book()
    files = files_of(book, job)
    write_files(folder_of_reports(context.home, job.night), files, job.claim)
    kept = ReportKept(night=job.night, version=job.version, files=described(files))
    keep_outcome(book, job.club, job.key, kept, night=job.night)


def settle_night(context: JobContext, job: Job) -> None:
    """Freezes the plan at the version at which it was due, under the job's key.

    A night that has gone on is left alone. If the plan is that of its house, this is no failure: what was recorded since
    has brought a job of its own, unless play goes on.
    """
    book, kind = context.book(), _kind(job)
    kept = PlanKept(night=job.night, version=job.version, plan=kind)
    try:
        taken = settle(book, job.night, kind, actor=WORKER, key=job.key, expected=job.version)
    except VersionConflict as conflict:
        if see(book, job.night).opened.rules.settles != kind:
            raise
        _log.info("went_on", extra={"night": job.night, "sentence": str(conflict)})
        kept = replace(kept, went_on=True)
    except Refused as problem:
        # What is kept with a job knows people by their ids, because they may be renamed or forgotten.
        raise problem.refusal from problem
    else:
        kept = replace(kept, frozen_by_event=taken.first)
    keep_outcome(book, job.club, job.key, kept, night=job.night)


def _kind(job: Job) -> Kind:
    match job.plan:
        case "bank" | "direct":
            return job.plan
        case _:
            raise JobUnreadable(job.key, phrase("there is no plan {plan}", plan=job.plan))


# Whoever waits looks about as often.
NOTED_EVERY_SECONDS = 1.0


def _noting(context: JobContext, job: Job) -> Callable[[int, int], None]:
    """What notes now and then how far a job is."""
    rows, noted_at = Jobs(context.database), 0.0

    def tick(done: int, steps: int) -> None:
        nonlocal noted_at
        if time.monotonic() - noted_at >= NOTED_EVERY_SECONDS or done == steps:
            with context.database.beside_the_moment():
                rows.note_progress(job, done, steps)
            noted_at = time.monotonic()

    return tick


def import_files(context: JobContext, job: Job) -> None:
    """Reads files that somebody brings in, records what is in them, or takes it out again, as their row says."""
    uploads.work(context.book(), job, tick=_noting(context, job))


def verify_club(context: JobContext, job: Job) -> None:
    """Checks the club as it is now, and logs what does not hold."""
    head = str(job.payload.get("head", ""))
    verification = keep_verification(context.book(), job.club, key=job.key, head=head, tick=_noting(context, job))
    for finding in verification.findings:
        _log.error("does_not_hold", extra={"night": night_of(finding), "sentence": finding.sentence})


ACTS: Mapping[str, Act] = {
    RECONCILE: reconcile_night,
    SETTLE: settle_night,
    RENDER: render_report,
    VERIFY: verify_club,
    REMIND: remind_club,
    NOTIFY: notify_club,
    IMPORT: import_files,
}

# A wait is longer by up to so many hundredths, by chance: what failed together must not come back together.
JITTER_PERCENT = 20
# Another try would bring the same answer, until somebody mends what is wrong.
FINAL = (
    Refusal,
    VersionConflict,
    KeyReused,
    ClubMissing,
    NightMissing,
    BrokenChain,
    NightIsDamaged,
    JobUnreadable,
)


class UnknownKind(Exception):
    """Refusal of a job that another version of the program has left."""

    def __init__(self, kind: str, known: Sequence[str]) -> None:
        super().__init__(f"This program has no job of the kind {kind}; it knows {', '.join(known)}.")


class Worker:
    """Does the jobs of one book. Shared by threads.

    Of its threads, at most `slow_max` do slow jobs at the same time, so that a long verification or a receiver that does
    not answer never delays a settlement. `kinds` are those that it looks for by itself.
    """

    def __init__(
        self,
        context: JobContext,
        jobs: Jobs,
        *,
        acts: Mapping[str, Act] = ACTS,
        wait_seconds: Sequence[int] = WAITS,
        slow_max: int = 1,
        kinds: Collection[str] = frozenset(KIND_NAMED),
    ) -> None:
        self.context = context
        self.jobs = jobs
        self._acts = acts
        self._wait_seconds = wait_seconds
        self._kinds = frozenset(kinds)
        self._stopping = threading.Event()
        self._slow_places = threading.BoundedSemaphore(slow_max)
        self._told_of_clock = False
        # In which uploads that lay there for a day were looked for last.
        self._hour = ""
        self._name = f"{socket.gethostname()}:{os.getpid()}"

    def run(self, club: str, key: str, kind: str = "") -> bool:
        """Does this job of the club if it is due and free; True if this worker did it.

        A job of a slow kind waits in its row while other threads do as many slow jobs as they may; they do it afterwards.
        """
        if kind not in SLOW:
            return self._take(self.jobs.claim(club, key, by=self._name, now=self.context.now()))
        if not self._slow_places.acquire(blocking=False):
            return False
        try:
            done = self._take(self.jobs.claim(club, key, by=self._name, now=self.context.now()))
            # What came meanwhile found no place and waits.
            while not self._stopping.is_set() and self.run_next(slow=True):
                pass
            return done
        finally:
            self._slow_places.release()

    def run_next(self, *, slow: bool | None = None) -> bool:
        """Does the most urgent job that is due; True if there was one. `slow`: only a slow one, or only another."""
        kinds, but_not = (SLOW & self._kinds, ()) if slow else (None, SLOW if slow is not None else ())
        return self._take(self.jobs.claim_next(by=self._name, now=self.context.now(), kinds=kinds, but_not=but_not))

    def stop_soon(self) -> None:
        """Ends after the jobs that have begun: whoever does slow jobs takes no other one."""
        self._stopping.set()

    def run_due(self, may_go_on: Callable[[], bool] = lambda: True, *, slow: bool | None = None) -> int:
        """Does every job that is due, one after the other. Returns how many there were. `slow` as in `run_next`."""
        self.release_expired()
        done = 0
        while may_go_on() and self.run_next(slow=slow):
            done += 1
        return done

    def release_expired(self) -> None:
        """Makes jobs of a worker that died due again, and jobs put off to a time that a wrong clock showed."""
        now = self.context.now()
        if (hour := now[:13]) != self._hour:
            uploads.drop_old(self.context.book())
            self._hour = hour
        ahead = self.jobs.put_ahead(now)
        if ahead and not self._told_of_clock:
            text = f"{ahead} jobs were put down for later than any job is: the clock has gone back to {now}. They are done now."
            _log.warning("clock_went_back", extra={"sentence": text})
        self._told_of_clock = bool(ahead)
        if self.jobs.has_expired(now):
            self.jobs.release_expired(now)

    def _take(self, job: Job | None) -> bool:
        if job is None:
            return False
        with log_job(job.club, job.named_night):
            self._do(job)
        return True

    def _do(self, job: Job) -> None:
        begun = time.monotonic()
        try:
            with self._claim_kept(job):
                effort = self._act_of(job)(self.context, job) or AT_ONCE
        except Exception as problem:  # noqa: BLE001 - whatever went wrong is kept with the job.
            self._failed(job, problem, _since(begun))
        else:
            if effort.took_ms is None:
                effort = effort._replace(took_ms=_since(begun))
            if not self.jobs.finish(job, self.context.now(), effort):
                _log.warning("claim_lost", extra={"kind": job.kind, "sentence": f"{job.key} was given to another."})

    def ask_for_reminders(self) -> int:
        """Asks for today's reminders of every club, unless somebody has; returns how many are new."""
        return len(ask_for_reminders(self.context.book(), after_days=self.context.remind_after_days))

    def knows(self, kind: str) -> bool:
        """True if this program has jobs of this kind."""
        return kind in self._acts

    def _act_of(self, job: Job) -> Act:
        if job.unreadable:
            raise JobUnreadable(job.key, job.unreadable)
        if job.kind not in self._acts:
            raise UnknownKind(job.kind, tuple(self._acts))
        return self._acts[job.kind]

    def _failed(self, job: Job, problem: Exception, took_ms: int) -> None:
        sentence, frames = _texts(problem)
        final = isinstance(problem, FINAL)
        # A try that another follows needs nobody's attention yet.
        level = logging.ERROR if final or job.is_last_try or frames else logging.WARNING
        _log.log(level, "job_failed", extra={"kind": job.kind, "sentence": f"{job.key}: {sentence}", "frames": frames})
        effort = Effort(sentence, took_ms)
        now = self.context.now()
        self.jobs.fail(job, now, effort, retry_at="" if final else later(now, self._wait(job)))

    def _wait(self, job: Job) -> int:
        """After how many seconds a job is tried again."""
        wait = self._wait_seconds[min(job.attempts, len(self._wait_seconds)) - 1]
        return wait + random.randint(0, wait * JITTER_PERCENT // 100)  # noqa: S311 - no secret depends on it.

    @contextmanager
    def _claim_kept(self, job: Job) -> Iterator[None]:
        """Renews the claim while the work goes on, so that a lease can be short and a job long."""
        over = threading.Event()
        keeper = threading.Thread(target=self._keep, args=(job, over), name=f"claim {job.key}", daemon=True)
        keeper.start()
        try:
            yield
        finally:
            over.set()
            keeper.join()

    def _keep(self, job: Job, over: threading.Event) -> None:
        while not over.wait(self.jobs.lease_seconds / 3):
            try:
                self.jobs.renew(job, self.context.now())
            except BookError as problem:
                # The next renewal may still be in time.
                _log.warning("claim_not_renewed", extra={"kind": job.kind, "sentence": str(problem)})


def _since(begun: float) -> int:
    """Milliseconds since a moment of the monotonic clock."""
    return int((time.monotonic() - begun) * 1000)


def log_fault(what: str, fault: Exception) -> None:
    """Logs an unforeseen fault and its place, so that the thread in which it happened can go on."""
    sentence, frames = _texts(fault)
    _log.error(what, extra={"sentence": sentence, "frames": frames})


def _texts(problem: Exception) -> tuple[str, list[str] | None]:
    """The sentence that is kept with the job; for a fault of the program also its place, for the log."""
    if isinstance(problem, Refusal | BookError | UnknownKind):
        return str(problem), None
    frames = traceback.extract_tb(problem.__traceback__)
    where = [f"{frame.name} in {frame.filename}:{frame.lineno}" for frame in frames]
    return f"A fault of the program: {type(problem).__name__}: {problem}", where
