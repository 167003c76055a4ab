"""What is printed: amounts from whole numbers, no colours where nobody sees them, nothing cut in a pipe."""

import io
from contextlib import redirect_stdout

import pytest

from cli import render
from engine.commands import Currency
from service.language.local_time import clock_in
from service.reports.forms.column import CSV, NUMBER, RESULT, WORDS, Column, Setting, Table, worded
from tests.cli.conftest import Terminal

AMOUNT = worded(lambda amount, _: amount, right=True)


def table_of(title: str, *, right: bool = False) -> Table[str]:
    """A table of one column."""
    return Table(columns=(Column(title, AMOUNT if right else WORDS, lambda row: row),))


def test_a_terminal_gets_colours(screen) -> None:
    with redirect_stdout(screen):
        render.table(table_of("result", right=True), ["+1.00", "−1.00"])
    assert "\x1b[32m +1.00" in screen.getvalue()
    assert "\x1b[31m −1.00" in screen.getvalue()


def test_a_table_is_declared_on_the_screen_as_in_a_report(capsys) -> None:
    table: Table[tuple[str, int]] = Table(
        columns=(
            Column("player", WORDS, lambda row: row[0]),
            Column("result {currency}", RESULT, lambda row: row[1], shown=lambda row: row[1]),
            Column("a spreadsheet's", NUMBER, lambda row: row[1], CSV),
            Column("many", NUMBER, lambda row: row[1], when=lambda rows: len(rows) > 2),
        )
    )
    setting = Setting(names={}, currency=Currency(code="DKK", exponent=2), clock=clock_in("UTC"))
    render.table(table, [("Anna", 1250), ("Bo", 0)], setting)
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["player", "result", "DKK"]
    assert [row.rstrip() for row in rows] == ["Anna         +12.50", "Bo"]


def test_no_color_means_none(screen, monkeypatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with redirect_stdout(screen):
        render.table(table_of("result", right=True), ["+1.00"])
        render.title("Friday", "here")
        render.check("chain", "sound", holds=True)
    assert "\x1b" not in screen.getvalue()


def test_a_pipe_gets_no_colours_and_nothing_is_cut(done) -> None:
    people = [word for number in range(12) for word in ("--player", f"Somebody of a long name {number}")]
    text = done("night", "open", "--bank", "Somebody of a long name 0", *people)
    assert "\x1b" not in text
    listed = done("night", "list")
    assert "…" not in listed
    assert "Somebodyofalongname11" in "".join(listed.split())


def test_a_long_sentence_wraps_below_itself_on_a_terminal(screen) -> None:
    with redirect_stdout(screen):
        render.indented("word " * 30, number="7")
    first, *rest = screen.getvalue().splitlines()
    assert first.startswith("   7  word")
    assert all(line.startswith("      word") and len(line) <= 60 for line in rest)
    assert rest


def test_a_wide_text_wraps_where_the_screen_ends(monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "12")
    out = io.StringIO()
    with redirect_stdout(out):
        render.wrapped(["  李小龍 李小龍", "short"])
    assert out.getvalue().splitlines() == ["  李小龍", "    李小龍", "short"]


def test_names_are_no_markup(screen) -> None:
    with redirect_stdout(screen):
        render.line("[bold]Anna[/bold] :smile:")
        render.table(table_of("player"), ["[red]Bo"])
    assert "[bold]Anna[/bold] :smile:" in screen.getvalue()
    assert "[red]Bo" in screen.getvalue()


def test_times_are_shown_on_the_clock_of_the_table() -> None:
    assert render.when("2026-11-20T18:30:00Z", "Europe/Copenhagen") == "20 Nov 2026 19:30"
    assert render.when("some time", "Europe/Copenhagen") == "some time"


def test_a_check_with_a_long_name_keeps_a_space_before_its_sentence(capsys) -> None:
    render.check("beside the nights", "The book is damaged.", holds=False)
    assert "beside the nights The book" in capsys.readouterr().out


def told_on(screen: Terminal, monkeypatch: pytest.MonkeyPatch, width: int) -> list[str]:
    """A table of players with many numbers, line by line, on a screen as wide as this."""
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    declaration: Table[list[str]] = Table(
        columns=(
            Column("seat", AMOUNT, lambda row: row[0]),
            Column("player", WORDS, lambda row: row[1], heads=True),
            Column("chips", AMOUNT, lambda row: row[2]),
            Column("credit {currency}", AMOUNT, lambda row: row[3]),
            Column("in the pot", AMOUNT, lambda row: row[4]),
            Column("", WORDS, lambda row: row[5]),
        )
    )
    rows = [["1", "Anna Marie", "400", "100.00", "0", ""], ["2", "Bo", "1250", "1,000.00", "15", "bank, to act"]]
    with redirect_stdout(screen):
        render.table(declaration, rows, Setting(currency=Currency(code="DKK", exponent=2)))
    return [line.rstrip() for line in screen.getvalue().splitlines()]


@pytest.mark.parametrize("width", [20, 30, 40, 48, 60, 80])
def test_the_name_is_the_last_thing_to_go_on_a_narrow_screen(screen, monkeypatch, width) -> None:
    lines = told_on(screen, monkeypatch, width)
    words = " ".join(lines).split()
    assert {"player", "Anna", "Marie", "Bo"} <= set(words)
    assert "…" not in "".join(lines)
    assert max(map(len, lines)) <= width
    # An amount that is cut would be another amount.
    assert {word for word in words if word[0].isdigit()} <= {"1", "2", "400", "1250", "100.00", "1,000.00", "0", "15"}


def test_on_a_narrow_screen_headings_wrap_and_the_last_columns_are_left_out(screen, monkeypatch) -> None:
    above, head, _, anna, bo = told_on(screen, monkeypatch, 36)
    assert (above.split(), head.split()) == (["credit"], ["seat", "player", "chips", "DKK"])
    assert anna.split() == ["1", "Anna", "Marie", "400", "100.00"]
    assert bo.split() == ["2", "Bo", "1250", "1,000.00"]


def test_a_name_too_long_for_the_screen_is_broken_and_not_cut(screen, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("NO_COLOR", "1")
    with redirect_stdout(screen):
        two: Table[list[str]] = Table(
            columns=(
                Column("player", WORDS, lambda row: row[0], heads=True),
                Column("to", WORDS, lambda row: row[1], heads=True),
            )
        )
        render.table(two, [["Bartholomew" * 3, "Bo"]])
    assert "Bartholomew" * 3 in "".join(line[:9].strip() for line in screen.getvalue().splitlines()[2:])
    assert "…" not in screen.getvalue()


def test_where_the_line_under_the_head_cannot_be_written_another_is_found() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    with redirect_stdout(out):
        render.table(table_of("player"), ["Anna"])
        out.seek(0)
    assert out.read() == "player\n------\nAnna  \n"
