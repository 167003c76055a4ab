"""Wild cards: which cards may stand for any other."""

from typing import TYPE_CHECKING

import msgspec


class WildRule(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """What makes a card wild; what a wild card may stand for belongs to the scale."""


class Cards(WildRule, frozen=True):
    """These ranks ("3 9") or single cards ("Js Jh Kd") are wild, for everyone."""

    names: str


class Spots(WildRule, frozen=True):
    """The card that lies at this spot of the layout is wild, that card only, for everyone who uses it (R-D1)."""

    names: str


AnyWildRule = Cards | Spots

# A lone wild rule is written without its tuple and kept in one.
if TYPE_CHECKING:
    Wild = AnyWildRule | tuple[AnyWildRule, ...]
else:
    Wild = tuple[AnyWildRule, ...]
