"""Finds the rooms that own acts, and loads what they register.

A room is a folder with as many of these files as it needs: `acts.py` (commands and consequences), `rule.py` (whether
a command may be done, and what it comes to), `facts.py` (how events are copied into the state and the ledger),
`offers.py` (what may be done now), `text.py` (the sentence of each event), `fund.py` (who has a part in chips set
aside).
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Literal, get_args

Aspect = Literal["acts", "rule", "facts", "offers", "text", "fund"]


def _rooms(floor: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Each package on the floor with those aspects that it has a file for; none of them is imported to see that."""
    paths = list(import_module(floor).__path__)
    for found in iter_modules(paths):
        if found.ispkg:
            files = frozenset(file.name for file in iter_modules(f"{path}/{found.name}" for path in paths))
            yield f"{floor}.{found.name}", files.intersection(get_args(Aspect))


_ROOMS = {room: aspects for floor in ("engine.night", "engine.play") for room, aspects in _rooms(floor) if aspects}
ROOMS = tuple(_ROOMS)


def load(aspect: Aspect) -> None:
    """Imports the file of this name of every room that has one, so that it registers its acts."""
    for room, aspects in _ROOMS.items():
        if aspect in aspects:
            import_module(f"{room}.{aspect}")
