"""What is wrong with a text that is no TOML, told in our words."""

from __future__ import annotations

import importlib
from typing import Any


def toml() -> Any:
    """The reader of TOML, which is wanted only where a game is added: no other start pays for its import."""
    return importlib.import_module("tomlkit")


def no_toml(text: str, wrong: Any) -> tuple[int, str]:
    """The line on which a text stops being TOML, and why, where its reader speaks of signs that nobody wrote."""
    told = str(wrong)
    at_the_end = isinstance(wrong, toml().exceptions.UnexpectedEofError) or repr("\0") in told
    if at_the_end and "\0" not in text:
        missing = "a value behind =, or a quotation mark or bracket that closes"
        return text.rstrip().count("\n") + 1, f"it is no TOML: the file ends where more is expected, {missing}."
    if told.startswith("Control characters") and r"\u000a" in told:
        return wrong.line, "it is no TOML: a quotation mark opens on this line, and none closes it."
    if repr("\n") in told:
        return wrong.line, "it is no TOML: the line ends where a value is expected."
    return wrong.line, f"it is no TOML: {told}."
