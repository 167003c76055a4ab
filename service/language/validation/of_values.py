"""Messages for a value that does not fit its declaration."""

from __future__ import annotations

from functools import reduce
from typing import Any, NamedTuple

from msgspec import inspect

from engine.speech import say
from service.language.validation.flaws import Flaw, Missing, Path, Unknown, Wrong, WrongName, WrongTag, declared, flaws
from service.language.validation.messages import UNSAID, expected, missing_field, unknown_field, wrong_value


class ValidationMessage(NamedTuple):
    """The place, as `waived[0].rule` (empty for the whole), and what is wrong there."""

    at: str
    sentence: str


def validation_message(raw: Any, kind: Any, whole: str) -> ValidationMessage:
    """The message for plain data that could not be converted to `kind`; `whole` names all of it in the sentence."""
    # A type whose limits the walk does not know is refused as a whole.
    found = next(flaws(raw, kind), None) or Wrong((), declared(kind), raw)
    return message_of(found, whole)


def message_of(flaw: Flaw, whole: str) -> ValidationMessage:
    """The message for one flaw."""
    at = place(flaw.path)
    match flaw:
        case Wrong():
            return ValidationMessage(at, wrong_value(at or whole, expected(flaw.takes, flaw.value), flaw.value))
        case WrongTag():
            return _of_tag(flaw)
        case WrongName():
            return ValidationMessage(at, wrong_value(say("A name in {place}", place=at or whole), expected(flaw.takes)))
        case Missing():
            return ValidationMessage(at, missing_field(place((*flaw.path, flaw.name)), expected(flaw.takes)))
        case Unknown():
            fields = [field.encode_name for field in flaw.within.fields]
            return ValidationMessage(at, unknown_field(flaw.name, fields))


def _of_tag(flaw: WrongTag) -> ValidationMessage:
    at = place((*flaw.path, flaw.tag_field))
    takes = inspect.LiteralType(flaw.tags)
    if flaw.value is UNSAID:
        return ValidationMessage(place(flaw.path), missing_field(at, expected(takes)))
    return ValidationMessage(at, wrong_value(at, expected(takes, flaw.value), flaw.value))


def place(path: Path) -> str:
    """A path as text, as `waived[0].rule`."""
    return reduce(_within, path, "")


def _within(at: str, part: str | int) -> str:
    return f"{at}[{part}]" if isinstance(part, int) else f"{at}.{part}".strip(".")
