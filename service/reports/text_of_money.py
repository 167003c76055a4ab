"""Standings, transfers and the gap as columns of text."""

from collections.abc import Sequence

from engine.wording import format_amount, signed
from service.reports.columns import Column, paragraph, table
from service.reports.night_report import NightReport
from service.reports.phrases import either, gap_told, nobodys_told, plan_told, plus

# From here on every column of the standings is shown.
WIDE = 92


def standing_lines(report: NightReport, width: int) -> list[str]:
    """The results and their parts; the last row shows that they sum to zero."""
    currency = report.currency
    accounts = {account.player: account for account in report.accounts}
    rows = []
    for standing in report.standings:
        account = accounts[standing.player]
        rows.append(
            (
                f"{standing.place}.",
                report.name(standing.player),
                f"{account.hands_played}",
                f"{account.hands_won}",
                f"{account.issued}",
                f"{standing.stack + account.returned}",
                plus(format_amount(standing.result, currency)),
                either("paid", account.paid, "got", currency),
                either("gets", account.due, "pays", currency),
            )
        )
    total = sum(standing.result for standing in report.standings)
    issued, back = (sum(int(row[place]) for row in rows) for place in (4, 5))
    rows.append(("", "Sum", "", "", f"{issued}", f"{back}", plus(format_amount(total, currency)), "", ""))
    columns = (
        Column("", right=True),
        Column("", wraps=True),
        Column("hands", right=True),
        Column("won", right=True),
        Column("from bank", right=True),
        Column("left with", right=True),
        Column(f"result {report.night.currency}", right=True),
        Column("so far", right=True),
        Column("still", right=True),
    )
    # A narrow screen leaves out the numbers of hands, which the accounts have too.
    shown = [place for place in range(len(columns)) if width >= WIDE or place not in (2, 3)]
    lines = table([columns[place] for place in shown], [[row[place] for place in shown] for row in rows], width)
    return [*lines, *_paragraphs(nobodys_told(report), width)]


def transfer_lines(report: NightReport, width: int) -> list[str]:
    """The plan, transfer by transfer, with what is paid and by which events."""
    plan, currency = report.transfers, report.currency
    if not plan.transfers:
        return paragraph("Nobody owes anybody.", width)
    rows = [
        (
            f"{transfer.number}.",
            report.name(transfer.payer),
            "to",
            report.name(transfer.payee),
            format_amount(transfer.cents, currency),
            format_amount(transfer.paid, currency) if transfer.paid else "",
            format_amount(transfer.open, currency) if transfer.open else "paid",
            ", ".join(map(str, transfer.payments)),
        )
        for transfer in plan.transfers
    ]
    columns = (
        Column("", right=True),
        Column("from"),
        Column(""),
        Column("to"),
        Column(report.night.currency, right=True),
        Column("paid", right=True),
        Column("open", right=True),
        Column("in event", wraps=True),
    )
    if plan.provisional:
        rows, columns = [row[:5] for row in rows], columns[:5]  # type: ignore[assignment,misc]
    return [*table(columns, rows, width), *paragraph(plan_told(report), width)]


def gap_lines(report: NightReport, width: int) -> list[str]:
    """Whose count was off, by how much, and who bore it."""
    gap, currency = report.gap, report.currency
    lines: list[str] = []
    if gap.found:
        rows = [
            (
                report.name(part.player),
                f"{part.book}",
                f"{part.counted}",
                signed(part.chips),
                format_amount(part.cents, currency),
                f"{part.version}",
            )
            for part in gap.found
        ]
        rows.append(("In all", "", "", signed(gap.chips), format_amount(gap.cents, currency), ""))
        columns = (
            Column("", wraps=True),
            Column("book", right=True),
            Column("counted", right=True),
            Column("gap", right=True),
            Column(report.night.currency, right=True),
            Column("event", right=True),
        )
        lines += table(columns, rows, width)
    return [*lines, *_paragraphs(gap_told(report), width)]


def _paragraphs(sentences: Sequence[str], width: int) -> list[str]:
    return [line for sentence in sentences for line in paragraph(sentence, width)]
