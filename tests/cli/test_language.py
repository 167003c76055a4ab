"""The command line in the language of the settings, whatever that of the terminal is."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.house.agreements import HouseLanguage
from engine.speech import speech
from service.language.languages import LANGUAGES


def test_houses_and_settings_name_every_language_there_is() -> None:
    assert get_args(HouseLanguage) == tuple(LANGUAGES)


def test_a_refusal_in_the_language_of_the_settings_and_after_it_in_english(chipbook, monkeypatch) -> None:
    monkeypatch.setenv("LANG", "da_DK.UTF-8")
    english = chipbook("night", "show", "n-nothing")
    assert english.exit_code == 1
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    danish = chipbook("night", "show", "n-nothing")
    assert danish.exit_code == 1
    assert speech().code == "en"
    assert english.stderr.startswith("There is no night n-nothing in the book.")
    assert danish.stderr.startswith("Bogen har ingen aften n-nothing.")
    monkeypatch.delenv("CHIPBOOK_LANGUAGE")
    assert chipbook("night", "show", "n-nothing").stderr == english.stderr


@pytest.mark.parametrize("code", ["fr", "DA", "da-DK"])
def test_a_language_that_is_not_spoken_is_refused_with_those_that_are(chipbook, monkeypatch, code) -> None:
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", code)
    refused = chipbook("night", "list")
    assert refused.exit_code == 2
    assert refused.stderr.startswith(f"CHIPBOOK_LANGUAGE is '{code}'; it takes one of en, da.")
