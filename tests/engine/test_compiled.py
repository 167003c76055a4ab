"""The rules as a C compiler makes them: `make compiled` runs all of tests/engine on them."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from engine.state import Night
from engine.state.part import names_in
from tests.engine.compiled import COMPILED
from tests.engine.nights_digested import digested
from tests.soak import rounds

ROOT = Path(__file__).parents[2]
NIGHTS = rounds(12)


def modules() -> list[str]:
    """The modules that are compiled where this is asked for."""
    files = runpy.run_path(str(ROOT / "setup.py"))["compiled"](ROOT / "engine")
    return [".".join(Path(file).relative_to(ROOT).with_suffix("").parts) for file in files]


@pytest.mark.skipif("CHIPBOOK_COMPILED" not in os.environ, reason="make compiled runs it")
def test_what_is_tested_is_what_was_compiled() -> None:
    assert COMPILED
    assert [name for name in modules() if (import_module(name).__file__ or "").endswith(".py")] == []


def test_what_plays_is_compiled_and_no_struct_is() -> None:
    """A compiled struct would lose its options: cards that are told apart would be equal."""
    names = modules()
    assert {"engine.decider", "engine.folding", "engine.state.night", "engine.play.betting.rule"} <= set(names)
    found = [
        f"{name}.{kind.__name__}"
        for name in names
        for kind in vars(import_module(name)).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == name
    ]
    assert found == []


def test_what_holds_the_state_names_what_it_holds_compiled_or_not() -> None:
    assert {"phase", "balance", "hand", "closing"} <= set(names_in(Night))


@pytest.mark.skipif(not COMPILED, reason="make compiled runs it")
def test_random_nights_come_to_the_same_events_compiled_and_interpreted() -> None:
    words = [sys.executable, "-m", "tests.engine.nights_digested", str(NIGHTS)]
    environment = {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["interpreted", digested(NIGHTS)]
