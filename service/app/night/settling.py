"""Settles what is owed: plans, what members owe over the nights of a club, reminders, and how players want to be paid. Nothing is sent."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine import commands
from engine.club.nights import old_debts, taking_over, with_decimals
from engine.club.state import Club
from engine.decider import accept
from engine.errors import OldDebtsAreInAnotherCurrency, Refusal
from engine.house.agreements import Currency, HouseRules
from engine.ids import PlayerId
from engine.night.closing.rule import usual_plan
from engine.reports.night_results import night_accounts, sum_of
from engine.speech import Phrase, speech
from engine.spelling import called_or_begun
from service.app import people
from service.app.book import Book
from service.app.night.open_night import short_digest
from service.app.people import club_named
from service.app.refusals import AmbiguousName, CurrencyUnclear, NobodyOwes, NotAMember, refused
from service.app.seeing import nights_called, see
from service.app.take import IncomingCommand, Taken, take
from service.book.cache import Flights
from service.book.ids import letters
from service.book.recording.handler import CommandHandler
from service.book.recording.outbox import remind_job
from service.book.recording.unit_of_work import accounts_in, insist_club_takes
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Jobs
from service.book.store.lists import Which
from service.book.store.names import Handle, drop_handle, handles_of, keep_handle
from service.errors import HandleMissing, KeyReused, PlayerMissing
from service.language.languages import LANGUAGES, as_before, in_language
from service.language.local_time import later, name_or_day
from service.people.payment_handles import KINDS, HandleKind, KindCalled, handle_of, read_handle
from service.reports.paying import Ways, ticket, tickets, ways_text
from service.reports.views.club import ClubView, Handles, HandleView
from service.reports.views.settling.settlement import (
    Kind,
    Settlement,
    TransferView,
    WaysToSettle,
    frozen_plan,
    old_debt_view,
    plan_if_frozen,
    settlement_now,
)
from service.reports.views.settling.standing_account import (
    DebtDue,
    NightRead,
    Reminders,
    StandingAccount,
    reminders_of,
    standing_account,
)
from service.reports.views.visible_night import Money, VisibleNight

if TYPE_CHECKING:
    from service.reports.forms.as_print import Ticket, Tickets
    from service.reports.night_report import NightReport


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
        club = handler.clubs.load(view.opened.club).club.copy()
    try:
        plan = taking_over(commands.FreezePlan(kind=kind, with_old_debts=True), view.night, club)
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
        club = handler.clubs.load(view.opened.club).club.copy()
        debts = old_debts(club, view.night_id, view.opened.currency, view.night.people)
        named = replace(view, nights=nights_called(handler, view.opened.club, (debt.night for debt in debts)))
    taken = debts if with_old_debts else ()
    kinds: tuple[Kind, ...] = ("bank", "direct")
    return WaysToSettle(
        plans=tuple(
            plan_if_frozen(named, kind, taken)
            for kind in kinds
            if _may_be_frozen(view, club, commands.FreezePlan(kind=kind, with_old_debts=bool(taken), old_debts=taken))
        ),
        with_old_debts=bool(taken),
        old_debts=tuple(old_debt_view(named, debt) for debt in debts),
    )


def _may_be_frozen(view: VisibleNight, club: Club, plan: commands.FreezePlan) -> bool:
    night = view.night.copy()
    try:
        accept(night, plan)
        insist_club_takes(night, club)
    except Refusal:
        return False
    return True


def settle_club(book: Book, club_id: str, kind: Kind, *, currency: str = "", key: str = "") -> Settlement:
    """Nets everything that is open in a club into one plan, without a night at the table.

    The plan is that of a night in which nobody plays: it is listed, paid, proven and carried on like any other. Once the
    plan is taken back, nothing of that night is left. Refuses a club without debts, and debts in several currencies while none is named.
    """
    with book.handler() as handler:
        club = handler.clubs.load(club_id).club
        night_id = f"settlement-{short_digest([club_id, key]) if key else letters(8)}"
        if key and handler.lists.has_night(night_id):
            return _again(see(book, night_id), kind, currency, key)
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
    return settlement_now(taken.view)


def _again(view: VisibleNight, kind: Kind, currency: str, key: str) -> Settlement:
    """The answer to the first request with this key, whatever is open by now. Refuses another request with the key."""
    plan = view.night.closing.plan
    if plan is None or plan.kind != kind or currency.upper() not in ("", view.opened.currency.code):
        raise KeyReused(view.opened.club, key)
    return settlement_now(view)


def _currency(club: Club, name: str, wanted: str) -> Currency:
    """The currency in which the club has debts, or that of this code if it has them in several; of two that differ in their
    decimals alone, the one that came first.
    """
    currencies = _owed_in(club)
    codes = sorted({one.code for one in currencies})
    if not codes:
        raise NobodyOwes(name)
    if wanted and wanted.upper() not in codes:
        refusal = OldDebtsAreInAnotherCurrency(currency=wanted.upper(), others=codes)
        raise refused(refusal, {}) from refusal
    if not wanted and len(codes) > 1:
        raise CurrencyUnclear(name, codes)
    return next(one for one in currencies if one.code == (wanted.upper() or codes[0]))


def _owed_in(club: Club) -> tuple[Currency, ...]:
    """Every currency in which something is unpaid, by the nights; one that nights had with other decimals is two."""
    nights = club.of_people().nights.values()
    return tuple(dict.fromkeys(record.currency for record in nights if record.remaining()))


def owed_besides(book: Book, club_id: str, currency: Money) -> tuple[Phrase, ...]:
    """What else is unpaid in a currency of this code, which has other decimals, so that it needs a plan of its own."""
    with book.handler() as handler:
        found = _owed_in(handler.clubs.load(club_id).club)
    return tuple(with_decimals(one) for one in found if one.code == currency.code and one.exponent != currency.exponent)


def _banker(club: Club, names: Mapping[PlayerId, str]) -> PlayerId:
    """Who keeps the bank of the settlement: a banker of the club, else the first member who has a name."""
    known = [player for player in (*club.bankers(), *club.members) if player in names]
    if not known:
        raise PlayerMissing(next(iter(club.members)))
    return known[0]


# Who asks for what; the heads say what it is made from.
_ACCOUNTS: Flights[tuple[Hashable, ...], StandingAccount] = Flights()


def account(book: Book, club_id: str, player: PlayerId) -> StandingAccount:
    """The member's account, made once for all who ask for it at the same time.

    Refuses an id that no member of the club has; one who is forgotten is called by it.
    """
    with book.handler() as handler:
        loaded = handler.clubs.load(club_id)
        if player not in loaded.club.members:
            raise PlayerMissing(player)
        player = loaded.club.person(player)
        name = handler.names.by_id(club_id).get(player, player)
        played = {night: handler.version(night) for night, it in loaded.club.nights.items() if it.phase == "open"}
        key = (speech().code, loaded.head, player, name, *played.items())
        return _ACCOUNTS.get(
            key, lambda: standing_account(loaded.club.of_people(), player, name, _nights(handler, loaded.club, player))
        )


def _nights(handler: CommandHandler, club: Club, player: PlayerId) -> Iterator[NightRead]:
    """The nights in which the member has a part, the first of them first; only those that are played are read.

    A member who turned out to be this one has a part as this one.
    """
    listed = {one.night: one for one in handler.lists.nights(Which(club=club.id), limit=len(club.nights))}
    for night in club.nights:
        one = listed.get(night)
        if one is None or one.phase == "void":
            continue
        if one.phase == "open":
            with as_before():
                loaded = handler.load(night)
            accounts = night_accounts(loaded.records, loaded.night)
        else:
            accounts = accounts_in(one)
        if theirs := [account for then, account in accounts.items() if club.person(then) == player]:
            yield NightRead(one, sum_of(theirs))


SECONDS_OF_A_DAY = 24 * 60 * 60


def today(book: Book) -> date:
    """The day by the book's clock, in UTC."""
    return datetime.fromisoformat(book.now()).date()


