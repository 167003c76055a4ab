"""Reads the body of a request: JSON of bounded size and depth, without anything that two readers could read differently."""

import json
import re
from typing import Any, NoReturn

from service.problems import NotJson, TooDeep

DEPTH_MAX = 24
# Far above the limits of all fields, so that the field itself can refuse.
DIGITS_MAX = 1000
# A text, or the rest of one that is never closed, and a bracket. The pattern does not backtrack, so each byte is read once.
_PART = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_OPENING, _CLOSING = (b"[", b"{"), (b"]", b"}")


def read_json(body: bytes) -> Any:
    """The value of a body. Whole numbers written as 1.0 are whole. Refuses NaN, doubled names and half characters."""
    _refuse_depth(body)
    try:
        value = json.loads(
            body.decode(),
            parse_int=_number,
            parse_float=_whole,
            parse_constant=_no_number,
            object_pairs_hook=_named_once,
        )
        # An escape can write half of a surrogate pair, but it cannot be stored.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as problem:
        raise NotJson(reason=_reason(problem)) from problem
    return value


def _refuse_depth(body: bytes) -> None:
    depth = deepest = 0
    for part in _PART.finditer(body):
        if part[0] in _OPENING:
            depth += 1
            deepest = max(deepest, depth)
        elif part[0] in _CLOSING:
            depth -= 1
    if deepest > DEPTH_MAX:
        raise TooDeep(depth=deepest, most=DEPTH_MAX)


def _number(text: str) -> int:
    if len(text) > DIGITS_MAX:
        raise ValueError(f"a number has {len(text)} digits, and {DIGITS_MAX} are the most")
    return int(text)


def _whole(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) <= 2**53 else number


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _reason(problem: Exception) -> str:
    if isinstance(problem, json.JSONDecodeError):
        return f"it cannot be read on from line {problem.lineno}, column {problem.colno}"
    if isinstance(problem, UnicodeDecodeError):
        return "it is not UTF-8"
    if isinstance(problem, UnicodeEncodeError):
        return "a text holds half a surrogate pair"
    return str(problem) or "it cannot be read"
