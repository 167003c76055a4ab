"""The sheet of a score kept on paper as columns of text."""

from engine.reports.paper import PaperLine
from engine.wording import listed
from service.reports.columns import Column, paragraph, table
from service.reports.night_report import NightReport
from service.reports.phrases import PAPER_TOLD


def paper_lines(report: NightReport, width: int) -> list[str]:
    """Every score with all totals after it; empty if no score was kept on paper."""
    work = report.paper
    if not work.lines:
        return []
    rows = [
        (f"{line.hand}", f"{line.version}", _told(report, line), *(f"{total}" for total in line.totals))
        for line in work.lines
    ]
    columns = (
        Column("hand", right=True),
        Column("event", right=True),
        Column("", wraps=True),
        *(Column(report.name(player), right=True) for player in work.players),
    )
    return [*table(columns, rows, width), *paragraph(PAPER_TOLD, width)]


def _told(report: NightReport, line: PaperLine) -> str:
    each = " each" if len(line.players) > 1 else ""
    return f"{line.what}, {line.points}{each} for {listed([report.name(player) for player in line.players])}"
