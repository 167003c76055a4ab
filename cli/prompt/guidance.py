"""What `help` prints at the prompt: an overview, one section, or the lines with a word."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cli.errors import CliError
from engine.speech import ENGLISH, say, say_as, speaking
from service.language.shorthand.hints import GUIDE, as_lines
from service.language.shorthand.keywords.translated import in_english, in_own_words
from service.language.shorthand.vocabulary.act import Group, GuideRow

# What the prompt itself understands, in addition to the shorthand.
PROMPT_GROUP = Group(
    title="The prompt",
    acts=(),
    guide=(
        GuideRow("? · show · log · log 40 · log anna", "what now · where we are · last events"),
        GuideRow('undo · strike 41 "wrong player"', "voids the last act, or 41: shown first"),
        GuideRow('correct 41 to "bo r4"', "puts event 41 right: shown first"),
        GuideRow('waive "all agreed" · at now', "does what was just refused anyway · back to the clock"),
        GuideRow("c · r2 · 3 · draws 3 · shows As Kd", "without a name, while only one player is asked"),
        GuideRow("help bank · help draws · help all · quit", "a section · lines with a word · everything"),
    ),
)
PROMPT = {PROMPT_GROUP.title: PROMPT_GROUP.guide}
# Sections that share a word for `help`. Every other section goes by the last word of its title.
TOGETHER = {"hand": ("Betting", "Cards", "The showdown")}
EVERYTHING = "all"


def sections() -> dict[str, Mapping[str, Sequence[GuideRow]]]:
    """Each section by its word for `help`, in the reader's language."""
    groups = {**PROMPT, **GUIDE}
    single = {say_as("help", title).split()[-1].casefold(): {title: rows} for title, rows in groups.items()}
    return {
        **single,
        **{in_own_words(word): {title: groups[title] for title in titles} for word, titles in TOGETHER.items()},
    }


def help_on(asked: str) -> list[str]:
    """The lines of `help`; with a word, those of that section, else those that contain the word."""
    word, shown = asked.casefold(), sections()
    if not word:
        return [*as_lines(PROMPT), "", *_contents()]
    if word in shown:
        return as_lines(shown[word])
    word = in_english(word)
    if word == EVERYTHING:
        return as_lines({**GUIDE, **PROMPT})
    with speaking(ENGLISH):
        known = sections()
    if word in known:
        return as_lines(known[word])
    results = {title: [row for row in rows if _speaks_of(row, word)] for title, rows in {**PROMPT, **GUIDE}.items()}
    texts = as_lines({title: rows for title, rows in results.items() if rows})
    if not texts:
        sentence = say(
            "No line has the word “{asked}”; there is help for {known} and {everything}.",
            asked=asked,
            known=", ".join(shown),
            everything=in_own_words(EVERYTHING),
        )
        raise CliError("no_help", sentence, details={"asked": asked, "known": list(shown)})
    return texts


def _contents() -> list[str]:
    """The sections, each with its first line."""
    first = {
        f"{in_own_words('help')} {word} ": in_own_words(next(iter(groups.values()))[0].lines)
        for word, groups in sections().items()
        if len(groups) == 1 and not set(groups) & set(PROMPT)
    }
    width = max(map(len, first))
    return [f"  {word:{width}}{line}" for word, line in first.items()]


def _speaks_of(row: GuideRow, word: str) -> bool:
    spoken = say_as("help", row.says)
    return word in re.findall(r"[^\s·:]+", f"{row.lines} {in_own_words(row.lines)} {row.says} {spoken}".casefold())
