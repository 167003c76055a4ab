"""The schemas of the OpenAPI document that come from msgspec: commands, the bodies of their own routes, and answers.

No act is described twice: the schemas are made from the structs that the engine plays with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import apispec
import marshmallow as ma
import msgspec

from engine import commands
from engine.judge import Case
from service.api.context import NEED_VERSION
from service.api.http.extensions import ANSWERS, VERSION_FORM, Api, Whole
from service.api.schemas import access
from service.api.schemas.commands import AnyCommand, CommandField, MomentField
from service.api.schemas.headers import KEY_FORM, KeyField, SeenField, VersionField
from service.api.schemas.people import HandleSaid, KeyChange, NamedInStandings, Published, RoleChange
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
* Every POST that records needs an `Idempotency-Key`, new for each act. The same key with the same body gets the first
  answer again, so that a request may be sent until it is answered.
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


def body_name(kind: type[commands.Command]) -> str:
    """The schema name for the body of a command's own route: the command without its type."""
    return f"{kind.__name__}Body"


def add_schemas(api: Api, bodies: list[type[commands.Command]]) -> None:
    """Puts everything that msgspec describes into the document."""
    components: apispec.core.Components = api.spec.components
    for name, schema in _described(bodies):
        components.schema(name, schema)
    components.security_scheme("token", {"type": "http", "scheme": "bearer"})


def teach_fields(api: Api) -> None:
    """How our own fields appear in the document."""
    for kind in (CommandField, MomentField, KeyField, VersionField, SeenField, Whole):
        api.register_field(kind, None, None)
    api.ma_plugin.converter.add_attribute_function(_field_described)


def _field_described(_converter: Any, field: ma.fields.Field[Any], **_: Any) -> dict[str, Any]:
    match field:
        case CommandField():
            return {"$ref": f"{PREFIX}Command"}
        case MomentField():
            return {"type": "string", "format": "date-time", "pattern": f"^{MomentField.FORM.pattern}$"}
        case KeyField():
            return {"type": "string", "pattern": KEY_FORM}
        case VersionField():
            return {"type": "string", "pattern": VERSION_FORM}
        case SeenField():
            return {"type": "string", "pattern": SeenField.FORM}
        case Whole():
            return {"type": "integer", "minimum": field.least, "maximum": field.most}
        case _:
            return {}


def _described(bodies: list[type[commands.Command]]) -> Iterator[tuple[str, dict[str, Any]]]:
    structs: list[type[msgspec.Struct]] = sorted(
        [
            *ANSWERS,
            *access.BODIES,
            Case,
            HandleSaid,
            KeyChange,
            NamedInStandings,
            Published,
            RoleChange,
        ],
        key=lambda struct: struct.__name__,
    )
    (union, *_), found = msgspec.json.schema_components((AnyCommand, *structs), ref_template=PREFIX + "{name}")
    schemas = {_plain(name): _renamed(schema) for name, schema in found.items()}
    for kind in commands.ALL:
        schemas[kind.__name__] |= {"x-needs-if-match": kind in NEED_VERSION}
    assert len(schemas) == len(found), "Two structs would have one name in the document."
    yield "Command", _renamed(union)
    for name, schema in schemas.items():
        yield name, _closed(schema)
    for kind in bodies:
        yield body_name(kind), _closed(_without_type(schemas[kind.__name__]))


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


def _closed(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema without additional properties in any object."""
    if schema.get("type") == "object" and "properties" in schema:
        return {**schema, "additionalProperties": False}
    return schema


def _without_type(schema: dict[str, Any]) -> dict[str, Any]:
    properties = {name: inner for name, inner in schema["properties"].items() if name != "type"}
    required = [name for name in schema.get("required", []) if name != "type"]
    return {**schema, "properties": properties, "required": required}
