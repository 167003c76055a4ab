"""Chance for tests: numbers by a seed."""

import random


class Seeded:
    """The same numbers for the same seed."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int, /) -> int:
        return self._random.randrange(limit)
