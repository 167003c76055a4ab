"""One reason why a game cannot be played as it is declared."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.game.definition import Game


@dataclass(frozen=True, slots=True)
class Finding:
    """A code that stays the same, and a sentence that says what would be accepted.

    `step`: the number of the step it is about, counted from one; 0 where it is about no single step.
    """

    code: str
    sentence: str
    step: int = 0


Check = Callable[[Game], Iterator[Finding]]
