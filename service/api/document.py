"""The OpenAPI document: schemas made from the structs that the engine plays with, examples of a night that was played, links.

The examples stand in `examples.json`, by operation; the tests play the night again and write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import apispec
import msgspec
from apispec import BasePlugin

from engine import commands
from service.api.bodies import JSON, AnyCommand, CommandBody
from service.api.context import NEED_VERSION
from service.api.routes import ANSWERS, PROBLEM_JSON, TAKEN, Api
from service.book.store.chain import INTEGER_MAX

PREFIX = "#/components/schemas/"
DESCRIPTION = """\
chipbook keeps the book of a home card game. Everything that happens at the table is a command; an accepted command is an
event, and nothing is ever changed or deleted.

* Who asks is proved by `Authorization: Bearer TOKEN`. The rules lawyer (`/judgements`) and the games of the rulebooks need
  no token; of a club, everybody sees what it publishes (`/clubs/{club}/publications`), and that is nothing until it says
  so. The lists of clubs and nights show whoever asks what they may see.
* What a member may do follows from their roles: a viewer looks; a player also has their own cards and disputes, under
  their own name; a banker and a co-banker record and run the bank, and so does whoever has the bank of a night, on that
  night; only a banker changes the club, its people and its keys. `x-needs` says of each operation what it takes. A token
  with the scope `read` only looks, one with `play` does what a player may.
* Closed cards of others are `??` for everybody but those who run the bank, because they record them.
* Every POST that records in the book needs an `Idempotency-Key`, new for each act. The same key with the same body gets the
  first answer again, so that a request may be sent until it is answered. Tokens and links are no part of the book and take
  no key, because their secret is told once and kept nowhere: sent twice, there are two; end the one that nobody has.
* The path names the version of the API. Within `v1`, fields, operations and types of events are only added, so overlook
  those that you do not know; what is to go in a later version is marked `deprecated` in this document first.
* Who keeps the bank finds in `/nights/{night}/choices` every act that may be done now, as a command ready to send.
* Once a night is closed and its gap is borne, the server freezes the plan of the house by itself. Until then a payment is
  refused as `no_plan_yet`: wait for the event `plan_frozen`, or until `frozen` of `/nights/{night}/settlement` names it.
* The `ETag` of an answer about a night begins with its version, the number of its last event; that of a GET goes on
  with a digest of the answer. `"41"` is as good as the whole. Send the latest one back as
  `If-Match` with an act of a hand (every command whose schema has `x-needs-if-match`: 428 without, 412 if the night has
  gone on by more than requests, confirmations and disputes), and as `If-None-Match` to get 304 for an answer you have already.
* `/nights/{night}/stream` sends events as they happen; a stream that broke continues after its `Last-Event-ID`.
* The same loan, buy-in or cash-out for the same player within a minute under another key is refused as
  `looks_like_a_repeat`, and a loan or buy-in of more than 20 times the largest of the night, if it is above what the
  house lends everyone, as `looks_like_a_slip`; the banker may waive both.
* Chips and cents are whole numbers, times are in UTC.
* Everything that goes wrong is a problem (RFC 9457) with a `code` that never changes. 400, 413, 415, 422 and 428: the
  request can never be accepted as it is. 401: the token is missing or wrong. 403: the role or the token does not go so
  far. 404: something it names is not in the book, or not for whoever asks to know of.
  409: the rules or the book refuse it, as the night stands now or as a case says; if `waivable` is true, the banker may
  insist, and `how` says how. `index` is the refused command of a batch, from 0. 412: the night has gone on. 429:
  too many requests; `Retry-After` says when to go on. 503: try again later.
