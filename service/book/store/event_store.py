"""Streams of events: read them, and append to them at the version you expect.

`append` is the only way into the book. Everything here goes through the driver, so that an act costs little more than the
rows it writes. Every statement names its club, and needs the rows of no other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from engine.speech import phrase
from service.book.db import Database, broken_rules
from service.book.store.at_once import EVENTS_MAX, VERSION_MIN, append_at_once
from service.book.store.chain import (
    COLUMN_INTEGER_MAX,
    GENESIS,
    Draft,
    EndOfStream,
    Request,
    Sealed,
    StoredEvent,
    canonical,
    chained,
    check_end,
    sealed,
)
from service.book.store.credentials import drop_credentials_of_nameless
from service.book.store.lists import (
    ListedClub,
    ListedNight,
    NightChange,
    NightLeft,
    change_night,
    leave_unpaid,
    list_club,
    list_night,
)
from service.book.store.names import (
    Forgotten,
    Member,
    PokerNowId,
    drop_nameless,
    keep_pokernow_ids,
    refuse_taken,
    write_names,
)
from service.book.store.night_results import KeptResult, keep_results
from service.book.store.runs import INTO_EVENT, in_runs
from service.book.store.streams import END_OF, PLANNED_ONCE, Stream, stream_of_club
from service.errors import AlreadyAnswered, BookError, BrokenChain, KeyReused, VersionConflict
from service.language.payload_limits import check_key

__all__ = [
    "INSERT_EVENT",
    "INSERT_JOB",
    "INSERT_REQUEST",
    "KEEP_REQUEST",
    "Addition",
    "Draft",
    "EventStore",
    "JobDraft",
    "Request",
    "StoredEvent",
    "digest_of_request",
    "request_of",
]

# `END_OF`, with the sealed event and the hash of the one before.
_SEALED_END_OF = (
    "SELECT last.version, last.body, last.prev_hash, last.hash, before.hash FROM event AS last "
    "LEFT JOIN event AS before ON before.club = last.club AND before.stream = last.stream "
    "AND before.version = last.version - 1 "
    "WHERE last.club = ? AND last.stream = ? ORDER BY last.version DESC LIMIT 1"
)
# In the order of the fields of `StoredEvent`. The limit leaves nothing out (see `PLANNED_ONCE`).
_READ = (
    "SELECT club, stream, version, type, schema, body, prev_hash, hash FROM event "
    "WHERE club = ? AND stream = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?"
)
_ANSWER_TO = (
    f"SELECT digest, stream, first_version, last_version FROM request WHERE club = ? AND key = ? {PLANNED_ONCE}"  # noqa: S608 - our own words.
)
INSERT_EVENT = f"{INTO_EVENT} (?, ?, ?, ?, ?, ?, ?, ?)"
_AND_ANOTHER = ", (?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_REQUEST = (
    "INSERT INTO request (club, key, digest, stream, first_version, last_version) VALUES (?, ?, ?, ?, ?, ?)"
)
# A key that the club has already keeps its first answer.
KEEP_REQUEST = f"{INSERT_REQUEST} ON CONFLICT (club, key) DO NOTHING"
INSERT_JOB = (
    "INSERT INTO job (club, key, kind, payload, state, attempts, due_at) VALUES (?, ?, ?, ?, 'due', 0, ?) "
    "ON CONFLICT (club, key) DO NOTHING"
)
# A damaged book may say anything in its place.
_HASH = re.compile("[0-9a-f]{64}")
_BEGINNING = (0, "", "", GENESIS.hex(), None)


def digest_of_request(stream: Stream, asked: Any) -> str:
    """The SHA-256, in hex, of what a request about a night or a club asks. A repeated request asks the same."""
    about = {"night": stream.night} if stream.night else {"club": stream.club}
    return sha256(canonical({**about, "asked": asked}).encode()).hexdigest()


def request_of(stream: Stream, asked: Any, key: str) -> Request | None:
    """The record of a request; None without a key, because no answer is kept then. Refuses a text that cannot be a key."""
    if not key:
        return None
    check_key(key)
    return Request(key=key, digest=digest_of_request(stream, asked))


class Answer(NamedTuple):
    """The events that were recorded under a key."""

    stream: str
    first: int
    last: int


class JobDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A job to run after the commit. The key says what it does, so a key that the club has already is not added again."""

    club: str
    key: str
    kind: str
    due_at: str
    payload: Mapping[str, Any] = msgspec.field(default_factory=dict)


