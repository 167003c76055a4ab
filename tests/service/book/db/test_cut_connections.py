"""Wherever the connection is cut while an act is recorded, the act is recorded once, or its sender knows that it may not be.

`CHIPBOOK_SOAK` cuts after every single byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import make_url

from engine import commands
from service.book.club_handler import ClubHandler
from service.book.db import Database, failures
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


@pytest.fixture
def way(postgresql_url: str) -> Iterator[Way]:
    with a_way_to(make_url(postgresql_url).port or 0) as made:
        yield made


@pytest.fixture
def far(way: Way, postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """The book over that way, by one connection at a time."""
    monkeypatch.setattr(failures, "FIRST_PAUSE_SECONDS", 0.001)
    url = make_url(postgresql_url).set(port=way.port).render_as_string(hide_password=False)
    # Every act sends the same bytes, however often it was sent before.
    with closing(Database.open(url, ServerOptions(connections_max=2, pooler="transaction"))) as database:
        yield database


def _cuts(way: Way) -> Iterator[int]:
    """After how many bytes the way is cut: spread over what one act sent and got, its first and its last bytes too."""
    whole = way.passed
    yield from sorted({*range(1, whole + 1, max(1, whole // CUTS) if CUTS else 1), *range(whole - 8, whole + 1)})


def _lend(handler: CommandHandler, number: int, key: str) -> None:
    handler.handle(NIGHT, commands.GiveLoan(player=BANKER, chips=1000 + number), key=key)


def _lent(database: Database) -> list[int]:
    loaded = CommandHandler(database, now=lambda: AT).load(NIGHT)
    return [one.event.chips for one in loaded.records if isinstance(one.event, commands.GiveLoan)]


@pytest.fixture
def handler(far: Database) -> CommandHandler:
    made = CommandHandler(far, now=lambda: AT)
    founded(made, NIGHT)
    made.handle(NIGHT, commands.SeatPlayer(player=BANKER))
    return made


def test_an_act_with_a_key_is_recorded_once_wherever_the_connection_is_cut(
    handler: CommandHandler, way: Way, far: Database, postgresql_database: Database
) -> None:
    for number in range(8):
        way.open()
        _lend(handler, number, f"key-{number}")
    wanted = [1000 + number for number in range(8)]
    for cut in _cuts(way):
        way.open(bytes_left=cut)
        _lend(handler, cut, f"cut-{cut}")
        way.open()
        wanted.append(1000 + cut)
    assert _lent(postgresql_database) == wanted
    assert verify_book(postgresql_database) == []


def test_an_act_without_a_key_is_never_recorded_twice_and_in_doubt_its_sender_is_told(
    handler: CommandHandler, way: Way, postgresql_database: Database
) -> None:
    # The first acts of a connection send more than those that follow.
    for number in range(8):
        way.open()
        _lend(handler, number, "")
    in_doubt = 0
    wanted = [1000 + number for number in range(8)]
    for cut in _cuts(way):
        way.open(bytes_left=cut)
        try:
            _lend(handler, cut, "")
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


def test_an_act_of_a_club_with_a_key_is_recorded_once_wherever_the_connection_is_cut(
    handler: CommandHandler, way: Way, far: Database, postgresql_database: Database
) -> None:
    clubs = ClubHandler(far, lambda: AT)
    way.open()
    clubs.admit(CLUB, "Anna 0", key="admit-0")
    names = ["Anna 0"]
    for cut in _cuts(way):
        way.open(bytes_left=cut)
        clubs.admit(CLUB, f"Anna {cut}", key=f"admit-{cut}")
        way.open()
        names.append(f"Anna {cut}")
    members = ClubHandler(postgresql_database, lambda: AT).names.members(CLUB)
    assert sorted(one.name for one in members) == sorted(["Bo", *names])
    assert verify_book(postgresql_database) == []


def test_a_night_that_is_opened_is_recorded_once_wherever_the_connection_is_cut(
    handler: CommandHandler, way: Way, postgresql_database: Database
) -> None:
    """With the people who are new; nobody gives a key."""
    way.open()
    opened(handler, "opened-0")
    nights = ["opened-0"]
    for cut in _cuts(way):
        way.open(bytes_left=cut)
        opened(handler, f"opened-{cut}")
        way.open()
        nights.append(f"opened-{cut}")
    read = CommandHandler(postgresql_database, now=lambda: AT)
    assert [read.load(night).version for night in nights] == [1] * len(nights)
    assert sorted(one.name for one in read.names.members(CLUB)) == sorted(
        ["Bo", *(f"Guest of {one}" for one in nights)]
    )
    assert verify_book(postgresql_database) == []


def test_nights_that_are_recorded_together_are_there_once_wherever_the_connection_is_cut(
    handler: CommandHandler, way: Way, postgresql_database: Database
) -> None:
    def bring(number: int) -> list[str]:
        nights = [f"brought-{number}-{one}" for one in "ab"]
        works = []
        for night in nights:
            work = handler.new_unit_of_work(night)
            work.take(IncomingCommand(commands.OpenNight(night=night, club=CLUB, banker=BANKER), occurred_at=AT))
            works.append(work)
        handler.record_all(works)
        return nights

    way.open()
    brought = bring(0)
    for cut in _cuts(way):
        way.open(bytes_left=cut)
        brought += bring(cut)
        way.open()
    read = CommandHandler(postgresql_database, now=lambda: AT)
    assert [read.load(night).version for night in brought] == [1] * len(brought)
    assert verify_book(postgresql_database) == []


def test_a_lost_server_is_asked_again_for_a_limited_time(
    handler: CommandHandler, way: Way, monkeypatch: pytest.MonkeyPatch, postgresql_database: Database
) -> None:
    monkeypatch.setattr(failures, "TRY_SECONDS", 0.3)
    way.close()
    with pytest.raises(Exception, match="cannot be reached"):
        _lend(handler, 1, "key")
    assert CommandHandler(postgresql_database).store.version(stream_of_night(CLUB, NIGHT)) == 2
