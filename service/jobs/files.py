"""Puts the files that a job makes in their place, each of them whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from service.book.db import FILE_MODE, FOLDER_MODE, make_lasting, translated

# A file being written; the claim in its name tells the writers apart.
UNFINISHED = ".part-"


def write_files(folder: Path, files: Mapping[str, bytes], claim: str) -> None:
    """Writes these files, by name, into the folder, which is made if it is missing."""
    if not files:
        return
    with translated(str(folder)):
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        for name, content in files.items():
            _write_whole(folder / name, content, claim)


def _write_whole(path: Path, content: bytes, claim: str) -> None:
    """Puts the file in its place once all of it is on the disk, and removes half-written files of a killed worker."""
    own = path.with_name(f".{path.name}{UNFINISHED}{claim.rpartition('/')[2]}")
    with os.fdopen(os.open(own, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, FILE_MODE), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        own.replace(path)
    except FileNotFoundError:
        # Another worker took over the job, wrote the same file, and removed this one as left over.
        if not path.exists():
            raise
    for left in path.parent.glob(f".{path.name}{UNFINISHED}*"):
        left.unlink(missing_ok=True)
    # Before anybody is told that the job is done.
    make_lasting(path.parent)
