"""Ids that the service makes."""

from __future__ import annotations

import secrets

# Letters and digits that nobody mistakes for one another when an id is read aloud.
CLEAR = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 10


def fresh_id(kind: str) -> str:
    """An id that does not tell whom it names, so that a person can be renamed or forgotten. `kind` is its first letter."""
    return kind + letters(LENGTH)


def letters(number: int) -> str:
    """A random text of this many letters and digits."""
    return "".join(secrets.choice(CLEAR) for _ in range(number))
