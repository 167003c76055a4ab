"""The language of the command line, its words and hints."""

import re
from typing import get_args

import pytest

from cli.failures import HINTS, hint_of
from engine.house.agreements import HouseLanguage
from engine.speech import speech
from engine.words import dictionary
from service import errors
from service.app import refusals
from service.language.languages import LANGUAGES

# The command line in the language of the settings, whatever that of the terminal is.


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
    refused = chipbook("night", "show", "-n", "n-nothing")
    assert refused.exit_code == 1
    assert refused.stderr.startswith(
        "Bogen har ingen aften n-nothing." if danish else "There is no night n-nothing in the book."
    )
    assert speech().code == "en"


@pytest.mark.parametrize("code", ["fr", "dansk", "english"])
def test_a_language_that_is_not_spoken_is_refused_with_those_that_are(chipbook, monkeypatch, code) -> None:
    of_the_command = chipbook("report", "--language", code)
    assert of_the_command.exit_code == 2
    assert f"“{code}” is no language that is spoken here; choose from {', '.join(LANGUAGES)}." in of_the_command.stderr
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", code)
    for words in (("night", "list"), ("games",), ("--help",)):
        refused = chipbook(*words)
        assert refused.exit_code == 2
        assert refused.stderr.startswith(f"CHIPBOOK_LANGUAGE is '{code}'; it takes one of {', '.join(LANGUAGES)}.")


# The club's own word lists lie in the folder of the book, and every command that opens it knows them.


@pytest.mark.parametrize("command", [("night", "list"), ("serve",), ("worker",)])
def test_a_list_that_is_none_stops_the_start(chipbook, home, command) -> None:
    (home / "words").mkdir()
    (home / "words" / "ours.txt").write_text("cat\nf1sh\n", encoding="utf-8")
    answer = chipbook(*command)
    assert answer.exit_code == 1
    assert "Line 2 of the word list ours says “f1sh”" in answer.stderr


def test_a_list_is_known_once_the_book_is_open(done, home, monkeypatch) -> None:
    monkeypatch.setattr(dictionary, "_known", dict(dictionary._known))
    (home / "words").mkdir()
    (home / "words" / "ours.txt").write_text("jake\n", encoding="utf-8")
    done("night", "list")
    assert dictionary.find("ours").has("jake")


# The command line names its own commands after a refusal; no other face is told of them.


def every_refusal(base: type[errors.BookError] = errors.BookError) -> list[type[errors.BookError]]:
    return [kind for child in base.__subclasses__() for kind in (child, *every_refusal(child))]


def test_every_hint_belongs_to_a_refusal_that_has_what_it_names():
    known = {kind.code: kind for kind in every_refusal() if hasattr(kind, "code")}
    assert refusals.NoOpenNight.code in known
    for code in HINTS:
        assert hint_of(code, dict.fromkeys(known[code]._fields, "x")).startswith("`chipbook ")


def test_no_refusal_that_http_answers_with_a_404_or_409_names_a_command():
    named = [
        kind.__name__
        for kind in every_refusal()
        if kind.status in (404, 409) and "place" not in kind._fields and re.search("`chipbook ", kind.sentence)
    ]
    assert named == []


def test_a_missing_night_is_told_with_a_hint_on_the_command_line_and_without_one_over_http(chipbook):
    told = chipbook("report", "-n", "nope")
    assert told.stderr == "There is no night nope in the book.\n`chipbook night list` shows the nights there are.\n"
    assert str(errors.NightMissing("nope")) == "There is no night nope in the book."
