"""Texts as wide as a screen shows them: set left or right in a column, wrapped to a width, nothing cut off."""

from rich.cells import cell_len


def cells(text: str) -> int:
    """The columns that the text takes on a screen: wide characters take two, combining accents none."""
    return len(text) if text.isascii() else cell_len(text)


def set_left(text: str, width: int) -> str:
    """The text, filled up with spaces after it."""
    return text + " " * (width - cells(text))


def set_right(text: str, width: int) -> str:
    """The text, filled up with spaces before it."""
    return " " * (width - cells(text)) + text


def wrapped(text: str, width: int, *, first: str = "", rest: str = "") -> list[str]:
    """The text in lines no wider than the width, broken at spaces; a longer word is broken after a hyphen, or anywhere.

    `first` stands before the first line and `rest` before every other one. At least one line comes back.
    """
    lines: list[str] = []
    indent, line = first, ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if cells(indent + longer) <= width:
            line = longer
            continue
        if line:
            lines.append(indent + line)
            indent = rest
        *full, line = _broken(word, max(1, width - cells(indent)), max(1, width - cells(rest)))
        for part in full:
            lines.append(indent + part)
            indent = rest
    return [*lines, indent + line] if line or not lines else lines


def paragraph(text: str, width: int, *, indent: int = 2) -> list[str]:
    """The text as an indented paragraph."""
    return wrapped(text, width, first=" " * indent, rest=" " * indent)


def _broken(word: str, first: int, rest: int) -> list[str]:
    """The word in parts: one no wider than `first`, the others no wider than `rest`."""
    parts = [""]
    for sign in word:
        part = parts[-1]
        if part and cells(part + sign) > (first if len(parts) == 1 else rest):
            hyphen = part.rfind("-") + 1
            fits = hyphen if hyphen and cells(part[hyphen:] + sign) <= rest else len(part)
            parts[-1:] = [part[:fits], part[fits:]]
        parts[-1] += sign
    return parts
