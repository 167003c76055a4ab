"""The report as plain text: the verdict first, then the details, down to every hand of every account."""

from collections.abc import Sequence

from engine.wording import closed, format_amount, numbered
from service.reports import phrases
from service.reports.columns import cells, paragraph, set_left
from service.reports.local_time import Clock, clock_in
from service.reports.night_report import NightReport
from service.reports.text_of_accounts import account_lines
from service.reports.text_of_hands import game_lines, hand_lines
from service.reports.text_of_money import gap_lines, standing_lines, transfer_lines
from service.reports.text_of_paper import paper_lines

WIDTH = 100


def render_text(report: NightReport, width: int = WIDTH) -> str:
    """The whole report; lines keep to the width as far as names and numbers allow."""
    clock = clock_in(report.night.zone)
    parts = [
        _title(report, clock, width),
        _section("VERDICT", _verdict(report, width)),
        _section("THE NIGHT", _totals(report, width)),
        _section("STANDINGS", standing_lines(report, width)),
        _section("ON PAPER", paper_lines(report, width)),
        _section(_transfers_head(report), transfer_lines(report, width)),
        _section("COUNT AND GAP", gap_lines(report, width)),
        _section("CORRECTIONS", _strikes(report, width)),
        _section("WAIVERS AND RULINGS", [*_waivers(report, width), *_rulings(report, width)]),
        _section("GAMES", game_lines(report, width)),
        _section("ACCOUNTS", account_lines(report, clock, width)),
        _section("HANDS", hand_lines(report, clock, width)),
        _section("PROOF", _proof(report, width)),
    ]
    return "\n".join(line for part in parts for line in part)


def _section(head: str, lines: Sequence[str]) -> list[str]:
    """A part under its heading; () if the part is empty."""
    return [head, *lines, ""] if lines else []


def _title(report: NightReport, clock: Clock, width: int) -> list[str]:
    when = phrases.when_told(report, clock)
    return [
        *paragraph(f"{report.night.name or report.night.id}: {phrases.STATES[report.verdict.state]}", width, indent=0),
        *([when] if when else []),
        *paragraph(phrases.facts_told(report), width, indent=0),
        "",
    ]


def _verdict(report: NightReport, width: int) -> list[str]:
    lines = [line for sentence in report.verdict.sentences for line in paragraph(sentence, width)]
    for finding in report.verdict.findings:
        lines += paragraph(f"- {finding.sentence}", width, indent=4)
    owing = [transfer for transfer in report.transfers.transfers if transfer.open]
    if not owing:
        return lines
    payers = max(cells(report.name(transfer.payer)) for transfer in owing)
    payees = max(cells(report.name(transfer.payee)) for transfer in owing)
    amounts = [format_amount(transfer.open, report.currency) for transfer in owing]
    widest = max(map(len, amounts))
    verb = "would pay" if report.transfers.provisional else "owes"
    return [
        *lines,
        "",
        *(
            f"    {set_left(report.name(transfer.payer), payers)}  {verb}  "
            f"{set_left(report.name(transfer.payee), payees)}  {amount.rjust(widest)} {report.night.currency}"
            for transfer, amount in zip(owing, amounts, strict=True)
        ),
    ]


def _totals(report: NightReport, width: int) -> list[str]:
    return [line for sentence in phrases.totals_told(report) for line in paragraph(sentence, width)]


def _transfers_head(report: NightReport) -> str:
    if report.transfers.provisional:
        return "TRANSFERS, IF THE NIGHT ENDED NOW"
    return "TRANSFERS"


def _strikes(report: NightReport, width: int) -> list[str]:
    void = {told.version: told for told in report.void}
    lines: list[str] = []
    for strike in report.corrections.strikes:
        anew = f" Redrawn: {numbered(strike.redrawn)}." if strike.redrawn else ""
        lines += paragraph(
            f"Event {strike.version}: {numbered(strike.struck)} struck{_because(strike.reason)}{anew}", width
        )
        acts = [version for version in strike.void if void[version].caused_by is None]
        for version in acts:
            lines += paragraph(f"{version}: {void[version].sentence}", width, indent=4)
        followed = [version for version in strike.void if version not in acts]
        if followed:
            lines += paragraph(f"and what followed: {numbered(followed)}", width, indent=4)
    return lines


def _because(reason: str) -> str:
    return f": {closed(reason)}" if reason.strip() else "."


def _waivers(report: NightReport, width: int) -> list[str]:
    return [
        line
        for waiver in report.corrections.waivers
        for line in paragraph(f"Event {waiver.version}: {waiver.rule} waived{_because(waiver.reason)}", width)
    ]


def _rulings(report: NightReport, width: int) -> list[str]:
    voice = report.voice
    lines: list[str] = []
    for ruling in report.corrections.rulings:
        lines += paragraph(f"Event {ruling.version}: ruling of the table. {ruling.text}", width)
        for move in ruling.moves:
            moved = f"{move.chips} from {voice.account(move.payer)} to {voice.account(move.payee)}"
            lines += paragraph(moved, width, indent=4)
        lines += paragraph(f"agreed by {voice.people(ruling.agreed_by)}", width, indent=4)
    return lines


def _proof(report: NightReport, width: int) -> list[str]:
    return [
        f"  Head of the book after event {report.version}, and how to verify it:",
        f"  {report.head}",
        f"  {phrases.verify_command(report)}",
        *(line for sentence in phrases.proof_told(report) for line in paragraph(sentence, width)),
    ]
