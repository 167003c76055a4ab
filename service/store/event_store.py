"""Streams of events: read them, and append to them at the version you expect.

`append` is the only way into the book. It and the checks before every act use the driver directly; everything else goes
through SQLAlchemy Core.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import UNSET
from sqlalchemy import func, select

from service.db import Database
from service.errors import AlreadyAnswered, BookError, BrokenChain, KeyReused, VersionConflict
from service.payload_limits import check_name
from service.store.chain import (
    COLUMN_INTEGER_MAX,
    GENESIS,
    Body,
    EndOfStream,
    StoredEvent,
    canonical,
    check_end,
    link,
    seal,
)
from service.store.names import BROKEN_RULES, Player, player_row, refuse_taken
from service.store.rows import EVENT

__all__ = ["Draft", "EventStore", "JobDraft", "Request", "StoredEvent", "StreamSummary"]

# The SQL of `append` with the placeholders of SQLite; those of PostgreSQL are put in when the store is made.
_END_OF = "SELECT version, hash FROM event WHERE stream = ? ORDER BY version DESC LIMIT 1"
# The same, with the sealed event and the hash of the one before.
_SEALED_END_OF = (
    "SELECT last.version, last.body, last.prev_hash, last.hash, before.hash FROM event AS last "
    "LEFT JOIN event AS before ON before.stream = last.stream AND before.version = last.version - 1 "
    "WHERE last.stream = ? ORDER BY last.version DESC LIMIT 1"
)
# In the order of the fields of `StoredEvent`.
_READ = (
    "SELECT stream, version, type, schema, body, prev_hash, hash FROM event "
    "WHERE stream = ? AND version > ? AND version <= ? ORDER BY version"
)
_ANSWER_TO = "SELECT digest, answer FROM request WHERE club = ? AND key = ?"
_INSERT_EVENT = "INSERT INTO event (stream, version, type, schema, body, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)"
_INSERT_REQUEST = (
    "INSERT INTO request (club, key, digest, stream, first_version, last_version, answer) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_JOB = (
    "INSERT INTO job (key, kind, payload, state, attempts, due_at) VALUES (?, ?, ?, 'due', 0, ?) "
    "ON CONFLICT (key) DO NOTHING"
)
_INSERT_PLAYER = "INSERT INTO player (id, club, name, created_at, compared) VALUES (?, ?, ?, ?, ?)"
_BEGINNING = (0, "", "", GENESIS.hex(), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An event to append; `caused_by` is the version of the primary event it follows from, None for a primary one."""

    type: str
    schema: int
    data: Mapping[str, Any]
    actor: str
    occurred_at: str
    caused_by: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The idempotency record of an append: `digest` is the SHA-256 of the canonical request, `answer` the answer given."""

    club: str
    key: str
    digest: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobDraft:
    """A job to run after the commit. The key says what it does, so a key that is already there is not added again."""

    key: str
    kind: str
    due_at: str
    payload: Mapping[str, Any] = field(default_factory=dict)


class StreamSummary(NamedTuple):
    """A stream by its last version and head, with the body of its first event, which says what kind of stream it is."""

    stream: str
    version: int
    head: str
    first_body: str


class EventStore:
    """The streams of one book."""

    def __init__(self, database: Database) -> None:
        self._database = database
        mark = "?" if database.dialect == "sqlite" else "%s"
        self._end_of, self._sealed_end_of = _END_OF.replace("?", mark), _SEALED_END_OF.replace("?", mark)
        self._read = _READ.replace("?", mark)
        self._answer_to = _ANSWER_TO.replace("?", mark)
        self._insert_event, self._insert_request = _INSERT_EVENT.replace("?", mark), _INSERT_REQUEST.replace("?", mark)
        self._insert_job, self._insert_player = _INSERT_JOB.replace("?", mark), _INSERT_PLAYER.replace("?", mark)

    def append(
        self,
        stream: str,
        *,
        expected_version: int,
        drafts: Sequence[Draft],
        recorded_at: str,
        request: Request | None = None,
        jobs: Sequence[JobDraft] = (),
        players: Sequence[Player] = (),
    ) -> tuple[StoredEvent, ...]:
        """Records events with their request, jobs and new players in one transaction: all of it, or nothing.

        Refusals, the first that applies: NotCanonical, AlreadyAnswered or KeyReused, VersionConflict, BrokenChain, those of
        players. Only the last link of the chain is checked; `verify_stream` checks all of it.
        """
        assert drafts, "An append without events would record nothing."
        bodies = _bodies(stream, expected_version, drafts, recorded_at, request.key if request else None)
        job_rows = [(job.key, job.kind, canonical(dict(job.payload)), job.due_at) for job in jobs]
        for player in players:
            check_name(player.name)
        try:
            with self._database.writing_directly(stream) as cursor:
                cursor.execute(self._sealed_end_of, (stream,))
                end = EndOfStream._make(cursor.fetchone() or _BEGINNING)
                if request:
                    # Checked after the version: if another writer advanced the stream with this key, its answer is there by
                    # now.
                    cursor.execute(self._answer_to, (request.club, request.key))
                    _refuse_answered(cursor.fetchone(), request)
                if end.version != expected_version:
                    raise VersionConflict(stream, expected_version, end.version)
                _refuse_broken(stream, end)
                events = _chained(stream, end.version, end.hash, drafts, bodies)
                cursor.executemany(self._insert_event, events)
                if request:
                    cursor.execute(self._insert_request, _request_row(request, events))
                if job_rows:
                    cursor.executemany(self._insert_job, job_rows)
                if players:
                    cursor.executemany(self._insert_player, [tuple(player_row(player).values()) for player in players])
        except BROKEN_RULES as error:
            refusal = self._why_refused(stream, expected_version, request, players)
            if refusal is None:
                raise
            raise refusal from error
        return tuple(events)

    def read(self, stream: str, *, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """The events of a stream in order, after one version and up to another; empty if there is no stream."""
        with self._database.reading_directly() as cursor:
            cursor.execute(self._read, (stream, after, COLUMN_INTEGER_MAX if up_to is None else up_to))
            return list(map(StoredEvent._make, cursor.fetchall()))

    def version(self, stream: str) -> int:
        """The version of the last event; 0 if there is none."""
        return self._end(stream)[0]

    def head(self, stream: str) -> str:
        """The hash of the last event in hex; 64 zeros if there is none."""
        return self._end(stream)[1]

    def streams(self, prefix: str) -> list[StreamSummary]:
        """The streams whose name begins with the prefix, by name."""
        first, last, other = EVENT.alias("first"), EVENT.alias("last"), EVENT.alias("other")
        highest = select(func.max(other.c.version)).where(other.c.stream == first.c.stream).scalar_subquery()
        query = (
            select(first.c.stream, last.c.version, last.c.hash, first.c.body)
            .select_from(first)
            .join(last, (last.c.stream == first.c.stream) & (last.c.version == highest))
            # Not LIKE, which ignores case on SQLite.
            .where(first.c.version == 1, func.substr(first.c.stream, 1, len(prefix)) == prefix)
        )
        with self._database.reading() as connection:
            return sorted(StreamSummary(*row) for row in connection.execute(query))

    def answer_to(self, club: str, key: str, digest: str) -> str | None:
        """The recorded answer to this key, or None if the key is new. Refuses the key of another request (KeyReused)."""
        with self._database.reading_directly() as cursor:
            cursor.execute(self._answer_to, (club, key))
            (row,) = cursor.fetchall() or [None]
        return _first_answer(row, club, key, digest)

    def _end(self, stream: str) -> tuple[int, str]:
        with self._database.reading_directly() as cursor:
            cursor.execute(self._end_of, (stream,))
            ((version, head),) = cursor.fetchall() or [(0, GENESIS.hex())]
        return version, head

    def _why_refused(
        self, stream: str, expected_version: int, request: Request | None, players: Sequence[Player]
    ) -> BookError | None:
        """The refusal that belongs to a violated unique key or foreign key of the database, or None."""
        try:
            with self._database.reading() as connection:
                if request:
                    row = connection.exec_driver_sql(self._answer_to, (request.club, request.key)).first()
                    _refuse_answered(row, request)
                row = connection.exec_driver_sql(self._end_of, (stream,)).first()
                if row and row.version != expected_version:
                    return VersionConflict(stream, expected_version, row.version)
                refuse_taken(connection, players)
        except BookError as refusal:
            return refusal
        return None


def _bodies(stream: str, version: int, drafts: Sequence[Draft], recorded_at: str, request_id: str | None) -> list[str]:
    """The canonical texts, made before the transaction begins: only the hashes need the head."""
    assert _names_something(stream, recorded_at, request_id or "-"), "Stream, time and key are printable texts."
    texts = [text for draft in drafts for text in (draft.type, draft.actor, draft.occurred_at)]
    assert _names_something(*texts), "Every draft says what, who and when in printable texts."
    bodies = []
    for number, draft in enumerate(drafts, version + 1):
        kind, schema, data, cause = draft.type, draft.schema, draft.data, draft.caused_by
        assert 0 < schema <= COLUMN_INTEGER_MAX, f"{draft} has a schema number out of range."
        body = Body(
            stream,
            number,
            kind,
            schema,
            data if type(data) is dict else dict(data),
            draft.actor,
            draft.occurred_at,
            recorded_at,
            UNSET if cause is None else cause,
            UNSET if request_id is None else request_id,
        )
        bodies.append(seal(body))
    return bodies


def _refuse_broken(stream: str, end: EndOfStream) -> None:
    """Refuses a damaged last event: an event sealed after it would vouch for the forgery."""
    if end.version and (fault := check_end(end)):
        raise BrokenChain(stream, end.version, f"{fault} Nothing is recorded after it.")


def _names_something(*texts: str) -> bool:
    return "" not in texts and "".join(texts).isprintable()


def _chained(stream: str, version: int, head: str, drafts: Sequence[Draft], bodies: Sequence[str]) -> list[StoredEvent]:
    events = []
    prev_hash = bytes.fromhex(head)
    for number, (draft, body) in enumerate(zip(drafts, bodies, strict=True), version + 1):
        this_hash = link(prev_hash, body)
        this_head = this_hash.hex()
        events.append(StoredEvent(stream, number, draft.type, draft.schema, body, head, this_head))
        prev_hash, head = this_hash, this_head
    return events


def _request_row(request: Request, events: Sequence[StoredEvent]) -> tuple[str | int, ...]:
    first, last = events[0], events[-1]
    return request.club, request.key, request.digest, first.stream, first.version, last.version, request.answer


def _first_answer(row: Any, club: str, key: str, digest: str) -> str | None:
    if row is None:
        return None
    known_digest, answer = row
    if known_digest != digest:
        raise KeyReused(club, key)
    return str(answer)


def _refuse_answered(row: Any, request: Request) -> None:
    answer = _first_answer(row, request.club, request.key, request.digest)
    if answer is not None:
        raise AlreadyAnswered(request.club, request.key, answer)
