"""Checks that the book still says what was written: the chain of a stream, all streams and, on SQLite, the file itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import LargeBinary, Select, bindparam, cast, func, literal, or_, select, text

from engine.speech import say, to_say
from service.book.db import Database
from service.book.store.chain import CLUB, GENESIS, ChainDefect, StoredEvent, Stream, check_chain
from service.book.store.raw import as_kept, is_of_club, text_of
from service.book.store.rows import EVENT, columns_of
from service.errors import BookDamaged, BrokenChain, StreamMissing

_NO_TEXT = to_say("The {column} of an event is not a text.")
_NO_NUMBER = to_say("The {column} of an event is not a whole number.")
TEXTS = ("club", "stream", "type", "body", "prev_hash", "hash")
_COLUMNS = StoredEvent._fields
_TYPES = [str if name in TEXTS else int for name in _COLUMNS]

_OF_STREAM = (EVENT.c.club == bindparam("club"), EVENT.c.stream == bindparam("name"))
_ROWS = select(*(EVENT.c[name] for name in _COLUMNS)).where(*_OF_STREAM).order_by(EVENT.c.version)
# SQLite keeps any bytes it is given. Read as bytes, a value that is not text can be found and named.
_AS_KEPT = [cast(EVENT.c[name], LargeBinary) if name in TEXTS else EVENT.c[name] for name in _COLUMNS]
_ROWS_AS_KEPT = select(*_AS_KEPT).where(*_OF_STREAM).order_by(EVENT.c.version)
_KIND_OF = [func.typeof(EVENT.c[name]) for name in TEXTS]
# The events of which a text is kept as something else.
_KINDS = (
    select(cast(EVENT.c.club, LargeBinary), cast(EVENT.c.stream, LargeBinary), EVENT.c.version, *_KIND_OF)
    .where(or_(*(kind != "text" for kind in _KIND_OF)))
    .order_by(EVENT.c.club, EVENT.c.stream, EVENT.c.version)
)


def verify_stream(database: Database, stream: Stream, *, expected_head: str | None = None) -> list[ChainDefect]:
    """Everything wrong with one stream.

    With the head that a receipt or an export names, this also finds a tail that was cut off and a stream that was
    rewritten: the stream must hold an event of that hash. It may have grown since.
    """
    return read_and_verify(database, stream, expected_head=expected_head)[1]


def read_and_verify(
    database: Database, stream: Stream, *, expected_head: str | None = None
) -> tuple[list[StoredEvent], list[ChainDefect]]:
    """The events of one stream, and everything wrong with it; events with which something is wrong may say anything."""
    on_sqlite = database.dialect == "sqlite"
    try:
        rows = database.rows(_ROWS_AS_KEPT if on_sqlite else _ROWS, stream._asdict())
        kinds = database.rows(_kinds_of(stream)) if on_sqlite else []
    except BookDamaged as refusal:
        return [], [ChainDefect(*stream, 0, "damaged_file", str(refusal))]
    if not rows and expected_head is None:
        raise StreamMissing(stream.name)
    events, findings = _checked(rows)
    findings += _faults_of_kinds(kinds)
    if expected_head is not None:
        findings += _head_findings(stream, [row[-1] for row in rows], expected_head)
    return events, findings


def insist_on_chain(database: Database, stream: Stream) -> list[StoredEvent]:
    """The events of a stream. Refuses one whose chain does not hold, because it would prove nothing."""
    events, findings = read_and_verify(database, stream)
    for finding in findings:
        raise BrokenChain(finding.stream, finding.version, finding.sentence)
    return events


def _kinds_of(stream: Stream) -> Select[Any]:
    """Also the rows whose key is kept as bytes: a plain comparison does not find them."""
    return _KINDS.where(
        *(
            column.in_((text, literal(text.encode(), LargeBinary)))
            for column, text in ((EVENT.c.club, stream.club), (EVENT.c.stream, stream.name))
        )
    )


def _checked(rows: Iterable[Sequence[Any]]) -> tuple[list[StoredEvent], list[ChainDefect]]:
    """The rows of one stream, with the columns of `StoredEvent`, whose texts may be bytes; and what is wrong with them, in order."""
    findings: list[ChainDefect] = []
    events = list(_readable(rows, findings))
    return events, [*_moved(events[:1]), *check_chain(events), *findings]


def _faults_of_kinds(rows: Iterable[Sequence[Any]]) -> Iterator[ChainDefect]:
    """The places where SQLite keeps bytes and not text: the letters look the same, but later reads and appends find no text.

    A row has the club, the stream and the version of an event, and the kinds of its texts.
    """
    for club, stream, version, *kinds in rows:
        where = (_decoded(club)[0], _decoded(stream)[0], _counted(version)[0])
        for name, kind in zip(TEXTS, kinds, strict=True):
            if kind != "text":
                sentence = say("The {column} of an event is kept as {kind}, not as text.", column=name, kind=kind)
                yield ChainDefect(*where, "unreadable_column", sentence)


def _head_findings(stream: Stream, hashes: Sequence[Any], expected_head: str) -> list[ChainDefect]:
    wanted = expected_head.strip().lower()
    if wanted == GENESIS.hex() or any(_decoded(value)[0] == wanted for value in hashes):
        return []
    sentence = say(
        "No event of {stream} has the hash {hash}: the end of the stream was cut off, or it was rewritten. "
        "It holds {number} events.",
        stream=stream.name,
        hash=wanted,
        number=len(hashes),
    )
    return [ChainDefect(*stream, len(hashes), "head_missing", sentence)]


def _moved(first: Sequence[StoredEvent]) -> Iterator[ChainDefect]:
    """A club's own stream among the rows of another club: its events say whose it is. Those of a night say it inside."""
    for event in first:
        if event.stream.startswith(CLUB) and not Stream(event.club, event.stream).is_of_the_club:
            sentence = say(
                "The stream {stream} stands among those of the club {club}.", stream=event.stream, club=event.club
            )
            yield ChainDefect(event.club, event.stream, event.version, "wrong_club", sentence)


