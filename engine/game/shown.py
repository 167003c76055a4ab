"""A game as it is shown: in a list, as rules in their parts, and the picture of its shared cards."""

import msgspec


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a list.

    `seats`: the fewest and the most who can play. `best`: the numbers its source recommends; None if it recommends
    none. `betting_rounds`: 0 if nobody knows beforehand. `wild`: in a few words; empty if nothing is wild.
    """

    name: str
    rulebook: str
    seats: tuple[int, int]
    best: tuple[int, int] | None
    betting_rounds: int
    wild: str
    variation_of: tuple[str, ...]


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a game in their parts, in the language spoken.

    `title`: its name, players and stakes. `steps`: what happens, one after another. `picture`: how the shared cards lie,
    line by line; empty without a layout. `facts`: what is true of the whole hand.
    """

    title: str
    steps: tuple[str, ...]
    picture: tuple[str, ...]
    facts: tuple[str, ...]


class Place(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A place where a shared card lies.

    `spot`: its name, as it is typed. `laid`: when its card is laid, counted from one. `closed`: it is laid closed.
    `wild`: whatever lies there is wild.
    """

    spot: str
    laid: int
    closed: bool
    wild: bool


Row = tuple[Place | None, ...]
"""One row of a picture, with None where no card lies."""
