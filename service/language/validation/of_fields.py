"""Messages for a field that marshmallow refuses, told from the field and the value alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from msgspec import inspect

from engine.speech import phrase
from service.language.validation.messages import expected, missing_field, unknown_field, wrong_value

# The fields of the library itself, and what their values are. What they refuse is told here; our own fields, and checks
# that bring their own sentence, tell it themselves.
PLAIN: Mapping[type[ma.fields.Field[Any]], type[Any]] = {
    ma.fields.String: str,
    ma.fields.List: list,
    ma.fields.Nested: Mapping,
}


def in_our_words(schema: ma.Schema, name: str, message: str, data: Mapping[str, Any]) -> str:
    """Our sentence for a field that was refused; `message` is given back if it is one of ours, and never read."""
    known = {field.data_key or own: field for own, field in schema.load_fields.items()}
    if name not in known:
        return unknown_field(name, list(known))
    field = known[name]
    if name not in data:
        return missing_field(name, _takes(field))
    value = data[name]
    if value is None or _is_of_another_kind(field, value):
        return wrong_value(name, _takes(field), value)
    return message


def _is_of_another_kind(field: ma.fields.Field[Any], value: Any) -> bool:
    """True if a field of the library does not take a value of this kind or length."""
    wanted = next((kind for plain, kind in PLAIN.items() if isinstance(field, plain)), None)
    if wanted is None:
        return False
    least, most = _lengths(field)
    return not isinstance(value, wanted) or len(value) < (least or 0) or (most is not None and len(value) > most)


def _lengths(field: ma.fields.Field[Any]) -> tuple[int | None, int | None]:
    length = next((check for check in field.validators if isinstance(check, ma.validate.Length)), None)
    return (length.min, length.max) if length else (None, None)


def _takes(field: ma.fields.Field[Any]) -> str:
    """What a field takes, in words; our own fields say it themselves."""
    least, most = _lengths(field)
    match field:
        case ma.fields.String():
            return expected(inspect.StrType(min_length=least, max_length=most))
        case ma.fields.List():
            return expected(inspect.ListType(inspect.AnyType(), min_length=least, max_length=most))
        case _:
            return f"{getattr(field, 'takes', phrase('an object'))}"
