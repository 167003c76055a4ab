"""What people type into the fields of a form: numbers of chips, money, chips by their kind."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flask import request

from engine.grammar import amount_told
from service.errors.problems import Problem
from service.reports.views.settling.closing_sheet import Kind

# The field that holds the number of chips of a kind is called this, and then the number of the kind.
PIECES = "pieces-"
SHOWN = 20

NotANumber = Problem.row("not_a_number", "“{text}” will not do here; write a whole number, such as 150.", 422)
NothingSaid = Problem.row("nothing_said", "No number was given.", 422)
NotMoney = Problem.row("not_money", "“{text}” will not do here; write an amount of money, such as {example}.", 422)
NotADoing = Problem.row("not_a_doing", "This page has no button “{text}”.", 422)


def doing() -> str:
    """What the form does: its field `act`, or the button that was pressed instead."""
    return request.form.getlist("act")[-1][:SHOWN] if "act" in request.form else ""


def text(name: str) -> str:
    """What stands in the field, without spaces around it; empty for nothing."""
    return request.form.get(name, "").strip()


def whole(said: str) -> int | None:
    """The whole number that somebody said, of at most nine digits; None for anything else."""
    return int(said) if re.fullmatch(r"\d{1,9}", said, re.ASCII) else None


def number(name: str, *, least: int = 0) -> int:
    """The whole number in the field. Refuses anything else, nothing, and less than the `least`."""
    found = number_if_any(name)
    if found is None:
        raise NothingSaid
    if found < least:
        raise NotANumber(text=text(name)[:SHOWN])
    return found


def number_if_any(name: str) -> int | None:
    """The whole number in the field; None for an empty one."""
    said = text(name)
    if not said:
        return None
    if not re.fullmatch(r"\d{1,12}", said, re.ASCII):
        raise NotANumber(text=said[:SHOWN])
    return int(said)


def cents_if_any(name: str, exponent: int) -> int | None:
    """The amount of money in the field in its smallest unit, with a point or a comma; None for an empty one."""
    said = text(name)
    if not said:
        return None
    match = re.fullmatch(r"(\d{1,12})(?:[.,](\d+))?", said, re.ASCII)
    decimals = (match[2] or "") if match else ""
    if match is None or len(decimals) > exponent:
        raise _not_money(said, exponent)
    return int(match[1] + decimals.ljust(exponent, "0"))


def cents(name: str, exponent: int) -> int:
    """The same, refusing an empty field, and nothing at all."""
    found = cents_if_any(name, exponent)
    if found is None:
        raise NothingSaid
    if not found:
        raise _not_money(text(name), exponent)
    return found


def _not_money(said: str, exponent: int) -> Problem:
    return NotMoney(text=said[:SHOWN], example=amount_told(int(f"20{'5' * exponent}"), exponent))


def counted(kinds: Sequence[Kind]) -> dict[str, object]:
    """The fields of a command that says a count: by kind where the chips have kinds, else the number; empty for nothing.

    The sum that the page showed goes along, so that the rules refuse a count that was not what somebody saw.
    """
    pieces = [
        {"denomination": kind.name, "pieces": found}
        for place, kind in enumerate(kinds)
        if (found := number_if_any(f"{PIECES}{place}")) is not None
    ]
    chips = number_if_any("chips")
    said: dict[str, object] = {} if chips is None or (kinds and not pieces) else {"chips": chips}
    return said | ({"pieces": pieces} if pieces else {})


def worth_counted(kinds: Sequence[Kind]) -> int | None:
    """The chips that the fields of a count come to; None if nothing was counted."""
    if not kinds:
        return number_if_any("chips")
    found = [(kind.worth, number_if_any(f"{PIECES}{place}")) for place, kind in enumerate(kinds)]
    return sum(worth * (pieces or 0) for worth, pieces in found) if any(p is not None for _, p in found) else None
