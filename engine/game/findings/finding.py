"""One reason why a game cannot be played as it is declared."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.game.definition import Game
from engine.game.scales import AnyScale


@dataclass(frozen=True, slots=True)
class Finding:
    """A code that stays the same, and a sentence that says what would be accepted.

    `step`: the number of the step concerned, counted from one; 0 if no single step is concerned.
    """

    code: str
    sentence: str
    step: int = 0


Check = Callable[[Game], Iterator[Finding]]

_TOLD: Final = {
    "Poker": "poker hands",
    "Low": "low hands",
    "Badugi": "badugi hands",
    "SingleCard": "single cards",
    "TwentyOne": "hands of twenty-one",
    "Words": "words",
}


def told_of(scale: AnyScale | None) -> str:
    """What a scale compares, in the plural; "tricks" if there is no scale."""
    return "tricks" if scale is None else _TOLD[type(scale).__name__]
