"""A column is declared once and stands in every form of the report; no form lists columns of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from markupsafe import Markup

from engine.commands import Currency
from engine.grammar import amount_told
from service.reports.charts import stack_chart
from service.reports.html import TEMPLATES
from service.reports.local_time import clock_in
from service.reports.night_report import NightReport, build
from service.reports.tables.accounts import ACCOUNT
from service.reports.tables.as_csv import csv_table
from service.reports.tables.as_page import page_table
from service.reports.tables.as_text import text_table
from service.reports.tables.column import WIDE, Aside, Column, Face, Setting, Table
from service.reports.tables.events import EVENTS_TOLD
from service.reports.tables.games import GAMES
from service.reports.tables.gap import GAP
from service.reports.tables.hands import LOG, STAKES
from service.reports.tables.kinds import CHANGE, MONEY, NUMBER, PLAYER, RESULT, WORDS, owed, phrased
from service.reports.tables.night import setting_of
from service.reports.tables.paper import paper_table
from service.reports.tables.stacks import stack_table
from service.reports.tables.standings import STANDINGS, standing_rows
from service.reports.tables.transfers import OWING, TRANSFERS
from service.reports.widths import cells
from tests.service.reports.small_night import HEAD, NAMES, small_night

FACES: tuple[Face, ...] = ("text", "page", "csv")
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
            aside=Aside(phrased("{} chips", CHANGE)),
        ),
        Column("as a number", NUMBER, lambda row: row[1], spare=True, when=lambda rows: len(rows) > 1),
    ),
)


@pytest.fixture(scope="module")
def report() -> NightReport:
    return build(small_night().records, NAMES, head=HEAD)


def every_table(report: NightReport) -> list[Table[Any]]:
    chart = stack_chart(report, lambda time: time)
    assert chart is not None
    fixed: list[Table[Any]] = [STANDINGS, TRANSFERS, OWING, GAP, ACCOUNT, LOG, STAKES, GAMES, EVENTS_TOLD]
    return [*fixed, paper_table(report.paper), stack_table(chart)]


def told(table: Table[Any], rows: list[Any], setting: Setting = SETTING) -> tuple[list[str], str, list[str]]:
    csv_lines = csv_table(table, rows, setting).decode("utf-8-sig").splitlines()
    return text_table(table, rows, setting, WIDE), page_table(table, rows, setting), csv_lines


def test_a_new_column_is_one_entry_and_stands_in_every_form(report: NightReport) -> None:
    with_till = replace(
        STANDINGS, columns=(*STANDINGS.columns, Column("in the till", MONEY, lambda row: row.account.till))
    )
    text, page, lines = told(with_till, standing_rows(report), setting_of(report))
    assert text[0].endswith("in the till")
    assert '<th scope="col">in the till</th></tr>' in page
    assert lines[0].endswith(";in the till")
    tills = {
        report.name(account.player): amount_told(account.till, report.currency.exponent) for account in report.accounts
    }
    assert set(tills.values()) == {"10.00", "0.00"}
    assert {line.split()[1]: line.split()[-1] for line in text[1:5]} == tills
    assert {line.split(";")[1]: line.split(";")[-1].replace(",", ".") for line in lines[1:]} == tills
    assert page.count("<td>10.00</td></tr>") == list(tills.values()).count("10.00")


def test_the_heading_of_a_column_stands_once_in_a_table(report: NightReport) -> None:
    for table in every_table(report):
        for face in FACES:
            shown = [column for column in table.columns if face in column.faces]
            titles = [column.csv_title if face == "csv" and column.csv_title else column.title for column in shown]
            assert len([title for title in titles if title]) == len({title for title in titles if title})


def test_no_template_lists_columns_of_its_own() -> None:
    for template in TEMPLATES.glob("*.html"):
        assert '<th scope="col"' not in template.read_text(encoding="utf-8"), template.name


def test_a_row_has_one_head_at_most_and_a_last_row_needs_one(report: NightReport) -> None:
    for table in every_table(report):
        for face in FACES:
            heads = [column for column in table.columns if face in column.faces and column.heads]
            assert len(heads) <= 1
            assert heads or not table.totalled or face == "csv"


def test_every_form_writes_the_value_in_its_own_way() -> None:
    text, page, lines = told(CHIPS, [("bo", 5), ("eva", -5)])
    assert text == [
        "           chips  as a number",
        "  Bo & Co     +5            5",
        "  =Eva        -5           -5",
        "  Sum          0",
    ]
    assert '<a class="player" href="#account-1">Bo &amp; Co</a>' in page
    assert '<td class="wide"><span class="loss">-5</span></td>' in page
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


def test_without_headings_there_is_no_line_for_them() -> None:
    unheaded = Table(columns=tuple(replace(column, heading="unseen") for column in NAMED.columns))
    assert text_table(unheaded, [("a", 1)], SETTING, 40) == ["  a  1"]


def test_an_amount_has_a_point_for_people_and_a_comma_in_a_spreadsheet() -> None:
    assert (RESULT.text(1250, SETTING), RESULT.csv(1250, SETTING)) == ("+12.50", "12,50")
    assert RESULT.page(-5, SETTING) == '<span class="loss">-0.05</span>'
    due = owed("gets", "pays")
    assert [due.text(cents, SETTING) for cents in (500, -188, 0)] == ["gets 5.00", "pays 1.88", ""]
    assert [due.csv(cents, SETTING) for cents in (500, -188, 0)] == ["5,00", "-1,88", "0,00"]


def test_words_are_escaped_on_the_page_and_harmless_in_a_spreadsheet() -> None:
    assert WORDS.page("<b>=1</b>", SETTING) == Markup("&lt;b&gt;=1&lt;/b&gt;")
    assert WORDS.csv("=1", SETTING) == "'=1"
    assert phrased("<i>{}</i>", WORDS)("<b>", SETTING) == "<i>&lt;b&gt;</i>"
    assert phrased("{} won", WORDS)("", SETTING) == ""
