"""Compiles the rules to C where that is asked for: `CHIPBOOK_COMPILED=1 pip wheel --no-build-isolation .`

Everything else about the package stands in pyproject.toml. It takes mypyc, which is part of mypy, and a C compiler. What
is compiled decides the same as it does interpreted.
"""

from __future__ import annotations

import ast
import os
from pathlib import Path

from setuptools import setup

# What plays: the state, the rooms of the table and of the night, what cards and words are worth.
ROOMS = ("state", "ledger", "play", "night", "cards", "words")
MODULES = ("adjudicate", "beside", "decider", "disputing", "folding", "resolved", "strikes", "waiving")
# What is told is asked for seldom, a dictionary reads its words when they are asked for, and the rest is only names.
INTERPRETED = {"__init__.py", "dictionary.py", "naming.py", "refusals.py", "text.py", "told.py"}


def holds_structs(path: Path) -> bool:
    """Whether the file defines structs, which msgspec makes quick: they are the classes that are given options."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(isinstance(node, ast.ClassDef) and node.keywords for node in tree.body)


def compiled(engine: Path = Path("engine")) -> list[str]:
    """The files to compile, in a fixed order."""
    rooms = (path for room in ROOMS for path in (engine / room).rglob("*.py"))
    files = [*rooms, *((engine / module).with_suffix(".py") for module in MODULES)]
    return sorted(str(path) for path in files if path.name not in INTERPRETED and not holds_structs(path))


if __name__ == "__main__":
    extensions = []
    if os.environ.get("CHIPBOOK_COMPILED"):
        from mypyc.build import mypycify

        extensions = mypycify(compiled(), opt_level="2", debug_level="0", target_dir="build/c")
    setup(ext_modules=extensions)
