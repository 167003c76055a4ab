"""Puts the command of a control together with what its form says.

The field `command` holds the command as JSON. Each other field names one of the command's behind a word for how it is to be
read: `number:chips`, `cards:thrown`, `card:card`, `text:announced`, `truth:good`, and `rank:0:anna` for the place of a player in
the ranking of the first share, which fills in `rankings`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from engine.commands import Command
from service.bodies import read_json
from service.problems import NotJson, TooDeep, WrongBody
from service.web.acting import command_said

LONGEST = 20_000
CARDS_MAX = 120


def command_in(form: MultiDict[str, str]) -> Command:
    """The command that the form says. Refuses a form that is none of a control, or filled in wrongly (WrongBody)."""
    raw, several = _plain(form.get("command", "")), _several(form)
    for name, value in form.items(multi=True):
        kind, _, field = name.partition(":")
        if kind in READ and field and value.strip():
            said = READ[kind](name, value.strip())
            raw[field] = (*_listed(raw, field), *said) if kind == "cards" and name in several else said
    rankings = _rankings(form, len(_listed(raw, "rankings")))
    if rankings:
        raw["rankings"] = rankings
    return command_said(raw)


def _listed(raw: Mapping[str, Any], field: str) -> Sequence[Any]:
    """What the field lists; nothing if it holds anything else, which is refused by whoever reads the command."""
    found = raw.get(field)
    return found if isinstance(found, list | tuple) else ()


def _several(form: MultiDict[str, str]) -> frozenset[str]:
    return frozenset(name for name, values in form.lists() if len(values) > 1)


def _plain(text: str) -> dict[str, Any]:
    try:
        raw = read_json(text[:LONGEST].encode())
    except (NotJson, TooDeep):
        raw = None
    if not isinstance(raw, dict):
        raise WrongBody([("command", "A form of a control holds its command as JSON.")])
    return raw


def _number(name: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) < 10):
        raise WrongBody([(name.partition(":")[2], f"A whole number is needed, not “{value[:20]}”.")])
    return int(value)


def _cards(name: str, value: str) -> tuple[str, ...]:
    cards = tuple(value.replace(",", " ").split())
    if len(cards) > CARDS_MAX:
        raise WrongBody([(name.partition(":")[2], f"At most {CARDS_MAX} cards, such as As 10h Kd.")])
    return cards


def _truth(name: str, value: str) -> bool:
    if value not in ("yes", "no"):
        raise WrongBody([(name.partition(":")[2], "Yes or no is needed.")])
    return value == "yes"


READ: Mapping[str, Callable[[str, str], Any]] = {
    "number": _number,
    "cards": _cards,
    "card": lambda _, value: value,
    "text": lambda _, value: value,
    "truth": _truth,
}


def _rankings(form: MultiDict[str, str], shares: int) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """For each share the groups of players of one place, best first; empty if no place is said."""
    places: dict[int, dict[int, list[str]]] = {}
    for name, value in form.items(multi=True):
        kind, _, rest = name.partition(":")
        share, _, player = rest.partition(":")
        if kind == "rank" and player and value.strip():
            groups = places.setdefault(_number(f"{name}:", share), {})
            groups.setdefault(_number(f"{name}:", value.strip()), []).append(player)
    count = max((shares, *(share + 1 for share in places)), default=0)
    if not places or count > 4:
        return ()
    return tuple(tuple(tuple(group) for _, group in sorted(places.get(share, {}).items())) for share in range(count))
