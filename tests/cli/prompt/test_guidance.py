"""`help` at the prompt: one screen, sections, and the lines with a word."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import Result

from cli.errors import CliError
from cli.prompt.night_prompt import PROMPT, help_on, sections
from service.language.shorthand.hints import GUIDE, as_lines

LINES, COLUMNS = 24, 80


def test_help_alone_is_one_screen_that_names_every_section() -> None:
    told = help_on("")
    assert len(told) < LINES
    assert max(map(len, told)) <= COLUMNS
    assert [title for title in GUIDE if f"  help {title.split()[-1].casefold()}" not in "\n".join(told)] == []


def test_every_section_has_help_and_all_sections_are_everything() -> None:
    told = {line for word in sections() for line in help_on(word)}
    assert told == set(as_lines({**GUIDE, **PROMPT})) == set(help_on("all"))
    assert help_on("bank") == as_lines({"The bank": GUIDE["The bank"]})
    assert help_on("HAND")[0] == "Betting"


@pytest.mark.parametrize("word", ["draws", "challenges", "shadow", "strike", "ruling"])
def test_help_on_a_word_is_every_line_with_it(word: str) -> None:
    told = help_on(word)
    assert any(word in line for line in told)
    assert 2 <= len(told) < LINES


def test_help_on_a_word_that_no_line_has_names_the_sections() -> None:
    with pytest.raises(CliError, match="No line has the word “ludo”; there is help for .*bank, requests, betting"):
        help_on("ludo")


def test_help_at_the_prompt_takes_a_section(chipbook: Callable[..., Result], evening: str) -> None:
    answer = chipbook("table", typed="help bank\n")
    assert answer.stdout.splitlines() == help_on("bank")
