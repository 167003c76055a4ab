"""Clubs and players in a request: a name, which is checked where it is kept, and a role."""

from __future__ import annotations

import marshmallow as ma
import msgspec

from engine.club.acts import Role
from service.extensions import Schema
from service.payload_limits import NAME_MAX


class NameSchema(Schema):
    """The name of a club or a player."""

    name = ma.fields.String(
        required=True,
        validate=ma.validate.Length(min=1, max=NAME_MAX),
        metadata={"description": f"1 to {NAME_MAX} printable characters, no space at the ends."},
    )


class RoleChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A role that a player gets (`held` is true) or loses."""

    role: Role
    held: bool
