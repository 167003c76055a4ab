"""Reads the texts of the reference: Markdown, one file for each topic and language.

English stands in `topics`, every other language in a folder of its code within. Beside its texts, `translated.txt` names the
digest of each English text that was translated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.speech import say, say_as, to_say_each
from service.config import SETTINGS
from service.errors import TopicMissing
from service.language.languages import ENGLISH, language_spoken
from service.language.shorthand.hints import as_markdown

FOLDER = Path(__file__).parent / "topics"
# In the order in which an evening needs them. What they are called is typed after `chipbook help`, in the reader's language or
# in English; their addresses are the English names.
TOPICS = to_say_each(
    "topic",
    "page, lines, night, club, refusals, reports, people, games, own-games, words, tricks, lawyer, proof, imports, backup, "
    "programs, tables, settings",
)
# Links to files of the repository lead nowhere for whoever has only the program.
_TO_A_FILE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+[^)]*\)")
_TO_A_TOPIC = re.compile(r"\[([^\]]+)\]\(([a-z-]+)\.md\)")


@dataclass(frozen=True, slots=True)
class Topic:
    """One text. `text` is Markdown that begins with its title; its links are those of the repository."""

    name: str
    title: str
    text: str

    @property
    def called(self) -> str:
        """What is typed to read it, in the language that is spoken now."""
        return say_as("topic", self.name)

    def on_page(self) -> str:
        """The text with links to the other topics at `/help`."""
        return _TO_A_TOPIC.sub(r"[\1](/help/\2)", self.text)

    def in_terminal(self) -> str:
        """The text with the command that shows the other topic in place of each link."""
        return _TO_A_TOPIC.sub(lambda link: f"{link[1]} (`chipbook help {say_as('topic', link[2])}`)", self.text)


def every_topic() -> tuple[Topic, ...]:
    """All texts of the reference, in the language that is spoken now."""
    return tuple(_read(name, language_spoken().code) for name in TOPICS)


def topic(name: str) -> Topic:
    """The text on a topic, by its name or what it is called. Refuses a name of none (TopicMissing)."""
    called = {say_as("topic", one): one for one in TOPICS}
    wanted = name.strip().casefold().replace(" ", "-")
    wanted = called.get(wanted, wanted)
    if wanted not in TOPICS:
        close = get_close_matches(wanted, called, n=1)
        hint = (
            say("did you mean {topic}?", topic=close[0])
            if close
            else say("there is {topics}.", topics=", ".join(called))
        )
        raise TopicMissing(topic=name, hint=hint)
    return _read(wanted, language_spoken().code)


class Passage(NamedTuple):
    """A paragraph or a row of a table, with its topic and the heading above it."""

    topic: str
    heading: str
    text: str


def passages_on(words: str) -> list[Passage]:
    """Where the reference speaks of all these words, or of words that begin so; those with one in their heading first."""
    wanted = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in words.split()]
    found: list[Passage] = []
    for one in every_topic():
        heading = one.title
        for text in re.split(r"\n\s*\n|\n(?=[|#*-])", one.in_terminal()):
            if text.startswith("#"):
                heading = text.lstrip("# ")
            elif all(word.search(f"{heading} {text}") for word in wanted):
                found.append(Passage(one.called, heading, text.strip("| \n").replace(" | ", ": ")))
    return sorted(found, key=lambda passage: not any(word.search(passage.heading) for word in wanted))


def file_of(name: str, language: str) -> Path:
    """Where the text on a topic stands in a language; the English one where it has not been translated."""
    translated = FOLDER / language / f"{name}.md"
    return translated if language != ENGLISH.code and translated.exists() else FOLDER / f"{name}.md"


@cache
def _read(name: str, language: str) -> Topic:
    """The text with the tables that its comments name, which the program knows itself."""
    text = _TO_A_FILE.sub(r"\1", file_of(name, language).read_text(encoding="utf-8"))
    for comment, table in _TABLES.items():
        if comment in text:
            text = text.replace(comment, table())
    return Topic(name, text.partition("\n")[0].removeprefix("# "), text)


def _settings() -> str:
    rows = [
        f"| `{one.name}`{' · `_FILE`' if one.secret else ''} | {say_as('help', one.sentence)} | `{one.default}` |"
        for one in SETTINGS
    ]
    return "\n".join((say("| setting | what it says | default |"), "|---|---|---|", *rows))


_TABLES = {"<!-- lines -->": as_markdown, "<!-- settings -->": _settings}
