"""What is written of an event: its body, how one of an earlier schema is read, and what it says before its type is known."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

import msgspec

COLUMN_INTEGER_MAX = 2**31 - 1
# The schema of every body that is written now. One of an earlier schema is converted when it is read and never rewritten.
SCHEMA: Final = 2
# From this schema on, every body holds a salt.
SALTED_SINCE: Final = 2

_Counted = Annotated[int, msgspec.Meta(ge=1, le=COLUMN_INTEGER_MAX)]


# 128 random bits in hex.
Salt = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


class Body(msgspec.Struct, forbid_unknown_fields=True, gc=False, kw_only=True):
    """What is hashed: an event with everything known about it. Fields that do not apply are left out.

    `salt`: without it, whoever knows everything of an event but a closed card finds that by hashing one card after the other.
    So it is for those who may see the whole event. Schema 1 had none.

    They stand here in the order of the alphabet, because that is how they are written (RFC 8785).
    """

    actor: str
    caused_by: _Counted | msgspec.UnsetType = msgspec.UNSET
    data: dict[str, Any]
    occurred_at: str
    recorded_at: str
    request_digest: str | msgspec.UnsetType = msgspec.UNSET
    request_id: str | msgspec.UnsetType = msgspec.UNSET
    salt: Salt | msgspec.UnsetType = msgspec.UNSET
    schema: _Counted
    stated: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    stream: str
    type: str
    version: _Counted


class Envelope(msgspec.Struct, gc=False):
    """A stored body as it is read before its type is known: `data` is still its text. A text that is left out is empty."""

    type: str
    schema: int
    data: msgspec.Raw
    version: int
    actor: str = ""
    occurred_at: str = ""
    recorded_at: str = ""
    caused_by: int | None = None
    request_id: str = ""
    request_digest: str = ""
    stated: tuple[str, ...] | None = None


ENVELOPE = msgspec.json.Decoder(Envelope)

# The fields of a body, each as its text.
Fields = Mapping[str, msgspec.Raw]


def _from_1_to_2(fields: Fields) -> Fields:
    """An event of schema 1 has no salt, and all that it says is said in the same way in schema 2."""
    return fields


# For each schema that was written once, what leads from it to the next.
_TO_THE_NEXT: Mapping[int, Callable[[Fields], Fields]] = {1: _from_1_to_2}
_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])


def in_this_schema(body: str) -> str:
    """The text of a stored body as this program reads it: converted from schema to schema if it is of an earlier one.

    Only for reading: what was hashed is the body. One of a newer schema is returned as it is. Raises MsgspecError for a text
    that is not the body of an event.
    """
    schema = ENVELOPE.decode(body).schema
    if schema not in _TO_THE_NEXT:
        return body
    fields: Fields = _FIELDS.decode(body)
    for earlier in range(schema, SCHEMA):
        fields = _TO_THE_NEXT[earlier](fields)
    return msgspec.json.encode({**fields, "schema": SCHEMA}).decode()
