"""Clubs and players in a request: a name, which is checked where it is kept."""

from __future__ import annotations

import marshmallow as ma

from service.extensions import Schema
from service.payload_limits import NAME_MAX


class NameSchema(Schema):
    """The name of a club or a player."""

    name = ma.fields.String(
        required=True,
        validate=ma.validate.Length(min=1, max=NAME_MAX),
        metadata={"description": f"1 to {NAME_MAX} printable characters, no space at the ends."},
    )
