"""The programs chipbook is measured beside; who is not installed is named as missing."""

import importlib
import warnings
from functools import cache
from types import ModuleType
from typing import Any


@cache
def peer(name: str) -> ModuleType | None:
    """The module of a peer, or None if it is not installed."""
    try:
        # How old-fashioned a peer is built is not what is measured.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        # What a peer itself lacks is a broken installation, not a missing peer.
        if missing.name != name:
            raise
        return None


def stack_of(player: str) -> Any:
    """An aggregate of eventsourcing that adds up the chips of a player."""
    return _stack()(player=player)


@cache
def _stack() -> Any:
    domain: Any = peer("eventsourcing.domain")

    class Stack(domain.Aggregate):  # type: ignore[misc]
        @domain.event("Opened")
        def __init__(self, player: str) -> None:
            self.player = player
            self.chips = 0

        @domain.event("Moved")
        def move(self, chips: int) -> None:
            self.chips += chips

    return Stack
