"""Where the files of tests lie that need no disk: in memory, if there is room."""

import os
import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM_BYTES = 2 * 1024**3


def memory() -> Path | None:
    """A folder in memory; None where there is none, or no room."""
    there = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM_BYTES
    return MEMORY if there else None
