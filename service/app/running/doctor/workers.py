"""The jobs that follow a night, and the workers that do them."""

from __future__ import annotations

from engine.speech import say, to_say
from service.app.book import Book
from service.app.running.heartbeats import WORKER, Heartbeat, heard
from service.app.running.work import how_the_work_goes
from service.book.store.jobs import Jobs
from service.config import Settings
from service.reports.views.running.examination import Finding, good, wrong


def of_the_workers(book: Book, settings: Settings) -> list[Finding]:
    """A finding for each worker or clock that fell silent, one of the jobs, and one if there is nobody to do them."""
    signs = heard(settings.home)
    found = [_silent(one) for one in signs if one.is_silent]
    backlog = Jobs(book.database).waiting(book.now())
    if backlog.overdue:
        sentence = say("Jobs should be done by now and are not: {overdue}.", overdue=backlog.overdue)
        found.append(wrong("jobs", sentence, say("Start a worker: chipbook worker")))
    if backlog.failed:
        sentence = say("Jobs failed for good: {failed}.", failed=backlog.failed)
        found.append(
            wrong("jobs", sentence, say("See why, and try again: chipbook jobs --failed; chipbook jobs retry JOB"))
        )
    if found:
        return found
    work = how_the_work_goes(book.database, book.now())
    machines = dict.fromkeys(one.machine for one in signs if one.kind == WORKER)
    sentence = (
        to_say("No job is overdue or failed, {due} are due, and workers are at work on {machines}.")
        if machines
        else to_say("No job is overdue or failed, {due} are due, and no worker of its own has given a sign here.")
    )
    return [good("jobs", say(sentence, due=work.due, machines=", ".join(machines)))]


def _silent(one: Heartbeat) -> Finding:
    sentence = say(
        "The {kind} on {machine}, process {process}, gave its last sign {seconds} seconds ago.",
        kind=one.kind,
        machine=one.machine,
        process=one.process,
        seconds=one.seconds,
    )
    return wrong("workers", sentence, say("Look at its log, and start it anew: chipbook {kind}", kind=one.kind))
