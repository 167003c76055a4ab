"""A night as a beancount ledger, which `bean-check` accepts: plain double entry, checked by somebody else's program.

Everyone has three accounts, at the worth of the chips: `Chips`, what they have in front of them; `Bank`, what they have with
the bank and with other players (loans, debts); `Money`, what went into their pocket or out of it. Together they are the result.
What they have coming for expenses, or owe for them, is no part of it and stands on accounts of its own (`Assets:Expenses`).
Opposite stand `Equity:Pot`, `Equity:Gap` and the like. Account names are made of ids, so they stay when people are
renamed or forgotten; names are only in notes and narrations. At the end, balances are asserted: every result, the chips
on the table, what everyone paid, the till and the gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import NamedTuple

from engine.grammar import amount_plain
from service.language.local_time import Clock
from service.reports.account import Account, AccountLine
from service.reports.night_report import NightReport

# For a book without times.
NO_DAY = date(1970, 1, 1)
TILL, TILL_OWED = "Assets:Till", "Liabilities:Till"
# What the kitty holds between what it gets and spends; what is left in it goes to whoever keeps it.
KITTY = "Equity:Kitty"
# Where the other side of a line is booked, by its kind; the bank gives and takes at the same worth, which leaves nothing over.
OPPOSITE = {
    "hand": "Equity:Pot",
    "gap": "Equity:Gap",
    "gap resolved": "Equity:Gap",
    "box gap": "Equity:Gap",
    "transfer": "Equity:Passed",
    "ruling": "Equity:Rulings",
    "score": "Equity:Scores",
    "fund": "Equity:Funds",
    "tip": KITTY,
    "kitty": KITTY,
    "kept": KITTY,
    "fee": KITTY,
}
ANY_OTHER = "Equity:Other"
# Money of these kinds goes into the till or out of it; that of a plan goes from player to player.
BY_THE_TILL = frozenset({"buy-in", "cash-out", "paid in", "paid out", "till gap"})
# A count moves nothing.
NOTHING_MOVES = frozenset({"count"})
ACCOUNTS = ("Chips", "Bank", "Money")


class Entry(NamedTuple):
    """A line of one account."""

    account: Account
    line: AccountLine


class Posting(NamedTuple):
    """Cents that go to an account."""

    account: str
    cents: int


def render_beancount(report: NightReport) -> str:
    """The ledger as text, ending with a line end."""
    return "".join(f"{line}\n" for line in _Ledger(report).lines())


class _Ledger:
    """Writes one night."""

    def __init__(self, report: NightReport) -> None:
        self.report = report
        self.clock: Clock = report.setting.clock
        self.code, self.exponent = report.night.currency, report.night.exponent
        self.unit = report.night.unit
        self.of = _account_names([account.player for account in report.accounts])
        self.first = self._day(report.first_at)

    def lines(self) -> Iterator[str]:
        booked = [self._transaction(entries) for entries in self._entries()]
        used = {posting.account for _, _, postings in booked for posting in postings}
        last = max([day for day, _, _ in booked], default=self.first)
        yield from self._head()
        yield from self._opened(used)
        for day, text, postings in booked:
            yield ""
            yield f"{day} * {_quoted(text)}"
            yield from (f"  {account}  {self._money(cents)}" for account, cents in postings)
        yield ""
        yield from self._asserted(last + timedelta(days=1), used)

    def _head(self) -> Iterator[str]:
        night = self.report.night
        yield f'option "title" {_quoted(self.report.title)}'
        yield f'option "operating_currency" "{self.code}"'
        yield ""
        yield f'{self.first} custom "chipbook" "night" "{night.id}"'
        yield f"  version: {self.report.version}"
        yield f'  head: "{self.report.head}"'
        yield ""

    def _opened(self, used: set[str]) -> Iterator[str]:
        for account in self.report.accounts:
            yield f"{self.first} open {self.of[account.player]}  {self.code}"
            yield f'  player: "{account.player}"'
            yield f"{self.first} note {self.of[account.player]} {_quoted(account.name)}"
            yield from (f"{self.first} open {self._of(account, part)}  {self.code}" for part in ACCOUNTS)
        for name in sorted(used - {self._of(account, part) for account in self.report.accounts for part in ACCOUNTS}):
            yield f"{self.first} open {name}  {self.code}"

    def _entries(self) -> Iterator[list[Entry]]:
        """Lines of the same events together, in the order of the book."""
        entries = [
            Entry(account, line)
            for account in self.report.accounts
            for line in account.movements
            if line.kind not in NOTHING_MOVES
        ]
        entries.sort(key=lambda entry: (entry.line.last, entry.line.first, entry.line.kind))
        for _, together in groupby(entries, key=lambda entry: (entry.line.last, entry.line.first, entry.line.kind)):
            yield list(together)

    def _transaction(self, entries: Sequence[Entry]) -> tuple[date, str, list[Posting]]:
        line = entries[0].line
        postings: list[Posting] = []
        for entry in entries:
            postings += self._of_player(entry)
        paid = sum(entry.line.paid for entry in entries) if line.kind in BY_THE_TILL else 0
        if paid:
            postings += [Posting(TILL, paid), Posting(TILL_OWED, -paid)]
        if rest := -sum(posting.cents for posting in postings):
            postings.append(Posting(OPPOSITE.get(line.kind, ANY_OTHER), rest))
        names = ", ".join(entry.account.name for entry in entries)
        return self._day(line.occurred_at), f"{line.what} ({names}; {_events(line)})", postings

    def _of_player(self, entry: Entry) -> Iterator[Posting]:
        line = entry.line
        parts = (line.chips * self.unit, line.cents + line.paid, -line.paid)
        for part, cents in zip(ACCOUNTS, parts, strict=True):
            if cents:
                yield Posting(self._of(entry.account, part), cents)
        if line.expense:
            yield Posting(self._expenses_of(entry.account), line.expense)

    def _asserted(self, day: date, used: set[str]) -> Iterator[str]:
        """What the accounts must come to, the day after the last event."""
        for account in self.report.accounts:
            yield f"; {_flat(account.name)}: result, chips on the table, money"
            yield f"{day} balance {self.of[account.player]}  {self._money(account.result - account.in_funds)}"
            yield f"{day} balance {self._of(account, 'Chips')}  {self._money(account.stack * self.unit)}"
            yield f"{day} balance {self._of(account, 'Money')}  {self._money(-account.paid)}"
            if self._expenses_of(account) in used:
                yield f"{day} balance {self._expenses_of(account)}  {self._money(account.expenses)}"
        if TILL in used:
            yield f"{day} balance {TILL}  {self._money(self.report.totals.till)}"
        if KITTY in used:
            yield f"{day} balance {KITTY}  {self._money(0)}"
        if OPPOSITE["gap"] in used:
            yield f"{day} balance {OPPOSITE['gap']}  {self._money(self._gap())}"

    def _gap(self) -> int:
        """What is left on the account of the gap: the worth of what is missing, until somebody bears it."""
        ended = self.report.gap.ended
        return -self.report.gap.cents - (sum(charge.cents for charge in ended.charges) if ended else 0)

    def _of(self, account: Account, part: str) -> str:
        return f"{self.of[account.player]}:{part}"

    def _expenses_of(self, account: Account) -> str:
        return self.of[account.player].replace("Players", "Expenses", 1)

    def _money(self, cents: int) -> str:
        return f"{amount_plain(cents, self.exponent)} {self.code}"

    def _day(self, time: str) -> date:
        moment = self.clock.moment(time)
        return moment.date() if moment else NO_DAY


def _events(line: AccountLine) -> str:
    return f"events {line.first}-{line.last}" if line.first != line.last else f"event {line.first}"


def _account_names(players: Sequence[str]) -> dict[str, str]:
    """The parent account of each player. Ids that only differ in what an account cannot spell get a number."""
    names: dict[str, str] = {}
    for player in players:
        spelled = f"P-{re.sub(r'[^A-Za-z0-9]', '-', player)}"
        taken = sum(name == spelled or name.startswith(f"{spelled}--") for name in names.values())
        names[player] = f"{spelled}--{taken + 1}" if taken else spelled
    return {player: f"Assets:Players:{name}" for player, name in names.items()}


def _flat(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())


def _quoted(text: str) -> str:
    """The text as beancount reads it between quotes."""
    escaped = _flat(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
