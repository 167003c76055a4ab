"""What the shell completes: commands, nights, people, clubs, games, topics and the words of a line."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from cli.main import main

Completed = Callable[..., list[str]]


@pytest.fixture
def completed(home) -> Completed:
    """What is completed behind these words, of which the last is begun."""

    def run(*words: str) -> list[str]:
        complete = ShellComplete(main, {}, "chipbook", "_CHIPBOOK_COMPLETE")
        return [one.value for one in complete.get_completions(list(words[:-1]), words[-1])]

    return run


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("standi",), ["standings"]),
        (("night", "cl"), ["close"]),
        (("report", "-n", "2026"), ["2026-11-20-abcd"]),
        (("report", "--night", "abcd"), ["abcd"]),
        (("night", "show", "-n", ""), ["2026-11-20-abcd"]),
        (("report", "--player", "c"), ["Carl"]),
        (("standings", "an"), ["Anna"]),
        (("audit", "--why", "B"), ["Bo"]),
        (("players", "opt-out", "ca"), ["Carl"]),
        (("club", "forget", "ca"), ["Carl"]),
        (("export", "--club", "h"), ["Home"]),
        (("move", ""), ["Home"]),
        (("help", "own"), ["own-games"]),
        (("games", "show", "criss"), ["Criss-Cross"]),
        (("games", "show", "Straight", "po"), ["Poker"]),
        (("hand", "straight", "po"), ["Poker"]),
        (("hand", "ann"), ["Anna"]),
        (("bank", "anna", "le"), ["leaves"]),
        (("bank", "car"), ["Carl"]),
        (("report", "-n", "nobody"), []),
    ],
)
def test_words_are_completed_as_the_book_has_them(completed, evening, words, wanted) -> None:
    assert completed(*words) == wanted


def test_own_games_are_completed_by_their_club(completed, done, tmp_path) -> None:
    game = tmp_path / "game.toml"
    game.write_text('name = "Zebra Draw"\nlike = "Three Card Draw"\n', encoding="utf-8")
    done("games", "add", game)
    assert completed("games", "retire", "zeb") == completed("games", "show", "zeb") == ["Zebra Draw"]


@pytest.mark.parametrize("words", [("report", "-n", ""), ("standings", ""), ("hand", ""), ("move", "")])
def test_without_a_book_nothing_is_completed_and_nothing_is_said(completed, home, capsys, words) -> None:
    (home / "chipbook.db").unlink()
    assert completed(*words) == []
    (home / "chipbook.db").write_bytes(b"no book at all")
    assert completed(*words) == []
    assert capsys.readouterr() == ("", "")


def test_the_shell_is_told_what_it_asks_for(evening) -> None:
    program = Path(sys.executable).with_name("chipbook")
    asked = {"COMP_WORDS": "chipbook report --player an", "COMP_CWORD": "3", "_CHIPBOOK_COMPLETE": "bash_complete"}
    told = subprocess.run([program], env={**os.environ, **asked}, capture_output=True, text=True, check=False)
    assert (told.stdout, told.stderr) == ("plain,Anna\n", "")
