"""Reads the texts of the reference: Markdown, one file for each topic."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from service.errors import TopicMissing

FOLDER = Path(__file__).parent / "topics"
# In the order in which an evening needs them.
TOPICS = (
    "page",
    "lines",
    "night",
    "club",
    "refusals",
    "reports",
    "people",
    "games",
    "own-games",
    "words",
    "tricks",
    "lawyer",
    "proof",
    "imports",
    "backup",
    "programs",
    "tables",
    "settings",
)
# Links to files of the repository lead nowhere for whoever has only the program.
_TO_A_FILE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+[^)]*\)")


@dataclass(frozen=True, slots=True)
class Topic:
    """One text. `text` is Markdown that begins with its title."""

    name: str
    title: str
    text: str


def every_topic() -> tuple[Topic, ...]:
    """All texts of the reference."""
    return tuple(_read(name) for name in TOPICS)


def topic(name: str) -> Topic:
    """The text on a topic, by its name. Refuses a name of none (TopicMissing)."""
    wanted = name.strip().casefold().replace(" ", "-")
    if wanted not in TOPICS:
        close = get_close_matches(wanted, TOPICS, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(TOPICS)}."
        raise TopicMissing(topic=name, hint=hint)
    return _read(wanted)


@cache
def _read(name: str) -> Topic:
    text = _TO_A_FILE.sub(r"\1", (FOLDER / f"{name}.md").read_text(encoding="utf-8"))
    return Topic(name, text.partition("\n")[0].removeprefix("# "), text)
