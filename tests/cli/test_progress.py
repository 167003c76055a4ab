"""What takes long shows how far it is: on a terminal, on the error output, and nowhere else."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr

import pytest

from cli.terminal import progress
from service.book.progress import Tick
from tests.cli.conftest import Terminal

SOON = 0.01


def until_shown(screen: Terminal, text: str) -> None:
    """Waits for the text, at most as long as a busy machine may need."""
    until = time.monotonic() + 20
    while text not in screen.plain and time.monotonic() < until:
        time.sleep(0.01)
    assert text in screen.plain


def fail_once_shown(screen: Terminal, text: str) -> None:
    """Raises ZeroDivisionError while the bar is on the screen."""
    until_shown(screen, text)
    _ = 1 // 0


def test_a_bar_shows_how_many_are_done(screen) -> None:
    with redirect_stderr(screen), progress("Simulating", patience_seconds=SOON) as tick:
        until_shown(screen, "Simulating")
        tick(2, 7)
        until_shown(screen, "2/7")


def test_what_is_done_at_once_shows_no_bar(screen) -> None:
    with redirect_stderr(screen), progress("Simulating", patience_seconds=3600) as tick:
        tick(1, 1)
    assert screen.plain.strip() == ""


def test_the_bar_is_gone_when_the_work_ends_in_an_error(screen) -> None:
    with pytest.raises(ZeroDivisionError), redirect_stderr(screen), progress("Simulating", patience_seconds=SOON):
        fail_once_shown(screen, "Simulating")
    shown = len(screen.getvalue())
    time.sleep(0.3)
    assert len(screen.getvalue()) == shown
    # The line of the bar is erased, and the cursor is visible again.
    assert "\x1b[2K" in screen.getvalue()
    assert screen.getvalue().rindex("\x1b[?25h") > screen.getvalue().rindex("\x1b[?25l")


def test_a_pipe_gets_nothing(capfd) -> None:
    with progress("Simulating", patience_seconds=0) as tick:
        tick(1, 2)
        time.sleep(0.05)
    assert capfd.readouterr() == ("", "")


@pytest.fixture
def ticks(monkeypatch) -> list[tuple[int, int]]:
    """Every tick of a command, in the place of its bar."""
    heard: list[tuple[int, int]] = []

    @contextmanager
    def listening(what: str) -> Iterator[Tick]:
        yield lambda done, of: heard.append((done, of))

    for command in ("games.simulate", "looking_back"):
        monkeypatch.setattr(f"cli.{command}.progress", listening)
    return heard


def test_a_simulation_tells_how_many_nights_are_played(done, ticks) -> None:
    done("simulate", "--dry", "--nights", "3", "--hands", "1", "--seed", "7")
    assert ticks == [(1, 3), (2, 3), (3, 3)]


def test_the_check_of_a_book_tells_how_many_nights_are_checked(done, home, ticks) -> None:
    done("simulate", "--nights", "2", "--hands", "1", "--seed", "7", "--book", home / "chipbook.db")
    ticks.clear()
    done("verify", "--all")
    # Two nights, and their club.
    assert ticks == [(1, 3), (2, 3), (3, 3)]


def test_a_bar_is_no_part_of_an_answer(data) -> None:
    assert data("simulate", "--dry", "--nights", "2", "--hands", "1", "--seed", "7")["played_nights"] == 2
