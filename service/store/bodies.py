"""What is written of an event: its body, and what a stored body says before its type is known."""

from typing import Annotated, Any

import msgspec

COLUMN_INTEGER_MAX = 2**31 - 1

_Counted = Annotated[int, msgspec.Meta(ge=1, le=COLUMN_INTEGER_MAX)]


class Body(msgspec.Struct, forbid_unknown_fields=True, gc=False, kw_only=True):
    """What is hashed: an event with everything known about it. Fields that do not apply are left out.

    They stand here in the order of the alphabet, because that is how they are written (RFC 8785).
    """

    actor: str
    caused_by: _Counted | msgspec.UnsetType = msgspec.UNSET
    data: dict[str, Any]
    occurred_at: str
    recorded_at: str
    request_digest: str | msgspec.UnsetType = msgspec.UNSET
    request_id: str | msgspec.UnsetType = msgspec.UNSET
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
