"""What members owe over the nights of a club: standing accounts, and reminders of what is unpaid. Nothing is sent."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from datetime import date, datetime

from engine.club.state import Club
from engine.house.agreements import HouseRules
from engine.ids import PlayerId
from engine.reports.night_results import night_accounts
from engine.speech import speech
from service.app.book import Book
from service.app.handles import ways_to_pay, ways_to_pay_a_debt
from service.book.cache import Flights
from service.book.recording.handler import CommandHandler
from service.book.recording.outbox import remind_job
from service.book.recording.unit_of_work import accounts_in
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Jobs, later
from service.book.store.lists import Which
from service.errors import PlayerMissing
from service.language.languages import LANGUAGES, as_before, in_language
from service.language.local_time import name_or_day
from service.reports.views.settling.standing_account import (
    NightRead,
    Reminders,
    StandingAccount,
    reminders_of,
    standing_account,
)

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
        for then, account_then in accounts.items():
            if club.person(then) == player:
                yield NightRead(one, account_then)


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
