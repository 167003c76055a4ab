"""How the shared cards lie: the spots in the order they are laid and turned, and the lines a player may use."""

import msgspec

EMPTY = "."
"""Marks a place in a picture where no card lies."""


class Layout(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The spots of the shared cards, their names separated by spaces, in the order they are laid and turned.

    `lines`: a player uses the cards of exactly one line; None means all cards, `()` none. `picture`: how the spots lie,
    row by row, with a point where no card lies.
    """

    spots: str
    lines: tuple[str, ...] | None = None
    picture: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The spots one by one."""
        return tuple(self.spots.split())

    def but(self, *, lines: tuple[str, ...] | None) -> "Layout":
        """The same spots with other lines."""
        return msgspec.structs.replace(self, lines=lines)
