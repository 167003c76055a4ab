"""What has a member won, paid and still open over all nights of the club? One row a night, and it adds up to the cent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.club.acts import NightPhase
from engine.club.state import Club
from engine.house.agreements import Currency
from engine.ids import NightId, PlayerId
from engine.reports.night_accounts import NightAccount, cents_of
from service.book.store.lists import ListedNight
from service.reports.views.night_names import called_in_the_list
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
    open_cents     what is still open here: result + old + rounded + paid - netted
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
    called = {one.listed.night: called_in_the_list(one.listed) for one in read}
    for one in read:
        currency = Currency(code=one.listed.currency, exponent=one.listed.exponent)
        before = rows.setdefault(currency, [])
        balance = before[-1].balance_cents if before else 0
        before.append(_row(club, player, one, balance, called))
    accounts = tuple(_in_currency(currency, nights_of) for currency, nights_of in rows.items())
    return StandingAccount(club=club.id, id=player, name=name, accounts=accounts)


def _in_currency(currency: Currency, rows: Sequence[AccountNight]) -> AccountInCurrency:
    return AccountInCurrency(
        currency=Money(code=currency.code, exponent=currency.exponent),
        nights=tuple(rows),
        result_cents=sum(row.result_cents for row in rows),
        rounded_cents=sum(row.rounded_cents for row in rows),
        paid_cents=sum(row.paid_cents for row in rows),
        balance_cents=sum(row.open_cents for row in rows),
    )


def _row(club: Club, player: PlayerId, one: NightRead, balance: int, called: Mapping[NightId, str]) -> AccountNight:
    listed, it = one.listed, one.account
    carried = club.carried_from(listed.night)
    netted = sum(cents_of(debts, player) for debts in carried.values())
    into = tuple(night for night, debts in carried.items() if cents_of(debts, player))
    still_open = it.result + it.old + it.rounded + it.paid - netted
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
        open_cents=still_open,
        balance_cents=balance + still_open,
    )
