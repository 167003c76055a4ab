"""Compiles the rules to C where that is asked for: `CHIPBOOK_COMPILED=1 pip wheel --no-build-isolation .`

Everything else about the package stands in pyproject.toml. What is compiled plays as it does interpreted, about half as
long. It takes mypyc, which is part of mypy, and a C compiler.
"""

from __future__ import annotations

import os
from pathlib import Path

from setuptools import setup

# What plays: the state, the rooms of the table and of the night, the cards.
ROOMS = ("state", "ledger", "play", "night", "cards")
MODULES = ("adjudicate", "beside", "decider", "folding", "resolved", "waiving")
# What is stored and what is told stays as it is: msgspec makes structs quick, and sentences are asked for seldom.
INTERPRETED = {"__init__.py", "acts.py", "naming.py", "refusals.py", "text.py", "told.py"}


def compiled() -> list[str]:
    """The files to compile, in a fixed order."""
    engine = Path("engine")
    rooms = (path for room in ROOMS for path in (engine / room).rglob("*.py"))
    files = [*rooms, *((engine / module).with_suffix(".py") for module in MODULES)]
    return sorted(str(path) for path in files if path.name not in INTERPRETED)


if os.environ.get("CHIPBOOK_COMPILED"):
    from mypyc.build import mypycify

    setup(ext_modules=mypycify(compiled(), opt_level="2", debug_level="0"))
else:
    setup()
