"""Which secrets of a deployment were made; never what they are."""

from __future__ import annotations

import msgspec


class SecretsMade(msgspec.Struct, frozen=True, kw_only=True):
    """The names of the files in `folder` that were `made`, and of those that were there before and `kept`."""

    folder: str
    made: tuple[str, ...]
    kept: tuple[str, ...]
