"""Golden copies: texts in `tests/golden` that a person has read and found right."""

import os
from difflib import unified_diff
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"
WRITING = bool(os.environ.get("CHIPBOOK_WRITE_GOLDEN"))
HOW_TO_WRITE = (
    "CHIPBOOK_WRITE_GOLDEN=1 with this file of tests writes it anew; read the difference before you commit it"
)
# So many lines of a difference are shown.
SHOWN = 40


def assert_golden(name: str, text: str) -> None:
    """Fails unless the golden copy of this name is the text, with the lines that differ; with CHIPBOOK_WRITE_GOLDEN it is written."""
    path = GOLDEN / name
    if WRITING:
        path.write_text(text, encoding="utf-8")
    if not path.exists():
        pytest.fail(f"tests/golden/{name} is missing. {HOW_TO_WRITE}.", pytrace=False)
    kept = path.read_text(encoding="utf-8")
    if text != kept:
        lines = list(unified_diff(kept.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=1))
        shown = "\n".join(lines[:SHOWN] + [f"… {len(lines) - SHOWN} more lines"][: len(lines) > SHOWN])
        pytest.fail(f"tests/golden/{name} says something else. {HOW_TO_WRITE}.\n{shown}", pytrace=False)
