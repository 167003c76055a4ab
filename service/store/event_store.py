"""Streams of events: read them, and append to them at the version you expect.

`append` is the one way into the book and the one hot path of the store: it speaks to the driver directly. Everything
else goes through SQLAlchemy Core.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import func, select

from service.db import Database
from service.errors import AlreadyAnswered, BookError, KeyReused, VersionConflict
from service.store.chain import GENESIS, StoredEvent, canonical, link
from service.store.names import BROKEN_RULES, Player, refuse_taken, write_players
from service.store.rows import EVENT, REQUEST

__all__ = ["Draft", "EventStore", "JobDraft", "Request", "StoredEvent", "StreamSummary"]

_EVENT_COLUMNS = ("stream", "version", "type", "schema", "body", "prev_hash", "hash")
_REQUEST_COLUMNS = ("club", "key", "digest", "stream", "first_version", "last_version", "answer")
_JOB_COLUMNS = ("key", "kind", "payload", "state", "attempts", "due_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An event to be; `caused_by` is the version of the primary event it follows from, None for a primary one."""

    type: str
    schema: int
    data: Mapping[str, Any]
    actor: str
    occurred_at: str
    caused_by: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The idempotency record of an append: `digest` is the SHA-256 of the canonical request, `answer` what was said."""

    club: str
    key: str
    digest: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobDraft:
    """What must follow the commit. The key says what it does, so a key that is already there is not added again."""

    key: str
    kind: str
    due_at: str
    payload: Mapping[str, Any] = field(default_factory=dict)


class StreamSummary(NamedTuple):
    """A stream by its last version and head, with the body of its first event, which says what it is."""

    stream: str
    version: int
    head: str
    first_body: str


class EventStore:
    """The streams of one book."""

    def __init__(self, database: Database) -> None:
        self._database = database
        mark = "?" if database.dialect == "sqlite" else "%s"
        self._last = f"SELECT version, hash FROM event WHERE stream = {mark} ORDER BY version DESC LIMIT 1"
        self._insert_event = _insert("event", _EVENT_COLUMNS, mark)
        self._insert_request = _insert("request", _REQUEST_COLUMNS, mark)
        self._insert_job = _insert("job", _JOB_COLUMNS, mark) + " ON CONFLICT (key) DO NOTHING"

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

        Refusals, the first that applies: NotCanonical, AlreadyAnswered or KeyReused, VersionConflict, those of players.
        """
        assert drafts, "An append without events would record nothing."
        bodies = _bodies(stream, expected_version, drafts, recorded_at, request)
        job_rows = [(job.key, job.kind, canonical(dict(job.payload)), "due", 0, job.due_at) for job in jobs]
        try:
            with self._database.writing() as connection:
                if request is not None:
                    self._refuse_answered(connection, request)
                cursor = connection.connection.cursor()
                cursor.execute(self._last, (stream,))
                version, head = cursor.fetchone() or (0, GENESIS.hex())
                if version != expected_version:
                    raise VersionConflict(stream, expected_version, version)
                events = _chained(stream, version, head, drafts, bodies)
                cursor.executemany(self._insert_event, events)
                if request is not None:
                    span = (stream, version + 1, version + len(events))
                    cursor.execute(
                        self._insert_request, (request.club, request.key, request.digest, *span, request.answer)
                    )
                if job_rows:
                    cursor.executemany(self._insert_job, job_rows)
                write_players(connection, players)
        except BROKEN_RULES as error:
            refusal = self._lost_race(stream, expected_version, request, players)
            if refusal is None:
                raise
            raise refusal from error
        return tuple(events)

    def read(self, stream: str, *, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """The events of a stream in order, those after one version and up to another; empty if there is no stream."""
        columns = [EVENT.c[name] for name in _EVENT_COLUMNS]
        query = select(*columns).where(EVENT.c.stream == stream, EVENT.c.version > after).order_by(EVENT.c.version)
        if up_to is not None:
            query = query.where(EVENT.c.version <= up_to)
        with self._database.reading() as connection:
            return [StoredEvent(*row) for row in connection.execute(query)]

    def version(self, stream: str) -> int:
        """The version of the last event, 0 when there is none."""
        return self._end(stream)[0]

    def head(self, stream: str) -> str:
        """The hash of the last event in hex, 64 zeros when there is none."""
        return self._end(stream)[1]

    def streams(self, prefix: str) -> list[StreamSummary]:
        """The streams whose name begins so, by name."""
        first, last, other = EVENT.alias("first"), EVENT.alias("last"), EVENT.alias("other")
        highest = select(func.max(other.c.version)).where(other.c.stream == first.c.stream).scalar_subquery()
        query = (
            select(first.c.stream, last.c.version, last.c.hash, first.c.body)
            .select_from(first)
            .join(last, (last.c.stream == first.c.stream) & (last.c.version == highest))
            # Not LIKE, which does not tell upper case from lower on SQLite.
            .where(first.c.version == 1, func.substr(first.c.stream, 1, len(prefix)) == prefix)
        )
        with self._database.reading() as connection:
            return sorted(StreamSummary(*row) for row in connection.execute(query))

    def answer_to(self, club: str, key: str, digest: str) -> str | None:
        """What was answered under this key, None if it is new; KeyReused if it was another request."""
        with self._database.reading() as connection:
            return _answer(connection, club, key, digest)

    def _end(self, stream: str) -> tuple[int, str]:
        query = (
            select(EVENT.c.version, EVENT.c.hash)
            .where(EVENT.c.stream == stream)
            .order_by(EVENT.c.version.desc())
            .limit(1)
        )
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        return (row.version, row.hash) if row else (0, GENESIS.hex())

    def _refuse_answered(self, connection: Any, request: Request) -> None:
        answer = _answer(connection, request.club, request.key, request.digest)
        if answer is not None:
            raise AlreadyAnswered(request.club, request.key, answer)

    def _lost_race(
        self, stream: str, expected_version: int, request: Request | None, players: Sequence[Player]
    ) -> BookError | None:
        """Why a unique key of the database refused what the checks before had let pass: somebody was faster."""
        try:
            with self._database.reading() as connection:
                if request is not None:
                    self._refuse_answered(connection, request)
                for player in players:
                    refuse_taken(connection, player)
        except BookError as refusal:
            return refusal
        actual = self.version(stream)
        return VersionConflict(stream, expected_version, actual) if actual != expected_version else None


def _insert(table: str, columns: Sequence[str], mark: str) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join([mark] * len(columns))})"


