"""The command line in Danish: screens, tables, the prompt and its hints, of a night from opening to settlement."""

from __future__ import annotations

import pytest

from engine.reports.sources import BOOKS
from service.languages import speaking
from tests.service.languages.listening import Listener


@pytest.fixture
def danish(monkeypatch: pytest.MonkeyPatch) -> Listener:
    """The settings in Danish, and who listens for what has no translation."""
    listener, in_english = Listener(), speaking.speech_of("en")
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    monkeypatch.setattr(speaking, "speech_of", lambda code: listener if code == "da" else in_english)
    return listener


NIGHT = (
    [
        "night",
        "open",
        "--bank",
        "Bo",
        "--player",
        "Anna",
        "--player",
        "Bo",
        "--player",
        "Carl",
        "--loan",
        "60",
        "--name",
        "Fredag",
        "--unit",
        "0.25 DKK",
    ],
    ["hand", "straight", "poker", "by", "carl"],
    ["hand", "anna", "3"],
    ["hand", "bo", "c"],
    ["night", "show"],
    ["log"],
    ["undo", "--yes"],
    ["hand", "bo", "r2"],
    ["hand", "carl", "f"],
    ["hand", "anna", "f"],
    ["bank", "anna", "+40"],
    ["request", "anna", "asks", "20"],
    ["night", "show"],
    ["night", "requests"],
    ["request", "decline", "anna"],
    ["dispute", 'dispute 20 by anna "forkert"'],
    ["night", "disputes"],
    ["audit", "--at", "20"],
    ["audit", "--why", "anna"],
    ["bank", "anna", "=", "94"],
    ["night", "checklist"],
    ["bank", "bo", "=", "67"],
    ["bank", "carl", "=", "58"],
    ["night", "checklist"],
    ["night", "close"],
    ["night", "show"],
    ["bank", "gap", "losers"],
    ["night", "plan"],
    ["night", "pay", "1"],
    ["night", "payments"],
    ["night", "list"],
    ["club"],
    ["standings"],
    ["standings", "anna"],
    ["report", "--text"],
    ["jobs"],
    ["players"],
)


def test_every_message_of_a_night_at_the_command_line_is_translated(chipbook, danish) -> None:
    told = "\n".join(answer.output for words in NIGHT if (answer := chipbook(*words)))
    assert danish.heard > 1000
    assert {message for _, message in danish.missing} - set(BOOKS.values()) == set()
    for line in (
        "Hånd 1: Straight Poker · givet af Carl · runde 1 · pulje 12 · 3 for at blive med",
        "Dernæst, efter `chipbook bank`:",
        "1 ønske venter på svar:",
        "Intet står i vejen: `close` slutter aftenen.",
        "1 chip mangler ved optællingen (0,25 DKK); ingen får deres værdi endnu.",
        "Gjort op direkte, med færrest overførsler; ingen plan har færre overførsler:",
    ):
        assert line in told, line


def test_the_prompt_understands_the_same_lines_and_answers_in_danish(chipbook, data, monkeypatch) -> None:
    data(*NIGHT[0])
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    told = chipbook("table", typed="?\nhand straight poker by carl\n?\nanna 3\nshow\nhelp bank\nundo\n").stdout
    assert "NAME +150 (lån)" in told
    assert "Anna: x check · b bet 1–5 eller 50 · f fold" in told
    assert "pulje 6" in told
    assert "et lån · chips for penge" in told


def test_a_report_comes_in_the_language_that_is_asked_for(chipbook, data, monkeypatch) -> None:
    data(*NIGHT[0])
    english = chipbook("report").stdout
    danish = chipbook("report", "--language", "da-DK").stdout
    assert "STANDINGS" in english
    assert "STILLING" in danish
    # A report is kept for the next reader, who may read another language.
    assert chipbook("report").stdout == english
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    assert chipbook("report").stdout == danish
    assert chipbook("report", "--language", "en").stdout == english


def test_a_language_that_is_not_spoken_is_refused_with_those_that_are(chipbook, data) -> None:
    data(*NIGHT[0])
    refused = chipbook("report", "--language", "tlh")
    assert refused.exit_code == 2
    assert "“tlh” is no language that is spoken here; choose from en, da." in refused.stderr


def test_a_house_chooses_the_language_of_its_files_whoever_is_at_the_keyboard(chipbook, data, home) -> None:
    night = data(*NIGHT[0], "--language", "da")["night"]
    for line in ("anna = 60", "bo = 60", "carl = 60", "close"):
        chipbook("bank", *line.split())
    assert "STANDINGS" in chipbook("report", night).stdout
    (written,) = (home / "reports" / night).glob("*.txt")
    assert "STILLING" in written.read_text(encoding="utf-8")
