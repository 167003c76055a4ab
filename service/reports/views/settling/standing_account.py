"""What members owe over the nights of a club: standing accounts, and reminders of what is unpaid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime

import msgspec

from engine.club.acts import NightPhase, RecordNight
from engine.club.state import Club, NightRecord
from engine.grammar import amount_text
from engine.house.agreements import Currency
from engine.ids import NightId, PlayerId
from engine.money import received
from engine.reports.night_results import NightAccount
from engine.speech import say, say_number
from service.book.club_handler import RecordedAct
from service.book.store.lists import ListedNight
from service.language.local_time import day_text
from service.language.names import by_name
from service.reports.views.visible_night import Money


class AccountNight(msgspec.Struct, frozen=True, kw_only=True):
    """One night of a member, in cents; above zero is what they get, below zero what they owe, unless it says otherwise.

    in_cents       what they got from the bank, on credit or for money (never below zero)
    out_cents      what that had become at the end: `in_cents` plus the result
    result_cents   what they have won (negative: lost), as if the night ended now while it is played
    old_cents      debts of earlier nights that went into this plan, or that came in from elsewhere
    rounded_cents  what the rounding to the coin of the house gave them (negative: took from them), given up for good
    paid_cents     what they have paid, at the table or on transfers (negative: were paid)
    netted_cents   what of this plan went into the plans of `netted_into`, which people call `netted_into_called`
    expenses_cents what they paid for others beside the game, less their own shares
    open_cents     what is still open here: result + expenses + old + rounded + paid - netted
    balance_cents  the sum of what is open here and in all nights before
    """

    night: NightId
    name: str
    opened_at: str
    zone: str
    phase: NightPhase
    in_cents: int
    out_cents: int
    result_cents: int
    old_cents: int
    rounded_cents: int
    paid_cents: int
    netted_cents: int
    netted_into: tuple[NightId, ...]
    netted_into_called: tuple[str, ...]
    expenses_cents: int
    open_cents: int
    balance_cents: int


class AccountInCurrency(msgspec.Struct, frozen=True, kw_only=True):
    """The nights played in one currency, the first of them first. `balance_cents` is what is open of all of them."""

    currency: Money
    nights: tuple[AccountNight, ...]
    result_cents: int
    rounded_cents: int
    paid_cents: int
    balance_cents: int


class StandingAccount(msgspec.Struct, frozen=True, kw_only=True):
    """A member's account over all nights of a club, one for each currency; none before the first night."""

    club: str
    id: PlayerId
    name: str
    accounts: tuple[AccountInCurrency, ...]


class NightRead(msgspec.Struct, frozen=True):
    """A night of the account: its entry in the list, and what it came to for the member."""

    listed: ListedNight
    account: NightAccount


def standing_account(club: Club, player: PlayerId, name: str, nights: Iterable[NightRead]) -> StandingAccount:
    """The account of a member; `nights` are those in which they have a part, the first of them first."""
    rows: dict[Currency, list[AccountNight]] = {}
    read = list(nights)
    called = {one.listed.night: one.listed.called for one in read}
    for one in read:
        currency = Currency(code=one.listed.currency, exponent=one.listed.exponent)
        before = rows.setdefault(currency, [])
        balance = before[-1].balance_cents if before else 0
        before.append(_row(club, player, one, balance, called))
    accounts = tuple(_in_currency(currency, nights_of) for currency, nights_of in rows.items())
    return StandingAccount(club=club.id, id=player, name=name, accounts=accounts)


def _in_currency(currency: Currency, rows: Sequence[AccountNight]) -> AccountInCurrency:
    return AccountInCurrency(
        currency=Money.of(currency),
        nights=tuple(rows),
        result_cents=sum(row.result_cents for row in rows),
        rounded_cents=sum(row.rounded_cents for row in rows),
        paid_cents=sum(row.paid_cents for row in rows),
        balance_cents=sum(row.open_cents for row in rows),
    )


def _row(club: Club, player: PlayerId, one: NightRead, balance: int, called: Mapping[NightId, str]) -> AccountNight:
    listed, it = one.listed, one.account
    carried = club.carried_from(listed.night)
    netted = sum(received(debts)[player] for debts in carried.values())
    into = tuple(night for night, debts in carried.items() if received(debts)[player])
    still_open = it.result + it.expenses + it.old + it.rounded + it.paid - netted
    return AccountNight(
        night=listed.night,
        name=listed.name,
        opened_at=listed.opened_at,
        zone=listed.zone,
        phase=listed.phase,
        in_cents=it.issued,
        out_cents=it.issued + it.result,
        result_cents=it.result,
        old_cents=it.old,
        rounded_cents=it.rounded,
        paid_cents=it.paid,
        netted_cents=netted,
        netted_into=into,
        netted_into_called=tuple(called.get(night, night) for night in into),
        expenses_cents=it.expenses,
        open_cents=still_open,
        balance_cents=balance + still_open,
    )


