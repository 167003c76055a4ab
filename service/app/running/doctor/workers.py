"""The jobs that follow a night, and the workers that do them."""

from __future__ import annotations

from service.app.book import Book
from service.app.running.heartbeats import WORKER, Heartbeat, heard
from service.app.running.work import how_the_work_goes
from service.config import Settings
from service.store.jobs import Jobs
from service.views.running.examination import Finding, good, wrong


def of_the_workers(book: Book, settings: Settings) -> list[Finding]:
    """A finding for each worker or clock that fell silent, one of the jobs, and one if there is nobody to do them."""
    signs = heard(settings.home)
    found = [_silent(one) for one in signs if one.is_silent]
    backlog = Jobs(book.database).waiting(book.now())
    if backlog.overdue:
        sentence = f"Jobs should be done by now and are not: {backlog.overdue}."
        found.append(wrong("jobs", sentence, "Start a worker: chipbook worker"))
    if backlog.failed:
        sentence = f"Jobs failed for good: {backlog.failed}."
        found.append(wrong("jobs", sentence, "See why, and try again: chipbook jobs --failed; chipbook jobs retry JOB"))
    if found:
        return found
    work = how_the_work_goes(book.database, book.now())
    machines = dict.fromkeys(one.machine for one in signs if one.kind == WORKER)
    told = f"workers are at work on {', '.join(machines)}" if machines else "no worker of its own has given a sign here"
    return [good("jobs", f"No job is overdue or failed, {work.due} are due, and {told}.")]


def _silent(one: Heartbeat) -> Finding:
    sentence = f"The {one.kind} on {one.machine}, process {one.process}, gave its last sign {one.seconds} seconds ago."
    return wrong("workers", sentence, f"Look at its log, and start it anew: chipbook {one.kind}")
