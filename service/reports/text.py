"""A report as text: the night, its accounts, its headline."""

from collections.abc import Sequence

from engine.speech import say
from service.language.local_time import Clock
from service.reports import phrases, sections
from service.reports.account import Account
from service.reports.forms.as_files import text_table
from service.reports.forms.column import Setting
from service.reports.forms.widths import paragraph
from service.reports.night_report import NightReport
from service.reports.phrases import chips_text, money_text, result_text
from service.reports.sections import Section
from service.reports.tables.accounts import ACCOUNT, account_rows
from service.reports.tables.standings import OWING, owing_rows

WIDTH = 100


def render_text(report: NightReport, width: int = WIDTH) -> str:
    """The whole report; lines keep to the width as far as names and numbers allow."""
    setting = report.setting

    def lines_of(section: Section) -> list[str]:
        return _under(section.head, _lines_of(section, setting, width))

    parts = [
        _title(report, setting.clock, width),
        _under(say("Verdict"), _verdict(report, setting, width)),
        lines_of(sections.disputed(report)),
        _under(say("The night"), _paragraphs(phrases.total_texts(report), width)),
        lines_of(sections.standings(report)),
        lines_of(sections.on_paper(report)),
        lines_of(sections.transfers(report)),
        lines_of(sections.gap(report)),
        lines_of(sections.spent(report)),
        *map(lines_of, sections.departures(report)),
        lines_of(sections.games(report)),
        _under(say("Accounts"), account_lines(report, width)),
        lines_of(sections.hands(report)),
        _under(say("Proof"), _proof(report, width)),
    ]
    return "\n".join(line for part in parts for line in part)


def _under(head: str, lines: Sequence[str]) -> list[str]:
    """A part under its heading; () if the part is empty."""
    return [head.upper(), *lines, ""] if lines else []


def _lines_of(section: Section, setting: Setting, width: int) -> list[str]:
    lines = text_table(section.table, section.rows, setting, width) if section.rows else []
    for entry in section.entries:
        lines += [*paragraph(entry.text, width), *_paragraphs(entry.below, width, indent=4)]
    return [*lines, *_paragraphs(section.notes, width, indent=4 if section.entries else 2)]


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


def _proof(report: NightReport, width: int) -> list[str]:
    return [
        f"  {phrases.head_text(report)}",
        f"  {report.head}",
        f"  {phrases.verify_command(report)}",
        *_paragraphs(phrases.proof_texts(report), width),
    ]


def _paragraphs(sentences: Sequence[str], width: int, *, indent: int = 2) -> list[str]:
    return [line for sentence in sentences for line in paragraph(sentence, width, indent=indent)]


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
