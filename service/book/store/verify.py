"""Checks that the book still says what was written: the chain of every stream and, on SQLite, the file itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Select, func, select, text

from engine.speech import say
from service.book.db import Database
from service.book.store.chain import ChainDefect, StoredEvent
from service.book.store.raw import as_kept, is_of_club, text_of
from service.book.store.rows import EVENT, columns_of
from service.book.store.stream_faults import (
    AS_KEPT,
    KINDS,
    faults_of_kinds,
    faults_of_rows,
    insist_on_chain,
    verify_stream,
)
from service.book.store.streams import Stream
from service.errors import BookDamaged

__all__ = ["findings_of_book", "insist_on_chain", "streams_of", "verify_book", "verify_stream"]


def verify_book(database: Database) -> list[ChainDefect]:
    """Everything wrong with any stream and, on SQLite, with the file and its indexes."""
    findings: list[ChainDefect] = []
    try:
        for finding in findings_of_book(database):
            findings.append(finding)  # noqa: PERF402 - what was found before the book could not be read on, is kept.
    except BookDamaged as refusal:
        # What can still be read has been checked; the rest cannot be read at all.
        findings.append(ChainDefect("", "", 0, "damaged_file", str(refusal)))
    return findings


def findings_of_book(database: Database) -> Iterator[ChainDefect]:
    """The same one after the other; refuses a book that cannot be read on (BookDamaged)."""
    yield from _file_findings(database)
    for _, rows in groupby(_rows(database), key=lambda row: row[:2]):
        yield from faults_of_rows(rows)
    yield from _not_kept_as_text(database)


def streams_of(database: Database, club: str | None = None) -> dict[Stream, int]:
    """Every stream that has events, whatever its name, with the number of its events; of one club, or of all."""
    named = [as_kept(database, EVENT.c.club), as_kept(database, EVENT.c.stream)]
    query: Select[Any] = select(*named, func.count()).group_by(EVENT.c.club, EVENT.c.stream)
    if club is not None:
        query = query.where(is_of_club(database, EVENT, club))
    with database.reading() as connection:
        rows = connection.execute(query).all()
    found = {Stream(text_of(row[0]), text_of(row[1])): int(row[2]) for row in rows}
    return dict(sorted(found.items()))


def _not_kept_as_text(database: Database) -> Iterator[ChainDefect]:
    """The places where SQLite keeps bytes and not text."""
    if database.dialect != "sqlite":
        return
    yield from faults_of_kinds(database.rows(KINDS))


def _rows(database: Database) -> Iterator[Sequence[Any]]:
    columns = AS_KEPT if database.dialect == "sqlite" else columns_of(EVENT, StoredEvent)
    query: Select[Any] = select(*columns).order_by(*EVENT.primary_key).execution_options(yield_per=1000)
    with database.reading(whole=True) as connection:
        yield from connection.execute(query)


def _file_findings(database: Database) -> list[ChainDefect]:
    if database.dialect != "sqlite":
        return []
    with database.reading() as connection:
        faults = connection.scalars(text("PRAGMA integrity_check")).all()
    return [
        ChainDefect("", "", 0, "damaged_file", say("The file is damaged: {fault}.", fault=fault))
        for fault in faults
        if fault != "ok"
    ]
