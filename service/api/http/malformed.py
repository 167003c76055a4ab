"""What the server refuses before the application sees it: a request that is malformed, or larger than it reads. It is a problem too.

Malformed is also what two readers could understand differently (RFC 9112): a length said in two ways, two hosts or none.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ErrorTask
from waitress.utilities import RequestEntityTooLarge, RequestHeaderFieldsTooLarge, ServerNotImplemented

from service.errors.problems import (
    BodyTooLarge,
    HeadersTooLarge,
    MalformedRequest,
    Problem,
    TransferNotKnown,
    body_of_problem,
)

PROBLEM_JSON = "application/problem+json"


VERSIONS = ("1.0", "1.1")


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Reads the head of a request, and refuses one that two readers could understand differently."""

    def parse_header(self, header_plus: bytes) -> None:
        """Reads the head. Refuses (ParsingError) what RFC 9112 has refused: sections 2.3, 3.2 and 6.1."""
        super().parse_header(header_plus)
        named, in_parts = self.headers, self.chunked or "TRANSFER_ENCODING" in self.headers
        if in_parts and ("CONTENT_LENGTH" in named or self.version == "1.0"):
            raise ParsingError("The length of the body is said in two ways.")
        if (
            self.version not in VERSIONS
            or "," in named.get("HOST", "")
            or (self.version == "1.1" and "HOST" not in named)
        ):
            raise ParsingError("A request of HTTP/1.0 or 1.1 names one host.")


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
