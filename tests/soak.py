"""How much a test tries: a little in every run, much where the environment asks for it.

`CHIPBOOK_SOAK=1000` asks for everything that can be tried, and for a thousand rounds of whatever happens at random;
`CHIPBOOK_SEED` says with which round the first begins, and `CHIPBOOK_ALL_HANDS=1` asks for the longest comparisons of
hands.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

_asked = os.environ.get("CHIPBOOK_SOAK", "")
SOAK = bool(_asked)
ALL_HANDS = bool(os.environ.get("CHIPBOOK_ALL_HANDS"))
SEED = os.environ.get("CHIPBOOK_SEED", "")
FIRST = int(SEED or "1")

Tried = TypeVar("Tried")


def rounds(usual: int, many: int | None = None) -> int:
    """The usual number of rounds; where much is asked for, `many`, or without it as many as the environment says."""
    if not SOAK:
        return usual
    return int(_asked) if many is None else many


def in_turn(everything: Sequence[Tried], begin: int, *, of: int = 2) -> Sequence[Tried]:
    """Every second of them, or as `of` says, counted from `begin`; all of them where much is asked for.

    Tests that begin at different places meet different ones, so that some test meets each.
    """
    return everything if SOAK else everything[begin % of :: of]
