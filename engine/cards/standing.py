"""How good a hand is: one comparable value, the cards that make it, and what it is."""

from typing import Any

import msgspec

from engine.cards.worth import HandName, Worth, name_of


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A hand as it compares; values only compare between hands on the same scale with the same options."""

    value: int | tuple[int, ...]
    """Greater is better, for a low hand too."""
    cards: tuple[str, ...]
    """The cards of the hand, at most five, in reading order: the most frequent rank first, then from the top."""
    stands_for: tuple[str, ...]
    """What each of `cards` stands for; a natural card stands for itself."""
    worth: Worth

    @property
    def name(self) -> HandName:
        """What it is called: "two pair, kings and tens"."""
        return name_of(self.worth)

    def beats(self, other: "Standing") -> bool:
        """True if this hand is strictly better than the other."""
        # Every value of one scale has the same type, which the annotation cannot say.
        mine: Any = self.value
        return bool(mine > other.value)
