"""Rewrites marshmallow's messages about a field in our words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from msgspec import inspect

from service.validation.messages import expected, missing_field, unknown_field, wrong_value

# Marshmallow's own messages about a field, and about a text or list that is too short or too long.
UNKNOWN, MISSING = "Unknown field.", "Missing data for required field."
NONE_OF_IT = re.compile("Field may not be null|Not a valid |Length must be|Shorter than|Longer than")


def in_our_words(schema: ma.Schema, name: str, message: str, data: Mapping[str, Any]) -> str:
    """A message of marshmallow as one of ours; our own fields already write such sentences."""
    known = {field.data_key or own: field for own, field in schema.load_fields.items()}
    if message == UNKNOWN:
        return unknown_field(name, list(known))
    if message == MISSING:
        return missing_field(name, _takes(known[name]))
    return wrong_value(name, _takes(known[name]), data[name]) if NONE_OF_IT.match(message) else message


def _takes(field: ma.fields.Field[Any]) -> str:
    """What a field takes, in words; our own fields say it themselves."""
    length = next((check for check in field.validators if isinstance(check, ma.validate.Length)), None)
    least, most = (length.min, length.max) if length else (None, None)
    match field:
        case ma.fields.String():
            return expected(inspect.StrType(min_length=least, max_length=most))
        case ma.fields.List():
            return expected(inspect.ListType(inspect.AnyType(), min_length=least, max_length=most))
        case _:
            return str(getattr(field, "takes", "an object"))
