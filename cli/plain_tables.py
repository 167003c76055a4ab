"""Tables for a pipe, laid out as a terminal shows them: most are simple enough to do without the library of layouts."""

from __future__ import annotations

from collections.abc import Sequence

from engine.grammar import MINUS

# Between two columns.
GAP = "   "
# The signs before this one are those of Latin alphabets: all that can be printed are as wide as an “a”.
FIRST_BEYOND_LATIN = "\u0300"


def plain_table(titles: Sequence[str], right: Sequence[bool], rows: Sequence[Sequence[str]], width: int) -> str | None:
    """The table with a line under its head; `right` says which columns are set right.

    Returns None for one that needs a layout: it is wider than `width`, or a sign in it may be wider than others, or
    narrower.
    """
    lines = [titles, *rows]
    if not all(_is_simple(cell) for line in lines for cell in line):
        return None
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    whole = sum(widths) + len(GAP) * (len(widths) - 1)
    if not 0 < whole <= width:
        return None
    head, *body = (
        GAP.join(
            cell.rjust(most) if is_right else cell.ljust(most)
            for cell, most, is_right in zip(line, widths, right, strict=True)
        )
        for line in lines
    )
    return "\n".join((head, "─" * whole, *body, ""))


def _is_simple(cell: str) -> bool:
    """Whether the text is one line without spaces around it, and as wide as it has signs."""
    said = cell.replace(MINUS, "-")
    return said.isprintable() and said == said.strip() and max(said, default="") < FIRST_BEYOND_LATIN
