"""The report as five CSV tables, and one more each for a score kept on paper, requests and disputes."""

from collections.abc import Sequence

from engine.reports.sentences import EventSentence
from service.reports.forms.as_files import csv_table
from service.reports.night_report import NightReport
from service.reports.tables.accounts import ACCOUNT, every_line
from service.reports.tables.hands import EVENTS_TOLD, STAKES, setting_of, stake_rows
from service.reports.tables.paper import paper_rows_by_player, paper_table
from service.reports.tables.requests import DISPUTES, REQUESTS
from service.reports.tables.standings import STANDINGS, standing_rows
from service.reports.tables.transfers import TRANSFERS, transfer_rows


def tables(report: NightReport, told: Sequence[EventSentence]) -> dict[str, bytes]:
    """File contents by file name; `told` are the events of the same book."""
    setting = setting_of(report)
    stakes = [row for hand in report.hands for row in stake_rows(hand)]
    made = {
        "standings.csv": csv_table(STANDINGS, standing_rows(report), setting),
        "transfers.csv": csv_table(TRANSFERS, transfer_rows(report), setting),
        "accounts.csv": csv_table(ACCOUNT, every_line(report), setting),
        "hands.csv": csv_table(STAKES, stakes, setting),
        "events.csv": csv_table(EVENTS_TOLD, told, setting),
    }
    if report.paper.lines:
        made["paper.csv"] = csv_table(paper_table(report.paper), paper_rows_by_player(report.paper), setting)
    if report.requests:
        made["requests.csv"] = csv_table(REQUESTS, report.requests, setting)
    if report.disputes:
        made["disputes.csv"] = csv_table(DISPUTES, report.disputes, setting)
    return made
