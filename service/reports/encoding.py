"""A view as JSON: the same bytes from the command line, over HTTP and in the files of a worker."""

from __future__ import annotations

from typing import Any

import msgspec


def to_json(view: Any) -> bytes:
    """The view on one line, which ends with a line end."""
    return msgspec.json.encode(view) + b"\n"
