"""Whether somebody sits at the keyboard, who can be asked; a pipe or a script cannot."""

from __future__ import annotations

import sys


def somebody_types() -> bool:
    """Whether what comes in is typed at a terminal."""
    return sys.stdin.isatty()
