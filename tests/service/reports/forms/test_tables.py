"""A table is written for people and for spreadsheets from one list of columns, each kind of value in its own way."""

from typing import Any

from markupsafe import Markup
from msgspec.structs import replace

from engine.commands import Currency
from service.language.local_time import clock_in
from service.reports.forms.as_files import csv_table, text_table
from service.reports.forms.as_page import page_table
from service.reports.forms.column import (
    CHANGE,
    NUMBER,
    PLAYER,
    RESULT,
    WIDE,
    WORDS,
    Aside,
    Column,
    Setting,
    Table,
    owed,
    phrased,
)
from service.reports.forms.widths import cells

SETTING = Setting(
    names={"bo": "Bo & Co", "eva": "=Eva"},
    currency=Currency(code="DKK", exponent=2),
    clock=clock_in("UTC"),
    anchors={"bo": 1, "eva": 2},
)
CHIPS: Table[tuple[str, int]] = Table(
    css="chips",
    totalled="Sum",
    columns=(
        Column("player", PLAYER, lambda row: row[0], heading="page", heads=True),
        Column(
            "chips",
            CHANGE,
            lambda row: row[1],
            csv_title="chips won",
            shown=lambda row: row[1],
            total=lambda rows: sum(chips for _, chips in rows),
            aside=Aside(phrased("{value} chips", CHANGE)),
        ),
        Column("as a number", NUMBER, lambda row: row[1], spare=True, when=lambda rows: len(rows) > 1),
    ),
)


def told(table: Table[Any], rows: list[Any], setting: Setting = SETTING) -> tuple[list[str], str, list[str]]:
    csv_lines = csv_table(table, rows, setting).decode("utf-8-sig").splitlines()
    return text_table(table, rows, setting, WIDE), page_table(table, rows, setting), csv_lines


def test_a_heading_is_never_broken_within_a_word() -> None:
    """A name gives way to the width no further than the longest word above it."""
    lines = text_table(
        CHIPS.__class__(
            css="x",
            columns=(
                Column("who plays", WORDS, lambda row: row[0], heads=True),
                Column("chips", CHANGE, lambda row: row[1]),
            ),
        ),
        [("bo", 5), ("Maximilian", -5)],
        SETTING,
        10,
    )
    assert lines[0].startswith("  who")


def test_every_form_writes_the_value_in_its_own_way() -> None:
    text, page, lines = told(CHIPS, [("bo", 5), ("eva", -5)])
    assert text == [
        "           chips  as a number",
        "  Bo & Co     +5            5",
        "  =Eva        −5           −5",
        "  Sum          0",
    ]
    assert '<a class="player" href="#account-1">Bo &amp; Co</a>' in page
    assert '<td class="wide"><span class="loss">−5</span></td>' in page
    assert lines == ["player;chips won;as a number", "Bo & Co;5;5", "'=Eva;-5;-5"]


def test_people_do_not_see_what_is_nothing_and_a_spreadsheet_does() -> None:
    text, page, lines = told(CHIPS, [("bo", 0), ("eva", 1)])
    assert text[1] == "  Bo & Co                   0"
    assert '<td class="wide"></td><td>0</td>' in page
    assert lines[1] == "Bo & Co;0;0"


def test_a_narrow_page_tells_wide_columns_under_the_head_of_the_row() -> None:
    page = page_table(CHIPS, [("bo", 5), ("eva", 0)], SETTING)
    bo, eva, total = (line for line in page.splitlines() if 'scope="row"' in line)
    assert '</a><small class="narrow"><span class="gain">+5</span> chips</small></th>' in bo
    assert "<small" not in eva
    assert 'Sum<small class="narrow"><span class="gain">+5</span> chips</small></th>' in total


def test_a_narrow_text_leaves_out_what_can_be_spared() -> None:
    rows = [("bo", 5), ("eva", -5)]
    assert "as a number" in text_table(CHIPS, rows, SETTING, WIDE)[0]
    assert "as a number" not in text_table(CHIPS, rows, SETTING, WIDE - 1)[0]


def test_a_column_that_does_not_apply_is_left_out_for_people_and_kept_in_a_spreadsheet() -> None:
    text, page, lines = told(CHIPS, [("bo", 5)])
    assert "as a number" not in text[0]
    assert "as a number" not in page
    assert lines == ["player;chips won;as a number", "Bo & Co;5;5"]


NAMED: Table[tuple[str, int]] = Table(
    columns=(
        Column("name", WORDS, lambda row: row[0], wraps=True),
        Column("chips", NUMBER, lambda row: row[1]),
    )
)


def test_columns_stand_straight_below_names_of_every_script() -> None:
    rows = [("Åse", 1), ("A\u030ase", 20), ("李小龍", 300), ("Jørgen", 4000)]
    lines = text_table(NAMED, rows, SETTING, 40)
    assert [line.rsplit(maxsplit=1)[1] for line in lines] == ["chips", "1", "20", "300", "4000"]
    assert {cells(line) for line in lines} == {cells(lines[0])}


def test_only_the_column_that_gives_way_is_wrapped() -> None:
    lines = text_table(NAMED, [("word " * 12, 1000000)], SETTING, 40)
    assert len(lines) > 2
    assert all(cells(line) <= 40 for line in lines)
    assert lines[1].endswith("1000000")


def test_other_words_give_way_where_the_column_that_wraps_is_narrow_already() -> None:
    names = Table(
        columns=(
            Column("game", WORDS, lambda _: "Stud", wraps=True),
            Column("best for", WORDS, lambda row: row[0]),
            Column("worst for", WORDS, lambda row: row[0]),
            Column("chips", NUMBER, lambda row: row[1]),
        )
    )
    lines = text_table(names, [("Wilhelmine-Charlotte Rosenkrantz-Nielsen-Bartholdy", -1000)], SETTING, 80)
    assert max(map(cells, lines)) <= 80
    assert "Rosenkrantz-Nielsen-" in " ".join(lines)


def test_without_headings_there_is_no_line_for_them() -> None:
    unheaded = Table(columns=tuple(replace(column, heading="unseen") for column in NAMED.columns))
    assert text_table(unheaded, [("a", 1)], SETTING, 40) == ["  a  1"]


def test_an_amount_has_a_point_for_people_and_a_comma_in_a_spreadsheet() -> None:
    assert (RESULT.text(1250, SETTING), RESULT.csv(1250, SETTING)) == ("+12.50", "12,50")
    assert RESULT.page(-5, SETTING) == '<span class="loss">−0.05</span>'
    due = owed("gets {amount}", "pays {amount}")
    assert [due.text(cents, SETTING) for cents in (500, -188, 0)] == ["gets 5.00", "pays 1.88", ""]
    assert [due.csv(cents, SETTING) for cents in (500, -188, 0)] == ["5,00", "-1,88", "0,00"]


def test_words_are_escaped_on_the_page_and_harmless_in_a_spreadsheet() -> None:
    assert WORDS.page("<b>=1</b>", SETTING) == Markup("&lt;b&gt;=1&lt;/b&gt;")
    assert WORDS.csv("=1", SETTING) == "'=1"
    assert phrased("<i>{value}</i>", WORDS)("<b>", SETTING) == "<i>&lt;b&gt;</i>"
    assert phrased("{value} won", WORDS)("", SETTING) == ""
