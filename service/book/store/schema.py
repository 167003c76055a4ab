"""Brings the schema of a book to what this program needs, or says why it cannot."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, case, column, func, inspect, select, table

import migrations
from engine.speech import phrase
from service.book.db import Database, translated
from service.config import PLAIN, ServerOptions, file_of
from service.errors import BookDamaged, BookFromNewerVersion, BookMissing, MigrationNeeded, NotABook

# Every revision this program knows, oldest first. Kept here so that opening a book does not need to import Alembic.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011", "0012", "0013")
HEAD = REVISIONS[-1]

# The lock by which two processes that find an empty PostgreSQL database take turns; the number has no other meaning.
_TURN = 4_341_120
_VERSION = select(table("alembic_version", column("version_num")))
_TABLES = table("pg_tables", column("schemaname"), column("tablename"), column("tableowner")).c
_IN_MY_SCHEMA = _TABLES.schemaname == func.current_schema()
# Whoever owns the tables may change them; in an empty schema, whoever may make some.
_MAY_MIGRATE = select(
    case(
        (func.count() == 0, func.has_schema_privilege(func.current_schema(), "CREATE")),
        else_=func.bool_and(func.pg_has_role(func.current_user(), _TABLES.tableowner, "MEMBER")),
    )
).where(_IN_MY_SCHEMA, _TABLES.tablename.in_(("event", "alembic_version")))


def open_book(url: str, options: ServerOptions = PLAIN, *, makes: bool = True) -> Database:
    """Opens the book at a URL and prepares it; the caller closes it. `options` are for a server.

    Where there is none, it makes one, or refuses if it `makes` none (BookMissing): a mistyped place is not a new book.
    """
    file = file_of(url)
    if file and not makes:
        with translated(str(file)):
            holds_something = file.exists() and file.stat().st_size > 0
        if not holds_something:
            raise BookMissing(str(file))
    database = Database(url, options)
    try:
        prepare(database, makes=makes)
    except BaseException:
        database.close()
        raise
    return database


def prepare(database: Database, *, makes: bool = True) -> None:
    """Makes a new book in an empty database and brings an older one up to date. Refuses anything else.

    If it `makes` none, it refuses an empty database too (BookMissing). On a server, a login that may only use the tables is told what the owner has to do (MigrationNeeded).
    """
    match = revision(database)
    if match == HEAD:
        return
    if match is None and not makes:
        raise BookMissing(database.place)
    if database.dialect == "postgresql":
        _insist_on_the_owner(database, match)
    with database.writing() as connection:
        if database.dialect == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_TURN)))
        # Checked again under the lock: another process may have been here meanwhile.
        if _revision_by(connection, database) != HEAD:
            _upgrade(connection)


def is_newer(database: Database) -> str:
    """The revision of the schema if a newer program has brought it further than this one knows; else empty.

    A process that was open before goes on: a migration adds tables and columns, and changes nothing that was there.
    """
    try:
        revision(database)
    except BookFromNewerVersion as newer:
        return str(newer.details["found"])
    return ""


def _insist_on_the_owner(database: Database, match: str | None) -> None:
    ((may,),) = database.rows(_MAY_MIGRATE)
    if not may:
        raise MigrationNeeded(database.place, f"schema {match}" if match else "no tables", HEAD)


def revision(database: Database) -> str | None:
    """The revision of the book's schema; None for an empty database. Refuses one that is newer or no book."""
    with database.reading() as connection:
        return _revision_by(connection, database)


def _revision_by(connection: Connection, database: Database) -> str | None:
    """The revision of a book, or None for an empty database."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return None
    if not {"alembic_version", "event"} <= set(tables):
        raise NotABook(database.place, f"other tables ({', '.join(sorted(tables)[:3])})")
    revisions = [str(number) for number in connection.scalars(_VERSION)]
    if len(revisions) != 1:
        raise BookDamaged(
            database.place,
            phrase("it names {revisions} revisions of its schema instead of one", revisions=len(revisions)),
        )
    if revisions[0] not in REVISIONS:
        raise BookFromNewerVersion(database.place, revisions[0], HEAD)
    return revisions[0]


def _upgrade(connection: Connection) -> None:
    # Imported here because it is needed once in the life of a book and would slow down every start.
    from alembic import command, config  # noqa: PLC0415

    upgrading = config.Config()
    folder = str(Path(migrations.__path__[0]))
    upgrading.set_main_option("script_location", folder.replace("%", "%%"))
    upgrading.attributes["connection"] = connection
    command.upgrade(upgrading, "head")
