"""Finds out whether a person sits at the keyboard and can be asked; a pipe or a script cannot."""

from __future__ import annotations

import sys


def somebody_types() -> bool:
    """True if the input is typed at a terminal."""
    return sys.stdin.isatty()
