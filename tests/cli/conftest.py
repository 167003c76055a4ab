"""A home of its own for every test of the command line, with an empty book in it, and a way to say `chipbook …`."""

import io
import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from service.config import LOCALE

# A short night: one hand, one loan, one buy-in, counts that agree with the book.
EVENING = """\
night: Friday at Anna's
date: 2026-11-20 19:30
zone: Europe/Copenhagen
money: 0.25 DKK a chip
loan: 150
settles: ask
bank: Bo
players: Anna, Bo, Carl

at 20:15
hand straight poker by bo
carl 3
anna c
bo f
anna wins
anna +40 cash
at 00:10
anna = 197
bo = 148
carl = 145
"""
END = "close\nsettle direct\n"
NIGHT = "2026-11-20-abcd"

# What the fixtures below give: a command that was run, its output, and its data.
Chipbook = Callable[..., Result]
Done = Callable[..., str]
Data = Callable[..., Any]


class Terminal(io.StringIO):
    """A screen that only remembers."""

    def isatty(self) -> bool:
        return True

    @property
    def plain(self) -> str:
        """What was shown, without the signs that move the cursor and colour the text."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.getvalue())


@pytest.fixture
def screen(monkeypatch) -> Terminal:
    """A terminal of sixty columns with colours."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Terminal()


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch, sqlite_template) -> Path:
    """The folder of the settings, with an empty book; nothing is said of the terminal that runs the tests."""
    folder = tmp_path / "home"
    folder.mkdir()
    shutil.copy(sqlite_template, folder / "chipbook.db")
    settle_in(monkeypatch, folder)
    monkeypatch.chdir(tmp_path)
    return folder


def settle_in(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Makes this folder the home, and removes what may give the width and the language of the terminal."""
    for name in [name for name in os.environ if name.startswith("CHIPBOOK_") and "_TEST_" not in name]:
        patch.delenv(name)
    for name in ("COLUMNS", *LOCALE):
        patch.delenv(name, raising=False)
    patch.setenv("CHIPBOOK_HOME", str(folder))


@pytest.fixture
def chipbook() -> Chipbook:
    """Says `chipbook …` in this process; `typed` comes in through the pipe."""

    def run(*words: str | Path, typed: str | None = None) -> Result:
        answer = CliRunner().invoke(main, [str(word) for word in words], input=typed)
        assert answer.exception is None or isinstance(answer.exception, SystemExit), repr(answer.exception)
        return answer

    return run


@pytest.fixture
def typing(chipbook, monkeypatch) -> Chipbook:
    """Runs `chipbook …` as a person at a terminal who types answers."""

    def run(*words: str | Path, typed: str) -> Result:
        with monkeypatch.context() as at_a_terminal:
            at_a_terminal.setattr("cli.terminal.somebody_types", lambda: True)
            return chipbook(*words, typed=typed)

    return run


@pytest.fixture
def done(chipbook) -> Done:
    """Runs `chipbook …`, which must succeed, and returns the output."""

    def run(*words: str | Path, typed: str | None = None) -> str:
        answer = chipbook(*words, typed=typed)
        assert answer.exit_code == 0, answer.output
        return answer.stdout

    return run


@pytest.fixture
def data(done) -> Data:
    """Runs `chipbook … --json`, which must succeed, and returns the data."""
    return lambda *words, typed=None: json.loads(done(*words, "--json", typed=typed))


@pytest.fixture
def three(data) -> str:
    """The id of an open night of Anna, Bo, who keeps the bank, and Carl, each with 150 chips."""
    players = ("--player", "Anna", "--player", "Bo", "--player", "Carl")
    return str(data("night", "open", "--bank", "Bo", *players, "--loan", "150")["night"])


@pytest.fixture(scope="session")
def evening_played(tmp_path_factory, sqlite_template) -> Path:
    """The book of the evening, played once; every test that asks for it gets a copy."""
    folder = tmp_path_factory.mktemp("evening")
    shutil.copy(sqlite_template, folder / "chipbook.db")
    (folder / "evening.night").write_text(EVENING, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        settle_in(patch, folder)
        answer = CliRunner().invoke(main, ["replay", str(folder / "evening.night"), "--night-id", NIGHT])
    assert answer.exit_code == 0, answer.output
    return folder


@pytest.fixture
def evening(tmp_path, home, evening_played) -> str:
    """The id of an open night that was played as far as the counts; `evening.night` lies beside the home."""
    shutil.copy(evening_played / "evening.night", tmp_path)
    shutil.copy(evening_played / "chipbook.db", home)
    return NIGHT


@pytest.fixture
def settled(done, evening) -> str:
    """The id of that night, closed and settled directly."""
    done("night", "close", "-n", evening)
    done("night", "settle", "direct")
    return evening
