"""One line of the table, the table as text, as Markdown and as JSON, and the machine it was measured on."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

HEADINGS = ("what", "chipbook", "peer", "ratio", "aim", "met")
RIGHT = ("chipbook", "ratio", "aim")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measurement. Rates are per second; a time (`unit` "ms") is better if it is smaller.

    `peer_rate` is None if the peer is not installed; the name of the peer is empty if there is none. The aim is the least
    rate, the least ratio to the peer, or the most of what is better if it is smaller.
    """

    what: str
    ours: float
    unit: str = "/s"
    peer: str = ""
    peer_rate: float | None = None
    aim_rate: float | None = None
    aim_ratio: float | None = None
    aim_most: float | None = None

    @property
    def ratio(self) -> float | None:
        """The ratio to the peer; None if there is none."""
        return self.ours / self.peer_rate if self.peer_rate else None

    @property
    def met(self) -> bool | None:
        """True if the aim is met; None without an aim, or if the peer is missing."""
        if self.aim_rate is not None:
            return self.ours >= self.aim_rate
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
        aim = f"≥ {number(self.aim_rate)}{self.unit}" if self.aim_rate is not None else ""
        if self.aim_most is not None:
            aim = f"≤ {number(self.aim_most)}{self.unit}"
        if self.aim_ratio is not None:
            aim = f"≥ {self.aim_ratio:g} ×"
        ratio = f"{self.ratio:.2f} ×" if self.ratio is not None else ""
        met = {True: "yes", False: "no", None: ""}[self.met]
        return (self.what, number(self.ours) + self.unit, peer, ratio, aim, met)

    def plain(self) -> dict[str, Any]:
        """The line for machines."""
        return {**asdict(self), "ratio": self.ratio, "met": self.met}


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


def show(rows: Sequence[Row], about: str) -> None:
    """The table on the terminal."""
    table = Table(title=f"{about}.", title_justify="left", box=None, pad_edge=False)
    for heading in HEADINGS:
        table.add_column(heading, justify="right" if heading in RIGHT else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row.cells())
    # As wide as needed: a line that the terminal wraps is still whole in a file.
    Console(width=200).print(table, soft_wrap=True, crop=False)


def as_markdown(rows: Sequence[Row], about: str) -> str:
    """The table in Markdown, as in the README."""
    ruler = tuple("---:" if heading in RIGHT else "---" for heading in HEADINGS)
    lines = [HEADINGS, ruler, *(row.cells() for row in rows)]
    return "\n".join([*(f"| {' | '.join(line)} |" for line in lines), "", f"{about}."])
