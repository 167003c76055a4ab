"""A column is declared once and stands in every form of the report; no form lists columns of its own."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.grammar import amount_text
from service.reports.charts import stack_chart
from service.reports.forms.column import MONEY, Column, Face, Table
from service.reports.html import TEMPLATES
from service.reports.night_report import NightReport, build
from service.reports.tables.accounts import ACCOUNT
from service.reports.tables.hands import EVENTS_TOLD, GAMES, GAP, LOG, STAKES, stack_table
from service.reports.tables.standings import OWING, STANDINGS, TRANSFERS, paper_table, standing_rows
from tests.service.reports.forms.test_tables import told
from tests.service.reports.small_night import HEAD, NAMES, small_night

FACES: tuple[Face, ...] = ("text", "page", "csv")


@pytest.fixture(scope="module")
def report() -> NightReport:
    return build(small_night().records, NAMES, head=HEAD)


def every_table(report: NightReport) -> list[Table[Any]]:
    chart = stack_chart(report, lambda time: time)
    assert chart is not None
    fixed: list[Table[Any]] = [STANDINGS, TRANSFERS, OWING, GAP, ACCOUNT, LOG, STAKES, GAMES, EVENTS_TOLD]
    return [*fixed, paper_table(report.paper), stack_table(report, chart)]


def test_a_new_column_is_one_entry_and_stands_in_every_form(report) -> None:
    with_till = replace(
        STANDINGS, columns=(*STANDINGS.columns, Column("in the till", MONEY, lambda row: row.account.till))
    )
    text, page, lines = told(with_till, standing_rows(report), report.setting)
    assert text[0].endswith("in the till")
    assert '<th scope="col">in the till</th></tr>' in page
    assert lines[0].endswith(";in the till")
    tills = {
        report.name(account.player): amount_text(account.till, report.currency.exponent) for account in report.accounts
    }
    assert set(tills.values()) == {"10.00", "0.00"}
    assert {line.split()[1]: line.split()[-1] for line in text[1:5]} == tills
    assert {line.split(";")[1]: line.split(";")[-1].replace(",", ".") for line in lines[1:]} == tills
    assert page.count("<td>10.00</td></tr>") == list(tills.values()).count("10.00")


def test_the_heading_of_a_column_stands_once_in_a_table(report) -> None:
    for table in every_table(report):
        for face in FACES:
            shown = [column for column in table.columns if face in column.faces]
            titles = [column.csv_title if face == "csv" and column.csv_title else column.title for column in shown]
            assert len([title for title in titles if title]) == len({title for title in titles if title})


def test_no_template_lists_columns_of_its_own() -> None:
    for template in TEMPLATES.glob("*.html"):
        assert '<th scope="col"' not in template.read_text(encoding="utf-8"), template.name


def test_a_row_has_one_head_at_most_and_a_last_row_needs_one(report) -> None:
    for table in every_table(report):
        for face in FACES:
            heads = [column for column in table.columns if face in column.faces and column.heads]
            assert len(heads) <= 1
            assert heads or not table.totalled or face == "csv"
