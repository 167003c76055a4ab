"""Columns stand straight whatever stands in them, and nothing is cut off."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from service.reports.columns import Column, cells, paragraph, table, wrapped

# The last letter is an A with a ring set on it by a sign of its own.
DECOMPOSED = "A\u030ase"


def test_a_wide_sign_takes_two_places_and_an_accent_none() -> None:
    assert [cells(text) for text in ("Åse", DECOMPOSED, "Jørgen", "李小龍", "")] == [3, 3, 6, 6, 0]


def test_columns_stand_straight_below_names_of_every_script() -> None:
    rows = [("Åse", "1"), (DECOMPOSED, "20"), ("李小龍", "300"), ("Jørgen", "4000")]
    lines = table((Column("name"), Column("chips", right=True)), rows, 40)
    assert [line.rsplit(maxsplit=1)[1] for line in lines] == ["chips", "1", "20", "300", "4000"]
    assert {cells(line) for line in lines} == {cells(lines[0])}


def test_only_the_column_that_gives_way_is_wrapped() -> None:
    lines = table((Column("", wraps=True), Column("", right=True)), [("word " * 12, "1000000")], 40)
    assert len(lines) > 1
    assert all(cells(line) <= 40 for line in lines)
    assert lines[0].endswith("1000000")


def test_without_headings_there_is_no_line_for_them() -> None:
    assert table((Column(""), Column("")), [("a", "b")], 40) == ["  a  b"]


def test_a_paragraph_keeps_its_width_and_its_indent() -> None:
    lines = paragraph("every chip is accounted for " * 5, 30, indent=4)
    assert all(line.startswith("    ") and cells(line) <= 30 for line in lines)


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), max_size=80), st.integers(2, 40))
def test_wrapping_loses_nothing_but_spaces(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(cells(line) <= width for line in lines)
