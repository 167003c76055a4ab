"""Whether the book can be reached, is made for this program, and can be written to."""

from __future__ import annotations

from engine.speech import say, say_number
from service.app.book import Book
from service.book.db import Database
from service.book.store.protection import missing_tables
from service.book.store.room import free_bytes, little_room, why_not_written
from service.book.store.schema import HEAD, revision
from service.config import Settings, file_of
from service.errors import BookDamaged, BookError, BookFromNewerVersion, NotABook
from service.reports.views.running.examination import Finding, good, note, wrong


def opened(settings: Settings) -> tuple[Book | None, Finding]:
    """The book of the settings, without making or migrating anything; None if there is none to examine. With the finding."""
    file = file_of(settings.database_url)
    if file and not file.exists():
        sentence = say("There is no book at {file} yet; `chipbook night open` makes one.", file=file)
        return None, note("book", sentence)
    try:
        database = Database.open(settings.database_url, settings.server)
    except BookError as refusal:
        return None, _out_of_reach(refusal)
    book = Book.on(database, home=settings.home, zone=settings.zone.key, keys=settings.keys)
    try:
        return book, _of_the_schema(database)
    except BookError as refusal:
        book.close()
        return None, _out_of_reach(refusal)


def _of_the_schema(database: Database) -> Finding:
    found = revision(database)
    if found is None:
        return wrong("book", say("The database is empty."), say("Make the tables, as their owner: chipbook migrate"))
    if found != HEAD:
        sentence = say(
            "The book has the tables of version {found}, and this program needs those of {needed}.",
            found=found,
            needed=HEAD,
        )
        return wrong("book", sentence, say("Bring them up to date, as their owner: chipbook migrate"))
    if missing := missing_tables(database):
        sentence = say_number(
            "The book lacks what its version {version} has: the table {tables}.",
            "The book lacks what its version {version} has: the tables {tables}.",
            len(missing),
            version=HEAD,
            tables=", ".join(missing),
        )
        return wrong("book", sentence, say("Keep what is left of it, and make the book anew: chipbook restore FILE"))
    return good("book", say("The book can be read, and its tables are those of version {version}.", version=HEAD))


def _out_of_reach(refusal: BookError) -> Finding:
    match refusal:
        case BookFromNewerVersion():
            mend = say("Install the newest chipbook.")
        case NotABook():
            mend = say("Name the database of the book with CHIPBOOK_DATABASE_URL.")
        case BookDamaged():
            mend = say("Keep the damaged file, and make the book anew: chipbook restore FILE")
        case _:
            mend = say("Start the server, and check address, user and password in CHIPBOOK_DATABASE_URL.")
    return wrong("book", str(refusal), mend)


def of_the_book(book: Book) -> list[Finding]:
    """Whether it can be written to, and how much room is left."""
    try:
        reason = why_not_written(book.database)
    except BookError as refusal:
        return [_out_of_reach(refusal)]
    if reason:
        mend = say("Make room on its disk, or give this user the right to write there; of a server: name the primary.")
        return [wrong("room", reason, mend)]
    if scarce := little_room(book.database):
        return [wrong("room", scarce, say("Make room on its disk before it is full."))]
    free = free_bytes(book.database)
    if free is None:
        return [good("room", say("The book can be written to."))]
    return [good("room", say("The book can be written to and its disk has {free} MiB left.", free=free // 1024**2))]
