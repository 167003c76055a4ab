"""Messages for a text that is not valid TOML."""

from __future__ import annotations

import importlib
from typing import Any


def toml() -> Any:
    """The TOML library, imported when it is first needed: only adding a game needs it, and the import is slow."""
    return importlib.import_module("tomlkit")


def no_toml(text: str, wrong: Any) -> tuple[int, str]:
    """The line on which a text stops being TOML, and why, in words without the library's control characters."""
    told = str(wrong)
    at_the_end = isinstance(wrong, toml().exceptions.UnexpectedEofError) or repr("\0") in told
    if at_the_end and "\0" not in text:
        missing = "a value after =, or a closing quotation mark or bracket"
        return text.rstrip().count("\n") + 1, f"it is not TOML: the file ends too early; it lacks {missing}."
    if told.startswith("Control characters") and r"\u000a" in told:
        return wrong.line, "it is not TOML: a quotation mark opens on this line and is never closed."
    if repr("\n") in told:
        return wrong.line, "it is not TOML: the line ends where a value should stand."
    return wrong.line, f"it is not TOML: {told}."
