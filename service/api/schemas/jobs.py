"""Queries about jobs."""

from __future__ import annotations

import marshmallow as ma

from service.api.http.extensions import Schema, Whole
from service.app.running.jobs import STATES
from service.book.job_kinds import KIND_NAMED

CURSOR = r"^([0-9TZ:-]{20}~[A-Za-z0-9_-]{1,60}~[A-Za-z0-9_:-]{1,200})?$"
CLUB = r"^([A-Za-z0-9_-]{1,40})?$"


class RetrySchema(Schema):
    """Which failed jobs are tried again; all of them if nothing is said."""

    kind = ma.fields.String(
        load_default="",
        validate=ma.validate.OneOf(("", *KIND_NAMED)),
        metadata={"description": "Only jobs of this kind."},
    )
    club = ma.fields.String(
        load_default="",
        validate=ma.validate.Regexp(CLUB, error="It takes the id of a club."),
        metadata={"description": "Only jobs of this club."},
    )


class JobPageSchema(RetrySchema):
    """A page of jobs."""

    state = ma.fields.String(
        load_default="",
        validate=ma.validate.OneOf(("", *STATES)),
        metadata={"description": "Only jobs in this state; `failed` are those that somebody has to look at."},
    )
    after = ma.fields.String(
        load_default="",
        validate=ma.validate.Regexp(CURSOR, error="It takes the `next` of the page before."),
        metadata={"description": "The `next` of the page before; without it, from the newest job."},
    )
    limit = Whole(least=1, most=200, load_default=50, metadata={"description": "How many at most."})
