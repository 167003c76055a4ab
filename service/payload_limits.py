"""Whether a command or event is within the bounds that the book sets for what comes from outside.

Structs do not check their bounds when they are made, only when they are read; what is out of bounds must not get into
the book, because it could not be read again.
"""

import re
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from engine.spelling import compared
from service.errors import NameRefused, OutOfBounds
from service.validation.of_values import validation_message

# From the first year that computers count to one that every time zone can still be told in.
_TIME = re.compile(r"(19[7-9]\d|[2-8]\d{3})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)

# Who says something: an id, or what the program calls itself. A key under which it was sent: as HTTP takes it.
ACTOR_MAX = 80
KEY_MAX = 200
NAME_MAX = 80


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


def check_actor(actor: str) -> None:
    """Refuses who cannot stand in the book as the one who said something."""
    if complaint_of := wrong_sign(actor, ACTOR_MAX):
        raise OutOfBounds(f"who says it {complaint_of}")


def check_key(key: str) -> None:
    """Refuses a key that cannot stand in the book."""
    if complaint_of := wrong_sign(key, KEY_MAX):
        raise OutOfBounds(f"its key {complaint_of}")


def wrong_sign(text: str, most: int) -> str:
    """What is wrong with a short text that stands beside an event, as who said it; empty where it can be kept."""
    if len(text) > most:
        return f"is a text of {len(text)} signs, and at most {most} are kept"
    return "" if text.isprintable() else "holds signs that cannot be printed"


def check_payload(fields: Any, kind: type[Any]) -> None:
    """Refuses fields that a struct of this kind could not be read from again."""
    try:
        msgspec.convert(fields, kind)
    except msgspec.ValidationError as problem:
        raise OutOfBounds(validation_message(problem, fields, kind, "It").sentence.rstrip(".")) from problem


def check_name(name: str) -> None:
    """Refuses what is no name of a club or a player: NameRefused, with the most signs it may have."""
    fits = 1 <= len(name) <= NAME_MAX and name == name.strip() and name.isprintable()
    if not (fits and compared(name)):
        raise NameRefused(name, NAME_MAX)
