"""Everyone's account as text, from the first loan to the result, with the sums."""

from service.language.local_time import Clock
from service.reports.account import Account
from service.reports.forms.as_text import text_table
from service.reports.forms.column import Setting
from service.reports.forms.widths import paragraph
from service.reports.night_report import NightReport
from service.reports.phrases import chips_told, money_told, result_told
from service.reports.tables.accounts import ACCOUNT, account_rows
from service.reports.tables.night import setting_of


def account_lines(report: NightReport, clock: Clock, width: int) -> list[str]:
    """One account after another, in the order of the standings."""
    setting = setting_of(report, clock)
    by_player = {account.player: account for account in report.accounts}
    lines: list[str] = []
    for standing in report.standings:
        lines += ["", *_account(report, by_player[standing.player], setting, width)]
    return lines[1:]


def _account(report: NightReport, account: Account, setting: Setting, width: int) -> list[str]:
    return [
        *paragraph(result_told(report, account), width),
        *text_table(ACCOUNT, account_rows(account), setting, width),
        *paragraph(chips_told(account), width),
        *paragraph(money_told(report, account), width),
    ]
