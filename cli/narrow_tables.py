"""Tables that are wider than the screen: the names stay, headings wrap, and what does not fit is left out from the right."""

from __future__ import annotations

from collections.abc import Sequence

from cli.plain_tables import GAP
from service.reports.forms.widths import cells

# A longer word in a name is broken, so that one long name does not take the place of all numbers.
LONGEST_WORD = 16


def narrowed(
    titles: Sequence[str], heads: Sequence[bool], whole: Sequence[bool], rows: Sequence[Sequence[str]], width: int
) -> list[int]:
    """The width of each column so that all fit, and 0 for one that is left out.

    `heads` says which columns name their row, and are never left out; `whole` says which have cells that are never wrapped.
    """
    columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in titles]
    wanted = [max(map(cells, (title, *column))) for title, column in zip(titles, columns, strict=True)]
    least = [
        max([_longest_word([title]), *map(cells, column)] if is_whole else [_longest_word([title, *column])])
        for title, column, is_whole in zip(titles, columns, whole, strict=True)
    ]
    least = [min(most, LONGEST_WORD) if head else most for most, head in zip(least, heads, strict=True)]
    shown = [place for place, most in enumerate(wanted) if most]
    while _together(least, shown) > width and (others := [place for place in shown if not heads[place]]):
        shown.remove(others[-1])
    left = width - _together(least, shown)
    if left < 0:
        # Not even the names fit beside each other.
        even = max(1, (width - len(GAP) * (len(shown) - 1)) // len(shown))
        return [min(most, even) if place in shown else 0 for place, most in enumerate(least)]
    fitted = [most if place in shown else 0 for place, most in enumerate(least)]
    for place in sorted(shown, key=lambda place: not heads[place]):
        more = min(left, wanted[place] - least[place])
        fitted[place] += more
        left -= more
    return fitted


def _longest_word(texts: Sequence[str]) -> int:
    return max((cells(word) for text in texts for word in text.split()), default=0)


def _together(widths: Sequence[int], shown: Sequence[int]) -> int:
    return sum(widths[place] for place in shown) + len(GAP) * max(0, len(shown) - 1)
