"""The base classes of flask-smorest and marshmallow, overridden once: strict bodies, problems, answers that are structs.

A view takes what marshmallow has loaded and returns a msgspec struct. The document refers to the struct by its name
(`service.api.document` adds its schema). This module knows nothing about nights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import wraps
from typing import Any, NoReturn
from urllib.parse import urlencode

import marshmallow as ma
import msgspec
from flask import Request, Response, request
from flask_smorest import Api as SmorestApi
from flask_smorest import Blueprint as SmorestBlueprint
from webargs.flaskparser import FlaskParser

from engine.speech import say, to_say
from service.api.http.bodies import read_json
from service.errors.problems import BodyTooLarge, KeyMissing, NotTheContentType, WrongBody, WrongHeader, WrongQuery
from service.language.payload_limits import KEY_MAX
from service.language.validation.of_fields import in_our_words
from service.reports.encoding import to_json

View = Callable[..., Any]

JSON = "application/json"
PROBLEM_JSON = "application/problem+json"
BODY_MAX = 64 * 1024
KEY = "Idempotency-Key"
READING = ("GET", "HEAD")
# What a view has left for the document of who may call it.
PROOF = "proof"
DEED = "deed"
# Marks a view that answers a struct.
STRUCT = "struct"

VERSION_FORM = r'^"[0-9]{1,9}(\.[0-9a-f]{12})?"$'
ETAG = {
    "ETag": {
        "description": "The version of the night that this answer shows, in quotes; it is sent back as If-Match. That of a "
        "GET also has the beginning of the answer's digest, because names and later nights change what an answer says.",
        "schema": {"type": "string", "pattern": VERSION_FORM},
    }
}
# Of an answer without a version: a digest of what it says.
CONTENT_ETAG = {
    "ETag": {
        "description": "A digest of this answer; it is sent back as If-None-Match, and is no version for If-Match.",
        "schema": {"type": "string", "pattern": r'^W/"[0-9a-f]{40}"$'},
    }
}
IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "required": False,
    "description": "The ETag of an answer that is known: 304 without a body when there is nothing newer.",
    # An ETag that is not ours is ignored, so that nothing is refused.
    "schema": {"type": "string"},
    "example": '"17"',
}

# Every struct that a view returns; the document describes them all.
ANSWERS: set[type[msgspec.Struct]] = set()


class ProblemSchema(ma.Schema):
    """The shape of every problem (RFC 9457), for the document."""

    type = ma.fields.String(required=True, metadata={"description": "`urn:chipbook:problem:` and the code."})
    title = ma.fields.String(required=True, metadata={"description": "What the status means."})
    status = ma.fields.Integer(required=True, metadata={"description": "The HTTP status."})
    detail = ma.fields.String(required=True, metadata={"description": "One sentence for people, names put in."})
    code = ma.fields.String(required=True, metadata={"description": "Which rule or check said no; never changes."})
    details = ma.fields.Dict(required=True, metadata={"description": "Every value the sentence names, ids for names."})
    index = ma.fields.Integer(
        metadata={
            "minimum": 0,
            "description": "Which command of a batch is refused; the first is 0. Left out if a single command was sent, "
            "and if the batch is refused as a whole.",
        }
    )
    waivable = ma.fields.Boolean(metadata={"description": "Whether the banker may set this rule aside."})
    how = ma.fields.String(metadata={"description": "What to send to set it aside."})


class Schema(ma.Schema):
    """The base schema of requests: refuses unknown fields, and reports errors in our own words."""

    error_messages = {"type": to_say("It takes an object.")}  # noqa: RUF012 -- as the base class has it

    class Meta:
        unknown = ma.RAISE

    def handle_error(self, error: ma.ValidationError, data: Any, *, many: bool, **kwargs: Any) -> None:
        """Replaces marshmallow's messages with our sentences; a nested schema has done so already."""
        if isinstance(data, Mapping) and isinstance(error.messages, dict):
            for name, messages in error.messages.items():
                if isinstance(messages, list):
                    error.messages[name] = [in_our_words(self, name, message, data) for message in messages]


