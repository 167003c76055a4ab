"""How a route is declared: what it needs, the headers, query and body it takes, and what it answers.

    @CLUBS.post(
        "/clubs/<club:club>/players/<player:player>/roles",
        needs=Deed.KEEP_CLUB, headers=KeyHeaders, takes=RoleChange, makes=MemberView,
    )

Headers and a query are schemas of marshmallow (`service.api.parameters`), a body and an answer structs.
Without what it needs the application does not start. The document describes structs by their names
(`service.api.document`). The base classes of flask-smorest and webargs are overridden here, once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import wraps
from typing import Any, NoReturn, TypeVar, cast
from urllib.parse import urlencode

import marshmallow as ma
import msgspec
from flask import Flask, Request, Response, request
from flask_smorest import Api as SmorestApi
from flask_smorest import Blueprint as SmorestBlueprint
from flask_smorest.spec.plugins import FlaskPlugin
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import ETags
from werkzeug.http import generate_etag

from engine import commands
from engine.speech import say, to_say
from service.api.bodies import JSON, body_as, body_of
from service.errors.problems import ChangedSince, KeyMissing, Problem, WrongHeader, WrongQuery
from service.language.payload_limits import KEY_MAX
from service.language.validation import unknown_field
from service.people.rights import MAY, OPENED_BY, Deed
from service.reports.forms import to_json

View = TypeVar("View", bound=Callable[..., Any])

PROBLEM_JSON = "application/problem+json"
KEY = "Idempotency-Key"
READING = ("GET", "HEAD")
# What the decorators leave at a view: what it needs, and for the document whether a proof of who asks, and what it answers.
NEEDS = "needs_deed"
PROOF = "proof"
DEED = "deed"
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

# Every struct that a view takes or returns; the document describes them all.
TAKEN: set[type[msgspec.Struct]] = set()
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


class Parser(FlaskParser):
    """Reads headers and queries, and reports what is wrong with them as a problem."""

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
        results = [(name, say(str(message))) for name, stated in messages.items() for message in stated]
        raise _wrong_header(req, *results[0]) if location == "headers" else WrongQuery(results)


def _wrong_header(req: Request, header: str, sentence: str) -> Problem:
    given = req.headers.get(header)
    if given is None and header == KEY:
        return KeyMissing(most=KEY_MAX)
    return WrongHeader(header=header, given=given, accepted=sentence.rstrip("."))


class Blueprint(SmorestBlueprint):  # type: ignore[misc]
    """Routes of one noun."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._prepare_doc_cbks += [_say_who_may, _say_its_digest, _say_what_is_spared]

    def route(
        self,
        rule: str,
        *,
        needs: Deed,
        query: type[ma.Schema] | None = None,
        headers: type[ma.Schema] | None = None,
        takes: type[msgspec.Struct] | None = None,
        before: Callable[[Any], Any] | None = None,
        answers: type[msgspec.Struct] | None = None,
        makes: type[msgspec.Struct] | None = None,
        status: int = 200,
        of_the_night: bool = True,
        file: str = "",
        says: str = "",
        **options: Any,
    ) -> Callable[[View], View]:
        """A route. The view is given the query, the headers and the body that it takes, in this order, and then its path.

        It returns the struct that it `answers` or `makes` (201), the text or bytes of a `file` of this content type, or
        nothing (204); what the latter two come to is what the document `says`. `before` completes a body. Whatever else a
        view has, its decorators say.
        """
        declared = [
            self._answering(made, 201 if makes else status, of_the_night=of_the_night)
            if (made := makes or answers)
            else self._answering_by(file, says),
            takes and self._taking(takes, before),
            headers and self.arguments(headers(), location="headers", error_status_code=400),
            query and self.arguments(query(), location="query"),
            needing(needs),
            super().route(rule, **options),
        ]

        def decorator(view: View) -> View:
            for one in filter(None, declared):
                view = one(view)
            return view

        return decorator

    def _taking(self, struct: type[msgspec.Struct], before: Callable[[Any], Any] | None) -> Callable[[View], View]:
        """The body is this struct; a command comes without its type."""
        is_command = issubclass(struct, commands.Command)
        schema = {"$ref": f"#/components/schemas/{struct.__name__}{'Body' if is_command else ''}"}
        TAKEN.add(struct)
        # Put together by msgspec before there are threads, which might read by it half made.
        msgspec.json.Decoder(struct)

        def decorator(view: View) -> View:
            @wraps(view)
            def taken(*args: Any, **kwargs: Any) -> Any:
                raw = body_of(request)
                return view(*args, body_as(before(raw) if before else raw, struct), **kwargs)

            apidoc = deepcopy(getattr(view, "_apidoc", {}))
            body = {"in": "json", "required": True, "schema": schema}
            arguments = apidoc.setdefault("arguments", {})
            arguments.setdefault("parameters", []).append(body)
            arguments.setdefault("responses", {})[422] = "UNPROCESSABLE_ENTITY"
            # Where flask-smorest looks for what its own decorators have left.
            taken.__dict__["_apidoc"] = apidoc
            return cast("View", taken)

        return decorator

    def _answering(self, struct: type[msgspec.Struct], status: int, *, of_the_night: bool) -> Callable[[View], View]:
        """The view returns this struct, alone or with headers. Its version, if it has one, is that of the night."""
        headers = ETAG if of_the_night and "version" in struct.__struct_fields__ else None
        document = self.response(status, {"$ref": f"#/components/schemas/{struct.__name__}"}, headers=headers)

        def decorator(view: View) -> View:
            @wraps(view)
            def answered(*args: Any, **kwargs: Any) -> Response:
                response = as_json(view(*args, **kwargs), status, of_the_night=of_the_night)
                if request.method in READING and response.status_code == 200:
                    # A digest is the ETag of what has no version.
                    response.add_etag(weak=True)
                return response

            ANSWERS.add(struct)
            described: View = document(answered)
            described.__dict__["_apidoc"] = {**deepcopy(getattr(described, "_apidoc", {})), STRUCT: struct}
            return described

        return decorator

    def _answering_by(self, kind: str, says: str) -> Callable[[View], View] | None:
        """The view returns a file of this kind, or nothing; None where it says nothing of its answer here."""
        if not says:
            return None
        schema = {"type": "string"} if kind.startswith("text/") else {"type": "string", "format": "binary"}
        document = (
            self.response(200, schema, content_type=kind, description=says)
            if kind
            else self.response(204, description=says)
        )

        def decorator(view: View) -> View:
            @wraps(view)
            def answered(*args: Any, **kwargs: Any) -> Response:
                content = view(*args, **kwargs)
                return Response(content, mimetype=kind) if kind else Response(status=204)

            described: View = document(answered)
            return described

        return decorator


