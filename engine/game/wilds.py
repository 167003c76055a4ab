"""Wild cards: which cards may stand for any other."""

from typing import TYPE_CHECKING, Literal

import msgspec

Scope = Literal["card", "rank"]


class WildRule(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """What makes a card wild; what a wild card may stand for belongs to the scale."""


class Cards(WildRule, frozen=True):
    """These ranks ("3 9") or single cards ("Js Jh Kd") are wild, for everyone.

    A rank is cancelled when a card of it is opened at one of the spots `unless_at` (RULINGS R-D11).
    """

    names: str
    unless_at: str = ""


class Personal(WildRule, frozen=True):
    """One own card, for its holder only: the last of theirs to be opened, their lowest still closed, or one they name.

    `scope`: that card only, or every card of its rank in their hand (RULINGS R-D1, single_wild_scope).
    """

    which: Literal["last", "lowest closed", "chosen"]
    scope: Scope = "card"


class Spots(WildRule, frozen=True):
    """The card that lies at this spot of the layout is wild for everyone who uses it.

    `scope`: that card only, or every card of its rank (RULINGS R-D1, single_wild_scope).
    """

    names: str
    scope: Scope = "card"


class Follower(WildRule, frozen=True):
    """The rank that follows the latest open own card of these ranks; a new one of these cancels the old follower.

    `scope`: the rank, or that card only (RULINGS R-D1, follower_scope).
    """

    of: str
    scope: Scope = "rank"


class SplitPairs(WildRule, frozen=True):
    """Both cards of a pair of which one was dealt closed and the other open, or is shared and in the line (R-D2)."""


class RiskyPairs(WildRule, frozen=True):
    """Both cards of every rank that is held exactly twice."""


AnyWildRule = Cards | Personal | Spots | Follower | SplitPairs | RiskyPairs

# A lone wild rule is written without its tuple and kept in one.
if TYPE_CHECKING:
    Wild = AnyWildRule | tuple[AnyWildRule, ...]
else:
    Wild = tuple[AnyWildRule, ...]
