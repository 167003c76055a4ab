"""A card as it lies, and what is still known of cards that were thrown unseen."""

import msgspec


class Held(msgspec.Struct, eq=False, gc=False):
    """A card as it lies: its face, if known, and whether it is open. A struct, because every hand makes many.

    `dealt_up`: it was dealt open. `pile`: it was dealt into a pile nobody has looked at. `bought`: it came as an extra
    card. `vague`: its holder showed it together with others, so it is not known which of them lay here. `shown`: its
    holder showed it at the showdown.
    """

    card: str
    up: bool = False
    dealt_up: bool = False
    pile: bool = False
    bought: bool = False
    vague: bool = False
    shown: bool = False


class Kept(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Cards a player was known to hold before they threw some away unseen, and how many of them they may still have.

    They have thrown `thrown` cards unseen since, and still have at least `least` and at most `most` of `cards`.
    """

    cards: frozenset[str]
    thrown: int
    least: int
    most: int
