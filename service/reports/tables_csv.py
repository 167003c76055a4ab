"""The report as five CSV tables, six if a score was kept on paper, written for a Danish Excel and readable elsewhere.

Danish Excel opens a file by a double click without asking. It needs semicolons between the fields and a comma in amounts,
or a whole line lands in one cell and 12.50 is no number. It reads UTF-8 only after a byte order mark, or Åse loses her Å.
So the tables have all three. A program should read the JSON, where amounts are whole cents.

A spreadsheet takes a cell that begins like a formula for one, so texts that people typed get an apostrophe in front.
Numbers that the book has counted do not.
"""

import csv
import io
from collections.abc import Callable, Iterable, Sequence

from engine.reports.sentences import EventSentence
from engine.wording import format_amount
from service.reports.local_time import Clock, clock_in
from service.reports.night_report import NightReport

SEPARATOR = ";"
DECIMAL = ","
# Encodes with a byte order mark in front.
ENCODING = "utf-8-sig"
# Signs with which spreadsheets begin a formula, their full-width forms, and blanks that some of them skip before it.
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")  # noqa: RUF001

Cell = str | int | None
Table = tuple[Sequence[str], Iterable[Sequence[Cell]]]


def tables(report: NightReport, told: Sequence[EventSentence]) -> dict[str, bytes]:
    """File contents by file name; `told` are the events of the same book."""
    clock = clock_in(report.night.zone)
    made: dict[str, Table] = {
        "standings.csv": _standings(report),
        "transfers.csv": _transfers(report),
        "accounts.csv": _accounts(report, clock),
        "hands.csv": _hands(report, clock),
        "events.csv": _events(told, clock),
    }
    if report.paper.lines:
        made["paper.csv"] = _paper(report)
    return {name: _written(table) for name, table in made.items()}


def harmless(text: str) -> str:
    """The text, with an apostrophe in front if a spreadsheet would take it for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _written(table: Table) -> bytes:
    heads, rows = table
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=SEPARATOR, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return out.getvalue().encode(ENCODING)


def _amounts(report: NightReport) -> Callable[[int], str]:
    """Money as a decimal number; the currency code has its own column."""
    return lambda cents: format_amount(cents, report.currency).replace(".", DECIMAL)


def _names(report: NightReport) -> Callable[[str | None], str]:
    return lambda player: harmless(report.name(player)) if player else ""


def _standings(report: NightReport) -> Table:
    amount, name = _amounts(report), _names(report)
    accounts = {account.player: account for account in report.accounts}
    heads = (
        "place",
        "player",
        "hands",
        "won",
        "chips from bank",
        "chips left with",
        "currency",
        "result",
        "paid so far",
        "still to get",
    )
    return heads, (
        (
            standing.place,
            name(standing.player),
            accounts[standing.player].hands_played,
            accounts[standing.player].hands_won,
            accounts[standing.player].issued,
            standing.stack + accounts[standing.player].returned,
            report.night.currency,
            amount(standing.result),
            amount(accounts[standing.player].paid),
            amount(accounts[standing.player].due),
        )
        for standing in report.standings
    )


def _paper(report: NightReport) -> Table:
    """One line for each player and score; the last lines hold the totals."""
    name = _names(report)
    return ("hand", "event", "what", "player", "points", "total"), (
        (line.hand, line.version, line.what, name(player), line.points if player in line.players else 0, total)
        for line in report.paper.lines
        for player, total in zip(report.paper.players, line.totals, strict=True)
    )


def _transfers(report: NightReport) -> Table:
    amount, name = _amounts(report), _names(report)
    heads = ("number", "from", "to", "currency", "amount", "paid", "open", "paid in events", "plan")
    plan = "if the night ended now" if report.transfers.provisional else f"event {report.transfers.version}"
    return heads, (
        (
            transfer.number,
            name(transfer.payer),
            name(transfer.payee),
            report.night.currency,
            amount(transfer.cents),
            amount(transfer.paid),
            amount(transfer.open),
            ", ".join(map(str, transfer.payments)),
            plan,
        )
        for transfer in report.transfers.transfers
    )


def _accounts(report: NightReport, clock: Clock) -> Table:
    """Every line of every account, also hands in which the player put in nothing."""
    amount, name = _amounts(report), _names(report)
    heads = (
        "player",
        "first event",
        "last event",
        "time",
        "what",
        "hand",
        "put in",
        "got",
        "beside the pot",
        "chips",
        "stack",
        "currency",
        "change",
        "account",
        "paid",
    )
    return heads, (
        (
            name(account.player),
            line.first,
            line.last,
            clock.stamp(line.occurred_at),
            harmless(line.what),
            line.hand if line.kind == "hand" else None,
            line.put_in if line.kind == "hand" else None,
            line.got if line.kind == "hand" else None,
            line.scored if line.kind == "hand" else None,
            line.chips,
            line.stack,
            report.night.currency,
            amount(line.cents),
            amount(line.account),
            amount(line.paid),
        )
        for account in report.accounts
        for line in account.movements
    )


def _hands(report: NightReport, clock: Clock) -> Table:
    """One line for each player and hand, so that a pivot table can count by player, game or dealer."""
    name = _names(report)
    heads = (
        "hand",
        "game",
        "rulebook",
        "dealer",
        "began",
        "ended",
        "first event",
        "last event",
        "pot",
        "carried in",
        "carried out",
        "set aside",
        "player",
        "put in",
        "by shadow",
        "got",
        "beside the pot",
        "chips",
        "outcome",
    )
    return heads, (
        (
            hand.number,
            harmless(hand.game),
            harmless(hand.rulebook),
            name(hand.dealer),
            clock.stamp(hand.started_at),
            clock.stamp(hand.ended_at),
            hand.first,
            hand.last,
            hand.pot,
            hand.carried_in,
            hand.carried_out,
            hand.set_aside,
            name(stake.player),
            stake.put_in,
            stake.by_shadow,
            stake.got,
            stake.scored,
            stake.net,
            harmless(hand.told),
        )
        for hand in report.hands
        for stake in hand.stakes
    )


def _events(told: Sequence[EventSentence], clock: Clock) -> Table:
    return ("event", "follows from", "time", "what", "void"), (
        (
            event.version,
            event.caused_by,
            clock.stamp(event.occurred_at),
            harmless(event.sentence),
            "void" if event.void else "",
        )
        for event in told
    )
