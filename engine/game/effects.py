"""What a card does as it lies open before a player."""

from collections.abc import Iterable

import msgspec

from engine.money import Chips


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """One effect; `cards` are ranks ("3") or single cards ("7s 7c")."""

    cards: str

    def touches(self, card: str) -> bool:
        """Whether this card has the effect."""
        names = self.cards.split()
        return card in names or card[:-1] in names


class SendsOut(Effect, frozen=True):
    """They are out of the hand at once; their bets stay (RULINGS R-D15)."""


class OffersCard(Effect, frozen=True):
    """They may have one more closed card for so many chips; at price 0 it is simply given (RULINGS R-D14)."""

    price: Chips = 0


class Costs(Effect, frozen=True):
    """They pay the pot so many chips, by shadow if they are short (RULINGS R-D13)."""

    chips: Chips


AnyEffect = SendsOut | OffersCard | Costs


def sends_out(effects: Iterable[AnyEffect], card: str) -> bool:
    """Whether the card, once it lies open, sends its holder out."""
    return any(isinstance(effect, SendsOut) and effect.touches(card) for effect in effects)
