"""What is sent to make a token or a link, to confirm a guest, and what a browser answers about a passkey."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.ids import AnyPlayerId
from service.app.signing_in.sign_in import LABEL_MAX
from service.book.store.credentials import Scope
from service.people.access.who import (
    LINK_HOURS,
    LINK_HOURS_MAX,
    LINK_USES_MAX,
    TABLE_LINK_HOURS,
    TABLE_LINK_USES,
    TOKEN_DAYS_MAX,
)

Label = Annotated[str, msgspec.Meta(min_length=1, max_length=LABEL_MAX)]
Hours = Annotated[int, msgspec.Meta(ge=1, le=LINK_HOURS_MAX)]
Uses = Annotated[int, msgspec.Meta(ge=1, le=LINK_USES_MAX)]
# Base64url of what a browser says: an id, a signature; what was signed. Whether it can be read is seen when it is checked.
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=1400)]
Long = Annotated[str, msgspec.Meta(min_length=1, max_length=6000)]


class TokenWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new token: what it is for, what it may do, whose it is (without, that of a program of the club), when it ends.

    `read` may look, `play` may also do what a player may, `bank` may do all that the roles of its player allow.
    """

    label: Label
    scope: Scope = "read"
    player: AnyPlayerId | None = None
    days: Annotated[int, msgspec.Meta(ge=1, le=TOKEN_DAYS_MAX)] | None = None


class LinkWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new sign-in link of a player: how long it is good, and how often."""

    hours: Hours = LINK_HOURS
    uses: Uses = 1


class TableLinkWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new sign-in link of a table: how long it is good, and for how many guests."""

    hours: Hours = TABLE_LINK_HOURS
    uses: Uses = TABLE_LINK_USES


class GuestConfirmed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who a guest is; without a player, the one whose name they gave, who joins the club if it is new."""

    player: AnyPlayerId | None = None


class PasskeyMade(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a browser answers when it made a passkey, in base64url, and how the passkey is called in a list."""

    label: Label
    id: Short
    client_data: Long
    attestation: Long


class PasskeyUsed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a browser answers when it used a passkey, in base64url."""

    id: Short
    client_data: Long
    authenticator_data: Short
    signature: Short
    user_handle: Short


BODIES: tuple[type[msgspec.Struct], ...] = (
    TokenWanted,
    LinkWanted,
    TableLinkWanted,
    GuestConfirmed,
    PasskeyMade,
    PasskeyUsed,
)
