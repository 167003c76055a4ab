"""The report as plain text: the verdict first, then the details, down to every hand of every account."""

from collections.abc import Sequence

from service.reports import phrases
from service.reports.night_report import NightReport
from service.reports.tables.games import GAMES
from service.reports.tables.gap import GAP
from service.reports.tables.hands import LOG, log_rows
from service.reports.tables.night import setting_of
from service.reports.tables.paper import paper_rows, paper_table
from service.reports.tables.standings import STANDINGS, standing_rows
from service.reports.tables.transfers import OWING, TRANSFERS, owing_rows, transfer_rows
from service.reports.text_of_accounts import account_lines
from service.tables.as_text import text_table
from service.tables.column import Setting
from service.tables.local_time import Clock
from service.tables.widths import paragraph

WIDTH = 100


def render_text(report: NightReport, width: int = WIDTH) -> str:
    """The whole report; lines keep to the width as far as names and numbers allow."""
    setting = setting_of(report)
    parts = [
        _title(report, setting.clock, width),
        _section("VERDICT", _verdict(report, setting, width)),
        _section("OPEN DISPUTES", _entries(phrases.disputes_told(report, phrases.open_disputes(report)), width)),
        _section("THE NIGHT", _totals(report, width)),
        _section("STANDINGS", _standings(report, setting, width)),
        _section("ON PAPER", _paper(report, setting, width)),
        _section(_transfers_head(report), _transfers(report, setting, width)),
        _section("COUNT AND GAP", _gap(report, setting, width)),
        _section("THE BANK PASSED ON", _entries(phrases.handovers_told(report), width)),
        _section("REQUESTS OF PLAYERS", _entries(phrases.requests_told(report), width)),
        _section("CORRECTIONS", _entries([*phrases.strikes_told(report), *phrases.corrections_told(report)], width)),
        _section(
            "WAIVERS AND RULINGS", _entries([*phrases.waivers_told(report), *phrases.rulings_told(report)], width)
        ),
        _section("DISPUTES THAT ENDED", _entries(phrases.disputes_told(report, phrases.ended_disputes(report)), width)),
        _section("GAMES", text_table(GAMES, report.games, setting, width) if report.games else []),
        _section("ACCOUNTS", account_lines(report, setting.clock, width)),
        _section("HANDS", _hands(report, setting, width)),
        _section("PROOF", _proof(report, width)),
    ]
    return "\n".join(line for part in parts for line in part)


def _section(head: str, lines: Sequence[str]) -> list[str]:
    """A part under its heading; () if the part is empty."""
    return [head, *lines, ""] if lines else []


def _title(report: NightReport, clock: Clock, width: int) -> list[str]:
    when = phrases.when_told(report, clock)
    return [
        *paragraph(f"{report.night.name or report.night.id}: {phrases.PHASES[report.verdict.phase]}", width, indent=0),
        *([when] if when else []),
        *paragraph(phrases.facts_told(report), width, indent=0),
        "",
    ]


def _verdict(report: NightReport, setting: Setting, width: int) -> list[str]:
    lines = _paragraphs(report.verdict.sentences, width)
    for finding in report.verdict.findings:
        lines += paragraph(f"- {finding.sentence}", width, indent=4)
    owing = owing_rows(report)
    return [*lines, "", *text_table(OWING, owing, setting, width, indent=4)] if owing else lines


def _totals(report: NightReport, width: int) -> list[str]:
    return _paragraphs(phrases.totals_told(report), width)


def _transfers_head(report: NightReport) -> str:
    if report.transfers.provisional:
        return "TRANSFERS, IF THE NIGHT ENDED NOW"
    return "TRANSFERS"


def _standings(report: NightReport, setting: Setting, width: int) -> list[str]:
    lines = text_table(STANDINGS, standing_rows(report), setting, width)
    return [*lines, *_paragraphs(phrases.nobodys_told(report), width)]


def _paper(report: NightReport, setting: Setting, width: int) -> list[str]:
    """Every score with all totals after it; () if no score was kept on paper."""
    if not report.paper.lines:
        return []
    lines = text_table(paper_table(report.paper), paper_rows(report.paper), setting, width)
    return [*lines, *paragraph(phrases.PAPER_TOLD, width)]


def _transfers(report: NightReport, setting: Setting, width: int) -> list[str]:
    rows = transfer_rows(report)
    if not rows:
        return paragraph("Nobody owes anybody.", width)
    return [*text_table(TRANSFERS, rows, setting, width), *paragraph(phrases.plan_told(report), width)]


def _gap(report: NightReport, setting: Setting, width: int) -> list[str]:
    found = text_table(GAP, report.gap.found, setting, width) if report.gap.found else []
    return [*found, *_paragraphs(phrases.gap_told(report), width)]


def _hands(report: NightReport, setting: Setting, width: int) -> list[str]:
    """Every hand: game, dealer, how it ended, and what each player put in; () before the first."""
    if not report.hands:
        return []
    legend = paragraph(phrases.TABLE_NAMED, width) if phrases.named_by_table(report) else []
    return [*text_table(LOG, log_rows(report), setting, width), *legend]


def _entries(entries: Sequence[phrases.Entry], width: int) -> list[str]:
    return [line for entry in entries for line in paragraph(entry.text, width, indent=4 if entry.inner else 2)]


def _proof(report: NightReport, width: int) -> list[str]:
    return [
        f"  Head of the book after event {report.version}, and how to verify it:",
        f"  {report.head}",
        f"  {phrases.verify_command(report)}",
        *_paragraphs(phrases.proof_told(report), width),
    ]


def _paragraphs(sentences: Sequence[str], width: int) -> list[str]:
    return [line for sentence in sentences for line in paragraph(sentence, width)]