def _say_who_may(doc: dict[str, Any], info: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Whether a proof is needed, and for what."""
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


def unchanged(tags: ETags | None, answer: Callable[[], msgspec.Struct]) -> Callable[[], None]:
    """Refuses (ChangedSince) if the answer to a GET would have another ETag now; never where nobody says what was seen.

    Tags of digests are weak, and compared without that mark: equal digests are of equal bytes.
    """

    def insist() -> None:
        if tags is not None and not (tags.star_tag or tags.contains_weak(generate_etag(to_json(answer())))):
            raise ChangedSince

    return insist


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


def needing(deed: Deed) -> Callable[[View], View]:
    """The view is only called for somebody who may do this."""

    def decorator(view: View) -> View:
        view.__dict__[NEEDS] = deed
        # Where flask-smorest looks for what its own decorators have left.
        view.__dict__["_apidoc"] = {
            **deepcopy(getattr(view, "_apidoc", {})),
            # A club may open it to everybody.
            PROOF: "sometimes" if "stranger" in MAY[deed] or deed in OPENED_BY else "always",
            DEED: deed.name.lower(),
        }
        return view

    return decorator


class Declared:
    """What every route of an application needs."""

    def __init__(self) -> None:
        self._deeds: dict[str, Deed] = {}

    def read(self, app: Flask, others: Mapping[str, Deed]) -> None:
        """Reads it off the routes. `others`: the rooms of routes that others wrote, with what they need."""
        for rule in app.url_map.iter_rules():
            view, room = app.view_functions[rule.endpoint], rule.endpoint.partition(".")[0]
            deed = others.get(room) or getattr(view, NEEDS, None)
            assert deed is not None, f"{rule.rule} does not say what it needs: see {__name__}"
            self._deeds[rule.endpoint] = deed

    def of(self, endpoint: str, method: str) -> Deed | None:
        """What a request needs; None for OPTIONS, which tells only the methods."""
        return None if method == "OPTIONS" else self._deeds.get(endpoint)


def refuse_unknown_parameters(paths: dict[str, Any]) -> Any:
    """Refuses parameters that are mistyped or said twice: without this, `?att=5` would answer with the night as it is now."""
    known = {
        (path, method): {one["name"] for one in operation.get("parameters", []) if one.get("in") == "query"}
        for path, operations in paths.items()
        for method, operation in operations.items()
        if method != "parameters"
    }

    def refuse() -> None:
        if request.url_rule is None or not request.args:
            return
        path = FlaskPlugin.flaskpath2openapi(request.url_rule.rule)
        names = known.get((path, "get" if request.method == "HEAD" else request.method.lower()))
        for name, values in request.args.lists():
            if names is not None and name not in names:
                raise WrongQuery([(name, unknown_field(name, sorted(names), what=to_say("parameter")))])
            if len(values) > 1:
                raise WrongQuery([(name, say("It is said more than once."))])

    return refuse