def _readable(rows: Iterable[Sequence[Any]], findings: list[ChainDefect]) -> Iterator[StoredEvent]:
    """The rows as events. Adds a finding for a damaged row that holds something else in place of a text or a number."""
    for row in rows:
        if event := _sound(row):
            yield event
            continue
        values: list[str | int] = []
        for name, raw in zip(_COLUMNS, row, strict=True):
            value, sound = _decoded(raw) if name in TEXTS else _counted(raw)
            values.append(value)
            if not sound:
                wrong = _NO_TEXT if name in TEXTS else _NO_NUMBER
                where = (_decoded(row[0])[0], _decoded(row[1])[0], _counted(row[2])[0])
                findings.append(ChainDefect(*where, "unreadable_column", say(wrong, column=name)))
        yield StoredEvent._make(values)


def _sound(row: Sequence[Any]) -> StoredEvent | None:
    """The event in a row whose texts are texts and whose numbers are numbers, as almost all are; None for any other row."""
    try:
        values = [raw.decode() if type(raw) is bytes else raw for raw in row]
    except UnicodeDecodeError:
        return None
    return StoredEvent._make(values) if [type(value) for value in values] == _TYPES else None


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
        yield from _checked(rows)[1]
    yield from _not_kept_as_text(database)


def streams_of(database: Database, club: str | None = None) -> dict[Stream, int]:
    """Every stream that has events, whatever its name, with the number of its events; of one club, or of all."""
    named = [as_kept(database, EVENT.c.club), as_kept(database, EVENT.c.stream)]
    query: Select[Any] = select(*named, func.count()).group_by(EVENT.c.club, EVENT.c.stream)
    if club is not None:
        query = query.where(is_of_club(database, EVENT, club))
    rows = database.rows(query)
    return dict(sorted((Stream(text_of(club), text_of(name)), int(events)) for club, name, events in rows))


def _not_kept_as_text(database: Database) -> Iterator[ChainDefect]:
    """The places where SQLite keeps bytes and not text."""
    if database.dialect != "sqlite":
        return
    yield from _faults_of_kinds(database.rows(_KINDS))


def _rows(database: Database) -> Iterator[Sequence[Any]]:
    columns = _AS_KEPT if database.dialect == "sqlite" else columns_of(EVENT, StoredEvent)
    query: Select[Any] = select(*columns).order_by(*EVENT.primary_key).execution_options(yield_per=1000)
    with database.reading(whole=True) as connection:
        yield from connection.execute(query)


def _file_findings(database: Database) -> list[ChainDefect]:
    if database.dialect != "sqlite":
        return []
    return [
        ChainDefect("", "", 0, "damaged_file", say("The file is damaged: {fault}.", fault=fault))
        for (fault,) in database.rows(text("PRAGMA integrity_check"))
        if fault != "ok"
    ]
