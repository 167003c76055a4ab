"""Chance for tests: numbers by a seed."""

from __future__ import annotations

import random


class Seeded:
    """The same numbers for the same seed."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int, /) -> int:
        return self._random.randrange(limit)
