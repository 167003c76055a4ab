"""What may be left unsaid at the table and is never None once a rulebook or a rule has filled it in."""

from typing import TypeVar

Value = TypeVar("Value")


def resolved(value: Value | None) -> Value:
    """The value, of a game that is announced or of an act that is recorded. Only a mistake in the program asks sooner."""
    if value is None:
        raise AssertionError("Nothing has filled this in yet.")
    return value
