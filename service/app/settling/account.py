"""The standing account of a member over all nights of the club."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine import commands
from engine.club.state import Club
from engine.ids import PlayerId
from service.app.book import Book
from service.codec import recorded
from service.errors import PlayerMissing
from service.recording.handler import CommandHandler
from service.store.lists import ListedNight, Which
from service.views.settling.standing_account import NightRead, StandingAccount, has_a_part, standing_account


def account(book: Book, club_id: str, player: PlayerId) -> StandingAccount:
    """The member's account. Refuses an id that no member of the club has; one who is forgotten is called by it."""
    with book.handler() as handler:
        club = handler.clubs.load(club_id).club
        if player not in club.members:
            raise PlayerMissing(player)
        name = handler.names.by_id(club_id).get(player, player)
        return standing_account(club, player, name, _nights(handler, club, player))


def _nights(handler: CommandHandler, club: Club, player: PlayerId) -> Iterator[NightRead]:
    """The nights in which the member has a part, the first of them first; only those are read whole."""
    listed = {one.night: one for one in handler.lists.nights(Which(club=club.id), limit=len(club.nights))}
    for night, record in club.nights.items():
        one = listed.get(night)
        if one and record.phase != "void" and (has_a_part(record, player) or _was_there(handler, one, player)):
            loaded = handler.load(night)
            yield NightRead(one, loaded.records, loaded.night)


def _was_there(handler: CommandHandler, listed: ListedNight, player: PlayerId) -> bool:
    if player in msgspec.json.decode(listed.players, type=tuple[str, ...]):
        return True
    # A banker who never sat down is not among the players.
    (first,) = handler.store.read(handler.stream(listed.night), up_to=1)
    opening = recorded(first).event
    return isinstance(opening, commands.OpenNight) and opening.banker == player
