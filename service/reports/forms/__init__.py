"""The forms of what is told: tables, declared once and written as text, HTML and CSV, documents for print, and a view as JSON."""

from __future__ import annotations

from typing import Any

import msgspec


def to_json(view: Any) -> bytes:
    """The view on one line, which ends with a line end: the same bytes at the command line, over HTTP and in files of a worker."""
    return msgspec.json.encode(view) + b"\n"
