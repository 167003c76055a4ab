"""What came of a simulation? What was played, and what was found wrong."""

from __future__ import annotations

import msgspec


class Simulated(msgspec.Struct, frozen=True, kw_only=True):
    """What was played, how long it took, and what was found wrong; `nights` are ids if the nights are in a book.

    `microseconds` is the time for playing and recording, without the checks at the end of each night.
    """

    seed: int
    depth: str
    players: int
    played_nights: int
    nights: tuple[str, ...]
    hands: int
    acts: int
    events: int
    games: dict[str, int]
    with_options: int
    showdowns: int
    folded_out: int
    carried: int
    microseconds: int
    findings: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """True if adjudication agrees and every invariant holds."""
        return not self.findings
