"""Values that may be left unsaid at the table and are never None once a rulebook or a rule has filled them in."""

from typing import TypeVar

Value = TypeVar("Value")


def resolved(value: Value | None) -> Value:
    """The value, now that the game is announced or the act recorded. Asking earlier is a mistake in the program."""
    if value is None:
        raise AssertionError("Nothing has filled this in yet.")
    return value