class CountedList(ma.fields.List[Any]):
    """An array that is counted before anything in it is looked at, so that a long one is refused at its limit."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> list[Any]:
        if isinstance(value, list):
            self._validate(value)
        return super()._deserialize(value, attr, data, **kwargs)


class Whole(ma.fields.Field[int]):
    """A whole number in a query, written with digits only."""

    def __init__(self, *, least: int = 0, most: int = 10**9, **extra: Any) -> None:
        super().__init__(**extra)
        self.least = least
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        text = str(value)
        if not (text.isascii() and text.isdigit() and len(text) <= 10 and self.least <= int(text) <= self.most):
            sentence = say(
                "it is {text!r}; it takes a whole number from {least} to {most}.",
                text=text,
                least=self.least,
                most=self.most,
            )
            raise ma.ValidationError(sentence)
        return int(text)


class Parser(FlaskParser):
    """Reads bodies strictly, refuses unknown parameters, and reports errors as a problem."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012 -- as the base class has it
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "json": ma.RAISE,
        "query": ma.RAISE,
    }

    def load_json(self, req: Request, schema: ma.Schema) -> Any:
        return body_of(req)

    def handle_error(
        self,
        error: ma.ValidationError,
        req: Request,
        schema: ma.Schema,
        *,
        error_status_code: int | None,
        error_headers: Mapping[str, str] | None,
    ) -> NoReturn:
        assert isinstance(error.messages, dict)
        ((location, messages),) = error.messages.items()
        found = _flat(messages)
        if location == "headers":
            raise _wrong_header(req, *found[0])
        raise (WrongQuery if location == "query" else WrongBody)(found)


def _flat(messages: Any, at: str = "") -> list[tuple[str, str]]:
    """Every message of marshmallow with its place, such as `commands[0].chips`."""
    if isinstance(messages, Mapping):
        return [found for name, inner in messages.items() for found in _flat(inner, _within(at, name))]
    # Our own field knows places within the command, and puts them in front.
    return [(at, say(str(message))) for message in messages]


def _within(at: str, name: str | int) -> str:
    """The place of a name or number below another. A message about the whole has the place of the whole."""
    if name == ma.exceptions.SCHEMA:
        return at
    return f"{at}[{name}]" if isinstance(name, int) else f"{at}.{name}".strip(".")


def _wrong_header(req: Request, header: str, sentence: str) -> KeyMissing | WrongHeader:
    given = req.headers.get(header)
    if given is None and header == KEY:
        return KeyMissing(most=KEY_MAX)
    return WrongHeader(header=header, given=given, accepted=sentence.rstrip("."))


def body_of(req: Request, most: int | None = None) -> Any:
    """The JSON of a request. Refuses other content types and bodies that are too large."""
    most = most or req.max_content_length or BODY_MAX
    if (req.content_length or 0) > most:
        raise BodyTooLarge(most=most)
    if req.mimetype != JSON:
        raise NotTheContentType(given=req.mimetype or "nothing that is named")
    body = req.get_data(cache=True)
    # A body without a declared length is read only up to the limit: one that reaches it was cut off there.
    if req.content_length is None and len(body) >= most:
        raise BodyTooLarge(most=most)
    return read_json(body)


