"""A report as text: the night, its accounts, its headline."""

from collections.abc import Iterator, Sequence

from engine.speech import say
from service.language.local_time import Clock
from service.reports import phrases
from service.reports.account import Account
from service.reports.forms.as_files import text_table
from service.reports.forms.column import Setting
from service.reports.forms.widths import paragraph
from service.reports.night_report import NightReport
from service.reports.phrases import chips_text, money_text, result_text
from service.reports.tables.accounts import ACCOUNT, account_rows
from service.reports.tables.hands import GAMES, GAP, LOG, log_rows
from service.reports.tables.standings import (
    OWING,
    STANDINGS,
    TRANSFERS,
    owing_rows,
    paper_rows,
    paper_table,
    standing_rows,
    transfer_rows,
)

WIDTH = 100


def render_text(report: NightReport, width: int = WIDTH) -> str:
    """The whole report; lines keep to the width as far as names and numbers allow."""
    setting = report.setting
    parts = [
        _title(report, setting.clock, width),
        _section(say("Verdict"), _verdict(report, setting, width)),
        _listing(phrases.disputed(report), width),
        _section(say("The night"), _totals(report, width)),
        _section(say("Standings"), _standings(report, setting, width)),
        _section(say("On paper"), _paper(report, setting, width)),
        _section(_transfers_head(report), _transfers(report, setting, width)),
        _section(say("Count and gap"), _gap(report, setting, width)),
        _listing(phrases.spent(report), width),
        *(_listing(one, width) for one in phrases.departures(report)),
        _section(say("Games"), text_table(GAMES, report.games, setting, width) if report.games else []),
        _section(say("Accounts"), account_lines(report, width)),
        _section(say("Hands"), _hands(report, setting, width)),
        _section(say("Proof"), _proof(report, width)),
    ]
    return "\n".join(line for part in parts for line in part)


def _section(head: str, lines: Sequence[str]) -> list[str]:
    """A part under its heading; () if the part is empty."""
    return [head.upper(), *lines, ""] if lines else []


def _title(report: NightReport, clock: Clock, width: int) -> list[str]:
    when = phrases.when_text(report, clock)
    return [
        *paragraph(phrases.title_text(report), width, indent=0),
        *([when] if when else []),
        *paragraph(phrases.facts_text(report), width, indent=0),
        "",
    ]


def _verdict(report: NightReport, setting: Setting, width: int) -> list[str]:
    lines = _paragraphs(report.verdict.sentences, width)
    for finding in report.verdict.findings:
        lines += paragraph(f"- {finding.sentence}", width, indent=4)
    owing = owing_rows(report)
    return [*lines, "", *text_table(OWING, owing, setting, width, indent=4)] if owing else lines


def _totals(report: NightReport, width: int) -> list[str]:
    return _paragraphs(phrases.total_texts(report), width)


def _transfers_head(report: NightReport) -> str:
    if report.transfers.provisional:
        return say("Transfers, if the night ended now")
    return say("Transfers")


def _standings(report: NightReport, setting: Setting, width: int) -> list[str]:
    lines = text_table(STANDINGS, standing_rows(report), setting, width)
    return [*lines, *_paragraphs(phrases.nobody_texts(report), width)]


def _paper(report: NightReport, setting: Setting, width: int) -> list[str]:
    """Every score with all totals after it; () if no score was kept on paper."""
    if not report.paper.lines:
        return []
    lines = text_table(paper_table(report.paper), paper_rows(report.paper), setting, width)
    return [*lines, *paragraph(say(phrases.PAPER_TOLD), width)]


def _transfers(report: NightReport, setting: Setting, width: int) -> list[str]:
    rows = transfer_rows(report)
    if not rows:
        return paragraph(say(phrases.NOBODY_OWES), width)
    return [*text_table(TRANSFERS, rows, setting, width), *paragraph(phrases.plan_text(report), width)]


def _gap(report: NightReport, setting: Setting, width: int) -> list[str]:
    results = text_table(GAP, report.gap.found, setting, width) if report.gap.found else []
    return [*results, *_paragraphs(phrases.gap_texts(report), width)]


def _hands(report: NightReport, setting: Setting, width: int) -> list[str]:
    """Every hand: game, dealer, how it ended, and what each player put in; () before the first."""
    if not report.hands:
        return []
    legend = paragraph(say(phrases.TABLE_NAMED), width) if phrases.named_by_table(report) else []
    return [*text_table(LOG, log_rows(report), setting, width), *legend]


def _listing(told: phrases.Listing, width: int) -> list[str]:
    return _section(
        told.head, [line for text, indent in _indented(told) for line in paragraph(text, width, indent=indent)]
    )


def _indented(told: phrases.Listing) -> Iterator[tuple[str, int]]:
    for entry in told.entries:
        yield entry.text, 2
        yield from ((sentence, 4) for sentence in entry.below)
    yield from ((sentence, 4) for sentence in told.of_all)


def _proof(report: NightReport, width: int) -> list[str]:
    return [
        f"  {phrases.head_text(report)}",
        f"  {report.head}",
        f"  {phrases.verify_command(report)}",
        *_paragraphs(phrases.proof_texts(report), width),
    ]


def _paragraphs(sentences: Sequence[str], width: int) -> list[str]:
    return [line for sentence in sentences for line in paragraph(sentence, width)]


def account_lines(report: NightReport, width: int) -> list[str]:
    """One account after another, in the order of the standings."""
    setting = report.setting
    by_player = {account.player: account for account in report.accounts}
    lines: list[str] = []
    for standing in report.standings:
        lines += ["", *_account(report, by_player[standing.player], setting, width)]
    return lines[1:]


def _account(report: NightReport, account: Account, setting: Setting, width: int) -> list[str]:
    return [
        *paragraph(result_text(report, account), width),
        *text_table(ACCOUNT, account_rows(account), setting, width),
        *paragraph(chips_text(account), width),
        *paragraph(money_text(report, account), width),
    ]
