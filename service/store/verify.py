"""Checks that the book still says what was written: every chain and, if wanted, a head that was kept elsewhere.

The global number of a row (`position`) is no part of the book and is not checked, because a stream may move between books.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import LargeBinary, Select, cast, func, or_, select, text

from service.db import Database
from service.errors import BookDamaged, BrokenChain, StreamMissing
from service.store.chain import GENESIS, ChainDefect, StoredEvent, check_chain
from service.store.rows import EVENT

_TEXTS = ("stream", "type", "body", "prev_hash", "hash")
_COLUMNS = StoredEvent._fields


def verify_book(database: Database) -> list[ChainDefect]:
    """Everything wrong with any stream and, on SQLite, with the file and its indexes."""
    findings: list[ChainDefect] = []
    try:
        findings += _file_findings(database)
        for _, rows in groupby(_rows(database, None), key=lambda row: row[0]):
            findings += _stream_findings(rows)
        findings += _not_kept_as_text(database)
    except BookDamaged as refusal:
        # What can still be read has been checked; the rest cannot be read at all.
        findings.append(ChainDefect("", 0, "damaged_file", str(refusal)))
    return findings


def verify_stream(database: Database, stream: str, *, expected_head: str | None = None) -> list[ChainDefect]:
    """Everything wrong with one stream.

    With the head that a receipt or an export names, this also finds a tail that was cut off and a stream that was
    rewritten: the stream must hold an event of that hash. It may have grown since.
    """
    try:
        rows = list(_rows(database, stream))
        blobs = _not_kept_as_text(database, stream)
    except BookDamaged as refusal:
        return [ChainDefect(stream, 0, "damaged_file", str(refusal))]
    if not rows and expected_head is None:
        raise StreamMissing(stream)
    findings = [*_stream_findings(rows), *blobs]
    if expected_head is not None:
        findings += _head_findings(stream, [row[-1] for row in rows], expected_head)
    return findings


def insist_on_chain(database: Database, stream: str) -> None:
    """Refuses a stream whose chain does not hold, because it would prove nothing."""
    for finding in verify_stream(database, stream):
        raise BrokenChain(finding.stream, finding.version, finding.sentence)


def _head_findings(stream: str, hashes: Sequence[Any], expected_head: str) -> list[ChainDefect]:
    wanted = expected_head.strip().lower()
    if wanted == GENESIS.hex() or any(_decoded(value)[0] == wanted for value in hashes):
        return []
    sentence = (
        f"No event of {stream} has the hash {wanted}: the end of the stream was cut off, or it was rewritten. "
        f"It holds {len(hashes)} events."
    )
    return [ChainDefect(stream, len(hashes), "head_missing", sentence)]


def _stream_findings(rows: Iterable[Sequence[Any]]) -> list[ChainDefect]:
    findings: list[ChainDefect] = []
    return [*check_chain(_readable(rows, findings)), *findings]


def _readable(rows: Iterable[Sequence[Any]], findings: list[ChainDefect]) -> Iterator[StoredEvent]:
    """The rows as events. Adds a finding for a damaged row that holds something else in place of a text or a number."""
    for row in rows:
        values: list[str | int] = []
        for name, raw in zip(_COLUMNS, row, strict=True):
            value, sound = _decoded(raw) if name in _TEXTS else _counted(raw)
            values.append(value)
            if not sound:
                sentence = f"The {name} of an event is not a {'text' if name in _TEXTS else 'whole number'}."
                findings.append(ChainDefect(_decoded(row[0])[0], _counted(row[1])[0], "unreadable_column", sentence))
        yield StoredEvent._make(values)


def _decoded(raw: Any) -> tuple[str, bool]:
    if isinstance(raw, str):
        return raw, True
    try:
        return bytes(raw).decode(), True
    except TypeError:
        return "", False
    except UnicodeDecodeError:
        return bytes(raw).decode(errors="backslashreplace"), False


def _counted(raw: Any) -> tuple[int, bool]:
    return (raw, True) if isinstance(raw, int) else (0, False)


def streams_of(database: Database) -> dict[str, int]:
    """Every stream that has events, whatever its name, with the number of its events; by name."""
    if database.dialect == "sqlite":
        name: Any = cast(EVENT.c.stream, LargeBinary).label("stream")
    else:
        name = EVENT.c.stream
    with database.reading() as connection:
        rows = connection.execute(select(name, func.count()).group_by(EVENT.c.stream)).all()
    return dict(sorted((_decoded(row[0])[0], int(row[1])) for row in rows))


def _not_kept_as_text(database: Database, stream: str | None = None) -> list[ChainDefect]:
    """The places where SQLite keeps bytes and not text: the letters look the same, but later reads and appends find no text."""
    if database.dialect != "sqlite":
        return []
    kinds = [func.typeof(EVENT.c[name]).label(name) for name in _TEXTS]
    query = select(cast(EVENT.c.stream, LargeBinary).label("which"), EVENT.c.version, *kinds)
    query = query.where(or_(*(kind != "text" for kind in kinds))).order_by(EVENT.c.stream, EVENT.c.version)
    if stream is not None:
        query = query.where(EVENT.c.stream.in_((stream, stream.encode())))
    found = []
    with database.reading() as connection:
        for row in connection.execute(query):
            for name, kind in zip(_TEXTS, row[2:], strict=True):
                if kind != "text":
                    version, sentence = (
                        _counted(row[1])[0],
                        f"The {name} of an event is kept as {kind}, not as text.",
                    )
                    found.append(ChainDefect(_decoded(row[0])[0], version, "unreadable_column", sentence))
    return found


def _rows(database: Database, stream: str | None) -> Iterator[Sequence[Any]]:
    query = _query(database).order_by(EVENT.c.stream, EVENT.c.version)
    if stream is not None:
        query = query.where(EVENT.c.stream == stream)
    with database.reading() as connection:
        yield from connection.execution_options(yield_per=1000).execute(query)


def _query(database: Database) -> Select[Any]:
    # SQLite keeps any bytes it is given. Read as bytes, a value that is not text can be found and named.
    columns = [
        cast(EVENT.c[name], LargeBinary).label(name)
        if database.dialect == "sqlite" and name in _TEXTS
        else EVENT.c[name]
        for name in _COLUMNS
    ]
    return select(*columns)


def _file_findings(database: Database) -> list[ChainDefect]:
    if database.dialect != "sqlite":
        return []
    with database.reading() as connection:
        faults = connection.scalars(text("PRAGMA integrity_check")).all()
    return [ChainDefect("", 0, "damaged_file", f"The file is damaged: {fault}.") for fault in faults if fault != "ok"]