class ClubSays(NamedTuple):
    """What a club's own stream says about events of a night, and what is left of nights that it carries on."""

    drafts: Sequence[Draft]
    left: Sequence[NightLeft] = ()


class Addition(msgspec.Struct, frozen=True, kw_only=True):
    """What is recorded together with events, in the same transaction, all of it in the rows of one club.

    `night_results` take the place of those the night had; None leaves them. `of_the_club` gives what the club's own stream
    says about the appended events; it is called in the club's turn, and what it gives is appended at the end of that stream,
    wherever it is.
    """

    request: Request | None = None
    jobs: Sequence[JobDraft] = ()
    members: Sequence[Member] = ()
    renamed: Sequence[Member] = ()
    forgotten: Sequence[Forgotten] = ()
    pokernow_ids: Sequence[PokerNowId] = ()
    listed_club: ListedClub | None = None
    listed_night: ListedNight | None = None
    changed_night: NightChange | None = None
    night_results: Sequence[KeptResult] | None = None
    of_the_club: Callable[[Sequence[StoredEvent]], ClubSays] | None = None

    @property
    def touches_the_club(self) -> bool:
        """True if rows are written that other streams of the club write too.

        Whoever writes them takes the club's turn first; a row that was locked before it could wait for its own waiter.
        """
        return bool(self.of_the_club or self.listed_club or self.members or self.renamed or self.forgotten)


NOTHING_ELSE = Addition()


class Append(NamedTuple):
    """Events for one stream, and what is recorded with them.

    `head` is the hash of the event of the expected version, as the caller has read it, or empty: with it, most appends are
    one message to a server.
    """

    stream: Stream
    expected_version: int
    drafts: Sequence[Draft]
    recorded_at: str
    also: Addition = NOTHING_ELSE
    head: str = ""


