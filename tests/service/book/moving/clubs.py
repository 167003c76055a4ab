"""A club with nights, as the command handler records them: what is moved, saved and rebuilt in these tests."""

from collections.abc import Sequence
from typing import Any

from engine import commands
from engine.club import acts
from engine.events import Recorded
from engine.game.counts import is_for
from engine.library import GAMES
from engine.state import Night
from service.book.club_handler import ClubHandler
from service.book.db import Database
from service.book.recording.handler import CommandHandler
from service.book.store.chain import Stream, stream_of_club, stream_of_night
from tests.engine.simulate.evening import Depth, Plan, play
from tests.engine.simulate.seeded import Seeded

AT = "2026-02-13T20:15:00Z"
CLUB = "tuesday"
OWN = stream_of_club(CLUB)
NIGHT = stream_of_night(CLUB, "n1")
PEOPLE = {"p-anna": "Anna", "p-bo": "Bø", "p-carl": "Carl", "p-dora": "Dora"}
# Every table of a book but that of the migrations, with the columns that order its rows.
TABLES = {
    "event": "club, stream, version",
    "request": "club, key",
    "outcome": "club, key",
    "job": "club, key",
    "job_try": "club, key, number",
    "club": "club",
    "player": "club, id",
    "handle": "club, player, kind",
    "night": "club, night",
    "night_result": "club, night, player",
    "token": "club, digest",
    "credential": "club, digest",
    "countersignature": "club, night, key",
}


def now() -> str:
    return AT


class InTheBook:
    """A night that is played in a book, every command under a key of its own."""

    def __init__(self, handler: CommandHandler, night: str) -> None:
        self._handler, self._night, self._taken = handler, night, 0

    def take(self, command: commands.Command) -> None:
        self._taken += 1
        self._handler.handle(self._night, command, key=f"{self._night}/{self._taken}")

    def night(self) -> Night:
        return self._handler.load(self._night).night

    def records(self) -> Sequence[Recorded]:
        return self._handler.load(self._night).records


def found(database: Database, club: str = CLUB, name: str = "Tirsdagsklubben ♠") -> CommandHandler:
    """A club with its people, of whom only the first three play."""
    clubs = ClubHandler(database, now)
    clubs.found_club(name, club_id=club, key=f"found {club}")
    for player, said in PEOPLE.items():
        clubs.admit(club, said, player=player, key=f"admit {player}")
    return CommandHandler(database, now)


def play_night(
    handler: CommandHandler,
    night: str = "n1",
    *,
    club: str = CLUB,
    seed: int = 1,
    hands: int = 3,
    depth: Depth = "bank",
) -> None:
    """A random night of the first three people, from the opening to the payments; without cards if none are asked for."""
    games = tuple(game for game in GAMES if is_for(game, 3))
    game = games[seed % len(games)]
    plan = Plan(
        night=night,
        club=club,
        people=tuple(PEOPLE)[:3],
        games=(game,),
        hands=hands,
        depth=depth,
        rulebook=game.rulebook or "munk",
    )
    assert play(plan, Seeded(seed), InTheBook(handler, night)) == ()


def with_a_night(database: Database) -> None:
    """The club, and a night of three that is settled."""
    play_night(found(database))


def with_an_open_night(database: Database) -> None:
    """The club, and a night that goes on."""
    open_night(found(database))


def opening(night: str = "n1", club: str = CLUB) -> commands.OpenNight:
    return commands.OpenNight(night=night, club=club, banker="p-anna", name="Første aften")


def open_night(handler: CommandHandler, night: str = "n1", *, club: str = CLUB) -> None:
    """A night that goes on: Anna keeps the bank, and Bø has a loan."""
    handler.handle(night, opening(night, club), key=f"{night}/open")
    for player in ("p-anna", "p-bo"):
        handler.handle(night, commands.SeatPlayer(player=player))
    lend(handler, night)


def lend(handler: CommandHandler, night: str = "n1", *, times: int = 1) -> None:
    for _ in range(times):
        handler.handle(night, commands.GiveLoan(player="p-bo", chips=50))


def grant(handler: CommandHandler, club: str = CLUB) -> None:
    """One event more in the club's stream."""
    handler.clubs.take(club, acts.GrantRole(player="p-carl", role="co_banker"))


def rows(database: Database, table: str) -> list[tuple[Any, ...]]:
    """Every row of a table, in the order of its key."""
    with database.reading() as connection:
        found = connection.exec_driver_sql(f"SELECT * FROM {table} ORDER BY {TABLES[table]}")
        return [tuple(row) for row in found]


def everything(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    return {table: rows(database, table) for table in TABLES}


def streams(database: Database) -> set[Stream]:
    return {Stream(str(row[0]), str(row[1])) for row in rows(database, "event")}
