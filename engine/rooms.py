"""Finds the rooms that own acts, and loads what they register.

A room is a folder with as many of these files as it needs: `acts.py` (commands and consequences), `rule.py` (whether
a command may be done, and what it comes to), `facts.py` (how events are copied into the state and the ledger),
`offers.py` (what may be done now), `text.py` (the sentence of each event), `fund.py` (who has a part in chips set
aside).
"""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Literal, get_args

Aspect = Literal["rule", "facts", "offers", "text", "fund"]


def _registers(folder: str) -> bool:
    return any(find_spec(f"{folder}.{aspect}") is not None for aspect in get_args(Aspect))


ROOMS = tuple(
    f"{floor}.{found.name}"
    for floor in ("engine.night", "engine.play")
    for found in iter_modules(import_module(floor).__path__)
    if found.ispkg and _registers(f"{floor}.{found.name}")
)


def load(aspect: Aspect) -> None:
    """Imports the file of this name in every room that has one, so that it registers its acts."""
    for room in ROOMS:
        if find_spec(f"{room}.{aspect}") is not None:
            import_module(f"{room}.{aspect}")
