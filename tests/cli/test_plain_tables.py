"""Tables for a pipe: sign for sign those that the library of layouts makes, which still makes those that are not simple."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli import render
from cli.render import WIDE, Column, plain_table

CELLS = st.text(st.sampled_from("aZ09+−.,-æØé ·→ʰ♠李\u00a0\u00ad\u0301\u200d\t\n"), max_size=12) | st.sampled_from(
    ("", "+12.50", "−0.21", "a longer text that may have to give way to others beside it")
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Column], list[list[str]]]:
    width = draw(st.integers(1, 6))
    columns = [
        Column(draw(CELLS), right=draw(st.booleans()), whole=draw(st.booleans()), is_said=True) for _ in range(width)
    ]
    return columns, draw(st.lists(st.lists(CELLS, min_size=width, max_size=width), max_size=4))


def laid_out(columns: list[Column], rows: list[list[str]]) -> str:
    out = io.StringIO()
    with redirect_stdout(out):
        render.console().print(render.made_table(columns, rows))
    return out.getvalue()


@given(tables())
def test_a_simple_table_is_the_one_of_a_layout(made: tuple[list[Column], list[list[str]]]) -> None:
    columns, rows = made
    out = io.StringIO()
    with redirect_stdout(out):
        render.table(columns, rows)
    assert out.getvalue() == laid_out(columns, rows)


def test_a_table_of_names_and_amounts_is_simple() -> None:
    assert plain_table(["player", "result DKK"], [False, True], [["Søren", "−0.21"], ["Bo", "+12.50"]], WIDE) == (
        "player   result DKK\n───────────────────\nSøren         −0.21\nBo           +12.50\n"
    )


@pytest.mark.parametrize("cell", ["李小龍", "a\u0301", "two\nlines", " indented", "a" * (WIDE + 1), ""])
def test_any_other_table_needs_a_layout(cell: str) -> None:
    assert plain_table([cell], [False], [[cell]], WIDE) is None


def test_where_the_line_under_the_head_cannot_be_written_another_is_found() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    with redirect_stdout(out):
        render.table([Column("player")], [["Anna"]])
        out.seek(0)
    assert out.read() == "player\n------\nAnna  \n"
