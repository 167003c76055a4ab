"""The jobs that follow from nights: what is due, what failed and why, and trying it again. For the keeper of the book."""

from __future__ import annotations

from typing import Any

from flask import Response
from flask.views import MethodView

from service.api.context import context
from service.api.declaring import needs
from service.api.http.extensions import Blueprint
from service.api.schemas.jobs import JobPageSchema, RetrySchema
from service.app.running import jobs
from service.errors.problems import NothingHere
from service.people.access.rights import Deed
from service.reports.views.running.running import JobDetail, Jobs, JobsRetried

blueprint = Blueprint("jobs", __name__, description="What follows from nights, done by workers.")

CONTENT_TYPES = {"txt": "text/plain; charset=utf-8", "json": "application/json"}


@blueprint.route("/jobs")
class AllJobs(MethodView):
    @needs(Deed.OPERATE)
    @blueprint.arguments(JobPageSchema, location="query")
    @blueprint.answers(Jobs)
    def get(self, page: dict[str, Any]) -> Jobs:
        """The jobs of the book, the newest first; those that are done with what came of them."""
        states = (page["state"],) if page["state"] else jobs.STATES
        return jobs.listed(
            context.book,
            states=states,
            kind=page["kind"],
            club=page["club"],
            cursor=page["after"],
            most=page["limit"],
        )


@blueprint.route("/jobs/retry")
class AllJobsAgain(MethodView):
    @needs(Deed.OPERATE)
    @blueprint.arguments(RetrySchema)
    @blueprint.answers(JobsRetried)
    def post(self, wanted: dict[str, str]) -> JobsRetried:
        """Tries failed jobs again: all of them, or those of one kind or one club. Sent again, it finds no more of them."""
        return jobs.retry_all(context.book, kind=wanted["kind"], club=wanted["club"])


@blueprint.route("/clubs/<club:club>/jobs/<job:job>")
class OneJob(MethodView):
    @needs(Deed.OPERATE)
    @blueprint.answers(JobDetail)
    def get(self, club: str, job: str) -> JobDetail:
        """One job: what came of it, how every try ended, and its files."""
        return jobs.show(context.book, club, job)


@blueprint.route("/clubs/<club:club>/jobs/<job:job>/files/<file:file>")
class OneFile(MethodView):
    @needs(Deed.OPERATE)
    @blueprint.response(200, content_type="text/plain", description="The file.")
    def get(self, club: str, job: str, file: str) -> Response:
        """A file of a job, wherever the job was done."""
        found = jobs.files(context.book, club, job)
        if file not in found:
            raise NothingHere(path=f"/api/v1/clubs/{club}/jobs/{job}/files/{file}")
        return Response(found[file], content_type=CONTENT_TYPES[file.rpartition(".")[2]])


@blueprint.route("/clubs/<club:club>/jobs/<job:job>/retry")
class JobAgain(MethodView):
    @needs(Deed.OPERATE)
    @blueprint.answers(JobsRetried)
    def post(self, club: str, job: str) -> JobsRetried:
        """Tries a failed job again, with all its tries. Refused if it has not failed (409)."""
        return jobs.retry(context.book, club, job)
