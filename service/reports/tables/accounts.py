"""A player's account, from the first loan to the result, with the sums.

People see a run of hands in which the player put in nothing as one row; a spreadsheet has every line.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import escape

from engine.reports.statement import SUMS
from service.reports.account import Account, AccountLine
from service.reports.forms.column import (
    CHANGE,
    CSV,
    CURRENCY_BESIDE,
    MONEY,
    NUMBER,
    PEOPLE,
    PLAYER,
    SPAN,
    TIME,
    Aside,
    Column,
    Setting,
    Table,
    harmless,
    html,
    phrased,
    worded,
)
from service.reports.night_report import NightReport
from service.reports.phrases import idle_runs_joined, line_text


@dataclass(frozen=True, slots=True)
class AccountRow:
    """A line of an account, or a run of hands that is told as one."""

    account: Account
    lines: tuple[AccountLine, ...]

    @property
    def first(self) -> AccountLine:
        """The first line of the run."""
        return self.lines[0]

    @property
    def last(self) -> AccountLine:
        """The last line of the run, with what the account came to."""
        return self.lines[-1]

    @property
    def is_hand(self) -> bool:
        """True if the row is of one or more hands."""
        return self.last.kind == "hand"

    @property
    def changes_chips(self) -> bool:
        """True if the row is of chips, even if they stay as they were."""
        return self.is_hand or self.last.chips != 0

    @property
    def is_played(self) -> bool:
        """True if the player put chips in or got some."""
        return bool(self.last.put_in or self.last.got)

    @property
    def is_from_bank(self) -> bool:
        """True if the bank gave these chips."""
        return SUMS.get(self.last.kind) == "issued"

    @property
    def is_to_bank(self) -> bool:
        """True if these chips were handed back."""
        return SUMS.get(self.last.kind) == "returned"

    @property
    def worth_in(self) -> int | None:
        """What the chips from the bank are worth, in cents; None for any other line."""
        return self.last.chips * self.account.unit if self.is_from_bank else None

    @property
    def worth_out(self) -> int | None:
        """What the chips handed back are worth, in cents; None for any other line."""
        return -self.last.chips * self.account.unit if self.is_to_bank else None

    def of_hand(self, value: int | None) -> int | None:
        """The value if this is a hand; None for any other line."""
        return value if self.is_hand else None


def _what_on_page(row: AccountRow, setting: Setting) -> str:
    text = escape(line_text(row.lines))
    return html(f'<a href="#hand-{row.first.hand}">{text}</a>') if row.is_hand else text


def _with_hands(rows: Sequence[AccountRow]) -> bool:
    """True if people see what hands brought; else they see what the bank gave and took back."""
    return any(row.is_hand for row in rows)


def _bank_alone(rows: Sequence[AccountRow]) -> bool:
    return not _with_hands(rows)


WHAT = worded(lambda row, _: line_text(row.lines), page=_what_on_page, csv=lambda row, _: harmless(row.last.what))

ACCOUNT: Table[AccountRow] = Table(
    css="lines",
    totalled="Sum",
    aside_joint=" · ",
    columns=(
        Column("player", PLAYER, lambda row: row.account.player, CSV),
        Column("first event", NUMBER, lambda row: row.first.first, CSV),
        Column("last event", NUMBER, lambda row: row.last.last, CSV),
        Column(
            "event", SPAN, lambda row: (row.first.first, row.last.last), PEOPLE, aside=Aside(phrased("{value}", SPAN))
        ),
        Column("time", TIME, lambda row: row.last.occurred_at, aside=Aside(phrased("{value}", TIME), line=1)),
        Column("what", WHAT, lambda row: row, heading="page", wraps=True, heads=True, css="what"),
        Column("hand", NUMBER, lambda row: row.of_hand(row.last.hand), CSV),
        Column(
            "put in",
            NUMBER,
            lambda row: row.of_hand(row.last.put_in),
            total=lambda rows: sum(line.put_in for row in rows for line in row.lines),
            aside=Aside(phrased("{value} in", NUMBER), line=2, when=lambda row: row.is_played),
            when=_with_hands,
        ),
        Column(
            "got",
            NUMBER,
            lambda row: row.of_hand(row.last.got),
            total=lambda rows: sum(line.got for row in rows for line in row.lines),
            aside=Aside(phrased("{value} out", NUMBER), line=2, when=lambda row: row.is_played),
            when=_with_hands,
        ),
        Column("beside the pot", NUMBER, lambda row: row.of_hand(row.last.scored), CSV),
        Column(
            "chips",
            CHANGE,
            lambda row: row.last.chips,
            shown=lambda row: row.changes_chips,
            total=lambda rows: sum(line.chips for row in rows for line in row.lines),
        ),
        Column(
            "stack",
            NUMBER,
            lambda row: row.last.stack,
            total=lambda rows: rows[-1].last.stack if rows else 0,
        ),
        CURRENCY_BESIDE,
        Column(
            "in {currency}",
            MONEY,
            lambda row: row.worth_in,
            csv_title="in",
            total=lambda rows: sum(row.worth_in or 0 for row in rows),
            aside=Aside(phrased("{value} in", MONEY), line=2),
            when=_bank_alone,
        ),
        Column(
            "out {currency}",
            MONEY,
            lambda row: row.worth_out,
            csv_title="out",
            total=lambda rows: sum(row.worth_out or 0 for row in rows),
            aside=Aside(phrased("{value} out", MONEY), line=2),
            when=_bank_alone,
        ),
        Column("change", MONEY, lambda row: row.last.cents, CSV),
        Column(
            "account {currency}",
            MONEY,
            lambda row: row.last.account,
            csv_title="account",
            shown=lambda row: row.last.cents,
            total=lambda rows: rows[-1].last.account if rows else 0,
            aside=Aside(phrased("account {value}", MONEY), line=3),
        ),
        Column("paid", MONEY, lambda row: row.last.paid, CSV),
        Column("expense", MONEY, lambda row: row.last.expense, CSV),
    ),
)

KINDS_OF_LOANS = frozenset({"initial loan", "loan", "shadow loan", "penalty loan"})
LOANS = ACCOUNT.only("event", "time", "what", "chips", "in {currency}")


def account_rows(account: Account) -> list[AccountRow]:
    """The account as people read it."""
    return [AccountRow(account, lines) for lines in idle_runs_joined(account.movements)]


def every_line(report: NightReport) -> list[AccountRow]:
    """Every line of every account, also hands in which the player put in nothing."""
    return [AccountRow(account, (line,)) for account in report.accounts for line in account.movements]
