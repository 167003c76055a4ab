"""Every room that owns acts, and how what the rooms register is loaded.

A room is a folder with as many of these files as it needs: `acts.py` (what is said and what follows from it), `rule.py`
(may it be done, and what comes of it), `facts.py` (copied into the state and the ledger), `offers.py` (what may
be done now), `text.py` (how it is told).
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Literal

Aspect = Literal["rule", "facts", "offers", "text"]

ROOMS = (
    "engine.night.table",
    "engine.night.bank",
    "engine.night.closing",
    "engine.play.script",
    "engine.play.betting",
    "engine.play.doubling",
    "engine.play.holdings",
    "engine.play.dealing",
    "engine.play.drawing",
    "engine.play.passing",
    "engine.play.exposing",
    "engine.play.piles",
    "engine.play.sides",
    "engine.play.effects",
    "engine.play.spelling",
    "engine.play.tricks",
    "engine.play.tarok",
    "engine.play.corrections",
    "engine.play.showdown",
)


def load(aspect: Aspect) -> None:
    """Imports the file of this name of every room that has one, so that it registers its acts."""
    for room in ROOMS:
        if find_spec(f"{room}.{aspect}") is not None:
            import_module(f"{room}.{aspect}")
