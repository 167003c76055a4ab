"""A short night for the workers: three people, one hand, counts; it can be closed with or without a gap."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import commands
from service.db import Database
from service.handle import Desk, utc_now
from service.store.event_store import JobDraft
from service.store.names import Club, Player

NIGHT = "n1"
CLUB = "k"
AT = "2026-02-13T20:15:00Z"
PEOPLE = (("a", "Anna"), ("b", "Bo"), ("c", "Carl"))
# After one hand that Anna wins.
STACKS = {"a": 156, "b": 147, "c": 147}

Tell = Callable[[Sequence[JobDraft]], None]


def played(database: Database, night: str = NIGHT, tell: Tell | None = None, now: Callable[[], str] = utc_now) -> Desk:
    """A night with one hand, before the counts."""
    desk = Desk(database, now=now, tell=tell)
    opening = commands.OpenNight(
        night=night, club=CLUB, banker="b", rules=commands.HouseRules(auto="all", initial_loan=150)
    )
    if desk.nights():
        desk.open_night(opening)
    else:
        desk.names.add_club(Club(CLUB, "Klub", AT))
        desk.open_night(opening, players=[Player(player, CLUB, name, AT) for player, name in PEOPLE])
    for player, _ in PEOPLE:
        desk.handle(night, commands.SeatPlayer(player=player))
    desk.handle(night, commands.AnnounceHand(game="Straight Poker", dealer="c"))
    for act in (
        commands.Bet(player="a", chips=2),
        commands.Call(player="b"),
        commands.Call(player="c"),
        commands.NameWinners(rankings=((("a",),),)),
    ):
        desk.handle(night, act)
    return desk


def closed(
    database: Database,
    night: str = NIGHT,
    *,
    missing: int = 0,
    tell: Tell | None = None,
    now: Callable[[], str] = utc_now,
) -> Desk:
    """The night counted and closed; Carl's count may miss some chips."""
    desk = played(database, night, tell, now)
    stacks = {player: desk.page(night).night.stack(player) for player, _ in PEOPLE}
    for player, chips in stacks.items():
        desk.handle(night, commands.CountChips(player=player, chips=chips - (missing if player == "c" else 0)))
    desk.handle(night, commands.CloseNight())
    return desk
