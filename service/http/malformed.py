"""What the server refuses before the application sees it: a request that is malformed, or larger than it reads. It is a problem too."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from waitress.task import ErrorTask
from waitress.utilities import RequestEntityTooLarge, RequestHeaderFieldsTooLarge, ServerNotImplemented

from service.problems import (
    BodyTooLarge,
    HeadersTooLarge,
    MalformedRequest,
    Problem,
    TransferNotKnown,
    body_of_problem,
)

PROBLEM_JSON = "application/problem+json"


class Refused(ErrorTask):  # type: ignore[misc]
    """The answer to such a request. The connection is closed, because nobody can tell where the next request begins."""

    def execute(self) -> None:
        """Writes the answer."""
        problem = _problem(self.request.error, self.channel.server.adj)
        status = HTTPStatus(problem.status)
        body = msgspec.json.encode(body_of_problem(problem.status, problem.code, str(problem), problem.details))
        self.status = f"{status.value} {status.phrase}"
        self.response_headers.append(("Content-Type", PROBLEM_JSON))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


def _problem(error: Any, limits: Any) -> Problem:
    match error:
        case RequestEntityTooLarge():
            return BodyTooLarge(most=limits.max_request_body_size)
        case RequestHeaderFieldsTooLarge():
            return HeadersTooLarge(most=limits.max_request_header_size)
        case ServerNotImplemented():
            return TransferNotKnown()
        case _:
            # What the server says quotes what was sent, which is nobody else's business.
            return MalformedRequest()