def _bodies(stream: str, version: int, drafts: Sequence[Draft], recorded_at: str, request: Request | None) -> list[str]:
    """The canonical texts, made before the transaction begins: only the hashes have to wait for the head."""
    bodies = []
    for number, draft in enumerate(drafts, version + 1):
        body: dict[str, Any] = {
            "stream": stream,
            "version": number,
            "schema": draft.schema,
            "type": draft.type,
            "data": dict(draft.data),
            "actor": draft.actor,
            "occurred_at": draft.occurred_at,
            "recorded_at": recorded_at,
        }
        if draft.caused_by is not None:
            body["caused_by"] = draft.caused_by
        if request is not None:
            body["request_id"] = request.key
        bodies.append(canonical(body))
    return bodies


def _chained(stream: str, version: int, head: str, drafts: Sequence[Draft], bodies: Sequence[str]) -> list[StoredEvent]:
    events = []
    prev_hash = bytes.fromhex(head)
    for number, (draft, body) in enumerate(zip(drafts, bodies, strict=True), version + 1):
        this_hash = link(prev_hash, body)
        events.append(StoredEvent(stream, number, draft.type, draft.schema, body, prev_hash.hex(), this_hash.hex()))
        prev_hash = this_hash
    return events


def _answer(connection: Any, club: str, key: str, digest: str) -> str | None:
    row = connection.execute(
        select(REQUEST.c.digest, REQUEST.c.answer).where(REQUEST.c.club == club, REQUEST.c.key == key)
    ).first()
    if row is None:
        return None
    if row.digest != digest:
        raise KeyReused(club, key)
    return str(row.answer)
