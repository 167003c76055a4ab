"""What each night that is over came to, by player: a read model that is written with the events of the night.

Standings over many nights read these rows and the list of nights, and no events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, and_, bindparam, delete, insert, select

from engine.events import Recorded
from engine.reports.night_results import GameFigure, NightResult, night_results
from engine.state import Night
from service.book.db import Database
from service.book.store.rows import NIGHT, NIGHT_RESULT, columns_of
from service.language.local_time import minutes_between


class KeptResult(NamedTuple):
    """One player's night as a row; `more` is the JSON of `_More`."""

    club: str
    night: str
    player: str
    opened_at: str
    ended_at: str
    unit: int
    result_cents: int
    issued: int
    left_with: int
    minutes: int | None
    hands: int
    won: int
    more: str


class NightOfResult(NamedTuple):
    """What the list of nights says about the night of a result."""

    name: str
    zone: str
    currency: str
    exponent: int


_RESULTS = select(*columns_of(NIGHT_RESULT, KeptResult)).where(NIGHT_RESULT.c.club == bindparam("club"))
_OF_NIGHT = _RESULTS.where(NIGHT_RESULT.c.night == bindparam("night")).order_by(NIGHT_RESULT.c.player)
_OF_CLUB = (
    select(*columns_of(NIGHT_RESULT, KeptResult), *columns_of(NIGHT, NightOfResult))
    .join(NIGHT, and_(NIGHT.c.club == NIGHT_RESULT.c.club, NIGHT.c.night == NIGHT_RESULT.c.night))
    .where(NIGHT_RESULT.c.club == bindparam("club"), NIGHT.c.club == bindparam("club"))
    .order_by(NIGHT_RESULT.c.opened_at, NIGHT_RESULT.c.night, NIGHT_RESULT.c.player)
)


class _More(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a result that no query asks for."""

    games: tuple[GameFigure, ...]
    won_from: dict[str, int]
    lost_to: dict[str, int]
    best_pot: int
    best_pot_hand: int
    lowest: int
    paid_after: int | None


_MORE = msgspec.json.Decoder(_More)


def results_of(records: Sequence[Recorded], night: Night) -> list[KeptResult]:
    """The rows of a night; none while it is not over. `night` is the fold of the records."""
    return [_kept(night.terms.club, result) for result in night_results(records, minutes_between, night)]


def keep_results(connection: Connection, club: str, night: str, results: Sequence[KeptResult]) -> None:
    """Puts these rows in the place of those the night had, in a transaction that the caller holds."""
    connection.execute(delete(NIGHT_RESULT).where(NIGHT_RESULT.c.club == club, NIGHT_RESULT.c.night == night))
    if results:
        connection.execute(insert(NIGHT_RESULT), [one._asdict() for one in results])


def results_kept(database: Database, club: str, night: str) -> list[KeptResult]:
    """The rows of one night, by player."""
    return list(map(KeptResult._make, database.rows(_OF_NIGHT, {"club": club, "night": night})))


def cents_of_player(database: Database, club: str, player: str, nights: Sequence[str]) -> dict[str, int]:
    """What these nights came to for a player, in cents, by night; without those that are not over, and those without them."""
    if not nights:
        return {}
    row = NIGHT_RESULT.c
    query = select(row.night, row.result_cents).where(row.club == club, row.player == player, row.night.in_(nights))
    return dict(database.rows(query))


def results_of_club(database: Database, club: str) -> Iterator[tuple[NightResult, NightOfResult]]:
    """Every result of a club with its night, the first night first."""
    width = len(KeptResult._fields)
    for row in database.rows(_OF_CLUB, {"club": club}):
        yield _result(KeptResult._make(row[:width])), NightOfResult._make(row[width:])


def _kept(club: str, result: NightResult) -> KeptResult:
    more = _More(
        games=result.games,
        won_from=result.won_from,
        lost_to=result.lost_to,
        best_pot=result.best_pot,
        best_pot_hand=result.best_pot_hand,
        lowest=result.lowest,
        paid_after=result.paid_after,
    )
    return KeptResult(
        club=club,
        night=result.night,
        player=result.player,
        opened_at=result.opened_at,
        ended_at=result.ended_at,
        unit=result.unit,
        result_cents=result.result,
        issued=result.issued,
        left_with=result.left,
        minutes=result.minutes,
        hands=result.hands,
        won=result.won,
        more=msgspec.json.encode(more).decode(),
    )


def _result(row: KeptResult) -> NightResult:
    more = _MORE.decode(row.more)
    return NightResult(
        night=row.night,
        player=row.player,
        opened_at=row.opened_at,
        ended_at=row.ended_at,
        unit=row.unit,
        result=row.result_cents,
        issued=row.issued,
        left=row.left_with,
        minutes=row.minutes,
        hands=row.hands,
        won=row.won,
        games=more.games,
        won_from=more.won_from,
        lost_to=more.lost_to,
        best_pot=more.best_pot,
        best_pot_hand=more.best_pot_hand,
        lowest=more.lowest,
        paid_after=more.paid_after,
    )
