"""Reads the body of a request: JSON of bounded size and depth that two readers cannot read differently, as a struct."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Context, Decimal
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import msgspec
from flask import Request
from msgspec.structs import replace

from engine import commands
from engine.speech import Phrase, phrase, say
from service.errors.problems import BodyTooLarge, NotJson, NotTheContentType, TooDeep, WrongBody
from service.language.validation import TIME, flaws, message_of, place, validation_message

JSON = "application/json"
BODY_MAX = 64 * 1024
DEPTH_MAX = 24
# Far above the limits of all fields, so that the field itself can refuse.
DIGITS_MAX = 1000
# How much of a number a sentence repeats.
SHOWN_MOST = 40
# Of an exponent that no number has, it makes no number instead of an error.
_UNTRAPPED = Context(traps=[])
# The pattern does not backtrack, so each byte is read once.
_TEXT = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))

if TYPE_CHECKING:
    AnyCommand = commands.Command
else:
    # Every kind of command; its `type` says which one it is.
    AnyCommand = reduce(or_, commands.ALL)

Converted = TypeVar("Converted", bound=msgspec.Struct)


Moment = Annotated[
    str,
    msgspec.Meta(
        pattern=TIME,
        description="When it happened at the table, in UTC.",
        extra_json_schema={"format": "date-time"},
    ),
]


class CommandBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One command, and when it happened at the table; now, if no time is given."""

    command: AnyCommand
    occurred_at: Moment | msgspec.UnsetType = msgspec.UNSET


def body_of(req: Request) -> Any:
    """The JSON of a request. Refuses other content types and bodies that are too large."""
    most = req.max_content_length or BODY_MAX
    if (req.content_length or 0) > most:
        raise BodyTooLarge(most=most)
    if req.mimetype != JSON:
        raise NotTheContentType(given=req.mimetype or "nothing that is named")
    body = req.get_data(cache=True)
    # A body without a declared length is read only up to the limit: one that reaches it was cut off there.
    if req.content_length is None and len(body) >= most:
        raise BodyTooLarge(most=most)
    return read_json(body)


def body_as(raw: Any, kind: type[Converted]) -> Converted:
    """The struct from a whole body. Refuses (WrongBody) what does not fit, and what would be overlooked or overwritten."""
    if kind.__struct_config__.tag is not None and isinstance(raw, dict) and "type" in raw:
        raise WrongBody([("type", say("There is no field type here; the route says which act or question it is."))])
    whole = say("The body")
    if wrong := [*_wrong(raw, kind, whole)]:
        raise WrongBody(wrong)
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as problem:
        raise WrongBody([("", validation_message(raw, kind, whole))]) from problem


def _wrong(raw: Any, kind: type[Any], whole: str) -> Iterator[tuple[str, str]]:
    """The place of every flaw, and its sentence: a flaw of a command names its fields as the command does."""
    for flaw in flaws(raw, kind, closed=True):
        named = flaw.path.index("command") + 1 if "command" in flaw.path[:-1] else 0
        yield place(flaw.path), message_of(replace(flaw, path=flaw.path[named:]), whole)


def command_from(raw: Any) -> commands.Command:
    """The command from plain data. Refuses what is none (WrongBody)."""
    return body_as({"command": raw}, CommandBody).command


def read_json(body: bytes) -> Any:
    """The value of a body. Whole numbers written as 1.0 are whole. Refuses NaN, what is whole once rounded, doubled names and half characters."""
    try:
        value = json.loads(
            body.decode(),
            parse_int=_number,
            parse_float=_whole,
            parse_constant=_no_number,
            object_pairs_hook=_named_once,
        )
        if b"\\u" in body:
            # An escape can write half of a surrogate pair, but it cannot be stored.
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError as problem:
        raise TooDeep(most=DEPTH_MAX) from problem
    except ValueError as problem:
        raise NotJson(reason=_reason(problem)) from problem
    _refuse_depth(body)
    return value


def _refuse_depth(body: bytes) -> None:
    """Refuses sound JSON that is nested too deep. It costs little however many brackets there are: nothing goes through them one by one."""
    nested = _TEXT.sub(b"", body).translate(_ONE_KIND, _NO_BRACKETS)
    for _ in range(DEPTH_MAX):
        # Takes the innermost level away everywhere.
        nested = nested.replace(b"[]", b"")
    if nested:
        raise TooDeep(most=DEPTH_MAX)


def _number(text: str) -> int:
    _refuse_length(text)
    return int(text)


def _whole(text: str) -> int | float:
    """A number with a point or an exponent. Refuses one that is whole only once it is rounded: some readers round it."""
    _refuse_length(text)
    number = float(text)
    if not number.is_integer() or abs(number) > 2**53:
        return number
    if Decimal(text, _UNTRAPPED) != number:
        raise ValueError(phrase("{text} would be rounded to {number}", text=text[:SHOWN_MOST], number=int(number)))
    return int(number)


def _refuse_length(text: str) -> None:
    if len(text) > DIGITS_MAX:
        raise ValueError(
            phrase("a number has {length} digits, and {most} are the most", length=len(text), most=DIGITS_MAX)
        )


def _no_number(text: str) -> NoReturn:
    raise ValueError(phrase("{text} is not a number", text=text))


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    results = dict(pairs)
    if len(results) != len(pairs):
        raise ValueError(phrase("a name stands twice in one object"))
    return results


def _reason(problem: Exception) -> str:
    if isinstance(problem, json.JSONDecodeError):
        return phrase(
            "it cannot be read on from line {line}, column {column}", line=problem.lineno, column=problem.colno
        )
    if isinstance(problem, UnicodeDecodeError):
        return phrase("it is not UTF-8")
    if isinstance(problem, UnicodeEncodeError):
        return phrase("a text holds half a surrogate pair")
    ours = next((part for part in problem.args if isinstance(part, Phrase)), None)
    return ours or str(problem) or phrase("it cannot be read")