class Blueprint(SmorestBlueprint):  # type: ignore[misc]
    """Routes of one noun."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._prepare_doc_cbks += [_say_who_may, _say_its_digest, _say_what_is_spared]

    def arguments(self, schema: ma.Schema | type[ma.Schema], **how: Any) -> Callable[[View], View]:
        """What the view is given of a request, as in the base class. A schema is made once, not for every request."""
        decorator: Callable[[View], View] = super().arguments(schema() if isinstance(schema, type) else schema, **how)
        return decorator

    def answers(
        self, struct: type[msgspec.Struct], status: int = 200, *, of_the_night: bool = True
    ) -> Callable[[View], View]:
        """The view returns this struct, alone or with headers. Its version, if it has one, is that of the night."""
        headers = ETAG if of_the_night and "version" in struct.__struct_fields__ else None
        document = self.response(status, {"$ref": f"#/components/schemas/{struct.__name__}"}, headers=headers)

        def decorator(view: View) -> View:
            @wraps(view)
            def answered(*args: Any, **kwargs: Any) -> Response:
                return _tagged(as_json(view(*args, **kwargs), status, of_the_night=of_the_night))

            ANSWERS.add(struct)
            described: View = document(answered)
            described.__dict__["_apidoc"] = {
                **deepcopy(getattr(described, "_apidoc", {})),
                STRUCT: struct,
            }
            return described

        return decorator

    def takes(self, name: str, read: Callable[[Any], Any]) -> Callable[[View], View]:
        """The body is the component of this name; `read` turns it into the last argument of the view."""

        def decorator(view: View) -> View:
            @wraps(view)
            def taken(*args: Any, **kwargs: Any) -> Any:
                return view(*args, read(body_of(request)), **kwargs)

            apidoc = deepcopy(getattr(view, "_apidoc", {}))
            schema = {"$ref": f"#/components/schemas/{name}"}
            body = {"in": "json", "required": True, "schema": schema}
            apidoc.setdefault("arguments", {}).setdefault("parameters", []).append(body)
            # Where flask-smorest looks for what its own decorators have left.
            taken.__dict__["_apidoc"] = apidoc
            return taken

        return decorator


def _say_who_may(doc: dict[str, Any], info: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Whether a proof is needed, and for what (`service.api.declaring`)."""
    doc["security"] = [{"token": []}] if info[PROOF] == "always" else [{}, {"token": []}]
    doc["x-needs"] = info[DEED]
    return doc


def _say_its_digest(doc: dict[str, Any], info: dict[str, Any], *, method: str, **_: Any) -> dict[str, Any]:
    """Documents the digest of an answer to a GET that has no version."""
    answer = next((answer for code, answer in doc["responses"].items() if str(code) == "200"), None)
    if method == "get" and info.get(STRUCT) and isinstance(answer, dict):
        answer["headers"] = answer.get("headers") or deepcopy(CONTENT_ETAG)
    return doc


def _say_what_is_spared(doc: dict[str, Any], info: dict[str, Any], *, method: str, **_: Any) -> dict[str, Any]:
    """Documents the 304 of a GET whose answer has an ETag: a client that has the answer already is not sent it again."""
    # A response may be the name of a shared one.
    answers = [answer for answer in doc["responses"].values() if isinstance(answer, dict)]
    if method == "get" and any("ETag" in (answer.get("headers") or {}) for answer in answers):
        doc.setdefault("parameters", []).append(deepcopy(IF_NONE_MATCH))
        headers = next(answer["headers"] for answer in answers if "ETag" in (answer.get("headers") or {}))
        doc["responses"]["304"] = {"description": "The client already has this answer.", "headers": deepcopy(headers)}
    return doc


def as_json(answer: Any, status: int = 200, *, of_the_night: bool = True) -> Response:
    """A struct as a response. If it has the version of a night, the version is its ETag."""
    if isinstance(answer, Response):
        return answer
    struct, headers = answer if isinstance(answer, tuple) else (answer, {})
    response = Response(to_json(struct), status=status, mimetype=JSON, headers=headers)
    version = getattr(struct, "version", None) if of_the_night else None
    if version is not None:
        response.set_etag(str(version))
    if following := getattr(struct, "next", None):
        response.headers["Link"] = f'<{request.path}?{urlencode({**request.args, "after": following})}>; rel="next"'
    return response


def _tagged(response: Response) -> Response:
    """The answer to a reading request with a digest as its ETag, unless it has one."""
    if request.method in READING and response.status_code == 200:
        response.add_etag(weak=True)
    return response


class Api(SmorestApi):  # type: ignore[misc]
    """The API: one shape for every problem, and the document names its content type."""

    ERROR_SCHEMA = ProblemSchema

    def _register_error_handlers(self) -> None:
        """Does nothing, because the application answers every error in one place."""

    def _register_responses(self) -> None:
        super()._register_responses()
        components = self.spec.components
        for name in (*components.responses_lazy, *components.responses):
            response = components.responses_lazy.get(name) or components.responses[name]
            content = response.get("content", {})
            if JSON in content:
                response["content"] = {PROBLEM_JSON: content[JSON]}

    def _register_pagination_header(self) -> None:
        """Does nothing, because pages carry their cursor themselves."""
