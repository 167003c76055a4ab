"""Copies a whole book into a file while the table is open, and makes a book again from such a file.

The file that a book is kept in is no backup by itself: its newest acts are in the log beside it. A backup is one file with
all that was acknowledged before it began. It appears under its name once it is complete and checked.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select
from sqlmodel import SQLModel

from engine.speech import phrase
from service.book.db import FILE_MODE, FOLDER_MODE, Database, make_lasting, translated
from service.book.db.file import url_for
from service.book.moving.copying import Begin, copy_from, insist_on_copies, vouched_history
from service.book.moving.reader import End, Reader, snapshot
from service.book.progress import Tick, counted_up, silently
from service.book.store.chain import Stream, stream_of_club, stream_of_night
from service.book.store.protection import missing_tables
from service.book.store.rows import CREDENTIAL, TOKEN
from service.book.store.schema import open_book, revision
from service.book.store.verify import findings_of_book
from service.config import PLAIN, SQLITE, ServerOptions, file_of
from service.errors import (
    BackupDamaged,
    BackupMissing,
    BookDamaged,
    BookFromNewerVersion,
    BookMissing,
    BookNotEmpty,
    BookReadOnly,
    BrokenChain,
    FileExists,
    NotABackup,
    NotABook,
    NothingToSave,
)

# The names of a file and of what SQLite keeps beside it.
BESIDE = ("", "-wal", "-shm", "-journal")
# So many pages of a file are copied between two ticks.
PAGES = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubKept:
    """A club in a backup: how many nights and events it has, and the head of its own stream, which vouches for them."""

    club: str
    name: str
    nights: int
    events: int
    head: str


def back_up(database: Database, file: Path, *, tick: Tick = silently) -> list[ClubKept]:
    """Copies the book, as it is at this moment, into a new file that only its owner can read; returns its clubs.

    Refuses a file that exists (FileExists), a book that is damaged (BookDamaged, BrokenChain) and one without a club
    (NothingToSave).
    """
    if file.exists():
        raise FileExists(str(file))
    with _unfinished(file) as part:
        if database.path:
            with database.at_one_moment() as connection:
                _copy_pages(_driver_of(connection), part, tick)
        else:
            _copy_rows(database, part, tick)
        # What does not hold in the copy does not hold in the book.
        kept = _checked(part, database.place)
        if not kept:
            raise NothingToSave(database.place)
        _name(part, file)
    return kept


class Restored(NamedTuple):
    """The clubs of a book that was made from a backup, and where the damaged file is that lay in its place; empty if none did."""

    clubs: list[ClubKept]
    put_aside: str


def restore(file: Path, url: str, options: ServerOptions = PLAIN, *, tick: Tick = silently) -> Restored:
    """Makes the book at a URL from a backup, all or nothing.

    The backup is checked before, and the book afterwards. A damaged file in the place of the book is put aside under
    another name, with what lies beside it. Refuses a backup that is damaged (BackupDamaged, BrokenChain) or is none
    (NotABackup), and a sound book that holds anything (BookNotEmpty).
    """
    if not file.is_file():
        raise BackupMissing(str(file))
    own = file_of(url)
    beside = own or file
    beside.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    with _unfinished(beside) as part:
        with _as_a_backup(file):
            with translated(str(file)), _opened_to_read(file) as source:
                _copy_pages(source, part, tick)
            # Opened as a book, a file without tables would be made a new one.
            with closing(Database(f"{SQLITE}{part}")) as copied:
                if revision(copied) is None:
                    raise NotABackup(str(file))
            _checked(part, str(file))
        aside = _put_aside(own) if own and (not own.exists() or _is_damaged(own)) else None
        if own and not own.exists():
            _name(part, own)
        else:
            _fill(url, options, part, tick)
    with closing(open_book(url, options)) as database:
        return Restored(_sound(database, database.place), str(aside or ""))


def _is_damaged(own: Path) -> bool:
    """True if the file cannot be read as a book, or holds one that is not as it was written."""
    try:
        with closing(open_book(f"{SQLITE}{own}", makes=False)) as database:
            return next(findings_of_book(database), None) is not None
    except BookMissing:
        # A file without tables, as an empty book is before it is first opened.
        return False
    except BookDamaged:
        return True


def _put_aside(own: Path) -> Path | None:
    """Gives a file, and what SQLite keeps beside it, another name; returns that of the file, or None if there was no file.

    A log that was left without its file goes aside too: the next file of that name would be read with it.
    """
    endings = [ending for ending in BESIDE if own.with_name(own.name + ending).exists()]
    numbers = (f"{own.name}.damaged{f'-{number}' if number > 1 else ''}" for number in count(1))
    name = next(name for name in numbers if not any(own.with_name(name + ending).exists() for ending in BESIDE))
    with translated(str(own)):
        for ending in endings:
            own.with_name(own.name + ending).rename(own.with_name(name + ending))
    return own.with_name(name) if "" in endings else None


@contextmanager
def _as_a_backup(file: Path) -> Iterator[None]:
    """What is wrong with the copy of a backup, told of the backup."""
    try:
        yield
    except BookDamaged as damage:
        raise BackupDamaged(str(file), damage.details["reason"]) from damage
    except NotABook as other:
        raise NotABackup(str(file)) from other
    except BookFromNewerVersion as newer:
        raise BookFromNewerVersion(str(file), newer.details["found"], newer.details["known"]) from newer


def _fill(url: str, options: ServerOptions, part: Path, tick: Tick) -> None:
    """Fills an empty book, in one transaction."""
    with closing(open_book(url, options)) as target:
        if target.path:
            _insist_it_is_empty(target)
            with target.connect() as into, closing(sqlite3.connect(part)) as source:
                source.backup(_driver_of(into))
            return
        with closing(open_book(f"{SQLITE}{part}")) as source_book, snapshot(source_book) as reader:
            _restore_rows(reader, target, tick)


def _insist_it_is_empty(database: Database) -> None:
    with snapshot(database) as reader:
        if any(reader.rows(select(1).select_from(table).limit(1)) for table in SQLModel.metadata.sorted_tables):
            raise BookNotEmpty(database.place)


def _restore_rows(reader: Reader, target: Database, tick: Tick) -> None:
    _insist_it_is_empty(target)
    with target.writing("restore") as connection:
        _copy_clubs(reader, target, tick, begin=lambda _: nullcontext(connection))
        _copy_what_signs_in(reader, connection)


def _copy_rows(database: Database, part: Path, tick: Tick) -> None:
    """Copies every club of a book on a server as it is at one moment, and what people sign in with."""
    with closing(open_book(f"{SQLITE}{part}")) as target, snapshot(database) as reader:
        ends = _copy_clubs(reader, target, tick)
        with target.writing("tokens") as connection:
            _copy_what_signs_in(reader, connection)
        insist_on_copies(target, ends)


def _copy_clubs(reader: Reader, target: Database, tick: Tick, *, begin: Begin | None = None) -> dict[Stream, End]:
    """Copies every club, and returns how far each stream goes."""
    clubs = reader.clubs()
    ends = {stream: end for club in clubs for stream, end in reader.ends(club).items()}
    ticks = counted_up(tick, sum(end.version for end in ends.values()))
    for club in clubs:
        copy_from(reader, target, club, begin=begin, ticks=ticks)
    return ends


def _copy_what_signs_in(reader: Reader, connection: Connection) -> None:
    for table in (TOKEN, CREDENTIAL):
        if rows := reader.rows(select(table)):
            connection.execute(insert(table), [row._asdict() for row in rows])


def _driver_of(connection: Connection) -> sqlite3.Connection:
    """The connection as the driver has it, which alone copies pages."""
    driver: Any = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection), "Only a file has pages."
    return driver


def _copy_pages(source: sqlite3.Connection, part: Path, tick: Tick) -> None:
    """Copies a file of which a transaction reads: SQLite would else begin anew whenever somebody writes between two steps."""
    with closing(sqlite3.connect(part)) as into:
        source.backup(into, pages=PAGES, progress=lambda _, left, of: tick(of - left, of))


def _checked(part: Path, place: str) -> list[ClubKept]:
    """The clubs of a copy in which everything holds; the copy is then one file on the disk, without a log beside it.

    Of what does not hold, `place` is told.
    """
    with closing(open_book(f"{SQLITE}{part}")) as database:
        if lacking := missing_tables(database):
            raise BookDamaged(place, phrase("it does not have the table {table}", table=min(lacking)))
        kept = _sound(database, place)
    with closing(sqlite3.connect(part)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    make_lasting(part)
    return kept


def _sound(database: Database, place: str) -> list[ClubKept]:
    """The clubs of a book in which the file, every chain and every name holds. Refuses any other (BookDamaged, BrokenChain)."""
    try:
        finding = next(findings_of_book(database), None)
    except BookDamaged as damage:
        raise BookDamaged(place, damage.details["reason"]) from damage
    if finding and finding.stream:
        raise BrokenChain(finding.stream, finding.version, finding.sentence)
    if finding:
        raise BookDamaged(place, finding.sentence.rstrip("."))
    with snapshot(database) as reader:
        return [_kept(reader, club) for club in reader.clubs()]


def _kept(reader: Reader, club: str) -> ClubKept:
    ends = reader.ends(club)
    own = stream_of_club(club)
    if own not in ends:
        raise BrokenChain(own.name, 0, phrase("the book does not have this stream, but nights of the club."))
    history = vouched_history(reader, club)
    for night, record in history.club.nights.items():
        stream = stream_of_night(club, night)
        # A night that was never brought here from another book is no fault of this one.
        if stream in ends and reader.hash_at(stream, record.version) != record.head:
            raise BrokenChain(
                stream.name,
                record.version,
                phrase("it is not the event that the club {club} recorded here.", club=club),
            )
    return ClubKept(
        club=club,
        name=history.club.name,
        nights=sum(1 for stream in ends if stream.night),
        events=sum(end.version for end in ends.values()),
        head=ends[own].head,
    )


@contextmanager
def _unfinished(file: Path) -> Iterator[Path]:
    """A new private file in the same folder, to be given its name when it is complete; it is removed if it gets none."""
    part = file.with_name(f".{file.name}.part-{secrets.token_hex(4)}")
    with translated(str(file)):
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE_MODE))
        try:
            yield part
        finally:
            for ending in BESIDE:
                part.with_name(part.name + ending).unlink(missing_ok=True)


def _name(part: Path, file: Path) -> None:
    """Gives the file its name. Refuses a name that another file has (FileExists)."""
    try:
        os.link(part, file)
    except FileExistsError:
        raise FileExists(str(file)) from None
    except OSError:
        # A stick or a share without links, where a name can only be taken over.
        if file.exists():
            raise FileExists(str(file)) from None
        part.rename(file)
    make_lasting(file.parent)


@contextmanager
def _opened_to_read(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a file that is not changed, with what is in the log beside it if there is one."""
    url, copy = url_for(file, BookReadOnly)
    try:
        with closing(sqlite3.connect(url, uri=True, isolation_level=None)) as connection:
            connection.execute("BEGIN")
            yield connection
    finally:
        if copy:
            copy.cleanup()
