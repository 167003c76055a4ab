"""Settles what is owed: plans, standing accounts, and reminders."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine import commands
from engine.club.nights import old_debts, taking_over
from engine.club.state import Club
from engine.decider import decide
from engine.errors import OldDebtsAreInAnotherCurrency, Refusal
from engine.house.agreements import Currency, HouseRules
from engine.ids import PlayerId
from engine.night.closing.rule import usual_plan
from engine.offer import is_accepted
from service.app.book import Book
from service.app.night.open_night import short_digest
from service.app.refusals import CurrencyUnclear, NobodyOwes, refused
from service.app.seeing import nights_called, see
from service.app.take import IncomingCommand, Taken, take
from service.book.ids import letters
from service.errors import KeyReused, PlayerMissing
from service.reports.views.settling.settlement import (
    Kind,
    Settlement,
    WaysToSettle,
    old_debt_view,
    plan_if_frozen,
    settlement_now,
)
from service.reports.views.visible_night import VisibleNight

# What a settlement without a night is called in the list of nights.
SETTLEMENT = "Settlement"

# The actor of plans that a worker froze: no act of a person.
WORKER = "worker"


def settle(
    book: Book, night_id: str, kind: Kind, *, actor: str, key: str, expected: int, with_old_debts: bool = False
) -> Taken:
    """Freezes the plan of this kind at the version at which it was asked for.

    The key goes into the book with it: asked again, the first plan is the answer. A night that has gone on is left alone
    (`VersionConflict`), because the person who asked did not know what it says now.
    """
    freezing = IncomingCommand(commands.FreezePlan(kind=kind, with_old_debts=with_old_debts), actor=actor)
    return take(book, night_id, [freezing], key=key, expected=expected)


def planned(book: Book, view: VisibleNight, kind: Kind | None = None, *, with_old_debts: bool = False) -> Settlement:
    """The frozen plan; before that, the plan of this kind, or the usual one, as it would be now, with the club's old debts if wanted.

    Refuses what the freezing of that plan would: old debts where there are none.
    """
    if not with_old_debts or view.night.closing.plan is not None:
        return settlement_now(view, kind)
    kind = kind or usual_plan(view.night)
    with book.handler() as handler:
        club = handler.clubs.load(view.opened.club).club
    try:
        plan = taking_over(commands.FreezePlan(kind=kind, with_old_debts=True), view.opened, club)
    except Refusal as refusal:
        raise refused(refusal, view.names) from refusal
    with book.handler() as handler:
        called = nights_called(handler, view.opened.club, (debt.night for debt in plan.old_debts))
    return settlement_now(replace(view, nights=called), kind, plan.old_debts)


def ways_to_settle(book: Book, view: VisibleNight, *, with_old_debts: bool = False) -> WaysToSettle:
    """The plans that may be frozen now, also in the place of one on which nothing is paid, and the old debts of the club."""
    if view.phase == "open" or any(view.night.closing.paid):
        return WaysToSettle(plans=(), with_old_debts=False, old_debts=())
    with book.handler() as handler:
        club = handler.clubs.load(view.opened.club).club
        debts = old_debts(club, view.night_id, view.opened.currency)
        named = replace(view, nights=nights_called(handler, view.opened.club, (debt.night for debt in debts)))
    taken = debts if with_old_debts else ()
    kinds: tuple[Kind, ...] = ("bank", "direct")
    return WaysToSettle(
        plans=tuple(
            plan_if_frozen(named, kind, taken)
            for kind in kinds
            if is_accepted(
                decide, commands.FreezePlan(kind=kind, with_old_debts=bool(taken), old_debts=taken), view.night
            )
        ),
        with_old_debts=bool(taken),
        old_debts=tuple(old_debt_view(named, debt) for debt in debts),
    )


def settle_club(book: Book, club_id: str, kind: Kind, *, currency: str = "", key: str = "") -> Settlement:
    """Nets everything that is open in a club into one plan, without a night at the table.

    The plan is that of a night in which nobody plays: it is listed, paid, proven and carried on like any other. Once the
    plan is taken back, nothing of that night is left. Refuses a club without debts, and debts in several currencies while none is named.
    """
    with book.handler() as handler:
        club = handler.clubs.load(club_id).club
        night_id = f"settlement-{short_digest([club_id, key]) if key else letters(8)}"
        if key and handler.lists.has_night(night_id):
            return _again(see(book, night_id), kind, key)
        name = handler.lists.club(club_id).name
        its_currency = _currency(club, name, currency)
        banker = _banker(club, handler.names.by_id(club_id))
    opening = commands.OpenNight(
        night=night_id,
        club=club_id,
        banker=banker,
        name=SETTLEMENT,
        zone=book.zone,
        currency=its_currency,
        rules=HouseRules(cash=(club.rules_now() or HouseRules()).cash, settles="ask"),
        debts_only=True,
    )
    plan = commands.FreezePlan(kind=kind, with_old_debts=True)
    taken = take(book, night_id, [IncomingCommand(act) for act in (opening, commands.CloseNight(), plan)], key=key)
    return settlement_now(taken.seen)


def _again(view: VisibleNight, kind: Kind, key: str) -> Settlement:
    """The answer to the first request with this key, whatever is open by now. Refuses another request with the key."""
    plan = view.night.closing.plan
    if plan is None or plan.kind != kind:
        raise KeyReused(view.opened.club, key)
    return settlement_now(view)


def _currency(club: Club, name: str, text: str) -> Currency:
    """The currency in which the club has debts, or that of this code if it has them in several."""
    nights = club.of_people().nights.values()
    results = {record.currency.code: record.currency for record in nights if record.remaining()}
    if not results:
        raise NobodyOwes(name)
    if text and text.upper() not in results:
        refusal = OldDebtsAreInAnotherCurrency(currency=text.upper(), others=sorted(results))
        raise refused(refusal, {}) from refusal
    if not text and len(results) > 1:
        raise CurrencyUnclear(name, sorted(results))
    return results[text.upper()] if text else next(iter(results.values()))


def _banker(club: Club, names: Mapping[PlayerId, str]) -> PlayerId:
    """Who keeps the bank of the settlement: a banker of the club, else the first member who has a name."""
    known = [player for player in (*club.bankers(), *club.members) if player in names]
    if not known:
        raise PlayerMissing(next(iter(club.members)))
    return known[0]
