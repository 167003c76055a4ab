"""A backup is safe while the table is open and holds all that was acknowledged; a book made from it is the same book."""

import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from service.book.db import Database
from service.book.moving.backup import ClubKept, back_up, restore
from service.book.recording.handler import CommandHandler
from service.book.store.chain import stream_of_club, stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.schema import open_book
from service.book.store.verify import verify_book
from service.errors import (
    BackupDamaged,
    BackupMissing,
    BookNotEmpty,
    BookUnreachable,
    BrokenChain,
    FileExists,
    NameDiffers,
    NotABackup,
)
from service.people.credentials import Tokens
from tests.forked import Forked
from tests.service.book.moving.clubs import (
    AT,
    CLUB,
    NIGHT,
    OWN,
    everything,
    found,
    lend,
    now,
    open_night,
    play_night,
    rows,
)
from tests.service.book.phone import countersign


def with_two_clubs(database: Database) -> Database:
    """A book with two clubs, three nights and a token."""
    handler = found(database)
    play_night(handler, "n2", seed=2)
    open_night(handler, "n1")
    countersign(database, handler, "n1", "p-anna")
    open_night(found(database, "friday", "Fredag"), "f1", club="friday")
    Tokens(database).first(AT)
    return database


@pytest.fixture
def book(copy_of) -> Database:
    return copy_of(with_two_clubs)


def _kept(database: Database) -> list[ClubKept]:
    store = EventStore(database)
    told = []
    for club, name, nights in (("friday", "Fredag", ["f1"]), (CLUB, "Tirsdagsklubben ♠", ["n1", "n2"])):
        streams = [stream_of_club(club), *(stream_of_night(club, night) for night in nights)]
        events = sum(store.version(stream) for stream in streams)
        told.append(ClubKept(club=club, name=name, nights=len(nights), events=events, head=store.head(streams[0])))
    return told


@contextmanager
def _opened(file: Path) -> Iterator[Database]:
    with closing(open_book(f"sqlite:///{file}")) as database:
        yield database


def test_a_backup_holds_the_whole_book_in_one_private_file(database, tmp_path) -> None:
    book = with_two_clubs(database)
    file = tmp_path / "saved" / "book.backup"
    file.parent.mkdir()
    ticks: list[tuple[int, int]] = []
    assert back_up(book, file, tick=lambda done, of: ticks.append((done, of))) == _kept(book)
    assert [one.name for one in file.parent.iterdir()] == ["book.backup"]
    assert file.stat().st_mode & 0o777 == 0o600
    assert ticks[-1][0] == ticks[-1][1] > 0
    with _opened(file) as saved:
        assert everything(saved) == everything(book)
        assert verify_book(saved) == []


def test_a_backup_takes_the_place_of_no_file(book, tmp_path) -> None:
    file = tmp_path / "letters.txt"
    file.write_text("Dear Anna")
    with pytest.raises(FileExists):
        back_up(book, file)
    assert file.read_text() == "Dear Anna"
    with pytest.raises(BookUnreachable):
        back_up(book, tmp_path / "nowhere" / "book.backup")
    assert sorted(one.name for one in tmp_path.iterdir() if one.is_file()) == ["letters.txt"]


def test_a_damaged_book_is_not_saved_as_if_it_were_sound(book, tmp_path) -> None:
    with book.writing() as connection:
        connection.exec_driver_sql("UPDATE player SET name = 'Mallory', compared = 'mallory' WHERE id = 'p-bo'")
    with pytest.raises(NameDiffers):
        back_up(book, tmp_path / "book.backup")
    assert [one for one in tmp_path.iterdir() if one.is_file()] == []


def test_a_book_made_from_a_backup_is_the_same_book(book, tmp_path) -> None:
    file = tmp_path / "book.backup"
    back_up(book, file)
    before = file.read_bytes()
    assert restore(file, f"sqlite:///{tmp_path / 'new' / 'chipbook.db'}").clubs == _kept(book)
    with _opened(tmp_path / "new" / "chipbook.db") as made:
        assert everything(made) == everything(book)
        lend(CommandHandler(made, now))
        assert verify_book(made) == []
    assert file.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir() if one.is_file()) == ["book.backup"]
    assert (tmp_path / "new" / "chipbook.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_empty_book_is_filled_from_a_backup_and_none_is_written_over(request, tmp_path, sqlite_url, kind) -> None:
    file = tmp_path / "book.backup"
    with _opened(tmp_path / "source.db") as source:
        handler = found(source)
        open_night(handler)
        Tokens(source).first(AT)
        back_up(source, file)
        url = sqlite_url if kind == "sqlite" else request.getfixturevalue("postgresql_url")
        with closing(open_book(url)) as target:
            restore(file, url)
            assert everything(target) == everything(source)
            lend(CommandHandler(target, now))
            assert verify_book(target) == []
            before = everything(target)
            with pytest.raises(BookNotEmpty):
                restore(file, url)
            assert everything(target) == before


def _forge(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        assert connection.execute(statement).rowcount > 0
        for _, made in guards:
            connection.execute(made)


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("UPDATE event SET body = replace(body, '50', '51') WHERE stream = 'night:n1'", BrokenChain),
        ("DELETE FROM event WHERE stream = 'club:tuesday' AND version > 1", NameDiffers),
        ("DELETE FROM event WHERE stream = 'club:tuesday'", BrokenChain),
        ("DELETE FROM event WHERE stream = 'night:n2' AND version > 5", BrokenChain),
        ("UPDATE player SET name = 'Mallory' WHERE id = 'p-bo'", NameDiffers),
    ],
)
def test_a_backup_that_was_changed_is_refused_and_no_book_is_made(book, tmp_path, statement, refusal) -> None:
    file = tmp_path / "book.backup"
    back_up(book, file)
    _forge(file, statement)
    with pytest.raises(refusal):
        restore(file, f"sqlite:///{tmp_path / 'new.db'}")
    assert sorted(one.name for one in tmp_path.iterdir() if one.is_file()) == ["book.backup"]


