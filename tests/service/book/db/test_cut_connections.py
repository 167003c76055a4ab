"""Wherever the connection is cut while an act is recorded, the act is recorded once, or its sender knows that it may not be.

`CHIPBOOK_SOAK` cuts after every single byte.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

import pytest
from sqlalchemy import make_url

from engine import commands
from service.book.db import Database
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import IncomingCommand
from service.book.store.chain import stream_of_night
from service.book.store.verify import verify_book
from service.config import ServerOptions
from service.errors import NoAnswer
from tests.service.book.db.cutting import Way, a_way_to
from tests.service.book.store.nights import AT, BANKER, CLUB, founded, opened
from tests.soak import SOAK

CUTS = None if SOAK else 8
NIGHT = "n1"
Act = Callable[[CommandHandler, int], None]
Recorded = Callable[[CommandHandler], Iterable[str]]


@pytest.fixture
def way(postgresql_url) -> Iterator[Way]:
    with a_way_to(make_url(postgresql_url).port or 0) as made:
        yield made


@pytest.fixture
def far(way, postgresql_url, monkeypatch) -> Iterator[Database]:
    """The book over that way, by one connection at a time."""
    monkeypatch.setattr("service.book.db.database.FIRST_PAUSE_SECONDS", 0.001)
    url = make_url(postgresql_url).set(port=way.port).render_as_string(hide_password=False)
    # Every act sends the same bytes, however often it was sent before.
    with closing(Database(url, ServerOptions(connections_max=2, pooler="transaction"))) as database:
        yield database


def _cuts(way: Way) -> Iterator[int]:
    """After how many bytes the way is cut: spread over what one act sent and got, its first and its last bytes too."""
    whole = way.passed
    yield from sorted({*range(1, whole + 1, max(1, whole // CUTS) if CUTS else 1), *range(whole - 8, whole + 1)})


def _lend(handler: CommandHandler, number: int, key: str) -> None:
    handler.handle(NIGHT, commands.GiveLoan(player=BANKER, chips=number), key=key)


def _lent(database: Database) -> list[int]:
    loaded = CommandHandler(database, now=lambda: AT).load(NIGHT)
    return [one.event.chips for one in loaded.records if isinstance(one.event, commands.GiveLoan)]


@pytest.fixture
def handler(far) -> CommandHandler:
    made = CommandHandler(far, now=lambda: AT)
    founded(made, NIGHT)
    made.handle(NIGHT, commands.SeatPlayer(player=BANKER))
    return made


def _admit(handler: CommandHandler, number: int) -> None:
    handler.clubs.admit(CLUB, f"Anna {number}", key=f"admit-{number}")


def _admitted(read: CommandHandler) -> list[str]:
    return [one.name.removeprefix("Anna ") for one in read.names.members(CLUB) if one.name.startswith("Anna ")]


def _open(handler: CommandHandler, number: int) -> None:
    opened(handler, f"opened-{number}")


def _guests(read: CommandHandler) -> list[str]:
    """Of the nights that were opened; each joined with a night of one event."""
    nights = [one.name.removeprefix("Guest of ") for one in read.names.members(CLUB) if one.name.startswith("Guest")]
    assert [read.load(night).version for night in nights] == [1] * len(nights)
    return [night.removeprefix("opened-") for night in nights]


def _bring(handler: CommandHandler, number: int) -> None:
    """Two nights at once."""
    works = [handler.new_unit_of_work(f"{one}-{number}") for one in "ab"]
    for work in works:
        opening = commands.OpenNight(night=work.loaded.night_id, club=CLUB, banker=BANKER)
        work.take(IncomingCommand(opening, occurred_at=AT))
    handler.record_all(works)


def _brought(read: CommandHandler) -> list[str]:
    nights = [one.night for one in read.lists.nights(limit=1000) if one.night != NIGHT]
    assert [read.load(night).version for night in nights] == [1] * len(nights)
    firsts, seconds = ([night[2:] for night in nights if night.startswith(one)] for one in "ab")
    assert sorted(firsts) == sorted(seconds)
    return firsts


@pytest.mark.parametrize(
    ("act", "recorded"),
    [
        (lambda handler, number: _lend(handler, number, f"key-{number}"), lambda read: map(str, _lent(read._database))),
        (_admit, _admitted),
        (_open, _guests),
        (_bring, _brought),
    ],
    ids=["a loan with a key", "a member with a key", "a night and who joins with it", "two nights together"],
)
def test_an_act_is_recorded_once_wherever_the_connection_is_cut(
    handler, way, postgresql_database, act, recorded
) -> None:
    """Nights need no key: their id is one."""
    # The first acts of a connection send more than those that follow.
    numbers = [1000 + number for number in range(8)]
    for number in numbers:
        way.open()
        act(handler, number)
    for cut in _cuts(way):
        way.open(bytes_left=cut)
        act(handler, 2000 + cut)
        numbers.append(2000 + cut)
        way.open()
    assert sorted(recorded(CommandHandler(postgresql_database, now=lambda: AT))) == sorted(map(str, numbers))
    assert verify_book(postgresql_database) == []


def test_an_act_without_a_key_is_never_recorded_twice_and_in_doubt_its_sender_is_told(
    handler, way, postgresql_database
) -> None:
    # The first acts of a connection send more than those that follow.
    for number in range(8):
        way.open()
        _lend(handler, 1000 + number, "")
    in_doubt = 0
    wanted = [1000 + number for number in range(8)]
    for cut in _cuts(way):
        way.open(bytes_left=cut)
        try:
            _lend(handler, 1000 + cut, "")
        except NoAnswer:
            in_doubt += 1
            if _lent(postgresql_database)[-1] == 1000 + cut:
                wanted.append(1000 + cut)
        else:
            wanted.append(1000 + cut)
        way.open()
        assert _lent(postgresql_database) == wanted
    # Else it was never cut between a commit and its answer.
    assert in_doubt
    assert verify_book(postgresql_database) == []


def test_a_lost_server_is_asked_again_for_a_limited_time(handler, way, monkeypatch, postgresql_database) -> None:
    monkeypatch.setattr("service.book.db.database.TRY_SECONDS", 0.3)
    way.close()
    with pytest.raises(Exception, match="cannot be reached"):
        _lend(handler, 1, "key")
    assert CommandHandler(postgresql_database).store.version(stream_of_night(CLUB, NIGHT)) == 2