def reminders(book: Book, club_id: str, *, after_days: int | None = None, day: date | None = None) -> Reminders:
    """What the members of the club have owed for so many days, with a text for each who owes something.

    The day is today and the days are those of the settings, if nothing else is said; never counts as 0 days then.
    """
    ways = ways_to_pay(book, club_id)
    with book.handler() as handler:
        loaded = handler.clubs.load(club_id)
        listed = handler.lists.nights(Which(club=club_id), limit=len(loaded.club.nights) or 1)
        return reminders_of(
            loaded.club.of_people(),
            loaded.records,
            day=day or today(book),
            after_days=book.remind_after_days if after_days is None else after_days,
            names=handler.names.by_id(club_id),
            night_names={one.night: name_or_day(one.name, one.opened_at, one.zone) for one in listed},
            ways=lambda debt: ways_to_pay_a_debt(ways, debt),
        )


def reminders_in_its_language(book: Book, club_id: str, *, after_days: int, day: date) -> Reminders:
    """The same in the language of the house, whoever asks."""
    with book.handler() as handler:
        rules = handler.clubs.load(club_id).club.rules_now() or HouseRules()
    with in_language(LANGUAGES[rules.language]):
        return reminders(book, club_id, after_days=after_days, day=day)


def ask_for_reminders(book: Book, *, after_days: int) -> list[JobDraft]:
    """Asks for today's reminders of every club with something that may be unpaid for so long; returns the new jobs.

    Asked again on the same day, it asks for nothing. After 0 days means never.
    """
    if not after_days:
        return []
    with book.handler() as handler:
        clubs = handler.lists.clubs_with_unpaid(later(book.now(), -after_days * SECONDS_OF_A_DAY))
    day, rows = today(book).isoformat(), Jobs(book.database)
    drafts = [remind_job(club, day, after_days, book.now()) for club in clubs]
    return [draft for draft in drafts if rows.ask(draft)]


