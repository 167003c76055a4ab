"""Turns everything that can go wrong into a problem of RFC 9457, with the status that each refusal has.

What the engine refuses is a 409, because it depends on the night as it stands, or on the cards of a case. 404 is for a name
that is not in the book, 422 for a body that does not have the form of the document, and 5xx for a fault that is not the
request's; a 5xx does not tell where on the server it happened.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response, g, request
from werkzeug.exceptions import BadRequest, HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge

from engine import errors as rules
from engine.speech import phrase, say
from service import errors as book
from service.api.routes import PROBLEM_JSON
from service.app.night.lines import ShorthandError
from service.app.refusals import Refused
from service.errors import problems
from service.errors.problems import index_in, index_of
from service.language.languages import in_english
from service.language.validation import printable
from service.logs import without_secrets

RETRY_SECONDS = "2"

_log = logging.getLogger("chipbook.problem")


def problem_of(error: Exception) -> Response:
    """The problem that answers an error."""
    match error:
        case Refused():
            return _of_the_rules(error)
        case problems.Problem():
            places = [result["at"] for result in error.details.get("errors", ())]
            index = index_in(places) if places else index_of(error)
            return _problem(error.status, error.code, str(error), error.details, error.headers, _which(index))
        case book.BookError():
            return _of_the_book(error)
        case ShorthandError():
            return _problem(422, error.code, str(error), error.details, {})
        case HTTPException():
            return _of_the_web(error)
        case _:
            return _fault(error)


def _of_the_rules(refused: Refused) -> Response:
    refusal = refused.refusal
    assert isinstance(refusal, rules.Refusal), "No route reads a file of shorthand."
    more: dict[str, Any] = {"waivable": refusal.waivable, **_which(index_of(refusal))}
    if refusal.waivable:
        waiver = f'"waived": [{{"rule": "{refusal.code}", "reason": "…"}}]'
        more["how"] = say(
            "To do it all the same, send the command again under a new key with {waiver} in it.", waiver=waiver
        )
    return _problem(409, refusal.code, str(refused), refusal.details, {}, more)


def _of_the_book(error: book.BookError) -> Response:
    status = error.status
    if isinstance(error, book.VersionConflict) and request.headers.get("If-Match"):
        status = 412
    headers = {"Retry-After": RETRY_SECONDS} if status == 503 else {}
    if status >= 500:
        _log.error("book_error", extra={"code": error.code, "sentence": in_english(error), "request_id": g.request_id})
    if "place" in error.details:
        # Only the host needs to know where the book lies; the log has it.
        return _problem(
            status, error.code, say(error.outside) if error.outside else str(problems.NotReady()), {}, headers
        )
    # The book cannot be reached, so the command is not to blame.
    which = _which(index_of(error)) if status < 500 else {}
    return _problem(status, error.code, str(error), error.details, headers, which)


def _which(index: int | None) -> dict[str, Any]:
    """The index of the command in its batch; empty if there is no batch."""
    return {} if index is None else {"index": index}


def _of_the_web(error: HTTPException) -> Response:
    """The problem for what Flask itself refuses."""
    match error:
        case NotFound():
            return problem_of(problems.NothingHere(path=without_secrets(request.path)))
        case MethodNotAllowed():
            allowed = ", ".join(sorted(error.valid_methods or ()))
            return problem_of(
                problems.MethodNotAllowed(allowed=allowed, method=request.method, path=without_secrets(request.path))
            )
        case RequestEntityTooLarge():
            return problem_of(problems.BodyTooLarge(most=request.max_content_length))
        case BadRequest():
            return problem_of(problems.NotJson(reason=phrase("it cannot be read")))
        case _ if error.code and error.code < 500:
            return _problem(error.code, error.name.lower().replace(" ", "_"), f"{error.name}.", {}, {})
        case _:
            return _fault(error)


def _fault(error: Exception) -> Response:
    """The problem for a fault of the program. The log gets the place, but no values, because they may be cards."""
    frames = [f"{frame.name} in {frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    _log.error("fault", extra={"kind": type(error).__name__, "frames": frames, "request_id": g.request_id})
    return problem_of(problems.Fault(request=g.request_id))


def _problem(
    status: int,
    code: str,
    sentence: str,
    details: Mapping[str, Any],
    headers: Mapping[str, str],
    more: Mapping[str, Any] | None = None,
) -> Response:
    body = {**problems.body_of_problem(status, code, printable(sentence), _plain(details)), **(more or {})}
    response = Response(msgspec.json.encode(body), status=status, mimetype=PROBLEM_JSON)
    response.headers.update(headers)
    return response


def _plain(value: Any) -> Any:
    """Details as JSON values; a refusal quoted by another becomes its code and its sentence."""
    match value:
        case rules.Refusal():
            return {"code": value.code, "details": _plain(value.details)}
        case Mapping():
            return {str(key): _plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case str():
            # A phrase is a text of its own kind.
            return str(value)
        case int() | None:
            return value
        case _:
            return str(value)
