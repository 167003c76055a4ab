"""Lines over time as a chart: one geometry for the page, which draws it as SVG, and for print.

Points, marks and labels are parts of the whole, from the top left. On the page lines live on a square that is stretched to
its width, so that words beside them keep their size on every screen: places along it are percentages, heights are pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from service.reports.forms.widths import cells

# One side of the square on which a page draws lines.
SPAN = 1000
# The number of player colours in the style; after that they repeat, dashed.
TONES = 10
# Pixels above the highest and below the lowest place of a line, so that its stroke and its label are fully visible.
ROOM = 10
LABEL_HEIGHT = 16
LABEL_CELLS = 11
SHORTEST = 280
LEVELS_MOST = 7


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """A mark on an axis, at a part of its length. `main`: the line of nothing. `beside` is said below it.

    `spare`: a phone leaves its text out. `anchor` is the end of the text that stands at the mark.
    """

    at: float
    text: str
    main: bool = False
    beside: str = ""
    spare: bool = False
    anchor: Literal["start", "middle", "end"] = "middle"


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One player's line, with its name at the height `label`; `tone` is the number of its colour, another for each player."""

    player: str
    name: str
    tone: int
    points: tuple[tuple[float, float], ...]
    label: float

    @property
    def style(self) -> str:
        """The style class of its colour."""
        return f"tone-{self.tone % TONES + 1}{' dashed' if self.tone >= TONES else ''}"

    @property
    def path(self) -> str:
        """The line as the path of an SVG."""
        return "M" + "L".join(f"{round(SPAN * across)} {round(SPAN * down)}" for across, down in self.points)


class Chart(msgspec.Struct, frozen=True, kw_only=True, tag="chart"):
    """Lines over time; `told` says the same for readers who cannot see it, `left_out` which lines it does not have."""

    lines: tuple[Line, ...]
    levels: tuple[Mark, ...]
    marks: tuple[Mark, ...]
    told: str
    left_out: str = ""

    @property
    def height(self) -> int:
        """The pixels from the highest to the lowest place of a line."""
        return _height(len(self.lines))

    @property
    def base(self) -> int:
        """The height in pixels at which the marks stand."""
        return self.height + 2 * ROOM

    @property
    def axis_width(self) -> int:
        """The pixels that the texts of the levels need."""
        return 8 * max(len(level.text) for level in self.levels) + 8

    @property
    def label_width(self) -> int:
        """The pixels that the names need."""
        return max(16 + 8 * cells(line.name) for line in self.lines)

    def down(self, part: float) -> int:
        """The height in pixels of a part of the whole."""
        return ROOM + round(self.height * part)

    def of(self, player: str) -> Line | None:
        """The player's own line; None for a player without one."""
        return next((line for line in self.lines if line.player == player), None)


def line_chart(
    lines: Mapping[str, Sequence[tuple[int, int]]],
    *,
    names: Mapping[str, str],
    tones: Mapping[str, int],
    last: int,
    text: Callable[[int], str] = str,
    whole: int = 1,
    marks: tuple[Mark, ...],
    told: str,
    left_out: str = "",
) -> Chart:
    """The chart of these lines, each of places from 0 to `last` and the values there, by player.

    Levels are told as `text` says, in steps of so many `whole` units.
    """
    values = [value for line in lines.values() for _, value in line]
    low, high, step = _levels(min(values), max(values), whole)

    def down(value: int) -> float:
        return (high - value) / (high - low)

    height = _height(len(lines))
    labels = _spread({player: round(height * down(line[-1][1])) for player, line in lines.items()}, height)
    return Chart(
        lines=tuple(
            Line(
                player=player,
                name=_short(names[player]),
                tone=tones[player],
                points=tuple((place / last, down(value)) for place, value in line),
                label=labels[player] / height,
            )
            for player, line in lines.items()
        ),
        levels=tuple(Mark(at=down(level), text=text(level), main=not level) for level in range(low, high + 1, step)),
        marks=marks,
        told=told,
        left_out=left_out,
    )


def step_of(highest: int, steps: int) -> int:
    """The smallest of 1, 2, 5, 10, 20 … that reaches the top in at most that many steps."""
    power = 1
    while 10 * power * steps < highest:
        power *= 10
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step * steps >= highest)


def _height(lines: int) -> int:
    return max(SHORTEST, LABEL_HEIGHT * lines)


def _levels(lowest: int, highest: int, whole: int) -> tuple[int, int, int]:
    """The lowest and the highest level of the axis, and the step between levels."""
    span = max(highest, 0) - min(lowest, 0)
    step = step_of(max(-(-span // whole), 1), LEVELS_MOST) * whole
    low, high = min(lowest, 0) // step * step, -(-max(highest, 0) // step) * step
    return low, max(high, low + step), step


def _spread(ends: Mapping[str, int], lowest: int) -> dict[str, int]:
    """The heights of labels, as near to the ends of their lines as possible without touching."""
    order = sorted(ends, key=lambda player: ends[player])
    places: list[int] = []
    for player in order:
        least = places[-1] + LABEL_HEIGHT if places else 0
        places.append(max(ends[player], least))
    for number in range(len(places) - 1, -1, -1):
        places[number] = min(places[number], lowest)
        lowest = places[number] - LABEL_HEIGHT
    return dict(zip(order, places, strict=True))


def _short(name: str) -> str:
    """The name, cut to leave room for the lines; the tables beside the chart have it in full."""
    if cells(name) <= LABEL_CELLS:
        return name
    kept = ""
    for sign in name:
        if cells(kept + sign) >= LABEL_CELLS:
            break
        kept += sign
    return f"{kept.rstrip()}…"
