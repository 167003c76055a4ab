"""How the shared cards lie: the spots in the order they are laid and turned, and the lines a player may use."""

import msgspec

EMPTY = "."
"""In a picture: no card lies here."""


class Layout(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Spots, several in one text; with `lines` a player uses the cards of exactly one of them.

    `lines=None`: all cards; `()`: none. `picture`: how they lie, row by row, with a point where no card lies.
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
