"""A night of which only the bank is known tells what each player brought in and took out, wherever its accounts stand."""

import csv
import io

import pypdfium2
import pytest

from engine.reports.sentences import tell_all
from service.language.languages.speaking import LANGUAGES, in_language
from service.reports.forms.as_print import as_pdf
from service.reports.html import render_html
from service.reports.night_report import NightReport, build
from service.reports.printed import night_document
from service.reports.spreadsheets import render_workbook, tables
from service.reports.text import render_text
from tests.service.reports.formulas import Counted
from tests.service.reports.small_night import HEAD, NAMES, small_night, the_bank_alone
from tests.service.reports.test_text import section

IN_AND_OUT = {"Eva": ("10.00", "18.75"), "Bo": ("15.00", "0.00"), "Carl": ("10.00", "16.25")}


@pytest.fixture(scope="module")
def report() -> NightReport:
    return build(the_bank_alone().records, NAMES, head=HEAD)


def test_the_text_has_them_in_place_of_what_hands_brought(report) -> None:
    told = section(render_text(report), "ACCOUNTS")
    assert not any("put in" in line for line in told)
    assert sum("in DKK  out DKK" in line for line in told) == len(IN_AND_OUT)
    sums = [line.split()[-3:-1] for line in told if line.startswith("                Sum")]
    assert sorted(map(tuple, sums)) == sorted(IN_AND_OUT.values())


def test_so_do_the_page_and_the_print(report) -> None:
    page = render_html(report, tell_all(the_bank_alone().records, NAMES))
    assert "put in" not in page
    assert ">in DKK</th>" in page
    for came, left in IN_AND_OUT.values():
        assert f"{came} in, {left} out" in page
    printed = " ".join(
        one.get_textpage().get_text_range() for one in pypdfium2.PdfDocument(as_pdf(night_document(report)))
    )
    assert "put in" not in printed
    assert "in DKK out DKK" in " ".join(printed.split())


def test_tables_and_workbook_have_them_every_night_in_the_same_columns(report) -> None:
    accounts = tables(report, ())["accounts.csv"].decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(accounts, newline=""), delimiter=";"))
    for name, (came, left) in IN_AND_OUT.items():
        for title, sum_of_lines in (("in", came), ("out", left)):
            amounts = [line[title].replace(",", "") for line in lines if line["player"] == name]
            assert sum(int(amount or 0) for amount in amounts) == int(sum_of_lines.replace(".", ""))
    heads, *rows = Counted(render_workbook(report)).brought["accounts"].iter_rows(values_only=True)
    assert sum(row[heads.index("in")] or 0 for row in rows) == 35
    assert sum(row[heads.index("out")] or 0 for row in rows) == 35
    with_hands = tables(build(small_night().records, NAMES, head=HEAD), ())["accounts.csv"].decode("utf-8-sig")
    assert with_hands.partition("\r\n")[0] == accounts.partition("\r\n")[0]


def test_a_night_with_hands_tells_of_hands() -> None:
    told = section(render_text(build(small_night().records, NAMES, head=HEAD)), "ACCOUNTS")
    assert not any("out DKK" in line for line in told)


def test_danes_read_them_in_danish(report) -> None:
    with in_language(LANGUAGES["da"]):
        assert "ind kr.  ud kr." in render_text(report)
