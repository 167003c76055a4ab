"""A dealer with a real, shuffled deck: every card comes from it, and none twice."""

from engine.simulate.chance import Chance, shuffled
from engine.state import UNKNOWN, Hand


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