def handles(book: Book, person: str = "", *, club: str = "") -> Handles:
    """The handles of a club, or of one of its members."""
    return _handles(book, club_named(book, club), person)


def _handles(book: Book, listed: ClubView, person: str) -> Handles:
    with book.handler() as handler:
        names = handler.names.by_id(listed.id)
    wanted = _member(names, listed.name, person) if person else ""
    return Handles(
        club=listed.id,
        handles=tuple(
            sorted(
                (
                    HandleView(
                        player=one.player, name=names.get(one.player, one.player), kind=one.kind, handle=one.handle
                    )
                    for one in handles_of(book.database, listed.id)
                    if wanted in ("", one.player)
                ),
                key=lambda one: (one.name, one.player, one.kind),
            )
        ),
    )


def handles_in(book: Book, club_id: str) -> Handles:
    """The handles of the club with this id. Refuses a club that is not there (ClubMissing)."""
    return _handles(book, people.club(book, club_id), "")


def put_handle(book: Book, club_id: str, player: PlayerId, kind: HandleKind, text: str) -> HandleView:
    """Keeps how a member wants to be paid, by the ids of club and member. Refuses what is no handle of this kind."""
    member = people.player(book, club_id, player)
    handle = handle_of(kind, text)
    keep_handle(book.database, Handle(club_id, player, kind, handle))
    return HandleView(player=player, name=member.name, kind=kind, handle=handle)


def delete_handle(book: Book, club_id: str, player: PlayerId, kind: HandleKind) -> None:
    """Deletes a member's handle of this kind. Refuses one that is not there (HandleMissing)."""
    member = people.player(book, club_id, player)
    if not _drop(book, club_id, player, kind):
        raise HandleMissing(member.name, KindCalled(kind))


def give_handle(book: Book, person: str, words: Sequence[str], *, club: str = "") -> HandleView:
    """Keeps how a member wants to be paid, in place of an earlier handle of the same kind. Refuses what is no handle."""
    listed = club_named(book, club)
    with book.handler() as handler:
        names = handler.names.by_id(listed.id)
    player = _member(names, listed.name, person)
    kind, handle = read_handle(words)
    keep_handle(book.database, Handle(listed.id, player, kind, handle))
    return HandleView(player=player, name=names[player], kind=kind, handle=handle)


def remove_handle(book: Book, person: str, kind: str, *, club: str = "") -> HandleView:
    """Deletes a member's handle of this kind and returns what was kept, with an empty handle. Refuses one that is not there."""
    listed = club_named(book, club)
    with book.handler() as handler:
        names = handler.names.by_id(listed.id)
    player = _member(names, listed.name, person)
    if not _drop(book, listed.id, player, kind):
        raise HandleMissing(names[player], KindCalled(kind))
    return HandleView(player=player, name=names[player], kind=kind, handle="")


