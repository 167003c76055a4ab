"""The tables of a report for spreadsheets: as CSV files, and as one workbook whose results and sums are formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any, NamedTuple

from engine.reports.sentences import EventSentence
from engine.speech import say, say_as, to_say_as
from service.reports.disputes import DISPUTES
from service.reports.forms.as_files import Book, Sheet, csv_table, workbook
from service.reports.forms.column import Held, Table
from service.reports.night_report import NightReport
from service.reports.requests import REQUESTS
from service.reports.tables.accounts import ACCOUNT, AccountRow, every_line
from service.reports.tables.hands import EVENTS_TOLD, EXPENSES, KITTY, STAKES, StakeRow, expense_rows, stake_rows
from service.reports.tables.standings import (
    STANDINGS,
    TRANSFERS,
    StandingRow,
    TransferRow,
    paper_rows_by_player,
    paper_table,
    standing_rows,
    transfer_rows,
)
from service.reports.verdict import AGREED, answer_rows

# The standings' own notes begin after the sums and an empty line.
NOTES_BELOW = 3


class Lines(NamedTuple):
    """The lines of one account on its sheet."""

    first: int
    last: int


# What every night has, also without a row; of the other tables there are those that have one.
ALWAYS = ("standings", "accounts", "transfers", "hands")


def _tables(report: NightReport) -> dict[str, tuple[Table[Any], Sequence[Any]]]:
    """The tables with their rows, by the English name of the sheet and file."""
    every: dict[str, tuple[Table[Any], Sequence[Any]]] = {
        to_say_as("sheet", "standings"): (STANDINGS, standing_rows(report)),
        to_say_as("sheet", "accounts"): (ACCOUNT, every_line(report)),
        to_say_as("sheet", "transfers"): (TRANSFERS, transfer_rows(report)),
        to_say_as("sheet", "hands"): (STAKES, [row for hand in report.hands for row in stake_rows(hand)]),
        to_say_as("sheet", "paper"): (paper_table(report.paper), paper_rows_by_player(report.paper)),
        to_say_as("sheet", "expenses"): (EXPENSES, expense_rows(report)),
        to_say_as("sheet", "kitty"): (KITTY, report.kitty.moves),
        to_say_as("sheet", "agreed"): (AGREED, answer_rows(report.verdict.signed, report.decisions)),
        to_say_as("sheet", "requests"): (REQUESTS, report.requests),
        to_say_as("sheet", "disputes"): (DISPUTES, report.disputes),
    }
    return {name: (table, rows) for name, (table, rows) in every.items() if rows or name in ALWAYS}


def tables(report: NightReport, sentences: Sequence[EventSentence]) -> dict[str, bytes]:
    """File contents by file name; `sentences` are the events of the same book."""
    every = {**_tables(report), "events": (EVENTS_TOLD, sentences)}
    return {f"{name}.csv": csv_table(table, rows, report.setting) for name, (table, rows) in every.items()}


def render_workbook(report: NightReport) -> bytes:
    """The content of the file, with a sheet for each table."""
    into = BytesIO()
    with workbook(into, report.setting) as book:
        standings, accounts, transfers, hands, *others = (
            Sheet(book, say_as("sheet", name), table, rows) for name, (table, rows) in _tables(report).items()
        )
        _write_standings(report, book, standings, accounts)
        _write_accounts(book, accounts)
        _write_transfers(book, transfers)
        _write_hands(hands)
        for sheet in others:
            sheet.write({}, sums=("share",) if sheet.table is EXPENSES else ())
    return into.getvalue()


def _write_standings(
    report: NightReport, book: Book, standings: Sheet[StandingRow], accounts: Sheet[AccountRow]
) -> None:
    notes = standings.last + NOTES_BELOW
    totals, charged = report.totals, report.gap.ended.charges if report.gap.ended else ()
    nobodys = totals.in_pot + totals.carried + totals.missing
    held_by = report.name(report.night.banker)

    def note(below: int, text: str, held: Held, value: int, formula: str = "") -> str:
        return standings.note(notes + below, text, "result", held, value, formula)

    unit = note(0, say("a chip is worth"), "money", report.night.unit)
    free = note(1, say("chips that nobody has: in a pot, carried or missing"), "number", nobodys)
    borne = note(2, say("charged for the gap"), "money", sum(charge.cents for charge in charged))
    till = note(3, say("in the till, which {banker} holds", banker=held_by), "money", totals.till)
    total = standings.at("result", standings.last + 1)
    check = book.rounded(f"{total}+{free}*{unit}-{borne}")
    text = say("check, which must be 0: results and the chips that nobody has, less the charge")
    note(4, text, "money", 0, check)
    lines = _lines_of(report)

    def result(line: int) -> str:
        account = standings.rows[line - standings.first].account
        chips = f"{_sum(accounts, 'chips', lines[account.player])}*{unit}"
        coming = f"+{account.in_funds}/{book.scale}" if account.in_funds else ""
        return book.rounded(f"{chips}+{_sum(accounts, 'change', lines[account.player])}{coming}")

    def paid(line: int) -> str:
        return book.rounded(_sum(accounts, "paid", lines[standings.rows[line - standings.first].account.player]))

    def still(line: int) -> str:
        account = standings.rows[line - standings.first].account
        held = f"-{till}" if account.player == report.night.banker else ""
        besides = account.old + account.rounded - account.netted
        held += f"+{besides}/{book.scale}" if besides else ""
        held += f"+{_sum(accounts, 'expense', lines[account.player])}" if account.expenses else ""
        return book.rounded(f"{standings.at('result', line)}+{standings.at('paid so far', line)}{held}")

    standings.write(
        {"result": result, "paid so far": paid, "still to get": still},
        sums=("chips from bank", "chips left with", "result"),
    )


def _write_accounts(book: Book, accounts: Sheet[AccountRow]) -> None:
    """Stack and account run on from line to line and begin again with each player."""

    def running(title: str, moved: str, written: Callable[[str], str]) -> Callable[[int], str]:
        def formula(line: int) -> str:
            rows, place = accounts.rows, line - accounts.first
            begins = place == 0 or rows[place - 1].account.player != rows[place].account.player
            before = "" if begins else f"{accounts.at(title, line - 1)}+"
            return written(f"{before}{accounts.at(moved, line)}")

        return formula

    accounts.write({"stack": running("stack", "chips", str), "account": running("account", "change", book.rounded)})


def _write_transfers(book: Book, transfers: Sheet[TransferRow]) -> None:
    # Only where something was carried on, the sheet has a column of it.
    settled = ("paid", "netted") if any(row.transfer.netted for row in transfers.rows) else ("paid",)

    def still_open(line: int) -> str:
        return book.rounded("-".join(transfers.at(title, line) for title in ("amount", *settled)))

    transfers.write(
        {"open": still_open},
        sums=("amount", "paid", "open"),
    )


def _write_hands(hands: Sheet[StakeRow]) -> None:
    hands.write(
        {
            "chips": lambda line: (
                f"{hands.at('got', line)}-{hands.at('put in', line)}+{hands.at('beside the pot', line)}"
            )
        },
        sums=("put in", "got", "beside the pot", "chips"),
    )


def _lines_of(report: NightReport) -> dict[str, Lines]:
    """Where each account stands on its sheet, in the order of `every_line`; none for an account without lines."""
    results: dict[str, Lines] = {}
    line = 2
    for account in report.accounts:
        results[account.player] = Lines(line, line + len(account.movements) - 1)
        line += len(account.movements)
    return results


def _sum(accounts: Sheet[AccountRow], title: str, lines: Lines) -> str:
    """The sum of a column over one account; 0 for an account without lines."""
    return f"SUM({accounts.there(title, *lines)})" if lines.last >= lines.first else "0"
