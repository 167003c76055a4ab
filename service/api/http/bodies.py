"""Reads the body of a request: JSON of bounded size and depth, without anything that two readers could read differently."""

import json
import re
from typing import Any, NoReturn

from engine.speech import Phrase, phrase
from service.errors.problems import NotJson, TooDeep

DEPTH_MAX = 24
# Far above the limits of all fields, so that the field itself can refuse.
DIGITS_MAX = 1000
# The pattern does not backtrack, so each byte is read once.
_TEXT = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def read_json(body: bytes) -> Any:
    """The value of a body. Whole numbers written as 1.0 are whole. Refuses NaN, doubled names and half characters."""
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
    if len(text) > DIGITS_MAX:
        raise ValueError(
            phrase("a number has {length} digits, and {most} are the most", length=len(text), most=DIGITS_MAX)
        )
    return int(text)


def _whole(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) <= 2**53 else number


def _no_number(text: str) -> NoReturn:
    raise ValueError(phrase("{text} is not a number", text=text))


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError(phrase("a name stands twice in one object"))
    return found


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
