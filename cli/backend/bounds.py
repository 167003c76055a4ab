"""Whether a command is within the bounds that the book sets for what comes from outside."""

from __future__ import annotations

import re

import msgspec

from cli.failures import Declined
from engine.commands import Command

# How msgspec says what is wrong, in parts: the kind of value, its bound, and where it stands.
COMPLAINT = re.compile(r"Expected `(?P<kind>\w+)` ?(?P<bound>.*?)(?: - at `\$\.?(?P<field>.*)`)?")
KINDS = {"int": "a whole number", "str": "a text", "array": "a list"}


def check(command: Command) -> Command:
    """The command itself; refuses a number or text that the book could not hold."""
    try:
        msgspec.convert(msgspec.to_builtins(command), type(command))
    except msgspec.ValidationError as problem:
        raise Declined("out_of_bounds", _sentence(str(problem)), details={"reason": str(problem)}) from problem
    return command


def _sentence(complaint: str) -> str:
    parts = COMPLAINT.fullmatch(complaint)
    if parts is None:
        return f"This cannot be recorded: {complaint}."
    kind, field = KINDS.get(parts["kind"], parts["kind"]), parts["field"] or "it"
    bound = parts["bound"].replace(">=", "at least").replace("<=", "at most").replace("of length", "with a length of")
    return f"This cannot be recorded: {field} must be {kind}{' of ' if parts['kind'] == 'int' else ' '}{bound}."
