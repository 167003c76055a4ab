"""One reason why a game cannot be played as it is declared."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.game.definition import Game


@dataclass(frozen=True, slots=True)
class Finding:
    """A code that stays the same, and a sentence that says what would be accepted."""

    code: str
    sentence: str


Check = Callable[[Game], Iterator[Finding]]
