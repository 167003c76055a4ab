"""The book of a club that has played for years: 270 nights of some 1,120 events, closed, planned and partly paid."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from engine import commands
from service.app.book import Book
from service.book.recording.unit_of_work import IncomingCommand, Joining, LoadedNight, UnitOfWork
from service.book.store.names import new_member
from tests.bench.hands import random_hand
from tests.bench.nights import SEED, book_at

CLUB = "five-years"
MEMBERS = ("anna", "bo", "carl", "dora", "eve", "finn", "gerd", "hana", "ivan", "jens", "kaja", "lone")
NIGHTS = 270
EVENTS_OF_A_NIGHT = 1_115
SEATS = 6
_FIRST = datetime(2021, 11, 5, 19, 30, tzinfo=UTC)


def book_of_years(path: Path, nights: int = NIGHTS, events_of_a_night: int = EVENTS_OF_A_NIGHT) -> Book:
    """A new book in this file with one club that has played so many nights; always the same."""
    book, chance = book_at(path), Random(SEED)
    people = [new_member(CLUB, player, player.title()) for player in MEMBERS]
    for number in range(nights):
        work = _played(number, chance, events_of_a_night)
        with book.handler() as handler:
            handler.record_all([work], joining=Joining() if number else Joining(founded="Five Years", members=people))
    return book


def night_called(number: int) -> str:
    """The id of this night of the club, counted from 0."""
    return f"years-{number:03}"


def _played(number: int, chance: Random, events: int) -> UnitOfWork:
    at = (_FIRST + timedelta(days=7 * number)).strftime("%Y-%m-%dT%H:%M:%SZ")
    work = UnitOfWork(LoadedNight(night_called(number)), at)

    def take(all_commands: Iterator[commands.Command]) -> None:
        for command in all_commands:
            work.take(IncomingCommand(command, occurred_at=at))

    seated = [MEMBERS[(number + seat) % len(MEMBERS)] for seat in range(SEATS)]
    take(_opening(number, seated))
    while work.loaded.version < events:
        take(random_hand(work.loaded.night, chance))
    take(_end(work, seated))
    return work


def _opening(number: int, seated: list[str]) -> Iterator[commands.Command]:
    rules = commands.HouseRules(rulebook="standard", auto="none", initial_loan=0)
    yield commands.OpenNight(night=night_called(number), club=CLUB, banker=seated[0], unit=1, rules=rules)
    for player in seated:
        yield commands.SeatPlayer(player=player)
        yield commands.GiveLoan(player=player, chips=10_000)


def _end(work: UnitOfWork, seated: list[str]) -> Iterator[commands.Command]:
    night = work.loaded.night
    for player in seated:
        yield commands.CountChips(player=player, chips=night.stack(player))
    yield commands.CloseNight()
    yield commands.FreezePlan(kind="direct")
    plan = night.closing.plan
    # The last transfer of each night stays open, so that members owe something of every year.
    for transfer in range(1, len((plan and plan.transfers) or ())):
        yield commands.RecordPayment(transfer=transfer)
