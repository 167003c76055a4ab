"""Brings the schema of a book to what this program needs, or says why it cannot."""

from __future__ import annotations

import importlib
from pathlib import Path

import sqlalchemy
from sqlalchemy import Connection

import migrations
from service.db import Database
from service.errors import BookDamaged, BookFromNewerVersion, NotABook

# Every revision this program knows, oldest first. Kept here so that opening a book does not need to import Alembic.
REVISIONS = ("0001", "0002", "0003", "0004")
HEAD = REVISIONS[-1]

# The lock by which two processes that find an empty PostgreSQL database take turns; the number has no other meaning.
_TURN = 4_341_120


def open_book(url: str) -> Database:
    """Opens the book at a URL and prepares it; the caller closes it."""
    database = Database.open(url)
    try:
        prepare(database)
    except BaseException:
        database.close()
        raise
    return database


def prepare(database: Database) -> None:
    """Makes a new book in an empty database and brings an older one up to date. Refuses anything else."""
    with database.reading() as connection:
        if _revision(connection, database.place) == HEAD:
            return
    with database.writing() as connection:
        if database.dialect == "postgresql":
            connection.execute(sqlalchemy.select(sqlalchemy.func.pg_advisory_xact_lock(_TURN)))
        # Checked again under the lock: another process may have been here meanwhile.
        if _revision(connection, database.place) != HEAD:
            _upgrade(connection)


def _revision(connection: Connection, place: str) -> str | None:
    """The revision of a book, or None for an empty database."""
    tables = sqlalchemy.inspect(connection).get_table_names()
    if not tables:
        return None
    if not {"alembic_version", "event"} <= set(tables):
        raise NotABook(place, f"other tables ({', '.join(sorted(tables)[:3])})")
    revisions = connection.scalars(sqlalchemy.text("SELECT version_num FROM alembic_version")).all()
    if len(revisions) != 1:
        raise BookDamaged(place, f"it names {len(revisions)} revisions of its schema instead of one")
    revision = str(revisions[0])
    if revision not in REVISIONS:
        raise BookFromNewerVersion(place, revision, HEAD)
    return revision


def _upgrade(connection: Connection) -> None:
    # Imported here because it is needed once in the life of a book and would slow down every start.
    command = importlib.import_module("alembic.command")
    config = importlib.import_module("alembic.config").Config()
    folder = str(Path(migrations.__path__[0]))
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
