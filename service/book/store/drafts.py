"""What is asked of an append: drafts of events, and the record of the request that they answer."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An event to append; `caused_by` is the version of the primary event it follows from, None for a primary one.

    It is written in the schema of now. `salt`: 128 random bits in hex, see `Body`. They are made here and nowhere else; the
    same draft is the same event, also when it is asked whether a commit without an answer took place.
    `stated`: the names of the fields that were stated of an act of a night; None for what follows from one, and in a club.
    """

    type: str
    data: Mapping[str, Any]
    actor: str
    occurred_at: str
    caused_by: int | None = None
    salt: str = msgspec.field(default_factory=partial(secrets.token_hex, 16))
    stated: tuple[str, ...] | None = None


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """The idempotency record of an append: `digest` is what it asks, by `digest_of_request`."""

    key: str
    digest: str
