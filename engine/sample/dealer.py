"""Chance, and a dealer with a real, shuffled deck: every card comes from it, and none twice.

The engine has no chance of its own, so the caller brings a source of numbers.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from engine.state import UNKNOWN, Hand

Thing = TypeVar("Thing")


class Chance(Protocol):
    """A source of numbers; a seeded one gives the same night again."""

    def below(self, limit: int, /) -> int:
        """A number from 0 to `limit` - 1, each equally likely."""


def one_in(chance: Chance, times: int) -> bool:
    """True once in `times` calls, on average."""
    return chance.below(times) == 0


def pick(chance: Chance, things: Sequence[Thing]) -> Thing:
    """One of the things."""
    return things[chance.below(len(things))]


def shuffled(chance: Chance, things: Iterable[Thing]) -> list[Thing]:
    """The things in a random order, each order equally likely (Fisher and Yates)."""
    mixed = list(things)
    for last in range(len(mixed) - 1, 0, -1):
        other = chance.below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def weighed(chance: Chance, things: Sequence[Thing], weights: Sequence[int]) -> Thing:
    """One of the things, with a probability in proportion to its weight; all alike if all weights are 0."""
    total = sum(weights)
    if not total:
        return pick(chance, things)
    drawn = chance.below(total)
    for thing, weight in zip(things, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return thing
    raise AssertionError("What is drawn is below the sum of the weights.")


class Dealer:
    """The deck of one hand. It names its cards only if the table tells them to the book (`tells`)."""

    def __init__(self, hand: Hand, chance: Chance, *, tells: bool) -> None:
        self.tells = tells
        self._hand = hand
        self._chance = chance
        self._deck = hand.deck.cards
        self._stock = shuffled(chance, self._deck) if tells else []

    def has(self, number: int) -> bool:
        """Whether `number` cards can still be dealt, with thrown and folded ones shuffled in."""
        return not self.tells or len(self._stock) + len(self._out_of_play()) >= number

    def cards(self, number: int) -> tuple[str, ...]:
        """The next cards; empty if the table does not tell them.

        When the stock is used up, thrown and folded cards are shuffled (RULINGS R-M13).
        """
        if not self.tells:
            return ()
        if len(self._stock) < number:
            self._stock = shuffled(self._chance, self._out_of_play()) + self._stock
        return tuple(self._stock.pop() for _ in range(number))

    def card(self) -> str:
        """The next card, or `??` if the table does not tell its cards."""
        return self.cards(1)[0] if self.tells else UNKNOWN

    def _out_of_play(self) -> list[str]:
        """The cards neither on the table nor in the stock: thrown, folded or burned."""
        hand = self._hand
        left = list(self._deck)
        places = [*(hand.cards.own[player] for player in hand.still_in), hand.cards.board]
        lying = [held.card for place in places for held in place]
        for card in (*self._stock, *lying):
            if card != UNKNOWN:
                left.remove(card)
        return left
