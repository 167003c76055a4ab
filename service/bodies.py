"""Reads the body of a request: JSON of bounded size and depth, with nothing in it that two readers take differently."""

import json
import re
from typing import Any, NoReturn

from service.problems import NotJson, TooDeep

DEPTH_MAX = 24
_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKET = re.compile(rb"[\[{]|[\]}]")


def read_json(body: bytes) -> Any:
    """The value a body holds. Whole numbers written as 1.0 are whole; NaN, doubled names and half characters are no."""
    _refuse_depth(body)
    try:
        value = json.loads(body.decode(), parse_float=_whole, parse_constant=_no_number, object_pairs_hook=_named_once)
        # Half of a surrogate pair can be written as an escape, but cannot be kept.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as problem:
        raise NotJson(reason=_reason(problem)) from problem
    return value


def _refuse_depth(body: bytes) -> None:
    depth = deepest = 0
    for bracket in _BRACKET.finditer(_TEXT.sub(b"", body)):
        depth += 1 if bracket[0] in b"[{" else -1
        deepest = max(deepest, depth)
    if deepest > DEPTH_MAX:
        raise TooDeep(depth=deepest, most=DEPTH_MAX)


def _whole(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) <= 2**53 else number


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _reason(problem: Exception) -> str:
    if isinstance(problem, json.JSONDecodeError):
        return f"{problem.msg} at line {problem.lineno}, column {problem.colno}"
    if isinstance(problem, UnicodeDecodeError):
        return "it is not UTF-8"
    if isinstance(problem, UnicodeEncodeError):
        return "a text holds half a surrogate pair"
    return str(problem) or "it cannot be read"
