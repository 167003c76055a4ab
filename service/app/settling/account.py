"""The standing account of a member over all nights of the club."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from engine.club.state import Club
from engine.ids import PlayerId
from engine.reports.night_accounts import night_accounts
from engine.speech import speech
from service.app.book import Book
from service.book.cache import Flights
from service.book.recording.handler import CommandHandler
from service.book.recording.night_list import accounts_in
from service.book.store.lists import Which
from service.errors import PlayerMissing
from service.reports.views.settling.standing_account import NightRead, StandingAccount, standing_account

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
        name = handler.names.by_id(club_id).get(player, player)
        played = {night: handler.version(night) for night, it in loaded.club.nights.items() if it.phase == "open"}
        key = (speech().code, loaded.head, player, name, *played.items())
        return _ACCOUNTS.get(
            key, lambda: standing_account(loaded.club, player, name, _nights(handler, loaded.club, player))
        )


def _nights(handler: CommandHandler, club: Club, player: PlayerId) -> Iterator[NightRead]:
    """The nights in which the member has a part, the first of them first; only those that are played are read."""
    listed = {one.night: one for one in handler.lists.nights(Which(club=club.id), limit=len(club.nights))}
    for night in club.nights:
        one = listed.get(night)
        if one is None or one.phase == "void":
            continue
        if one.phase == "open":
            loaded = handler.load(night)
            accounts = night_accounts(loaded.records, loaded.night)
        else:
            accounts = accounts_in(one)
        if player in accounts:
            yield NightRead(one, accounts[player])
