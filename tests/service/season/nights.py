"""A club with nights of random play, on days of their own, for the tests of standings."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from engine.game.counts import is_for
from engine.library import GAMES
from service.book.club_handler import ClubHandler
from service.book.db import Database
from service.book.recording.handler import CommandHandler
from tests.engine.simulate.evening import Depth, Plan, play
from tests.engine.simulate.seeded import Seeded
from tests.service.book.moving.clubs import InTheBook

CLUB = "friday"
PEOPLE = {
    "p-anna": "Anna",
    "p-bo": "Bo",
    "p-carl": "Carl",
    "p-dora": "Dora",
    "p-eva": "Eva",
    "p-finn": "Finn Falkenberg-Østergaard",
}


class Clock:
    """A clock that goes on a little with every look."""

    def __init__(self, start: str = "2026-01-02T19:00:00Z") -> None:
        self.moment = datetime.fromisoformat(start)

    def __call__(self) -> str:
        self.moment += timedelta(seconds=20)
        return self.moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def next_week(self) -> None:
        """The same hour, seven days after the last evening began."""
        self.moment = self.moment.replace(hour=19, minute=0, second=0) + timedelta(days=7)


def club(database: Database, clock: Clock) -> CommandHandler:
    """The club with its people."""
    clubs = ClubHandler(database, clock)
    clubs.found_club("Friday club", club_id=CLUB)
    for player, name in PEOPLE.items():
        clubs.admit(CLUB, name, player=player)
    return CommandHandler(database, clock)


def play_nights(
    handler: CommandHandler,
    clock: Clock,
    nights: int,
    *,
    hands: int = 3,
    depth: Depth = "book",
    players: Sequence[int] = (3, 6, 4, 5),
    seed: int = 0,
    first: int = 1,
) -> None:
    """So many nights of a random legal evening, from opening to payments, a week apart."""
    games = [game for game in GAMES if is_for(game, 6)]
    for number in range(first, first + nights):
        people = tuple(PEOPLE)[: players[number % len(players)]]
        menu = tuple(games[(7 * number + place) % len(games)] for place in range(3))
        fitting = tuple(game for game in menu if is_for(game, len(people))) or (games[0],)
        plan = Plan(
            night=f"n{number}",
            club=CLUB,
            people=people,
            games=fitting,
            hands=hands,
            depth=depth,
            rulebook=fitting[0].rulebook or "munk",
        )
        assert play(plan, Seeded(seed + number), InTheBook(handler, f"n{number}")) == ()
        clock.next_week()
