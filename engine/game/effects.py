"""What an open card does to its holder."""

import msgspec

from engine.money import Chips


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """One effect of open cards; `cards` are ranks ("3") or single cards ("7s 7c"), separated by spaces."""

    cards: str

    def touches(self, card: str) -> bool:
        """True if this card has the effect."""
        names = self.cards.split()
        return card in names or card[:-1] in names


class SendsOut(Effect, frozen=True):
    """The holder is out of the hand at once; their bets stay (RULINGS R-D15)."""


class OffersCard(Effect, frozen=True):
    """The holder may buy one more closed card for `price` chips; at price 0 it is simply given (RULINGS R-D14)."""

    price: Chips = 0


class Costs(Effect, frozen=True):
    """The holder pays the pot `chips`, by shadow if they have too few (RULINGS R-D13)."""

    chips: Chips


AnyEffect = SendsOut | OffersCard | Costs
