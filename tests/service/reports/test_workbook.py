"""The workbook counts for itself, and comes to what the book says."""

from decimal import Decimal
from io import BytesIO

import pytest
from openpyxl import load_workbook

from engine import commands
from engine.club.acts import SignNight
from engine.commands import Currency, Fee, HouseRules
from engine.money import Debt
from service.reports.night_report import NightReport, build
from service.reports.spreadsheets import render_workbook, tables
from tests.engine.reports.evening import Evening, opened, table, won_by
from tests.service.reports.formulas import Counted
from tests.service.reports.small_night import HEAD, NAMES, small_night, the_bank_alone


def still_being_played() -> Evening:
    """Chips in the pot belong to nobody."""
    evening = table()
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"), commands.Bet(player="bo", chips=5))
    return evening


def with_money_in_the_till() -> Evening:
    evening = table()
    won_by(evening, "bo")
    evening.do(commands.BuyChips(player="bo", chips=20), commands.PayIn(player="carl", cents=125))
    return evening


def in_yen() -> Evening:
    return opened("eva", "bo", unit=100, currency=Currency(code="JPY", exponent=0), rules=HouseRules(initial_loan=40))


def with_a_pizza() -> Evening:
    evening = with_money_in_the_till()
    evening.do(commands.PayExpense(player="bo", cents=10000, purpose="pizza"))
    evening.do(commands.GiveTip(player="carl", cents=700), commands.GiveTip(player="bo", payee="eva", cents=300))
    return evening


def with_a_fee() -> Evening:
    """Each pot pays 2 chips of its fee to the kitty, which pays for beer."""
    rules = HouseRules(auto="all", initial_loan=40, fee=Fee(purpose="beer", per="pot", chips=2))
    evening = opened("eva", "bo", "carl", rules=rules)
    won_by(evening, "bo")
    won_by(evening, "carl")
    evening.do(commands.PayExpense(player="bo", cents=75, purpose="beer", kitty=True))
    return evening


NIGHTS = {
    "fee": with_a_fee,
    "small": small_night,
    "bank": the_bank_alone,
    "played": still_being_played,
    "till": with_money_in_the_till,
    "yen": in_yen,
    "pizza": with_a_pizza,
}


@pytest.fixture(scope="module", params=NIGHTS)
def report(request) -> NightReport:
    return build(NIGHTS[request.param]().records, NAMES, head=HEAD)


@pytest.fixture(scope="module")
def content(report) -> bytes:
    return render_workbook(report)


def rows_of(counted: Counted, sheet: str) -> list[dict[str, tuple[str, object]]]:
    """The lines of a sheet by heading, each value with its cell."""
    heads, *lines = counted.sheets[sheet].iter_rows()
    return [
        {head.value: (cell.coordinate, cell.value) for head, cell in zip(heads, line, strict=True)} for line in lines
    ]


def test_every_formula_comes_to_the_value_it_brings(content) -> None:
    counted = Counted(content)
    formulas = counted.formulas()
    assert formulas
    for sheet, cell in formulas:
        brought = counted.brought[sheet][cell].value
        assert counted.value(sheet, cell) == Decimal(str(brought)), (sheet, cell, formulas[sheet, cell])


def test_what_went_into_a_later_night_is_open_in_no_formula() -> None:
    records = small_night().records
    left = [
        Debt(one.payer, one.payee, one.open) for one in build(records, NAMES, head=HEAD).transfers.transfers if one.open
    ]
    counted = Counted(render_workbook(build(records, NAMES, head=HEAD, carried_on={"later": left})))
    lines = rows_of(counted, "transfers")
    assert {counted.value("transfers", line["open"][0]) for line in lines} == {0}
    assert left


def test_every_file_but_the_book_itself_is_a_sheet(report, content) -> None:
    files = [name.removesuffix(".csv") for name in tables(report, ())]
    assert [*load_workbook(BytesIO(content)).sheetnames, "events"] == files


def test_results_are_formulas_and_those_of_the_book(report, content) -> None:
    counted = Counted(content)
    scale = 10**report.night.exponent
    due = {account.player: account.due for account in report.accounts}
    for line, standing in zip(rows_of(counted, "standings"), report.standings, strict=False):
        cell, formula = line["result"]
        assert "accounts!" in str(formula)
        assert counted.value("standings", cell) * scale == standing.result
        assert counted.value("standings", line["still to get"][0]) * scale == due[standing.player]
        assert line["player"][1] == report.name(standing.player)


def test_the_check_is_zero_and_is_no_longer_if_a_line_is_changed(report, content) -> None:
    counted = Counted(content)
    (check,) = [
        line["result"][0] for line in rows_of(counted, "standings") if str(line["player"][1]).startswith("check")
    ]
    assert counted.value("standings", check) == 0
    changed = next(line for line in rows_of(counted, "accounts") if line["chips"][1])
    counted.sheets["accounts"][changed["chips"][0]].value += 3
    assert counted.value("standings", check) == Decimal(3 * report.night.unit) / 10**report.night.exponent


def test_tips_and_what_the_kitty_was_spent_on_stand_on_a_sheet_of_their_own() -> None:
    counted = Counted(render_workbook(build(with_a_fee().records, NAMES, head=HEAD)))
    lines = rows_of(counted, "kitty")
    assert [line["paid for"][1] for line in lines] == ["beer", "beer", "beer"]
    assert lines[-1]["from"][1] == "the kitty of the house"


def test_who_has_agreed_to_what_stands_on_a_sheet_of_its_own() -> None:
    evening = small_night()
    said = SignNight(
        night="n",
        player="bo",
        key="0" * 32,
        version=len(evening.records),
        head=HEAD,
        answer="refuses",
        reason="No.",
        signature="0" * 128,
    )
    report = build(evening.records, NAMES, head=HEAD, answers=(said,))
    lines = rows_of(Counted(render_workbook(report)), "agreed")
    told = [tuple(str(line[title][1]) for title in ("what", "player", "answer", "how", "why")) for line in lines]
    assert ("the settlement", NAMES["bo"], "refuses", "by phone", "No.") in told
    decided = [line["event"][1] for line in lines if line["event"][1]]
    assert decided == [one.version for one in report.decisions for _ in one.said] != []


def test_the_same_night_makes_the_same_bytes(report, content) -> None:
    assert render_workbook(report) == content


def test_what_begins_like_a_formula_stays_the_text_it_is() -> None:
    names = {"eva": "=1+1", "bo": "@SUM(A1)", "aase": "+45", "carl": "-x"}
    counted = Counted(render_workbook(build(small_night().records, names, head=HEAD)))
    players = {str(line["player"][1]) for line in rows_of(counted, "standings")}
    assert set(names.values()) <= players
    texts = [
        cell for sheet in counted.sheets for row in sheet.iter_rows() for cell in row if cell.value in names.values()
    ]
    assert texts
    assert all(cell.data_type == "s" for cell in texts)


def test_amounts_and_times_are_such_and_no_texts() -> None:
    book = load_workbook(BytesIO(render_workbook(build(small_night().records, NAMES, head=HEAD))), data_only=True)
    assert book.sheetnames == ["standings", "accounts", "transfers", "hands", "agreed"]
    amount = book["transfers"]["E2"]
    assert (type(amount.value), amount.number_format) in ((float, "0.00"), (int, "0.00"))
    assert book["accounts"]["D2"].is_date
