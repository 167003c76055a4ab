"""Messages for a text that is not valid TOML, told by the class of the error and the place it names."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

import tomlkit
from tomlkit import exceptions

from engine.speech import say, to_say

# On a line of its own below the text, this changes where a text fails only if all of it could be read so far.
_BELOW = "\n\u0001"
ENDS_TOO_EARLY = to_say("the file ends too early; it lacks a value after =, or a closing quotation mark or bracket")
NEVER_CLOSED = to_say("a quotation mark opens on this line and is never closed")
NO_VALUE = to_say("the line ends where a value should stand")
NO_KEY = to_say("this line is neither key = value nor a table in brackets; a key with spaces stands in quotation marks")
TOO_LARGE = to_say("a whole number in TOML has at most 64 bits, so it lies from -2⁶³ to 2⁶³-1")
NO_DATE = to_say("a date or time on this line is none; write 2026-11-20 or 19:30:00, or put it in quotation marks")
TWICE = to_say("what stands on this line stands in the file before; a key or table may come only once")

# What each error of the library means; the sign is the one at its place.
SENTENCES = {
    "UnexpectedCharError": to_say("{sign} cannot stand at column {column}"),
    "InvalidControlChar": to_say("column {column} holds {sign}"),
    "InvalidCharInStringError": to_say(
        "a backslash followed by {sign} (column {column}) means nothing; write two for one"
    ),
    "InvalidUnicodeValueError": to_say("after \\u come 4 hexadecimal digits, after \\U 8"),
    "InvalidNumberError": to_say("a number on this line is none; a whole number does not begin with 0"),
    "InvalidNumberOrDateError": to_say("a value on this line is neither a number nor a date"),
    "InvalidDateTimeError": NO_DATE,
    "InvalidDateError": NO_DATE,
    "InvalidTimeError": NO_DATE,
    "EmptyKeyError": to_say("a key is missing at column {column}"),
    "EmptyTableNameError": to_say("a table in brackets needs a name"),
}
AT_THE_END_OF_A_LINE = {"UnexpectedCharError": NO_VALUE, "InvalidControlChar": NEVER_CLOSED}


# The quotation marks and the blank that phones and word processors write, and the plain sign for each.
PLAIN_SIGNS = str.maketrans(
    dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"')
    | dict.fromkeys("\u2018\u2019\u201a\u201b", "'")
    | {"\u00a0": " "}
)


def straightened(text: str) -> str:
    """The text, with plain quotation marks if it is no TOML as it stands; one that can be read keeps its own."""
    try:
        tomlkit.parse(text)
    except exceptions.TOMLKitError:
        return text.translate(PLAIN_SIGNS)
    return text


def too_large(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of every whole number beyond the 64 bits that TOML knows: one of 4,300 digits cannot even be printed."""
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            yield path
    elif isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from too_large(inner, (*path, key))


def no_toml(text: str, wrong: Any) -> tuple[int, str]:
    """The line on which a text stops being TOML, and why; `wrong` is the library's error."""
    if not isinstance(wrong, exceptions.ParseError):
        # The library names no place for a key that comes twice between the same braces.
        return _first_line_said_twice(text), say("it is not TOML: {reason}.", reason=say(TWICE))
    if _is_at_the_end(text, wrong):
        return text.rstrip().count("\n") + 1, say("it is not TOML: {reason}.", reason=say(ENDS_TOO_EARLY))
    return wrong.line, say("it is not TOML: {reason}.", reason=_why(text, wrong))


def _first_line_said_twice(text: str) -> int:
    lines = text.split("\n")
    return 1 + bisect_left(range(1, len(lines)), True, key=lambda number: _says_twice("\n".join(lines[:number])))  # noqa: FBT003


def _says_twice(text: str) -> bool:
    try:
        tomlkit.parse(text)
    except exceptions.ParseError:
        return False
    except exceptions.TOMLKitError:
        return True
    return False


def _is_at_the_end(text: str, wrong: Any) -> bool:
    """True if the text was right as far as it goes. The library names a place on the last line then, but not its end."""
    if isinstance(wrong, exceptions.UnexpectedEofError):
        return True
    if not isinstance(wrong, exceptions.UnexpectedCharError):
        return False
    try:
        tomlkit.parse(text + _BELOW)
    except exceptions.ParseError as later:
        return (type(later), later.line, later.col) != (type(wrong), wrong.line, wrong.col)
    return False


def _why(text: str, wrong: Any) -> str:
    line = text.splitlines()[wrong.line - 1] if text else ""
    sign = line[wrong.col] if wrong.col < len(line) else ""
    sentence = SENTENCES if sign else SENTENCES | AT_THE_END_OF_A_LINE
    for name, why in sentence.items():
        if isinstance(wrong, getattr(exceptions, name)):
            return say(why, sign=_shown(sign), column=wrong.col + 1)
    twice = isinstance(wrong.__cause__ or wrong.__context__, exceptions.KeyAlreadyPresent)
    return say(TWICE if twice else NO_KEY)


def _shown(sign: str) -> str:
    return f"“{sign}”" if sign.isprintable() else say("the control character U+{code}", code=f"{ord(sign):04X}")
