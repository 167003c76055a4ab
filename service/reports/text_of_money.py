"""Standings, transfers and the gap as columns of text."""

from engine.commands import Currency
from engine.reports.wording import counted, format_amount, signed
from service.reports.columns import Column, paragraph, table
from service.reports.night_report import NightReport

# From here on every column of the standings is shown.
WIDE = 92

# Missing chips are worth something that nobody has handed back; chips over have to be made good.
MISSING_GOES = {
    "banker": "Its worth goes to the banker",
    "player": "Its worth goes to one player",
    "winners": "The winners share its worth",
    "losers": "The losers share its worth",
    "all": "All share its worth",
}
OVER_COMES = {
    "banker": "The banker makes it good",
    "player": "One player makes it good",
    "winners": "The winners make it good",
    "losers": "The losers make it good",
    "all": "All make it good",
}


def standing_lines(report: NightReport, width: int) -> list[str]:
    """Results with what they rest on; the last row shows that they cancel out."""
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
                _plus(format_amount(standing.result, currency)),
                _either("paid", account.paid, "got", currency),
                _either("gets", account.due, "pays", currency),
            )
        )
    total = sum(standing.result for standing in report.standings)
    issued, back = (sum(int(row[place]) for row in rows) for place in (4, 5))
    rows.append(("", "Sum", "", "", f"{issued}", f"{back}", _plus(format_amount(total, currency)), "", ""))
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
    # A narrow screen does without the numbers of hands, which the accounts tell as well.
    shown = [place for place in range(len(columns)) if width >= WIDE or place not in (2, 3)]
    lines = table([columns[place] for place in shown], [[row[place] for place in shown] for row in rows], width)
    return [*lines, *_nobodys(report, width)]


def _nobodys(report: NightReport, width: int) -> list[str]:
    """Why the results need not cancel out yet."""
    waiting = report.totals.in_pot + report.totals.carried
    gap = 0 if report.gap.ended else report.gap.chips
    lines = []
    for chips, where in ((waiting, "in the pot"), (-gap, "missing at the count"), (gap, "over at the count")):
        if chips > 0:
            worth = report.voice.money(chips * report.night.unit)
            belong = "belongs" if chips == 1 else "belong"
            lines += paragraph(f"{counted(chips, 'chip')} ({worth}) {where} {belong} to nobody yet.", width)
    return lines


def _either(positive: str, cents: int, negative: str, currency: Currency) -> str:
    """An amount with what its sign means, in a word: "gets 5.00", "pays 1.88"."""
    if not cents:
        return ""
    return f"{positive if cents > 0 else negative} {format_amount(abs(cents), currency)}"


def _plus(amount: str) -> str:
    return amount if amount.startswith("-") or not amount.strip("0.") else f"+{amount}"


def transfer_lines(report: NightReport, width: int) -> list[str]:
    """The plan, transfer by transfer, with what is paid and where that stands in the book."""
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
    return [*table(columns, rows, width), *paragraph(_plan_told(report), width)]


def _plan_told(report: NightReport) -> str:
    plan = report.transfers
    if plan.provisional:
        return "Everyone with the banker; no plan is frozen yet."
    way = "Everyone settles with the banker" if plan.kind == "bank" else "Players pay each other directly"
    fewest = "proven minimal: no plan has fewer transfers" if plan.proven_minimal else "not proven minimal"
    return f"{way}; {fewest}. Frozen in event {plan.version}."


def gap_lines(report: NightReport, width: int) -> list[str]:
    """Who was off at the count, by how much, and who bore it."""
    gap, voice, currency = report.gap, report.voice, report.currency
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
    elif report.verdict.state != "playing":
        lines += paragraph("Every count agreed with the book.", width)
    if gap.uncounted:
        lines += paragraph(f"Not counted, the book was trusted: {voice.people(gap.uncounted)}.", width)
    if not gap.can_be_seen:
        lines += paragraph("The banker played from a box nobody declared, so no gap can be seen in it.", width)
    return [*lines, *paragraph(_end_told(report), width)] if _end_told(report) else lines


def _end_told(report: NightReport) -> str:
    gap = report.gap
    if gap.ended is None:
        return "It is not resolved yet." if gap.chips else ""
    charges = ", ".join(
        f"{report.name(charge.player)} {_plus(report.voice.money(charge.cents))}" for charge in gap.ended.charges
    )
    reason = f" {gap.ended.reason}" if gap.ended.reason else ""
    way = (MISSING_GOES if gap.chips < 0 else OVER_COMES)[gap.ended.by]
    return f"{way} (event {gap.ended.version}): {charges}.{reason}"
