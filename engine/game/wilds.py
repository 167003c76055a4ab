"""Cards that are more than they show: wild ones, which may stand for any other, and what an open card does to its holder."""

from typing import TYPE_CHECKING, Literal

import msgspec

from engine.money import Chips

Scope = Literal["card", "rank"]
ONE_EYED = "Js Jh Kd"
"""The picture cards that show one eye in the usual pattern."""


class WildRule(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """A rule that makes cards wild; the scale says what a wild card may stand for."""


class Cards(WildRule, frozen=True):
    """These ranks ("3 9") or single cards ("Js Jh Kd") are wild for everyone.

    A rank is cancelled when a card of it is opened at one of the spots `unless_at` (RULINGS R-D11).
    """

    names: str
    unless_at: str = ""


class Personal(WildRule, frozen=True):
    """One own card is wild, for its holder only: the last one opened, the lowest one still closed, or one they name.

    `scope`: that card only, or every card of its rank in their hand (RULINGS R-D1, single_wild_scope).
    """

    which: Literal["last", "lowest closed", "chosen"]
    scope: Scope = "card"


class Spots(WildRule, frozen=True):
    """The cards at these spots of the layout are wild for everyone who uses them.

    `scope`: that card only, or every card of its rank (RULINGS R-D1, single_wild_scope).
    """

    names: str
    scope: Scope = "card"


class Follower(WildRule, frozen=True):
    """The rank of the next open card after one of these ranks is wild; a new one of these cancels the old follower.

    `scope`: the rank, or that card only (RULINGS R-D1, follower_scope).
    """

    of: str
    scope: Scope = "rank"


class SplitPairs(WildRule, frozen=True):
    """Both cards of a pair are wild if one is closed and the other open, or is shared and in the line (R-D2).

    Open is a card dealt open or opened by its holder's choice; what psychology turns was closed.
    """


class RiskyPairs(WildRule, frozen=True):
    """Both cards of every rank that a player holds exactly twice are wild."""


AnyWildRule = Cards | Personal | Spots | Follower | SplitPairs | RiskyPairs

# A lone wild rule is written without its tuple and kept in one.
if TYPE_CHECKING:
    Wild = AnyWildRule | tuple[AnyWildRule, ...]
else:
    Wild = tuple[AnyWildRule, ...]


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