def test_a_file_that_is_no_backup_is_refused(tmp_path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    with pytest.raises(BackupMissing):
        restore(tmp_path / "nothing", url)
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0" * 2000)
    with pytest.raises(BackupDamaged, match=r"^The backup \S+photo.jpg is damaged \("):
        restore(photo, url)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    with pytest.raises(NotABackup):
        restore(other, url)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["other.db", "photo.jpg"]


def test_a_file_without_the_tables_of_a_book_is_no_backup(sqlite_database, tmp_path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    empty, bare = tmp_path / "empty.backup", tmp_path / "bare.db"
    empty.touch()
    with closing(sqlite3.connect(bare)) as connection:
        connection.execute("PRAGMA user_version = 1")
    for file in (empty, bare):
        with pytest.raises(NotABackup, match=f"^The file {file} is not a backup"):
            restore(file, url)
    open_night(found(sqlite_database))
    lacking = tmp_path / "lacking.backup"
    back_up(sqlite_database, lacking)
    with closing(sqlite3.connect(lacking)) as connection:
        connection.execute("DROP TABLE job_try")
    with pytest.raises(BackupDamaged, match="it does not have the table job_try"):
        restore(lacking, url)
    files = sorted(one.name for one in tmp_path.iterdir() if one.is_file())
    assert files == ["bare.db", "empty.backup", "lacking.backup"]


@pytest.mark.parametrize("at", [0.3, 0.5, 0.9])
@pytest.mark.parametrize("how", ["cut off", "overwritten"])
def test_of_a_damaged_backup_it_is_said_that_the_backup_is_damaged(sqlite_database, tmp_path, at, how) -> None:
    open_night(found(sqlite_database))
    file = tmp_path / "book.backup"
    back_up(sqlite_database, file)
    content = file.read_bytes()
    place = int(len(content) * at)
    file.write_bytes(content[:place] + (b"" if how == "cut off" else bytes(9000) + content[place + 9000 :]))
    with pytest.raises(BackupDamaged) as refusal:
        restore(file, f"sqlite:///{tmp_path / 'new.db'}")
    told = str(refusal.value)
    assert told.startswith(f"The backup {file} is damaged (")
    assert ("The book at" in told, ".part-" in told) == (False, False), told
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["book.backup"]


@contextmanager
def _banker_at_work(url: str) -> Iterator[Forked]:
    process = Forked(["-m", "tests.service.book.moving.banker", url], stdout=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        assert process.wait(10) == -9
        process.stdout.close()


def test_a_backup_while_somebody_writes_holds_all_that_was_acknowledged_before(database, url, tmp_path) -> None:
    open_night(found(database))
    with _banker_at_work(url) as process:
        assert process.stdout is not None
        for _ in range(20):
            acknowledged = int(process.stdout.readline())
        # On a busy machine the banker may have no turn during the first one.
        for number in range(20):
            file = tmp_path / f"{number}.backup"
            back_up(database, file)
            if (written_meanwhile := EventStore(database).version(NIGHT)) > acknowledged:
                break
    assert written_meanwhile > acknowledged
    with _opened(file) as saved:
        assert EventStore(saved).version(NIGHT) >= acknowledged
        assert verify_book(saved) == []
        assert CommandHandler(saved, now).load("n1").version == EventStore(saved).version(NIGHT)


def test_a_copy_of_the_file_alone_loses_what_is_in_the_log_beside_it(sqlite_database, tmp_path) -> None:
    open_night(found(sqlite_database))
    lend(CommandHandler(sqlite_database, now), times=3)
    assert sqlite_database.path is not None
    shutil.copyfile(sqlite_database.path, tmp_path / "alone.db")
    back_up(sqlite_database, tmp_path / "book.backup")
    with _opened(tmp_path / "alone.db") as alone, _opened(tmp_path / "book.backup") as saved:
        # Nothing in the copy says that it is not the whole book.
        assert verify_book(alone) == []
        assert len(rows(alone, "event")) < len(rows(sqlite_database, "event"))
        assert rows(saved, "event") == rows(sqlite_database, "event")
        assert EventStore(saved).head(OWN) == EventStore(sqlite_database).head(OWN)
