"""The nights that are folded: three real ones if they are available, the demo, and random hands."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from random import Random

from service.app.book import Book
from service.app.exchange.imports import bring_log, look_at_pokernow
from service.app.night.lines import replay
from service.book.db import Database
from service.book.recording.handler import utc_now
from service.book.recording.unit_of_work import IncomingCommand, Joining, LoadedNight, UnitOfWork
from service.book.store.chain import StoredEvent
from service.book.store.names import new_member
from service.book.store.schema import open_book
from service.exchange.imports.pokernow_file import decoded
from service.reports.views.exchange import ImportAnswers
from tests.bench.hands import PLAYERS, opening, random_hand

DEMO = Path(__file__).resolve().parents[2] / "cli" / "data" / "demo.night"
REAL = "CHIPBOOK_REAL_NIGHTS"
SEED = 20_261_120


@dataclass(frozen=True, slots=True)
class Nights:
    """Nights of one kind as rows of the book."""

    name: str
    rows: list[list[StoredEvent]]

    @property
    def events(self) -> int:
        """The number of rows."""
        return sum(map(len, self.rows))


def book_at(path: Path) -> Book:
    """A book of its own, independent of the environment."""
    return Book.on(fresh(path), home=path.parent)


def fresh(path: Path) -> Database:
    """An empty book in this file: a copy of one that is made once in its folder."""
    blank = path.with_name("blank.db")
    if not blank.exists():
        open_book(f"sqlite:///{blank}").close()
    shutil.copyfile(blank, path)
    return open_book(f"sqlite:///{path}")


def all_nights(book: Book, hands: int) -> list[Nights]:
    """Nights of every kind, played into the book and read back."""
    return [*_real(book), _demo(book), random_nights(book, hands)]


def _real(book: Book) -> list[Nights]:
    folder = os.environ.get(REAL)
    if not folder:
        return []
    nights = []
    for path in sorted(Path(folder).glob("*.csv")):
        text = decoded(path.name, path.read_bytes())
        nights.append(bring_log(book, look_at_pokernow(book, "", [(path.name, text)], ImportAnswers())).night)
    rows = [_rows(book, night) for night in nights]
    return [Nights(f"{len(nights)} real nights", rows)] if nights else []


def _demo(book: Book) -> Nights:
    seen = replay(book, DEMO.read_text(encoding="utf-8"), file=DEMO.name)
    return Nights("the demo night", [_rows(book, seen.night_id)])


def random_nights(book: Book, hands: int) -> Nights:
    """One night with this many random hands; always the same."""
    night_id, chance = "random-hands", Random(SEED)
    work = UnitOfWork(LoadedNight(night_id), utc_now())
    for command in opening(night_id):
        work.take(IncomingCommand(command))
    for _ in range(hands):
        for command in random_hand(work.loaded.night, chance):
            work.take(IncomingCommand(command))
    record(book, work)
    return Nights("random hold'em hands", [_rows(book, night_id)])


def record(book: Book, work: UnitOfWork) -> LoadedNight:
    """Records a unit of work of the bench's own players."""
    with book.handler() as handler:
        if "bench" in [club.club for club in handler.lists.clubs()]:
            return handler.record(work)
        people = [new_member("bench", player, player.title()) for player in PLAYERS]
        return handler.record(work, joining=Joining(founded="Bench", members=people))


def _rows(book: Book, night_id: str) -> list[StoredEvent]:
    with book.handler() as handler:
        return handler.store.read(handler.stream(night_id))
