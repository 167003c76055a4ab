"""The command line in the language of the settings, whatever that of the terminal is."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.house.agreements import HouseLanguage
from engine.speech import speech
from service.language.languages import LANGUAGES


def test_houses_and_settings_name_every_language_there_is() -> None:
    assert get_args(HouseLanguage) == tuple(LANGUAGES)


@pytest.mark.parametrize(
    ("environ", "danish"),
    [
        ({"LANG": "da_DK.UTF-8"}, True),
        ({"LC_ALL": "", "LC_MESSAGES": "da_DK", "LANG": "de_DE.UTF-8"}, True),
        ({"LC_ALL": "C.UTF-8", "LANG": "da_DK.UTF-8"}, False),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LANG": "danish"}, False),
        ({"CHIPBOOK_LANGUAGE": "en", "LANG": "da_DK.UTF-8"}, False),
        ({"CHIPBOOK_LANGUAGE": "DA"}, True),
        ({"CHIPBOOK_LANGUAGE": "da-DK"}, True),
        ({"CHIPBOOK_LANGUAGE": "da_DK.UTF-8", "LANG": "C"}, True),
        ({}, False),
    ],
)
def test_the_language_is_that_of_the_settings_else_of_the_terminal_else_english(
    chipbook, monkeypatch, environ, danish
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    refused = chipbook("night", "show", "n-nothing")
    assert refused.exit_code == 1
    assert refused.stderr.startswith(
        "Bogen har ingen aften n-nothing." if danish else "There is no night n-nothing in the book."
    )
    assert speech().code == "en"


@pytest.mark.parametrize("code", ["fr", "dansk", "english"])
def test_a_language_that_is_not_spoken_is_refused_with_those_that_are(chipbook, monkeypatch, code) -> None:
    of_the_command = chipbook("report", "--language", code)
    assert of_the_command.exit_code == 2
    assert f"“{code}” is no language that is spoken here; choose from en, da." in of_the_command.stderr
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", code)
    for words in (("night", "list"), ("games", "list"), ("--help",)):
        refused = chipbook(*words)
        assert refused.exit_code == 2
        assert refused.stderr.startswith(f"CHIPBOOK_LANGUAGE is '{code}'; it takes one of en, da.")
