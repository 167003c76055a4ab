"""What is printed: amounts from whole numbers, no colours where nobody sees them, nothing cut in a pipe."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stdout

import pytest

from cli import render
from cli.render import Column
from engine.commands import Currency
from service.tables.column import CSV, Setting, Table
from service.tables.column import Column as ColumnOfAReport
from service.tables.kinds import NUMBER, RESULT, WORDS
from service.tables.local_time import clock_in


class Terminal(io.StringIO):
    """A screen that only remembers."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Terminal()


def test_a_terminal_gets_colours(screen: Terminal) -> None:
    with redirect_stdout(screen):
        render.table([Column("result", right=True)], [["+1.00"], ["−1.00"]])
    assert "\x1b[32m +1.00" in screen.getvalue()
    assert "\x1b[31m −1.00" in screen.getvalue()


def test_a_table_is_declared_on_the_screen_as_in_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    table: Table[tuple[str, int]] = Table(
        columns=(
            ColumnOfAReport("player", WORDS, lambda row: row[0]),
            ColumnOfAReport("result {currency}", RESULT, lambda row: row[1], shown=lambda row: row[1]),
            ColumnOfAReport("a spreadsheet's", NUMBER, lambda row: row[1], CSV),
            ColumnOfAReport("many", NUMBER, lambda row: row[1], when=lambda rows: len(rows) > 2),
        )
    )
    setting = Setting(names={}, currency=Currency(code="DKK", exponent=2), clock=clock_in("UTC"))
    render.declared(table, [("Anna", 1250), ("Bo", 0)], setting)
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["player", "result", "DKK"]
    assert [row.rstrip() for row in rows] == ["Anna         +12.50", "Bo"]


def test_no_color_means_none(screen: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with redirect_stdout(screen):
        render.table([Column("result", right=True)], [["+1.00"]])
        render.title("Friday", "here")
        render.check("chain", "sound", holds=True)
    assert "\x1b" not in screen.getvalue()


def test_a_pipe_gets_no_colours_and_nothing_is_cut(done: Callable[..., str]) -> None:
    people = [word for number in range(12) for word in ("--player", f"Somebody of a long name {number}")]
    text = done("night", "open", "--bank", "Somebody of a long name 0", *people)
    assert "\x1b" not in text
    listed = done("night", "list")
    assert "…" not in listed
    assert "Somebodyofalongname11" in "".join(listed.split())


def test_a_long_sentence_wraps_below_itself_on_a_terminal(screen: Terminal) -> None:
    with redirect_stdout(screen):
        render.indented("word " * 30, number="7")
    first, *rest = screen.getvalue().splitlines()
    assert first.startswith("   7  word")
    assert all(line.startswith("      word") and len(line) <= 60 for line in rest)
    assert rest


def test_a_wide_text_wraps_where_the_screen_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "12")
    out = io.StringIO()
    with redirect_stdout(out):
        render.wrapped(["  李小龍 李小龍", "short"])
    assert out.getvalue().splitlines() == ["  李小龍", "    李小龍", "short"]


def test_names_are_no_markup(screen: Terminal) -> None:
    with redirect_stdout(screen):
        render.line("[bold]Anna[/bold] :smile:")
        render.table([Column("player")], [["[red]Bo"]])
    assert "[bold]Anna[/bold] :smile:" in screen.getvalue()
    assert "[red]Bo" in screen.getvalue()


def test_times_are_shown_on_the_clock_of_the_table() -> None:
    assert render.when("2026-11-20T18:30:00Z", "Europe/Copenhagen") == "2026-11-20 19:30"
    assert render.when("some time", "Europe/Copenhagen") == "some time"


def test_a_check_with_a_long_name_keeps_a_space_before_its_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    render.check("beside the nights", "The book is damaged.", holds=False)
    assert "beside the nights The book" in capsys.readouterr().out
