"""How good a hand is: one comparable value, the cards that make it, and its name."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Standing:
    """Values compare between hands of the same scale with the same options, and mean nothing elsewhere."""

    value: int | tuple[int, ...]
    """Greater is better, for a low hand too."""
    cards: tuple[str, ...]
    """The cards that make the hand, at most five, in reading order: what comes most often first, then from the top."""
    stands_for: tuple[str, ...]
    """What each of `cards` stands for; a natural card stands for itself."""
    name: str
    """Stable English, such as "two pair, kings and tens"."""

    def beats(self, other: "Standing") -> bool:
        """Strictly better: an equal hand is not beaten."""
        # A scale uses one kind of value throughout, which the type of a single value cannot say.
        mine: Any = self.value
        return bool(mine > other.value)