class DebtDue(msgspec.Struct, frozen=True, kw_only=True):
    """What a person owes another from one night; `since` is the day (UTC) on which the debt arose.

    That is the day on which the plan of the night was frozen. What the plan took over from earlier nights is as old as
    the oldest of them, for those who owed when they were taken together. `ways`: how the payee wants to be paid, in words.
    """

    night: NightId
    night_name: str
    payee: PlayerId
    payee_name: str
    cents: int
    currency: Money
    since: str
    days: int
    ways: tuple[str, ...] = ()


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    """All that one person has owed for long enough, the oldest debt first, and the text to send them."""

    id: PlayerId
    name: str
    debts: tuple[DebtDue, ...]
    text: str


class Reminders(msgspec.Struct, frozen=True, kw_only=True):
    """The reminders of a club on a day, by name. `after_days`: a debt is due so many days after it arose."""

    club: str
    club_name: str
    day: str
    after_days: int
    reminders: tuple[Reminder, ...]


def reminders_of(
    club: Club,
    records: Sequence[RecordedAct],
    *,
    day: date,
    after_days: int,
    names: Mapping[PlayerId, str],
    night_names: Mapping[NightId, str],
    ways: Callable[[DebtDue], Sequence[str]],
) -> Reminders:
    """The reminders of the club on this day; `records` are its acts, `ways` tells how a debt can be paid."""
    ages = _Ages(club, records)
    due: dict[PlayerId, list[DebtDue]] = {}
    for night, record in club.nights.items():
        for payer, debt in _of_a_night(night, record, ages, day, names, night_names):
            if debt.days >= after_days:
                due.setdefault(payer, []).append(msgspec.structs.replace(debt, ways=tuple(ways(debt))))
    reminders = [
        Reminder(id=payer, name=names.get(payer, payer), debts=tuple(debts), text=_text(names.get(payer, payer), debts))
        for payer, debts in due.items()
    ]
    reminders.sort(key=lambda one: (by_name(one.name), one.id))
    return Reminders(
        club=club.id, club_name=club.name, day=day.isoformat(), after_days=after_days, reminders=tuple(reminders)
    )


class _Ages:
    """Since when each person owes what is unpaid of each night."""

    def __init__(self, club: Club, records: Sequence[RecordedAct]) -> None:
        self._club = club
        self._planned = _planned_on(records)
        self._known: dict[tuple[NightId, PlayerId], date] = {}

    def of(self, night: NightId, payer: PlayerId) -> date:
        """The day on which the oldest debt arose that is in what the person owes of this night."""
        result = self._known.get((night, payer))
        if result is None:
            carried = [debt for debt in self._club.nights[night].carried if payer in (debt.payer, debt.payee)]
            owed = [debt for debt in carried if debt.payer == payer]
            # Whoever was owed as much as they owed brought no debt into the plan. Debts are only carried forwards.
            brought = 2 * sum(debt.cents for debt in owed) > sum(debt.cents for debt in carried)
            earlier = [self.of(debt.night, payer) for debt in owed] if brought else []
            result = self._known[night, payer] = min([self._planned[night], *earlier])
        return result


def _planned_on(records: Sequence[RecordedAct]) -> dict[NightId, date]:
    """The day on which the plan of each night was frozen; without nights that have none."""
    planned: dict[NightId, date] = {}
    for record in records:
        if isinstance(record.act, RecordNight):
            if record.act.phase in ("open", "closed"):
                planned.pop(record.act.night, None)
            else:
                planned.setdefault(record.act.night, datetime.fromisoformat(record.recorded_at).date())
    return planned


def _of_a_night(
    night: NightId,
    record: NightRecord,
    ages: _Ages,
    day: date,
    names: Mapping[PlayerId, str],
    night_names: Mapping[NightId, str],
) -> Iterator[tuple[PlayerId, DebtDue]]:
    for (payer, payee), cents in record.remaining().items():
        since = ages.of(night, payer)
        yield (
            payer,
            DebtDue(
                night=night,
                night_name=night_names.get(night) or night,
                payee=payee,
                payee_name=names.get(payee, payee),
                cents=cents,
                currency=Money.of(record.currency),
                since=since.isoformat(),
                days=(day - since).days,
            ),
        )


def _text(name: str, debts: Sequence[DebtDue]) -> str:
    """The text for one person, a line for each debt."""
    hello = say("Hello {name}, this is still to be paid:", name=name)
    return "\n".join([hello, *(f"- {_line(debt)}" for debt in debts), say("Thank you!"), ""])


def _line(debt: DebtDue) -> str:
    line = say_number(
        "{amount} to {payee}, from “{night}”, since {since} ({number} day)",
        "{amount} to {payee}, from “{night}”, since {since} ({number} days)",
        debt.days,
        amount=amount_text(debt.cents, debt.currency.exponent, debt.currency.code),
        payee=debt.payee_name,
        night=debt.night_name,
        since=day_text(debt.since),
    )
    return f"{line}: {' · '.join(debt.ways)}" if debt.ways else line
