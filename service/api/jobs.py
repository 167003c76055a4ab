"""The jobs that follow from nights: what is due, what failed and why, and trying it again. For the keeper of the book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from flask import Response

from service.api.context import context
from service.api.parameters import JobPageSchema
from service.api.routes import Blueprint
from service.app.running import jobs
from service.book.job_kinds import KIND_NAMED
from service.errors.problems import NothingHere
from service.people.rights import Deed
from service.reports.views.running import JobDetail, Jobs, JobsRetried

JOBS = Blueprint("jobs", __name__, description="What follows from nights, done by workers.")

CONTENT_TYPES = {"txt": "text/plain; charset=utf-8", "json": "application/json"}


if TYPE_CHECKING:
    KindName = str
else:
    KindName = Literal[("", *KIND_NAMED)]


class Retry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which failed jobs are tried again; all of them if nothing is said."""

    kind: Annotated[KindName, msgspec.Meta(description="Only jobs of this kind.")] = ""
    club: Annotated[str, msgspec.Meta(pattern="^([A-Za-z0-9_-]{1,40})?$", description="Only jobs of this club.")] = ""


@JOBS.get("/jobs", needs=Deed.OPERATE, query=JobPageSchema, answers=Jobs)
def all_jobs(page: dict[str, Any]) -> Jobs:
    """The jobs of the book, the newest first; those that are done with what came of them."""
    states = (page["state"],) if page["state"] else jobs.STATES
    return jobs.listed(
        context.book, states=states, kind=page["kind"], club=page["club"], cursor=page["after"], most=page["limit"]
    )


@JOBS.post("/jobs/retry", needs=Deed.OPERATE, takes=Retry, answers=JobsRetried)
def retry_jobs(wanted: Retry) -> JobsRetried:
    """Tries failed jobs again: all of them, or those of one kind or one club. Sent again, it finds no more of them."""
    return jobs.retry_all(context.book, kind=wanted.kind, club=wanted.club)


@JOBS.get("/clubs/<club:club>/jobs/<job:job>", needs=Deed.OPERATE, answers=JobDetail)
def one_job(club: str, job: str) -> JobDetail:
    """One job: what came of it, how every try ended, and its files."""
    return jobs.show(context.book, club, job)


@JOBS.get("/clubs/<club:club>/jobs/<job:job>/files/<file:file>", needs=Deed.OPERATE)
@JOBS.response(200, content_type="text/plain", description="The file.")
def one_file(club: str, job: str, file: str) -> Response:
    """A file of a job, wherever the job was done."""
    results = jobs.files(context.book, club, job)
    if file not in results:
        raise NothingHere(path=f"/api/v1/clubs/{club}/jobs/{job}/files/{file}")
    return Response(results[file], content_type=CONTENT_TYPES[file.rpartition(".")[2]])


@JOBS.post("/clubs/<club:club>/jobs/<job:job>/retry", needs=Deed.OPERATE, answers=JobsRetried)
def retry_job(club: str, job: str) -> JobsRetried:
    """Tries a failed job again, with all its tries. Refused if it has not failed (409)."""
    return jobs.retry(context.book, club, job)
