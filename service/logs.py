"""The log: one JSON object on each line, with the ids of request, club and night; never a body, a token or a card.

Modules log through the standard library, as the libraries do that chipbook is built on; structlog turns every record
into a line. What a request is about is bound once, so that each line written on its behalf says so.
"""

from __future__ import annotations

import logging
import re
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import partial
from typing import Any

import structlog
from flask import Flask, Response, g, request
from structlog.contextvars import bind_contextvars, bound_contextvars, clear_contextvars, merge_contextvars
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name
from structlog.typing import EventDict

# What a line may hold beside its message; everything else is left out.
FIELDS = (
    "request_id",
    "club",
    "night",
    "method",
    "path",
    "status",
    "milliseconds",
    "code",
    "sentence",
    "kind",
    "frames",
)
# What every line holds, in this order, before its fields.
ALWAYS = ("time", "level", "logger", "event")
REQUEST_ID = "X-Request-Id"
# What signs somebody in, wherever it may have got to: in the path of a link, for one.
SECRET = re.compile(r"cb_[a-z]+_[A-Za-z0-9_-]+")
_SANE_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")

_log = logging.getLogger("chipbook.request")


class JsonLines(ProcessorFormatter):
    """A record as one line of JSON."""

    def __init__(self) -> None:
        super().__init__(
            processors=[_add_time, _keep_what_may_be_stated, structlog.processors.JSONRenderer(ensure_ascii=False)],
            foreign_pre_chain=[merge_contextvars, add_log_level, add_logger_name, ExtraAdder(allow=FIELDS)],
        )


def _add_time(_logger: Any, _method: str, line: EventDict) -> EventDict:
    moment = datetime.fromtimestamp(line["_record"].created, UTC)
    return {**line, "time": moment.isoformat(timespec="milliseconds")}


def _keep_what_may_be_stated(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """Leaves out whatever is not listed above: a traceback, for one, may quote what was sent."""
    return {name: _text(line[name]) for name in (*ALWAYS, *FIELDS) if line.get(name) is not None}


def _text(value: Any) -> Any:
    return without_secrets(value) if isinstance(value, str) else value


def without_secrets(text: str) -> str:
    """The text with `cb_…` for every secret in it."""
    return SECRET.sub("cb_…", text)


def log_to_stderr() -> None:
    """Makes everything that is logged come out as JSON lines; where somebody sits at a terminal, only what went wrong.

    A line for each request would push the link and the code off the screen before a phone has read it.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING if sys.stderr.isatty() else logging.INFO)
    # What Python and the libraries warn of by `warnings`, as Celery of a worker that runs as root, is a line like any other.
    logging.captureWarnings(capture=True)
    # Messages of migrations are of no use to an operator.
    logging.getLogger("alembic").setLevel(logging.WARNING)


def log_requests(app: Flask, club_of: Callable[[str], str | None]) -> None:
    """Gives every request an id, which its answer and its lines repeat, and logs a line when it is answered.

    `club_of` tells the club of a night, None if it knows none.
    """
    app.before_request(partial(_begin, club_of))
    app.after_request(_end)
    app.teardown_request(lambda _: clear_contextvars())


def _begin(club_of: Callable[[str], str | None]) -> None:
    given = request.headers.get(REQUEST_ID, "")
    g.request_id = given if _SANE_ID.fullmatch(given) else uuid.uuid4().hex
    g.began = time.monotonic()
    clear_contextvars()
    asked = request.view_args or {}
    night = asked.get("night")
    bind_contextvars(request_id=g.request_id, night=night)
    # After the night is bound, so that what is logged while the club is looked up says for which.
    g.night = night
    g.club = asked.get("club") or (club_of(night) if night else None)
    bind_contextvars(club=g.club)


def log_night_of_body(club: str, night: str) -> None:
    """Lets the lines of this request say which club and night it is about, where its path does not."""
    g.club, g.night = club, night
    bind_contextvars(club=club, night=night)


def log_job(club: str, night: str | None) -> AbstractContextManager[None]:
    """Every line that this thread logs inside the block says which club and night the job is about."""
    return bound_contextvars(club=club, night=night)


def _end(response: Response) -> Response:
    response.headers[REQUEST_ID] = g.request_id
    _log.info(
        "request",
        extra={
            "request_id": g.request_id,
            "club": g.club,
            "night": g.night,
            "method": request.method,
            "path": request.path,
            "status": response.status_code,
            "milliseconds": round((time.monotonic() - g.began) * 1000),
        },
    )
    return response
