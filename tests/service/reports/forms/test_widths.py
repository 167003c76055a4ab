"""Texts are measured as a screen shows them, and nothing is cut off."""

from hypothesis import given
from hypothesis import strategies as st

from service.reports.forms.widths import cells, paragraph, set_left, set_right, wrapped

# An A with a ring set on it by a sign of its own, and a family that is one picture of four signs.
DECOMPOSED = "A\u030ase"


def test_a_wide_sign_takes_two_places_and_an_accent_none() -> None:
    assert [cells(text) for text in ("Åse", DECOMPOSED, "Jørgen", "李小龍", "")] == [3, 3, 6, 6, 0]


def test_texts_of_every_script_are_filled_up_to_the_same_width() -> None:
    names = ("Åse", DECOMPOSED, "李小龍", "Jørgen", "👨‍👩‍👧")
    assert {cells(set_left(name, 8)) for name in names} == {cells(set_right(name, 8)) for name in names} == {8}


def test_a_paragraph_keeps_its_width_and_its_indent() -> None:
    lines = paragraph("every chip is accounted for " * 5, 30, indent=4)
    assert all(line.startswith("    ") and cells(line) <= 30 for line in lines)


def test_a_wrapped_text_hangs_below_its_first_line() -> None:
    assert wrapped("one two three four", 11, first="7  ", rest="   ") == ["7  one two", "   three", "   four"]
    assert wrapped("", 11, first="7") == ["7"]


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), max_size=80), st.integers(2, 40))
def test_wrapping_loses_nothing_but_spaces(text, width) -> None:
    lines = wrapped(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(cells(line) <= width for line in lines)


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), max_size=80), st.integers(6, 40))
def test_a_hanging_text_loses_nothing_and_keeps_its_width(text, width) -> None:
    lines = wrapped(text, width, first="> ", rest="    ")
    assert lines[0].startswith("> ")
    assert all(line.startswith("    ") for line in lines[1:])
    assert "".join("".join([lines[0][2:], *lines[1:]]).split()) == "".join(text.split())
    assert all(cells(line) <= width for line in lines)
