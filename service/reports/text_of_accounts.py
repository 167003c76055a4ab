"""Everyone's account as text, from the first loan to the result, with the line in which it all adds up."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.reports.wording import format_amount, signed
from service.reports.account import Account, AccountLine
from service.reports.clock import Clock
from service.reports.columns import Column, paragraph, table
from service.reports.night_report import NightReport

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
    rows = [_row(line, report, clock) for line in _drawn_together(account.movements)]
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
    result = report.voice.money(abs(account.result))
    outcome = "wins" if account.result > 0 else "loses" if account.result < 0 else "breaks even,"
    return [
        *paragraph(f"{account.name} {outcome} {result}", width),
        *table(columns, rows, width),
        *paragraph(f"{_chips_told(account)}.", width),
        *paragraph(_money_told(report, account), width),
    ]


def _drawn_together(movements: Sequence[AccountLine]) -> Iterator[tuple[AccountLine, ...]]:
    """Lines one by one, but hands in a row for which he put in nothing as one."""
    for idle, run in groupby(movements, key=lambda line: line.kind == "hand" and not (line.put_in or line.got)):
        if idle:
            yield tuple(run)
        else:
            yield from ((line,) for line in run)


def _row(lines: Sequence[AccountLine], report: NightReport, clock: Clock) -> Row:
    first, last = lines[0], lines[-1]
    what = first.what
    if len(lines) > 1:
        what = f"Hands {first.hand} to {last.hand}: nothing put in"
    hand = last.kind == "hand"
    return (
        f"{first.first}-{last.last}" if first.first != last.last else f"{first.first}",
        clock.time_or_day(last.occurred_at, report.first_at),
        what,
        f"{last.put_in}" if hand else "",
        f"{last.got}" if hand else "",
        signed(last.chips) if hand or last.chips else "",
        f"{last.stack}",
        format_amount(last.account, report.currency) if last.cents else "",
    )


def _chips_told(account: Account) -> str:
    """The chips of the account as one sum: "450 from the bank - 50 handed back - 400 in 31 hands = 0 in front of him"."""
    parts = [f"{account.issued} from the bank"]
    if account.returned:
        parts.append(f"{_term(-account.returned)} handed back")
    hands = f"{account.hands_played} hand{'s' * (account.hands_played != 1)}, {account.hands_won} won"
    parts.append(f"{_term(account.hands)} in play ({hands})")
    for chips, what in (
        (account.transferred, "passed on"),
        (account.ruled, "by ruling"),
        (account.gap, "at the count"),
    ):
        if chips:
            parts.append(f"{_term(chips)} {what}")
    return f"Chips: {' '.join(parts)} = {account.stack} on the table"


def _term(chips: int) -> str:
    return f"- {-chips}" if chips < 0 else f"+ {chips}"


def _money_told(report: NightReport, account: Account) -> str:
    """The result another way than in the column: what play brought, at the unit; then what is paid of it."""
    money = report.voice.money
    play = account.hands + account.transferred + account.ruled + account.gap
    told = f"Result: {signed(play)} chips at {money(account.unit)}"
    besides = ((account.gap_share, "share of the gap"), (account.bank_ruled, "chips of the bank by ruling"))
    if any(cents for cents, _ in besides):
        told += f" = {money(play * account.unit)}"
        told += "".join(f", {what} {money(cents)}" for cents, what in besides if cents)
    told += f" = {money(account.result)}."
    if account.paid:
        told += f" Paid so far {money(account.paid)}." if account.paid > 0 else f" Got so far {money(-account.paid)}."
    if account.till:
        told += f" Holds the till with {money(account.till)}."
    if account.due:
        told += f" Still to {'get' if account.due > 0 else 'pay'}: {money(abs(account.due))}."
    return told
