"""How far a long piece of work has come, told while it goes on."""

from __future__ import annotations

from collections.abc import Callable

# Called with how much of the work is done, and how much there is in all.
Tick = Callable[[int, int], None]


def silently(_done: int, _of: int) -> None:
    """Tells nobody how far the work has come."""


def counted_up(tick: Tick, of: int) -> Callable[[int], None]:
    """A function that is called with how much more is done, and ticks with the sum; `of`: how much there is in all."""
    done = 0

    def more(number: int) -> None:
        nonlocal done
        done += number
        tick(done, of)

    return more
