"""The shorthand in one table: what may be typed and what it means. `help` prints it, and the README holds it."""

import textwrap
from collections.abc import Mapping, Sequence

from engine.speech import say_as
from service.language.shorthand.vocabulary import GROUPS
from service.language.shorthand.vocabulary.act import DOT, GuideRow

# The width of `help` in columns, and where its second column begins.
WIDTH = 80
SAYS_AT = 40


GUIDE: dict[str, tuple[GuideRow, ...]] = {group.title: group.guide for group in GROUPS}


def as_lines(groups: Mapping[str, Sequence[GuideRow]] = GUIDE) -> list[str]:
    """The table for the prompt, group by group, for a terminal of 80 columns."""
    told: list[str] = []
    for group, rows in groups.items():
        told.append(say_as("help", group))
        for row in rows:
            told += _side_by_side(row)
    return told


def _side_by_side(row: GuideRow) -> list[str]:
    """The meaning beside the line, wrapped under itself; below the line if the line is too long."""
    says = textwrap.wrap(say_as("help", row.says), WIDTH - SAYS_AT)
    typed = f"  {row.lines}"
    if len(typed) + 2 > SAYS_AT:
        return [typed, *(" " * SAYS_AT + line for line in says)]
    return [f"{typed:{SAYS_AT}}{says[0]}", *(" " * SAYS_AT + line for line in says[1:])]


def as_markdown() -> str:
    """The table in Markdown, as in the README."""
    rows = [f"| {_as_code(row.lines)} | {row.says} |" for rows in GUIDE.values() for row in rows]
    return "\n".join(("| line | what it says |", "|---|---|", *rows))


def _as_code(lines: str) -> str:
    return DOT.join(f"`{line}`" for line in lines.split(DOT))
