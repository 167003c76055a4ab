"""Streams of events: read them, and append to them at the version you expect.

`append` is the only way into the book. Every statement names its club, and needs the rows of no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, bindparam, insert, or_, select
from sqlalchemy.exc import IntegrityError

from engine.house.agreements import PLAYERS_ENTER
from engine.speech import phrase
from service.book.db import Database, also_writing
from service.book.store.chain import (
    COLUMN_INTEGER_MAX,
    GENESIS,
    Draft,
    EndOfStream,
    Request,
    Sealed,
    StoredEvent,
    Stream,
    canonical,
    chained,
    check_end,
    sealed,
    stream_of_club,
)
from service.book.store.credentials import drop_credentials_of_nameless
from service.book.store.lists import (
    END_OF,
    ListedClub,
    ListedNight,
    NightChange,
    NightLeft,
    change_night,
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
from service.book.store.rows import EVENT, JOB, REQUEST, columns_of, keep
from service.errors import AlreadyAnswered, BookError, BrokenChain, KeyReused, VersionConflict
from service.language.payload_limits import check_key

# The last two, and no join: a server that knows nothing of a new table yet reads the whole stream for a join.
_LAST_TWO = (
    select(EVENT.c.version, EVENT.c.body, EVENT.c.prev_hash, EVENT.c.hash)
    .where(EVENT.c.club == bindparam("club"), EVENT.c.stream == bindparam("name"))
    .order_by(EVENT.c.version.desc())
    .limit(2)
)
# The limit leaves nothing out: a server that looks for a limited number of rows plans a statement once for all clubs; else it
# plans each look at a table of many parts anew, which takes longer than the look.
EVENTS_OF = (
    select(*columns_of(EVENT, StoredEvent))
    .where(EVENT.c.club == bindparam("club"), EVENT.c.stream == bindparam("name"), EVENT.c.version > bindparam("after"))
    .order_by(EVENT.c.version)
    .limit(bindparam("most"))
)
_ANSWER_TO = (
    select(REQUEST.c.digest, REQUEST.c.stream, REQUEST.c.first_version, REQUEST.c.last_version)
    .where(REQUEST.c.club == bindparam("club"), REQUEST.c.key == bindparam("key"))
    .limit(1)
)
# What says that players enter their own acts: of a night, or of any night of a club. A change is only recorded to something
# else, so it says so whichever way it goes; what the rules read of it is `closed_cards.players_enter`.
_ENTERING = select(EVENT.c.version).where(
    EVENT.c.club == bindparam("club"),
    or_(
        EVENT.c.type == "entered_by_changed",
        and_(
            EVENT.c.type == "night_opened",
            or_(*(EVENT.c.body.contains(f'"entered_by":"{by}"') for by in PLAYERS_ENTER)),
        ),
    ),
)
_ENTERING_OF = _ENTERING.where(EVENT.c.stream == bindparam("name"))
_ADD_EVENT = insert(EVENT)
_ADD_REQUEST = insert(REQUEST)
_BEGINNING = EndOfStream(0, "", "", GENESIS.hex(), None)


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


class KeptAnswer(NamedTuple):
    """An answer as its row keeps it, with the key and the digest of its request."""

    club: str
    key: str
    digest: str
    stream: str
    first_version: int
    last_version: int


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
    """Events for one stream, and what is recorded with them."""

    stream: Stream
    expected_version: int
    drafts: Sequence[Draft]
    recorded_at: str
    also: Addition = NOTHING_ELSE


class EventStore:
    """The streams of one book."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(
        self,
        stream: Stream,
        *,
        expected_version: int,
        drafts: Sequence[Draft],
        recorded_at: str,
        also: Addition = NOTHING_ELSE,
    ) -> tuple[StoredEvent, ...]:
        """Records events, and what else belongs to them, in one transaction: all of it, or nothing.

        Refusals, the first that applies: NotCanonical, AlreadyAnswered or KeyReused, VersionConflict, BrokenChain, those of
        names. Only the last link of the chain is checked; `verify_stream` checks all of it.
        """
        one = Append(stream, expected_version, drafts, recorded_at, also)
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
            with self._database.writing(lock) as connection:
                return [_append(connection, one, texts, lock) for one, texts in zip(appends, all_texts, strict=True)]
        except IntegrityError as error:
            for one in appends:
                refusal = self._why_refused(one.stream, one.expected_version, one.also)
                if refusal is not None:
                    raise refusal from error
            raise

    def read(self, stream: Stream, *, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """The events of a stream in order, after one version and up to another; empty if there is no stream."""
        # Versions follow one another, in a sound book.
        most = max(0, (COLUMN_INTEGER_MAX if up_to is None else up_to) - after)
        rows = self._database.rows(EVENTS_OF, {**stream._asdict(), "after": after, "most": most})
        return [StoredEvent._make(row) for row in rows if up_to is None or row.version <= up_to]

    def already_recorded(self, one: Append) -> list[StoredEvent]:
        """The events as they are recorded, if exactly these follow that version; else none.

        Tells after a commit that got no answer whether it was one.
        """
        texts = sealed(one.stream, one.expected_version, one.drafts, one.recorded_at, one.also.request)
        last = one.expected_version + len(texts)
        events = self.read(one.stream, after=one.expected_version, up_to=last)
        return events if [event.body for event in events] == [text for text, _ in texts] else []

    def players_enter(self, club: str, stream: Stream | None = None) -> bool:
        """Whether players could enter their own acts at a night, or at any of the club. Asked of damaged nights too."""
        whose = {"club": club} if stream is None else {"club": club, "name": stream.name}
        return bool(self._database.rows(_ENTERING if stream is None else _ENTERING_OF, whose))

    def version(self, stream: Stream) -> int:
        """The version of the last event; 0 if there is none."""
        return self._end(stream)[0]

    def head(self, stream: Stream) -> str:
        """The hash of the last event in hex; 64 zeros if there is none."""
        return self._end(stream)[1]

    def answer_to(self, club: str, request: Request) -> Answer | None:
        """What was recorded under this key, or None if the key is new. Refuses the key of another request (KeyReused)."""
        (row,) = self._database.rows(_ANSWER_TO, {"club": club, "key": request.key}) or [None]
        return _first_answer(row, club, request)

    def recorded_under(self, club: str, key: str) -> Answer | None:
        """What was recorded under this key, whatever was asked with it; None if the key is new. Refuses a text that cannot be a key."""
        check_key(key)
        (row,) = self._database.rows(_ANSWER_TO, {"club": club, "key": key}) or [None]
        return None if row is None else Answer(*row[1:])

    def keep_answer(self, stream: Stream, request: Request, first: int, last: int) -> None:
        """Keeps events that were there before as the answer to a request; a key that is known is left as it is."""
        with self._database.writing(stream.lock) as connection:
            keep(connection, REQUEST, [_row_of(stream, request, first, last)])

    def _end(self, stream: Stream) -> tuple[int, str]:
        for version, head in self._database.rows(END_OF, stream._asdict()):
            return version, head
        return 0, GENESIS.hex()

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
            with self._database.reading() as connection:
                refuse_taken(connection, also.members, also.renamed)
        except BookError as refusal:
            return refusal
        return None


def _append(connection: Connection, one: Append, texts: Sequence[Sealed], lock: str) -> tuple[StoredEvent, ...]:
    """Records one stream's events in a transaction that holds this lock."""
    stream, also = one.stream, one.also
    club = stream_of_club(stream.club)
    if also.touches_the_club and lock != club.lock:
        also_writing(connection, club.lock)
    end = _sealed_end(connection, stream)
    refusal = _cannot_follow(stream, end, one.expected_version)
    if refusal is not None:
        if also.request:
            # Another writer may have advanced the stream with this key: then its answer is there by now.
            answered = connection.execute(_ANSWER_TO, {"club": stream.club, "key": also.request.key}).first()
            if (answer := _first_answer(answered, stream.club, also.request)) is not None:
                raise AlreadyAnswered(stream.club, also.request.key, *answer)
        raise refusal
    events = chained(stream, end.version, end.hash, one.drafts, texts)
    insert_events(connection, events)
    if also.request:
        # A key that is known already violates the key of this table, and what it answers is looked up then.
        row = _row_of(stream, also.request, events[0].version, events[-1].version)
        connection.execute(_ADD_REQUEST, row)
    if also is not NOTHING_ELSE:
        _add(connection, stream, events, one.recorded_at, also)
    return tuple(events)


def _sealed_end(connection: Connection, stream: Stream) -> EndOfStream:
    rows = connection.execute(_LAST_TWO, stream._asdict()).all()
    if not rows:
        return _BEGINNING
    last, *others = rows
    return EndOfStream(*last, next((before.hash for before in others if before.version == last.version - 1), None))


def _cannot_follow(stream: Stream, end: EndOfStream, expected_version: int) -> BookError | None:
    """Why nothing can be recorded after the end of the stream, or None."""
    if end.version != expected_version:
        return VersionConflict(stream.name, expected_version, end.version)
    # An event sealed after a damaged one would vouch for the forgery.
    if end.version and (fault := check_end(end)):
        return BrokenChain(stream.name, end.version, phrase("{fault} Nothing is recorded after it.", fault=fault))
    return None


def insert_events(connection: Connection, events: Sequence[StoredEvent]) -> None:
    """Records events in a transaction of the caller, who has checked where they belong."""
    if events:
        connection.execute(_ADD_EVENT, [event._asdict() for event in events])


def keep_jobs(connection: Connection, jobs: Sequence[JobDraft]) -> None:
    """Records jobs in a transaction of the caller; one whose key the club has is left as it is."""
    keep(connection, JOB, list(map(row_of, jobs)))


def row_of(job: JobDraft) -> dict[str, Any]:
    """The row of a job that nobody has claimed yet."""
    return {
        "club": job.club,
        "key": job.key,
        "kind": job.kind,
        "payload": canonical(dict(job.payload)),
        "state": "due",
        "attempts": 0,
        "due_at": job.due_at,
    }


def _add(
    connection: Connection, stream: Stream, events: Sequence[StoredEvent], recorded_at: str, also: Addition
) -> None:
    """Everything but events and request; most appends have none of it."""
    if also.jobs:
        keep_jobs(connection, also.jobs)
    if also.members or also.renamed or also.forgotten:
        write_names(connection, also.members, also.renamed, also.forgotten)
    if also.pokernow_ids:
        keep_pokernow_ids(connection, stream.club, also.pokernow_ids)
    if also.forgotten:
        drop_nameless(connection, stream.club)
        drop_credentials_of_nameless(connection, stream.club)
    if also.listed_club:
        list_club(connection, also.listed_club)
    if also.listed_night:
        list_night(connection, also.listed_night)
    if also.changed_night:
        change_night(connection, also.changed_night)
    if also.night_results is not None:
        keep_results(connection, stream.club, stream.night, also.night_results)
    if also.of_the_club:
        _add_of_the_club(connection, stream, also.of_the_club(events), recorded_at)


def _add_of_the_club(connection: Connection, stream: Stream, says: ClubSays, recorded_at: str) -> None:
    for left in says.left:
        change_night(connection, left)
    if drafts := says.drafts:
        own = stream_of_club(stream.club)
        end = _sealed_end(connection, own)
        if (refusal := _cannot_follow(own, end, end.version)) is not None:
            raise refusal
        texts = sealed(own, end.version, drafts, recorded_at, None)
        insert_events(connection, chained(own, end.version, end.hash, drafts, texts))


def _row_of(stream: Stream, request: Request, first: int, last: int) -> dict[str, Any]:
    return KeptAnswer(stream.club, request.key, request.digest, stream.name, first, last)._asdict()


def _first_answer(row: Any, club: str, request: Request) -> Answer | None:
    if row is None:
        return None
    digest, *answer = row
    if digest != request.digest:
        raise KeyReused(club, request.key)
    return Answer(*answer)
