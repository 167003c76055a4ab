"""One line of the table, as text and as Markdown, and the machine it was measured on."""

import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HEADINGS = ("what", "chipbook", "peer", "ratio", "aim", "met")
RIGHT = ("chipbook", "ratio", "aim")
WIDTHS = (74, 12, 34, 9, 11, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measurement. Rates are per second; a time (`unit` "ms") is better if it is smaller.

    `peer_rate` is None if the peer is not installed; the name of the peer is empty if there is none. The aim is the least
    ratio to the peer, or the most of what is better if it is smaller.
    """

    what: str
    ours: float
    unit: str = "/s"
    peer: str = ""
    peer_rate: float | None = None
    aim_ratio: float | None = None
    aim_most: float | None = None

    @property
    def ratio(self) -> float | None:
        """The ratio to the peer; None if there is none."""
        return self.ours / self.peer_rate if self.peer_rate else None

    @property
    def met(self) -> bool | None:
        """True if the aim is met; None without an aim, or if the peer is missing."""
        if self.aim_most is not None:
            return self.ours <= self.aim_most
        if self.aim_ratio is None or self.ratio is None:
            return None
        return self.ratio >= self.aim_ratio

    def cells(self) -> tuple[str, ...]:
        """The line as people read it."""
        peer = self.peer
        if peer:
            peer += f" {number(self.peer_rate)}{self.unit}" if self.peer_rate else " (not installed)"
        aim = f"≤ {number(self.aim_most)}{self.unit}" if self.aim_most is not None else ""
        if self.aim_ratio is not None:
            aim = f"≥ {self.aim_ratio:.3g} ×"
        ratio = f"{self.ratio:.2f} ×" if self.ratio is not None else ""
        met = {True: "yes", False: "no", None: ""}[self.met]
        return (self.what, number(self.ours) + self.unit, peer, ratio, aim, met)


def number(value: float) -> str:
    """The number with thousands separators; below 100, with two decimals."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def machine(folder: Path) -> str:
    """The machine of the measurement, in one line."""
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()} on {sys.platform}, "
        f"the book on {file_system(folder)}; load {os.getloadavg()[0]:.1f}"
    )


def file_system(folder: Path) -> str:
    """The type of the file system of the folder, as the system names it."""
    mounts = Path("/proc/mounts")
    if not mounts.exists():
        return "an unnamed file system"
    place = folder.resolve()
    lines = [line.split() for line in mounts.read_text(encoding="utf-8").splitlines()]
    holding = [(mount, kind) for _, mount, kind, *_ in lines if place.is_relative_to(mount)]
    # If two mounts are on one place, the later one is seen.
    return max(enumerate(holding), key=lambda one: (len(one[1][0]), one[0]))[1][1]


def as_text(cells: Sequence[str]) -> str:
    """A line of the table in columns, as a terminal shows it."""
    return "  ".join(
        cell.rjust(width) if heading in RIGHT else cell.ljust(width)
        for cell, width, heading in zip(cells, WIDTHS, HEADINGS, strict=True)
    ).rstrip()


def as_markdown(cells: Sequence[str]) -> str:
    """A line of the table in Markdown; below the headings, the ruler."""
    line = f"| {' | '.join(cells)} |"
    ruler = " | ".join("---:" if heading in RIGHT else "---" for heading in HEADINGS)
    return f"{line}\n| {ruler} |" if tuple(cells) == HEADINGS else line
