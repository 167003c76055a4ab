"""What was paid for several stands in every form of the report, beside the results and within the settlement."""

from engine import commands
from engine.club.acts import SignNight
from engine.reports.sentences import tell_all
from service.language.languages.speaking import DANISH, in_language
from service.reports.chat import night_for_chat
from service.reports.html import render_html
from service.reports.night_report import NightReport, build
from service.reports.spreadsheets import tables
from service.reports.text import render_text
from tests.engine.reports.evening import Evening, counted_and_closed, table, won_by
from tests.service.reports.small_night import HEAD, NAMES
from tests.service.reports.test_tables_csv import rows


def played(*expenses: commands.PayExpense) -> Evening:
    """Bo wins a hand, the expenses are paid, and the plan is direct."""
    evening = table()
    won_by(evening, "bo")
    evening.do(*expenses)
    counted_and_closed(evening)
    evening.do(commands.FreezePlan(kind="direct"))
    return evening


PIZZA = commands.PayExpense(player="carl", cents=24001, purpose="pizza & beer")
TAXI = commands.PayExpense(player="bo", cents=9000, purpose="taxi", among=(commands.Sharer(player="eva"),))


TIP = commands.GiveTip(player="carl", payee="bo", cents=500)
INTO_KITTY = commands.GiveTip(player="eva", cents=3000)
FROM_KITTY = commands.PayExpense(player="bo", cents=2000, purpose="crisps", kitty=True)


def report_of(evening: Evening) -> NightReport:
    return build(evening.records, NAMES, head=HEAD)


def test_the_standings_are_those_of_the_game_alone_and_the_transfers_settle_both() -> None:
    without, told = report_of(played()), report_of(played(PIZZA, TAXI))
    assert [(one.player, one.result) for one in told.standings] == [
        (one.player, one.result) for one in without.standings
    ]
    coming = {account.player: account.expenses for account in told.accounts}
    # The odd cent of the pizza is for whoever sits to the left of Carl.
    assert coming == {"eva": -8001 - 9000, "bo": -8000 + 9000, "carl": 16001}
    settled = dict.fromkeys(coming, 0)
    for one in told.transfers.transfers:
        settled[one.payee] += one.cents
        settled[one.payer] -= one.cents
    assert settled == {one.player: one.result + coming[one.player] for one in told.standings}


def test_text_and_page_tell_each_expense_and_each_share_of_it() -> None:
    evening = played(PIZZA)
    report = report_of(evening)
    text = render_text(report, 120)
    (line,) = report.expenses
    assert f"EXPENSES\n  Event {line.version}: Carl pays 240.01 DKK for pizza & beer: Eva" in text
    assert "240.01 DKK in all, in nobody's result and in the same settlement." in text
    assert "Paid for pizza & beer, 160.01 DKK of it for others" in text
    assert "Share of pizza & beer, 80.00 DKK that Carl paid" in text
    assert "Expenses +160.01 DKK." in text
    page = render_html(report, tell_all(evening.records, NAMES))
    assert '<h2 id="expenses">Expenses</h2>' in page
    assert "pizza &amp; beer" in page
    assert "pizza & beer" not in page
    assert "EXPENSES" not in render_text(report_of(played()), 120)


def test_a_table_of_its_own_has_a_line_for_each_share_and_the_accounts_a_column() -> None:
    evening = played(PIZZA, TAXI)
    report = report_of(evening)
    files = tables(report, tell_all(evening.records, NAMES))
    shares = rows(files["expenses.csv"])
    assert [(one["paid for"], one["paid by"], one["player"]) for one in shares] == [
        *(("pizza & beer", "Carl", name) for name in ("Eva", "Bo", "Carl")),
        ("taxi", "Bo", "Eva"),
    ]
    lines = rows(files["accounts.csv"])
    assert [line["expense"] for line in lines if line["player"] == "Bo" and line["expense"] != "0,00"] == [
        "-80,00",
        "90,00",
    ]
    assert "expenses.csv" not in tables(report_of(played()), [])


def test_tips_and_the_kitty_are_told_with_what_it_was_spent_on_and_who_keeps_the_rest() -> None:
    evening = played(TIP, INTO_KITTY, FROM_KITTY)
    report = report_of(evening)
    keeper = report.kitty.keeper
    assert {one.player: one.expenses for one in report.accounts} == {
        one.player: {"carl": -500, "bo": 2500, "eva": -3000}[one.player] + 1000 * (one.player == keeper)
        for one in report.accounts
    }
    text = render_text(report, 120)
    for told in ("Carl tips Bo 5.00 DKK.", "Eva puts 30.00 DKK into the kitty.", "for crisps out of the kitty."):
        assert told in text
    assert "The kitty got 30.00 DKK." in text
    assert "It paid for crisps 20.00 DKK." in text
    assert f"10.00 DKK is left in it, with {report.names[keeper]}." in text
    assert "Keeps what is left in the kitty, 10.00 DKK" in text
    kitty = rows(tables(report, [])["kitty.csv"])
    assert [(row["from"], row["to"], row["paid for"], row["amount"]) for row in kitty] == [
        ("Carl", "Bo", "", "5,00"),
        ("Eva", "the kitty of the house", "", "30,00"),
        ("the kitty of the house", "Bo", "crisps", "20,00"),
    ]
    assert "expenses.csv" not in tables(report, [])
    assert "kitty.csv" not in tables(report_of(played(PIZZA)), [])


def test_in_danish_the_report_tells_expenses_in_danish() -> None:
    with in_language(DANISH):
        text = render_text(report_of(played(PIZZA)), 120)
    assert "UDGIFTER" in text
    assert "Carl betaler 240,01 kr. for pizza & beer: Eva dækker 80,01 kr." in text


def test_the_chat_reads_what_was_spent_beside_the_game_and_who_signed() -> None:
    paid_in = commands.PayIn(player="eva", cents=100)
    evening = played(PIZZA, TAXI, TIP, INTO_KITTY, FROM_KITTY, paid_in)
    agreed = SignNight(
        night="friday",
        player="bo",
        key="0" * 64,
        version=len(evening.records),
        head=HEAD,
        answer="agrees",
        signature="",
    )
    report = build(evening.records, NAMES, head=HEAD, answers=(agreed,))
    _, beside, transfers, signed = night_for_chat(report).split("\n\n")
    assert beside.splitlines() == [
        "Carl paid 240.01 for pizza & beer (Eva, Bo and Carl)",
        "Bo paid 90.00 for taxi (Eva)",
        "Carl tips Bo 5.00 DKK.",
        "The kitty got 30.00 DKK. It paid for crisps 20.00 DKK. 10.00 DKK is left in it, with Eva.",
        "Eva has paid the bank 1.00",
    ]
    assert "→" in transfers
    assert signed == "SIGNED: agreed: Bo (phone); no answer: Eva and Carl."