def _drop(book: Book, club_id: str, player: PlayerId, kind: str) -> bool:
    """Deletes the handle of this kind, also one that the member gave under a former id; False if there is none."""
    with book.handler() as handler:
        merged = handler.clubs.look(club_id).club.merged()
    ids = (player, *(former for former, person in merged.items() if person == player))
    return sum(drop_handle(book.database, club_id, one, kind) for one in ids) > 0


def ways_to_pay(book: Book, club_id: str) -> dict[PlayerId, dict[HandleKind, str]]:
    """The handles of a club by player and kind; those of one person are the same under each of their ids.

    Of a kind that was given under several ids, that of the id of today is meant.
    """
    given: dict[PlayerId, dict[HandleKind, str]] = {}
    for one in handles_of(book.database, club_id):
        for kind in KINDS:
            if one.kind == kind:
                given.setdefault(one.player, {})[kind] = one.handle
    with book.handler() as handler:
        merged = handler.clubs.look(club_id).club.merged()
    results = dict(given)
    for player, person in merged.items():
        results[person] = given.get(player, {}) | results.get(person, {})
    results |= {player: results[person] for player, person in merged.items()}
    return {player: ways for player, ways in results.items() if ways}


def tickets_of(book: Book, report: NightReport, player: PlayerId = "") -> Tickets | None:
    """How to pay what is open of a night, or of one player; None if nobody who is owed gave a handle."""
    ways = ways_to_pay(book, report.night.club)
    return tickets(report, ways, player) if ways else None


def ticket_of_transfer(book: Book, view: VisibleNight, transfer: TransferView) -> Ticket | None:
    """How to pay what is open of one transfer of a frozen plan, a code for each way; None if nothing is open or the payee gave no handle."""
    ways = ways_to_pay(book, view.opened.club).get(transfer.payee)
    if not ways or not transfer.open_cents:
        return None
    what_for = view.title
    return ticket(transfer.payer_name, transfer.payee_name, transfer.open_cents, view.opened.currency, ways, what_for)


def tickets_of_payer(book: Book, view: VisibleNight) -> dict[int, Ticket]:
    """How the player as whom the reader looks pays each open transfer, by its number; those whose payee gave a handle."""
    plan = frozen_plan(view) if view.viewer and view.phase != "open" else None
    theirs = [one for one in plan.transfers if one.payer == view.viewer] if plan else []
    results = {one.number: ticket_of_transfer(book, view, one) for one in theirs}
    return {number: ticket for number, ticket in results.items() if ticket}


def how_to_pay(book: Book, view: VisibleNight, plan: Settlement) -> list[str]:
    """A sentence for each open transfer of a frozen plan whose payee gave a handle; a link has the amount in it."""
    if plan.frozen is None:
        return []
    every = ways_to_pay(book, view.opened.club)
    texts = []
    for transfer in plan.transfers:
        if transfer.open_cents and (ways := every.get(transfer.payee)):
            payee, what_for = view.names.get(transfer.payee, transfer.payee), view.title
            parts = ways_text(ways, transfer.open_cents, view.opened.currency, payee=payee, what_for=what_for)
            texts.append(f"{transfer.number}. {payee}: {' · '.join(parts)}")
    return texts


def ways_to_pay_a_debt(every: Mapping[PlayerId, Ways], debt: DebtDue) -> list[str]:
    """How a debt can be paid, in words; `every` has the handles of the club by player."""
    ways = every.get(debt.payee, {})
    return ways_text(ways, debt.cents, debt.currency.currency, payee=debt.payee_name, what_for=debt.night_name)


def _member(names: Mapping[PlayerId, str], club: str, spoken: str) -> PlayerId:
    """The member of this name, or of the only one that begins so, or of this id."""
    meant = called_or_begun(spoken, names) or [player for player in names if player == spoken]
    if not meant:
        raise NotAMember(club, spoken, list(names.values()))
    if len(meant) > 1:
        raise AmbiguousName(spoken, [names[player] for player in meant])
    return meant[0]