"""


def add_schemas(api: Api) -> None:
    """Puts everything that msgspec describes into the document."""
    components: apispec.core.Components = api.spec.components
    for name, schema in _described():
        components.schema(name, schema)
    components.security_scheme("token", {"type": "http", "scheme": "bearer"})


def _described() -> Iterator[tuple[str, dict[str, Any]]]:
    acts = [kind for kind in TAKEN if issubclass(kind, commands.Command)]
    structs = sorted((ANSWERS | TAKEN).difference(acts), key=lambda struct: struct.__name__)
    (union, *_), components = msgspec.json.schema_components((AnyCommand, *structs), ref_template=PREFIX + "{name}")
    schemas = {_plain(name): _renamed(schema) for name, schema in components.items()}
    for kind in commands.ALL:
        schemas[kind.__name__] |= {"x-needs-if-match": kind in NEED_VERSION}
    schemas[CommandBody.__name__]["properties"]["command"] = {"$ref": f"{PREFIX}Command"}
    assert len(schemas) == len(components), "Two structs would have one name in the document."
    yield "Command", _renamed(union)
    for name, schema in (
        *schemas.items(),
        *((f"{act.__name__}Body", _without_type(schemas[act.__name__])) for act in acts),
    ):
        yield name, _whole(name, schema)


def _plain(name: str) -> str:
    """The plain name of a schema if two modules use one name: `Deal` for the command and `DealStep` for the step of a
    script, `MemberView` for the answer of a query and `PlayerToldJudgement` for a judgement.
    """
    room, _, own = name.rpartition(".")
    if not room or room.endswith(".acts") or room.startswith("service.reports.views"):
        return own
    return own + room.rpartition(".")[2].removesuffix("s").title().replace("_", "")


def _renamed(value: Any) -> Any:
    """The same schema, with plain names in its references and descriptions without source indents."""
    if isinstance(value, Mapping):
        if value.get("type") == "integer":
            value = {"minimum": -INTEGER_MAX, "maximum": INTEGER_MAX, **value}
        # Pairs get a length instead of `false`, which apispec would take for the name of a schema.
        return {key: _renamed(inner) for key, inner in value.items() if not (key == "items" and inner is False)}
    if isinstance(value, list):
        return [_renamed(inner) for inner in value]
    if isinstance(value, str) and value.startswith(PREFIX):
        return PREFIX + _plain(value.removeprefix(PREFIX))
    return re.sub(r"\n +", "\n", value) if isinstance(value, str) else value


def _whole(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """The schema under its own name, for generators of clients; without what only the rules fill in, and anything else."""
    named = {**schema, "title": name}
    if schema.get("type") != "object" or "properties" not in schema:
        return named
    stated = {field: inner for field, inner in schema["properties"].items() if not inner.get("readOnly")}
    return {**named, "properties": stated, "additionalProperties": False}


def _without_type(schema: dict[str, Any]) -> dict[str, Any]:
    properties = {name: inner for name, inner in schema["properties"].items() if name != "type"}
    required = [name for name in schema.get("required", []) if name != "type"]
    return {**schema, "properties": properties, "required": required}


FILE = "examples.json"
GOOD = ("200", "201", "202")
# Examples of parameters that no operation of that night has named.
PARAMETERS = {
    "If-Match": '"17"',
    "If-None-Match": '"17"',
    "Last-Event-ID": "17",
    "Idempotency-Key": "7f9c2ba4e88f827d",
    "file": "212.txt",
    "export": "results.csv",
}


class Played(msgspec.Struct, frozen=True):
    """The examples: of parameters by name, of bodies and answers by method and path, and of a problem."""

    parameters: dict[str, Any]
    bodies: dict[str, dict[str, Any]]
    answers: dict[str, Any]
    problem: dict[str, Any]


@cache
def played() -> Played:
    """The examples of the file."""
    return msgspec.json.decode(files(__package__).joinpath(FILE).read_bytes(), type=Played)


class Examples(BasePlugin):
    """Puts names, examples and links into every operation of the document."""

    def path_helper(self, parameters: list[Any] | None = None, **_: Any) -> None:  # type: ignore[override]
        """What apispec calls first; the parameters are those of the path itself."""
        for parameter in parameters or ():
            exemplify(parameter)

    def operation_helper(self, path: str | None = None, operations: dict[str, Any] | None = None, **_: Any) -> None:
        """What apispec calls for each path."""
        for method, operation in (operations or {}).items():
            name = f"{method.upper()} {path}"
            operation["operationId"] = operation_id(method, path or "")
            for parameter in operation.get("parameters", ()):
                exemplify(parameter)
            if bodies := played().bodies.get(name):
                _content(operation.get("requestBody"))["examples"] = {
                    title: {"value": body} for title, body in bodies.items()
                }
            for code, described in operation["responses"].items():
                _complete(described if str(code) in GOOD else None, name)


def _complete(answer: Any, name: str) -> None:
    """Gives the good answer of an operation its example, and the operations to which it leads."""
    if not isinstance(answer, dict):
        return
    if (example := played().answers.get(name)) is not None:
        _content(answer)["example"] = example
    if links := links_of(name):
        answer["links"] = links


def exemplify(parameter: Any) -> None:
    """Gives a parameter its example, if there is one of its name."""
    if isinstance(parameter, dict) and "example" not in parameter:
        known = {**PARAMETERS, **played().parameters}
        allowed = parameter.get("schema", {}).get("enum")
        if (name := parameter.get("name")) in known:
            parameter["example"] = known[name] if not allowed or known[name] in allowed else allowed[0]


def _content(described: Any) -> dict[str, Any]:
    """The place of the examples in what is described."""
    content: dict[str, Any] = (described or {}).get("content", {}).get(JSON, {})
    return content


def of_problems(responses: Iterable[dict[str, Any]]) -> None:
    """Gives the answers to what goes wrong their example."""
    for response in responses:
        if problem := response.get("content", {}).get(PROBLEM_JSON):
            problem["example"] = played().problem


# Where the ids stand in the answer of the operation; each may take the place of a parameter of the same name.
IDS: dict[str, dict[str, str]] = {
    "POST /api/v1/clubs": {"club": "$response.body#/id"},
    "POST /api/v1/clubs/{club}/players": {"club": "$response.body#/club", "player": "$response.body#/id"},
    "POST /api/v1/nights": {"night": "$response.body#/night"},
}
# The operations that go on with what each of these has made.
LEADS_TO: dict[str, tuple[str, ...]] = {
    "POST /api/v1/clubs": (
        "GET /api/v1/clubs/{club}",
        "PATCH /api/v1/clubs/{club}",
        "GET /api/v1/clubs/{club}/players",
        "POST /api/v1/clubs/{club}/players",
        "GET /api/v1/clubs/{club}/standings",
    ),
    "POST /api/v1/clubs/{club}/players": (
        "GET /api/v1/clubs/{club}/players/{player}",
        "PATCH /api/v1/clubs/{club}/players/{player}",
        "POST /api/v1/clubs/{club}/players/{player}/roles",
        "GET /api/v1/clubs/{club}/players/{player}/account",
    ),
    "POST /api/v1/nights": (
        "GET /api/v1/nights/{night}",
        "POST /api/v1/nights/{night}/seats",
        "POST /api/v1/nights/{night}/loans",
        "POST /api/v1/nights/{night}/hands",
        "POST /api/v1/nights/{night}/commands",
        "GET /api/v1/nights/{night}/choices",
        "GET /api/v1/nights/{night}/events",
        "GET /api/v1/nights/{night}/closing",
        "GET /api/v1/nights/{night}/report",
    ),
}


def links_of(name: str) -> dict[str, Any]:
    """The links of the answer of an operation, such as `POST /api/v1/clubs`, by the operation that each leads to."""
    results = {}
    for target in LEADS_TO.get(name, ()):
        method, _, path = target.partition(" ")
        taken = {parameter: place for parameter, place in IDS[name].items() if f"{{{parameter}}}" in path}
        operation = operation_id(method.lower(), path)
        results[operation] = {"operationId": operation, "parameters": taken}
    return results


def operation_id(method: str, path: str) -> str:
    """The name of an operation, made of its method and its path, as `get_night_events`."""
    parts = path.removeprefix("/api/v1").strip("/").split("/")
    named = [part for part in parts if not part.startswith("{")]
    # What stands before an id is one of them: the events of a night, not of nights.
    singular = {part for part, following in pairwise(parts) if following.startswith("{")}
    words = [_one(part) if part in singular else part for part in named]
    return re.sub(r"\W", "_", "_".join([method, *words]))


def _one(plural: str) -> str:
    return plural.removesuffix("s") if not plural.endswith("ies") else plural
