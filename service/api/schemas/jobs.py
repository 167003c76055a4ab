"""Queries about jobs, and the bodies about webhooks."""

from __future__ import annotations

from typing import Annotated

import marshmallow as ma
import msgspec

from service.app.running.jobs import STATES
from service.http.extensions import Schema, Whole
from service.job_kinds import KIND_NAMED
from service.payload_limits import URL_MAX

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


class NewWebhook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An address that is told of events from now on; of the usual ones if `events` is left out."""

    url: Annotated[str, msgspec.Meta(min_length=1, max_length=URL_MAX)]
    events: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=20)] = ()


class WebhookSwitch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a webhook is told of anything."""

    on: bool