class EventStore:
    """The streams of one book."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._end_of, self._sealed_end_of = database.statement(END_OF), database.statement(_SEALED_END_OF)
        self._read, self._answer_to = database.statement(_READ), database.statement(_ANSWER_TO)
        self._insert_event = database.statement(INSERT_EVENT)
        self._insert_events = [database.statement(INSERT_EVENT + _AND_ANOTHER * more) for more in range(EVENTS_MAX)]
        self._insert_request, self._keep_request = database.statement(INSERT_REQUEST), database.statement(KEEP_REQUEST)
        self._insert_job = database.statement(INSERT_JOB)

    def append(
        self,
        stream: Stream,
        *,
        expected_version: int,
        drafts: Sequence[Draft],
        recorded_at: str,
        also: Addition = NOTHING_ELSE,
        head: str = "",
    ) -> tuple[StoredEvent, ...]:
        """Records events, and what else belongs to them, in one transaction: all of it, or nothing.

        Refusals, the first that applies: NotCanonical, AlreadyAnswered or KeyReused, VersionConflict, BrokenChain, those of
        names. Only the last link of the chain is checked; `verify_stream` checks all of it.
        """
        one = Append(stream, expected_version, drafts, recorded_at, also, head)
        (events,) = self.append_all([one], lock=stream.lock)
        return events

    def append_all(self, appends: Sequence[Append], *, lock: str) -> list[tuple[StoredEvent, ...]]:
        """Records events of several streams of one club in one transaction: all of them, or nothing.

        `lock` is the turn that it takes: that of the stream, or for several new ones that of their club, in whose turn
        nobody else can begin them.
        """
        all_texts = []
        for one in appends:
            assert one.drafts, "An append without events would record nothing."
            all_texts.append(sealed(one.stream, one.expected_version, one.drafts, one.recorded_at, one.also.request))
        try:
            if len(appends) == 1 and (events := self._appended_at_once(appends[0], all_texts[0], lock)):
                return [events]
            with self._database.writing_directly(lock, in_few_messages=True) as cursor:
                return [self._append(cursor, one, texts, lock) for one, texts in zip(appends, all_texts, strict=True)]
        except broken_rules() as error:
            for one in appends:
                refusal = self._why_refused(one.stream, one.expected_version, one.also)
                if refusal is not None:
                    raise refusal from error
            raise

    def _appended_at_once(self, one: Append, texts: Sequence[Sealed], lock: str) -> tuple[StoredEvent, ...]:
        """The events, if they could be recorded in one message; else none, and nothing has been recorded."""
        if not (self._database.takes_one_message and _fits_one_message(one)):
            return ()
        request = one.also.request
        events = chained(one.stream, one.expected_version, one.head, one.drafts, texts)
        answer = _row_of(one.stream, request, events) if request else ()
        if not append_at_once(self._database, lock, events, answer):
            return ()
        return tuple(events)

    def _append(self, cursor: Any, one: Append, texts: Sequence[Sealed], lock: str) -> tuple[StoredEvent, ...]:
        """Records one stream's events in a transaction that holds this lock."""
        stream, also = one.stream, one.also
        club = stream_of_club(stream.club)
        if also.touches_the_club and lock != club.lock:
            self._database.also_writing(cursor, club.lock)
        cursor.execute(self._sealed_end_of, stream)
        end = EndOfStream._make(cursor.fetchone() or _BEGINNING)
        if also.request:
            # Checked after the version: if another writer advanced the stream with this key, its answer is there by now.
            cursor.execute(self._answer_to, (stream.club, also.request.key))
            _refuse_answered(cursor.fetchone(), stream.club, also.request)
        if end.version != one.expected_version:
            raise VersionConflict(stream.name, one.expected_version, end.version)
        events = self._insert(cursor, stream, end, one.drafts, texts)
        if also.request:
            cursor.execute(self._insert_request, _row_of(stream, also.request, events))
        if also.jobs:
            rows = [(stream.club, job.key, job.kind, canonical(dict(job.payload)), job.due_at) for job in also.jobs]
            cursor.executemany(self._insert_job, rows)
        if also is not NOTHING_ELSE:
            self._add(cursor, stream, events, one.recorded_at, also)
        return tuple(events)

    def _insert(
        self, cursor: Any, stream: Stream, end: EndOfStream, drafts: Sequence[Draft], texts: Sequence[Sealed]
    ) -> list[StoredEvent]:
        _refuse_broken(stream, end)
        events = chained(stream, end.version, end.hash, drafts, texts)
        if self._database.dialect == "sqlite":
            for statement, values in in_runs(events):
                cursor.execute(statement, values)
        elif (number := len(events)) <= EVENTS_MAX:
            cursor.execute(self._insert_events[number - 1], [*chain.from_iterable(events)])
        else:
            cursor.executemany(self._insert_event, events)
        return events

    def _add(
        self, cursor: Any, stream: Stream, events: Sequence[StoredEvent], recorded_at: str, also: Addition
    ) -> None:
        """Everything but events, request and jobs; most appends have none of it."""
        if also.members or also.renamed or also.forgotten:
            write_names(self._database, cursor, also.members, also.renamed, also.forgotten)
        if also.pokernow_ids:
            keep_pokernow_ids(self._database, cursor, stream.club, also.pokernow_ids)
        if also.forgotten:
            drop_nameless(self._database, cursor, stream.club)
            drop_credentials_of_nameless(self._database, cursor, stream.club)
        if also.listed_club:
            list_club(self._database, cursor, also.listed_club)
        if also.listed_night:
            list_night(self._database, cursor, also.listed_night)
        if also.changed_night:
            change_night(self._database, cursor, also.changed_night)
        if also.night_results is not None:
            keep_results(self._database, cursor, stream.club, stream.night, also.night_results)
        if also.of_the_club:
            self._add_of_the_club(cursor, stream, also.of_the_club(events), recorded_at)

    def _add_of_the_club(self, cursor: Any, stream: Stream, says: ClubSays, recorded_at: str) -> None:
        leave_unpaid(self._database, cursor, says.left)
        if drafts := says.drafts:
            own = stream_of_club(stream.club)
            cursor.execute(self._sealed_end_of, own)
            end = EndOfStream._make(cursor.fetchone() or _BEGINNING)
            self._insert(cursor, own, end, drafts, sealed(own, end.version, drafts, recorded_at, None))

    def read(self, stream: Stream, *, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """The events of a stream in order, after one version and up to another; empty if there is no stream."""
        most = COLUMN_INTEGER_MAX if up_to is None else up_to
        values = (*stream, after, most, max(0, most - after))
        return self._database.rows(self._read, values, read=StoredEvent._make)

    def found(self, one: Append) -> list[StoredEvent]:
        """The events as they are recorded, if exactly these follow that version; else none.

        Tells after a commit that got no answer whether it was one.
        """
        texts = sealed(one.stream, one.expected_version, one.drafts, one.recorded_at, one.also.request)
        last = one.expected_version + len(texts)
        events = self.read(one.stream, after=one.expected_version, up_to=last)
        return events if [event.body for event in events] == [text for text, _ in texts] else []

    def version(self, stream: Stream) -> int:
        """The version of the last event; 0 if there is none."""
        return self._end(stream)[0]

    def head(self, stream: Stream) -> str:
        """The hash of the last event in hex; 64 zeros if there is none."""
        return self._end(stream)[1]

    def answer_to(self, club: str, request: Request) -> Answer | None:
        """What was recorded under this key, or None if the key is new. Refuses the key of another request (KeyReused)."""
        (row,) = self._database.rows(self._answer_to, (club, request.key)) or [None]
        return _first_answer(row, club, request)

    def recorded_under(self, club: str, key: str) -> Answer | None:
        """What was recorded under this key, whatever was asked with it; None if the key is new. Refuses a text that cannot be a key."""
        check_key(key)
        (row,) = self._database.rows(self._answer_to, (club, key)) or [None]
        return None if row is None else Answer(*row[1:])

    def keep_answer(self, stream: Stream, request: Request, first: int, last: int) -> None:
        """Keeps events that were there before as the answer to a request; a key that is known is left as it is."""
        row = (stream.club, request.key, request.digest, stream.name, first, last)
        with self._database.writing_directly(stream.lock) as cursor:
            cursor.execute(self._keep_request, row)

    def _end(self, stream: Stream) -> tuple[int, str]:
        ((version, head),) = self._database.rows(self._end_of, stream) or [(0, GENESIS.hex())]
        return version, head

    def _why_refused(self, stream: Stream, expected_version: int, also: Addition) -> BookError | None:
        """The refusal that belongs to a violated unique key of the database, or None."""
        try:
            if also.request:
                answer = self.answer_to(stream.club, also.request)
                if answer is not None:
                    return AlreadyAnswered(stream.club, also.request.key, *answer)
            version = self.version(stream)
            if version != expected_version:
                return VersionConflict(stream.name, expected_version, version)
            with self._database.reading_directly() as cursor:
                refuse_taken(self._database, cursor, also.members, also.renamed)
        except BookError as refusal:
            return refusal
        return None


def _refuse_broken(stream: Stream, end: EndOfStream) -> None:
    """Refuses a damaged last event: an event sealed after it would vouch for the forgery."""
    if end.version and (fault := check_end(end)):
        raise BrokenChain(stream.name, end.version, phrase("{fault} Nothing is recorded after it.", fault=fault))


def _fits_one_message(one: Append) -> bool:
    """True if nothing but a few events and the answer to a request is recorded, behind a head that the caller has read."""
    return (
        _HASH.fullmatch(one.head) is not None
        and one.expected_version >= VERSION_MIN
        and len(one.drafts) <= EVENTS_MAX
        and one.also == Addition(request=one.also.request)
    )


def _row_of(stream: Stream, request: Request, events: Sequence[StoredEvent]) -> tuple[str | int, ...]:
    return stream.club, request.key, request.digest, stream.name, events[0].version, events[-1].version


def _first_answer(row: Any, club: str, request: Request) -> Answer | None:
    if row is None:
        return None
    digest, *answer = row
    if digest != request.digest:
        raise KeyReused(club, request.key)
    return Answer(*answer)


def _refuse_answered(row: Any, club: str, request: Request) -> None:
    answer = _first_answer(row, club, request)
    if answer is not None:
        raise AlreadyAnswered(club, request.key, *answer)
