"""The log: one JSON object on each line, with the ids of request and night; never a body, a token or a card."""

from __future__ import annotations

import json
import logging
import re
import time
import uuid
from datetime import UTC, datetime

from flask import Flask, Response, g, request

# What a line may hold beside its message; everything else is left out.
FIELDS = ("request_id", "night", "method", "path", "status", "milliseconds", "code", "sentence", "kind", "frames")
REQUEST_ID = "X-Request-Id"
_SANE_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")

_log = logging.getLogger("chipbook.request")


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": moment, "level": record.levelname.lower(), "logger": record.name, "event": record.getMessage()}
        line |= {name: getattr(record, name) for name in FIELDS if getattr(record, name, None) is not None}
        return json.dumps(line, ensure_ascii=False)


def log_to_stderr() -> None:
    """Makes everything that is logged come out as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    # Messages of migrations are of no use to an operator.
    logging.getLogger("alembic").setLevel(logging.WARNING)


def log_requests(app: Flask) -> None:
    """Gives every request an id, which its answer repeats, and logs a line when it is answered."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    given = request.headers.get(REQUEST_ID, "")
    g.request_id = given if _SANE_ID.fullmatch(given) else uuid.uuid4().hex
    g.began = time.monotonic()


def _end(response: Response) -> Response:
    response.headers[REQUEST_ID] = g.request_id
    _log.info(
        "request",
        extra={
            "request_id": g.request_id,
            "night": (request.view_args or {}).get("night"),
            "method": request.method,
            "path": request.path,
            "status": response.status_code,
            "milliseconds": round((time.monotonic() - g.began) * 1000),
        },
    )
    return response
