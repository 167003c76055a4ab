"""Everyone's account as text, from the first loan to the result, with the sums."""

from collections.abc import Sequence

from engine.wording import format_amount, signed
from service.reports.account import Account, AccountLine
from service.reports.columns import Column, paragraph, table
from service.reports.local_time import Clock
from service.reports.night_report import NightReport
from service.reports.phrases import chips_told, drawn_together, line_told, money_told, outcome_told, spanned

NUMBERS = ("put in", "got", "chips", "stack")

Row = tuple[str, ...]


def account_lines(report: NightReport, clock: Clock, width: int) -> list[str]:
    """One account after another, in the order of the standings."""
    by_player = {account.player: account for account in report.accounts}
    lines: list[str] = []
    for standing in report.standings:
        lines += ["", *_account(report, by_player[standing.player], clock, width)]
    return lines[1:]


def _account(report: NightReport, account: Account, clock: Clock, width: int) -> list[str]:
    currency = report.currency
    rows = [_row(line, report, clock) for line in drawn_together(account.movements)]
    put_in = sum(line.put_in for line in account.movements)
    got = sum(line.got for line in account.movements)
    total = sum(line.chips for line in account.movements)
    sums = (f"{put_in}", f"{got}", signed(total), f"{account.stack}", format_amount(account.account, currency))
    rows.append(("", "", "Sum", *sums))
    columns = (
        Column("event"),
        Column("time"),
        Column("", wraps=True),
        *(Column(head, right=True) for head in NUMBERS),
        Column(f"account {report.night.currency}", right=True),
    )
    return [
        *paragraph(f"{account.name} {outcome_told(report, account)}", width),
        *table(columns, rows, width),
        *paragraph(chips_told(account), width),
        *paragraph(money_told(report, account), width),
    ]


def _row(lines: Sequence[AccountLine], report: NightReport, clock: Clock) -> Row:
    first, last = lines[0], lines[-1]
    hand = last.kind == "hand"
    return (
        spanned(first.first, last.last),
        clock.time_or_day(last.occurred_at, report.first_at),
        line_told(lines),
        f"{last.put_in}" if hand else "",
        f"{last.got}" if hand else "",
        signed(last.chips) if hand or last.chips else "",
        f"{last.stack}",
        format_amount(last.account, report.currency) if last.cents else "",
    )
