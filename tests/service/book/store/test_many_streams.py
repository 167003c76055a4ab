"""Many who write to the streams of one club at once: nothing is lost, and no two wait for each other for ever."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from engine import commands
from service.book.db import Database
from service.book.own_games.adding import add_game
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import Joining
from service.book.store.names import new_member
from service.book.store.verify import streams_of, verify_book
from service.errors import NameTaken
from tests.service.book.store.nights import AT, BANKER, CLUB, close, founded, open_night, opened, played

NIGHTS, NAMES = 6, 5
GAME = 'name = "Game {number}"\nlike = "Baseball"\n'
SECONDS = 60


def together(database: Database, actions: Sequence[Callable[[CommandHandler], Any]]) -> list[Any]:
    """What each action returns; they begin at the same moment, each with a command handler of its own."""
    barrier = threading.Barrier(len(actions))

    def act(action: Callable[[CommandHandler], Any]) -> Any:
        handler = CommandHandler(database, now=lambda: AT)
        barrier.wait(SECONDS)
        return action(handler)

    with ThreadPoolExecutor(len(actions)) as threads:
        # To ask for the results raises what was refused.
        return list(threads.map(act, actions))


@pytest.fixture
def book(database) -> Database:
    """Nights that are counted and not yet closed."""
    handler = CommandHandler(database, now=lambda: AT)
    founded(handler, "first")
    for number in range(NIGHTS):
        opened(handler, f"n{number}")
        played(handler, f"n{number}", loans=1)
    return database


def closing(number: int) -> Callable[[CommandHandler], None]:
    return lambda handler: close(handler, f"n{number}")


def admitting(names: Sequence[str]) -> Callable[[CommandHandler], int]:
    """Admits people by name; the number of names that others had taken."""
    return lambda handler: sum(_is_taken(lambda name=name: handler.clubs.admit(CLUB, name)) for name in names)


def opening_with(nights: str, names: Sequence[str]) -> Callable[[CommandHandler], int]:
    """Opens a night for each name, with which its bearer joins; the number of names that others had taken."""

    def open_one(handler: CommandHandler, number: int, name: str) -> None:
        night = f"{nights}{number}"
        joining = Joining(members=(new_member(CLUB, f"p-{night}", name),))
        open_night(handler, commands.OpenNight(night=night, club=CLUB, banker=BANKER), joining=joining)

    def open_all(handler: CommandHandler) -> int:
        return sum(_is_taken(lambda n=n, name=name: open_one(handler, n, name)) for n, name in enumerate(names))

    return open_all


def adding(number: int) -> Callable[[CommandHandler], None]:
    return lambda handler: _insist(add_game(handler.clubs, CLUB, GAME.format(number=number)).new)


def _is_taken(action: Callable[[], object]) -> bool:
    try:
        action()
    except NameTaken:
        return True
    return False


def _insist(held: bool) -> None:  # noqa: FBT001
    assert held


def test_nights_that_close_while_people_join_and_games_are_added_lose_nothing(book) -> None:
    names = [f"Guest {number}" for number in range(NAMES)]
    taken = together(
        book,
        [
            *(closing(number) for number in range(NIGHTS)),
            admitting([f"Anna {number}" for number in range(NAMES)]),
            adding(1),
            adding(2),
            # These three want the same names: in the club's stream, and with nights of their own.
            admitting(names),
            opening_with("x", names),
            opening_with("y", names),
        ],
    )
    # Each of the names went to one of the three.
    assert sum(taken[-3:]) == 2 * NAMES
    handler = CommandHandler(book, now=lambda: AT)
    loaded = handler.clubs.load(CLUB)
    assert {night: record.phase for night, record in loaded.club.nights.items() if night.startswith("n")} == {
        f"n{number}": "closed" for number in range(NIGHTS)
    }
    assert sorted(game.name for (game,) in loaded.club.games.values()) == ["Game 1", "Game 2"]
    found = handler.names.by_id(CLUB)
    assert set(found) == set(loaded.club.members)
    assert sorted(name for name in found.values() if name in names) == names
    assert sum(name.startswith("Anna") for name in found.values()) == NAMES
    assert [record.version for record in loaded.records] == list(range(1, len(loaded.records) + 1))
    for stream, count in streams_of(book, CLUB).items():
        assert [event.version for event in handler.store.read(stream)] == list(range(1, count + 1))
    assert verify_book(book) == []


def test_no_two_writers_of_a_club_wait_for_each_other(postgresql_database, postgresql_url) -> None:
    """PostgreSQL ends a deadlock by refusing one of the two, which this counts, even if the refused one tried again."""
    handler = CommandHandler(postgresql_database, now=lambda: AT)
    founded(handler, "first")
    for number in range(4):
        names = [f"Guest {number}-{guest}" for guest in range(NAMES)]
        together(
            postgresql_database,
            [
                admitting(names),
                admitting(names[::-1]),
                opening_with(f"a{number}-", names),
                opening_with(f"b{number}-", names[::-1]),
            ],
        )
    # A server counts what a connection met when it ends.
    postgresql_database.close()
    query = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    with psycopg.connect(postgresql_url.replace("+psycopg", "")) as connection:
        assert connection.execute(query).fetchone() == (0,)
    assert len(CommandHandler(postgresql_database).names.by_id(CLUB)) == 1 + 4 * NAMES
