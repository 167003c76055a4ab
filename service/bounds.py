"""Whether a command or event is within the bounds that the book sets for what comes from outside.

Structs do not check their bounds when they are made, only when they are read; what is out of bounds must not get into
the book, because it could not be read again.
"""

from typing import Any

import msgspec

from service.complaints.of_values import complaint
from service.errors import OutOfBounds


def check_bounds(fields: Any, kind: type[Any]) -> None:
    """Refuses fields that a struct of this kind could not be read from again."""
    try:
        msgspec.convert(fields, kind)
    except msgspec.ValidationError as problem:
        raise OutOfBounds(complaint(problem, fields, kind, "It").sentence.rstrip(".")) from problem
