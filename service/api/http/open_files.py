"""How many live streams a process may hold open: each takes a file, and a second one while it is being opened."""

from __future__ import annotations

import contextlib
import sys

from service.api.http.connections import PLACES

if sys.platform != "win32":
    import resource

# The book, its log, Redis, and what libraries open meanwhile.
OTHERS = 100
# Windows has only `select`, which takes 512 sockets.
STREAMS_OF_SELECT = 400


def streams_that_fit(wanted: int) -> int:
    """As many of the wanted streams as this process may hold, at least one. Raises its own limit of files if that is allowed."""
    if sys.platform == "win32":
        return min(wanted, STREAMS_OF_SELECT)
    files = _files_allowed(2 * wanted + PLACES + OTHERS)
    return max(1, min(wanted, (files - PLACES - OTHERS) // 2))


def _files_allowed(wanted: int) -> int:
    """How many files this process may open, at most the wanted number."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        more = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        # Some systems have a limit of their own below the one that they name.
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, soft)
