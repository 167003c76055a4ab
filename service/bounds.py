"""Whether a command or event is within the bounds that the book sets for what comes from outside.

Structs do not check their bounds when they are made, only when they are read; what is out of bounds must not get into
the book, because it could not be read again.
"""

import re
from typing import Any

import msgspec

from service.errors import OutOfBounds

# How msgspec says what is wrong, in parts: the kind of value, its bound, and where it stands.
COMPLAINT = re.compile(r"Expected `(?P<kind>\w+)` ?(?P<bound>.*?)(?: - at `\$\.?(?P<field>.*)`)?")
KINDS = {"int": "a whole number", "str": "a text", "array": "a list"}


def check_bounds(fields: Any, kind: type[Any]) -> None:
    """Refuses fields that a struct of this kind could not be read from again."""
    try:
        msgspec.convert(fields, kind)
    except msgspec.ValidationError as problem:
        raise OutOfBounds(_told(str(problem))) from problem


def _told(complaint: str) -> str:
    parts = COMPLAINT.fullmatch(complaint)
    if parts is None:
        return complaint
    kind, field = KINDS.get(parts["kind"], parts["kind"]), parts["field"] or "it"
    bound = parts["bound"].replace(">=", "at least").replace("<=", "at most").replace("of length", "with a length of")
    return f"{field} must be {kind}{' of ' if parts['kind'] == 'int' else ' '}{bound}"
