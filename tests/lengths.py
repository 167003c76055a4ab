"""Files and functions that are longer than most: a remark, because a concept stays whole where it needs the room.

`python -m tests.lengths` prints them and never fails; `make style` ends with it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tests.test_tidy import PACKAGES, functions_of, python_files, shown

FILE_LINES = 400
TEST_FILE_LINES = 600
FUNCTION_LINES = 60


def long_places() -> Iterator[str]:
    """A sentence for each file and each function of the program above its usual length."""
    for path in python_files(*PACKAGES, "migrations", "tests"):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > (TEST_FILE_LINES if shown(path).startswith("tests/") else FILE_LINES):
            yield f"{shown(path)} has {lines} lines."
    for path in python_files(*PACKAGES):
        for function in functions_of(path):
            lines = (function.end_lineno or function.lineno) - function.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{shown(path)}: {function.name} has {lines} lines."


if __name__ == "__main__":
    for sentence in long_places():
        sys.stdout.write(f"Long: {sentence}\n")
