"""Clubs and players in a request: a name, which is checked where it is kept, and a role."""

from __future__ import annotations

from typing import Annotated

import marshmallow as ma
import msgspec

from engine.club.acts import Publication, Role
from service.api.http.extensions import Schema
from service.app.looking_back.receipts import Change
from service.language.payload_limits import NAME_MAX
from service.people.payment_handles import HANDLE_MAX


class NameSchema(Schema):
    """The name of a club or a player."""

    name = ma.fields.String(
        required=True,
        validate=ma.validate.Length(min=1, max=NAME_MAX),
        metadata={"description": f"1 to {NAME_MAX} printable characters, no space at the ends."},
    )


class NamedInStandings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a player is left out of standings by name (`out` is true), or named in them."""

    out: bool


class Published(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What everybody may see of a club from now on, in place of what they could see before."""

    published: Annotated[tuple[Publication, ...], msgspec.Meta(max_length=3)]


class HandleSaid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a player wants to be paid: an IBAN, a number, a name at PayPal, a link, or words, as the kind says."""

    handle: Annotated[str, msgspec.Meta(min_length=1, max_length=HANDLE_MAX)]


class RoleChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A role that a player gets (`held` is true) or loses."""

    role: Role
    held: bool


class KeyChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new key: the first, one that the key in force endorses, or one in the place of a key that is lost.

    `name` is that of the new key; without, it is numbered.
    """

    change: Change
    name: Annotated[str, msgspec.Meta(max_length=32)] = ""
