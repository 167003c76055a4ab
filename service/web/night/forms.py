"""Puts the command of a control together with what its form says.

The field `command` holds the command as JSON. Each other field names one of the command's behind a word for how it is to be
read: `number:chips`, `cards:thrown`, `card:card`, `text:announced`, `truth:good`. The fields `won:0:1` hold the winners of the
second pot that the first share of the award has, one for each; all of them together fill in `rankings`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from engine.commands import Command
from engine.speech import say
from service.api.bodies import command_from, read_json
from service.errors.problems import NotJson, TooDeep, WrongBody
from service.web.night.fields import SHOWN, NotADoing, NotANumber

LONGEST = 20_000
CARDS_MAX = 120
SHARES_MAX = 4


def command_in(form: MultiDict[str, str]) -> Command:
    """The command that the form says. Refuses a form that is none of a control, or filled in wrongly."""
    raw, several = _plain(form.get("command", "")), _several(form)
    for name, value in form.items(multi=True):
        kind, _, field = name.partition(":")
        if kind in READ and field and value.strip():
            said = READ[kind](name, value.strip())
            raw[field] = (*_listed(raw, field), *said) if kind == "cards" and name in several else said
    rankings = _rankings(form, len(_listed(raw, "rankings")))
    if rankings:
        raw["rankings"] = rankings
    return command_from(raw)


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
        raise NotADoing(text=text[:SHOWN])
    return raw


def _number(_: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) < 10):
        raise NotANumber(text=value[:SHOWN])
    return int(value)


def _cards(_: str, value: str) -> tuple[str, ...]:
    cards = tuple(value.replace(",", " ").split())
    if len(cards) > CARDS_MAX:
        raise WrongBody([("cards", say("At most {most} cards can be named at once.", most=CARDS_MAX))])
    return cards


def _truth(_: str, value: str) -> bool:
    if value not in ("yes", "no"):
        raise NotADoing(text=value[:SHOWN])
    return value == "yes"


READ: Mapping[str, Callable[[str, str], Any]] = {
    "number": _number,
    "cards": _cards,
    "card": lambda _, value: value,
    "text": lambda _, value: value,
    "truth": _truth,
}


def _rankings(form: MultiDict[str, str], shares: int) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """For each share the groups of winners, those of the main pot first; empty if no winner is said.

    Who has won an earlier pot is not named again: they come first in the later ones as it is.
    """
    won: dict[int, dict[int, list[str]]] = {}
    for name, players in form.lists():
        kind, _, rest = name.partition(":")
        share, _, pot = rest.partition(":")
        if kind == "won" and pot:
            won.setdefault(_number(name, share), {})[_number(name, pot)] = players
    if not won or max(won) >= SHARES_MAX:
        return ()
    return tuple(tuple(_groups(won.get(share, {}))) for share in range(max(shares, max(won) + 1)))


def _groups(won: Mapping[int, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """The winners of each pot who have not won one before it."""
    named: set[str] = set()
    for _, players in sorted(won.items()):
        group = tuple(player for player in dict.fromkeys(players) if player and player not in named)
        named.update(group)
        if group:
            yield group
