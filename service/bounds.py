"""Whether a command or event is within the bounds that the book sets for what comes from outside.

Structs do not check their bounds when they are made, only when they are read; what is out of bounds must not get into
the book, because it could not be read again.
"""

import re
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from service.complaints.of_values import complaint
from service.errors import OutOfBounds

# From the first year that computers count to one that every time zone can still be told in.
_TIME = re.compile(r"(19[7-9]\d|[2-8]\d{3})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)


@lru_cache(maxsize=4096)
def is_time(text: str) -> bool:
    """Whether this is a time as the book writes one: RFC 3339, UTC, such as 2026-11-20T19:30:00Z."""
    if not _TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def check_time(text: str) -> None:
    """Refuses what is no time of the book."""
    if not is_time(text):
        raise OutOfBounds(f"“{text[:40]}” is no time of the book; write it as 2026-11-20T19:30:00Z")


def check_bounds(fields: Any, kind: type[Any]) -> None:
    """Refuses fields that a struct of this kind could not be read from again."""
    try:
        msgspec.convert(fields, kind)
    except msgspec.ValidationError as problem:
        raise OutOfBounds(complaint(problem, fields, kind, "It").sentence.rstrip(".")) from problem
