"""The rules as a C compiler makes them: `make compiled` runs all of tests/engine on them."""

from __future__ import annotations

import os

import pytest

import engine.decider
import engine.folding
from engine.state import Night
from engine.state.part import names_in


@pytest.mark.skipif("CHIPBOOK_COMPILED" not in os.environ, reason="make compiled runs it")
def test_what_is_tested_is_what_was_compiled() -> None:
    assert not [module for module in (engine.folding, engine.decider) if module.__file__.endswith(".py")]


def test_what_holds_the_state_names_what_it_holds_compiled_or_not() -> None:
    assert {"phase", "balance", "hand", "closing"} <= set(names_in(Night))
