"""Time zones by their IANA names."""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.speech import to_say

NO_ZONE = to_say("There is no time zone “{zone}”; write a name such as Europe/Copenhagen or UTC.")
# Tables of the same zones that count leap seconds or not; no name of a zone begins so.
NOT_NAMES = ("posix/", "right/", "posixrules")


@cache
def is_zone(name: str) -> bool:
    """True if there is a time zone of this name."""
    try:
        # A list of all names would take longer than most commands.
        return not name.startswith(NOT_NAMES) and bool(ZoneInfo(name).key)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
