"""The programs chipbook is measured beside; who is not installed is named as missing."""

from __future__ import annotations

import importlib
import warnings
from functools import cache
from types import ModuleType


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
