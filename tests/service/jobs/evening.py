"""A short night for the workers: three people, one hand, counts; it can be closed with or without a gap."""

from collections.abc import Callable, Sequence
from typing import Literal

from engine import commands
from service.book.db import Database
from service.book.recording.handler import CommandHandler, utc_now
from service.book.recording.unit_of_work import Joining
from service.book.store.chain import stream_of_night
from service.book.store.event_store import JobDraft
from service.book.store.names import new_member
from tests.service.book.store.nights import open_night

NIGHT = "n1"
CLUB = "k"
STREAM = stream_of_night(CLUB, NIGHT)
AT = "2026-02-13T20:15:00Z"
PEOPLE = (("a", "Anna"), ("b", "Bo"), ("c", "Carl"))
# After one hand that Anna wins.
STACKS = {"a": 156, "b": 147, "c": 147}

Tell = Callable[[Sequence[JobDraft]], None]


def played(
    database: Database,
    night: str = NIGHT,
    tell: Tell | None = None,
    now: Callable[[], str] = utc_now,
    settles: Literal["direct", "bank", "ask"] = "ask",
) -> CommandHandler:
    """A night with one hand, before the counts; unless its house settles by itself, no plan follows from the close."""
    handler = CommandHandler(database, now=now, tell=tell)
    opening = commands.OpenNight(
        night=night,
        club=CLUB,
        banker="b",
        rules=commands.HouseRules(auto="all", initial_loan=150, settles=settles),
    )
    if handler.lists.nights(limit=1):
        open_night(handler, opening)
    else:
        handler.clubs.found_club("Klub", club_id=CLUB)
        open_night(
            handler, opening, joining=Joining(members=[new_member(CLUB, player, name) for player, name in PEOPLE])
        )
    for player, _ in PEOPLE:
        handler.handle(night, commands.SeatPlayer(player=player))
    handler.handle(night, commands.AnnounceHand(game="Straight Poker", dealer="c"))
    for act in (
        commands.Bet(player="a", chips=2),
        commands.Call(player="b"),
        commands.Call(player="c"),
        commands.NameWinners(rankings=((("a",),),)),
    ):
        handler.handle(night, act)
    return handler


def closed(
    database: Database,
    night: str = NIGHT,
    *,
    missing: int = 0,
    tell: Tell | None = None,
    now: Callable[[], str] = utc_now,
    settles: Literal["direct", "bank", "ask"] = "ask",
) -> CommandHandler:
    """The night counted and closed; Carl's count may miss some chips."""
    handler = played(database, night, tell, now, settles)
    stacks = {player: handler.load(night).night.stack(player) for player, _ in PEOPLE}
    for player, chips in stacks.items():
        handler.handle(night, commands.CountChips(player=player, chips=chips - (missing if player == "c" else 0)))
    handler.handle(night, commands.CloseNight())
    return handler
