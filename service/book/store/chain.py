"""The chain that makes a book provable: streams, drafts of events, their canonical text and digest, and the link to the one before.

A chain shows that nothing inside it was changed, left out or put in. It cannot show that its tail was cut off or that all
of it was rewritten; for that, compare its head with one that was kept elsewhere.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from engine.club.acts import TYPE_NAMED as ACT_NAMED
from engine.events import TYPE_NAMED
from engine.grammar import event_called
from engine.speech import phrase, say
from service.book.store.earlier_schemas import TO_THE_NEXT, Fields
from service.errors import EventUnreadable, NotCanonical

NIGHT = "night:"
CLUB = "club:"


class Stream(NamedTuple):
    """A stream by its place in the book. `name` says what it is about, and is part of what is hashed."""

    club: str
    name: str

    @property
    def lock(self) -> str:
        """What the writers of the stream wait for, in this process and on a server."""
        return f"{self.club}/{self.name}"

    @property
    def night(self) -> str:
        """The id of the night; empty if the stream is not that of a night."""
        return self.name.removeprefix(NIGHT) if self.name.startswith(NIGHT) else ""

    @property
    def is_of_the_club(self) -> bool:
        """True if this is the club's own stream."""
        return self.name == CLUB + self.club


def stream_of_night(club: str, night: str) -> Stream:
    """The stream of a night of this club."""
    return Stream(club, NIGHT + night)


def stream_of_club(club: str) -> Stream:
    """The club's own stream."""
    return Stream(club, CLUB + club)


COLUMN_INTEGER_MAX = 2**31 - 1
# The schema of every body that is written now. One of an earlier schema is converted when it is read and never rewritten.
SCHEMA: Final = 3
# From this schema on, every body holds a salt.
SALTED_SINCE: Final = 2

_Counted = Annotated[int, msgspec.Meta(ge=1, le=COLUMN_INTEGER_MAX)]


# 128 random bits in hex.
Salt = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


class Body(msgspec.Struct, forbid_unknown_fields=True, gc=False, kw_only=True):
    """What is hashed: an event with everything known about it. Fields that do not apply are left out.

    `salt`: without it, whoever knows everything of an event but a closed card finds that by hashing one card after the other.
    So it is for those who may see the whole event. Schema 1 had none.

    They stand here in the order of the alphabet, because that is how they are written (RFC 8785).
    """

    actor: str
    caused_by: _Counted | msgspec.UnsetType = msgspec.UNSET
    data: dict[str, Any]
    occurred_at: str
    recorded_at: str
    request_digest: str | msgspec.UnsetType = msgspec.UNSET
    request_id: str | msgspec.UnsetType = msgspec.UNSET
    salt: Salt | msgspec.UnsetType = msgspec.UNSET
    schema: _Counted
    stated: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    stream: str
    type: str
    version: _Counted


class Envelope(msgspec.Struct, gc=False):
    """A stored body as it is read before its type is known: `data` is still its text. A text that is left out is empty."""

    type: str
    schema: int
    data: msgspec.Raw
    version: int
    actor: str = ""
    occurred_at: str = ""
    recorded_at: str = ""
    caused_by: int | None = None
    request_id: str = ""
    request_digest: str = ""
    stated: tuple[str, ...] | None = None


ENVELOPE = msgspec.json.Decoder(Envelope)

_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])


def in_this_schema(body: str) -> str:
    """The text of a stored body as this program reads it: converted from schema to schema if it is of an earlier one.

    Only for reading: what was hashed is the body. One of a newer schema is returned as it is. Raises MsgspecError for a text
    that is not the body of an event.
    """
    schema = ENVELOPE.decode(body).schema
    if schema not in TO_THE_NEXT:
        return body
    fields: Fields = _FIELDS.decode(body)
    for earlier in range(schema, SCHEMA):
        fields = TO_THE_NEXT[earlier](fields)
    return msgspec.json.encode({**fields, "schema": SCHEMA}).decode()


GENESIS: Final = bytes(32)
_GENESIS_HEX: Final = GENESIS.hex()
# Above this number, a reader that keeps numbers as IEEE doubles (as RFC 8785 assumes) would read another number.
INTEGER_MAX: Final = 2**53 - 1

_PLAIN = (str, bool, int, dict, list, tuple)

_encoder = msgspec.json.Encoder(order="sorted")
# The fields of a body stand in the order in which they are written, so that only keys within its data are sorted.
_body_encoder = msgspec.json.Encoder(order="deterministic")
_body_decoder = msgspec.json.Decoder(Body)


class StoredEvent(NamedTuple):
    """An event as it stands in the book. `body` is the exact text that was hashed; the hashes are in hex."""

    club: str
    stream: str
    version: int
    type: str
    schema: int
    body: str
    prev_hash: str
    hash: str


# The canonical text of an event and its digest.
Sealed = tuple[str, bytes]


class EndOfStream(NamedTuple):
    """The last event of a stream and the hash of the one before it, which is None if that event is not in the book."""

    version: int
    body: str
    prev_hash: str
    hash: str
    hash_before: str | None


class ChainDefect(NamedTuple):
    """Something in the book that differs from what was written."""

    club: str
    stream: str
    version: int
    code: str
    sentence: str


def envelope_of(stored: StoredEvent) -> Envelope:
    """What the body of an event says beside its data. Refuses a body that is not that of an event (EventUnreadable)."""
    try:
        envelope = ENVELOPE.decode(stored.body)
        return ENVELOPE.decode(in_this_schema(stored.body)) if envelope.schema < SCHEMA else envelope
    except (msgspec.MsgspecError, TypeError) as problem:
        raise EventUnreadable(stored.stream, stored.version, phrase("its body is not that of an event")) from problem


def canonical(value: Any) -> str:
    """The canonical JSON text of a value: compact, keys sorted, whole numbers and texts only (for these, equal to RFC 8785)."""
    if not _is_plain((value,)):
        raise NotCanonical(*next(_complaints(value, "$")))
    try:
        return _encoder.encode(value).decode()
    except UnicodeEncodeError as error:
        raise NotCanonical(*next(_complaints(value, "$"))) from error


def seal(body: Body) -> Sealed:
    """The canonical text of an event, equal to `canonical` of its fields, and its digest. Only `data` is checked in depth."""
    if not _is_plain(body.data):
        raise NotCanonical(*next(_complaints(body.data, "$.data")))
    try:
        written = _body_encoder.encode(body)
    except UnicodeEncodeError as error:
        raise NotCanonical(*next(_complaints(_as_written(body), "$"))) from error
    return written.decode(), sha256(written).digest()


def _as_written(body: Body) -> dict[str, Any]:
    """The fields of the body that apply."""
    return {name: value for name, value in msgspec.structs.asdict(body).items() if value is not msgspec.UNSET}


def digest(body: str) -> bytes:
    """The digest of an event that a receipt keeps."""
    return sha256(body.encode()).digest()


def link(prev_hash: bytes, digest_of_body: bytes) -> bytes:
    """The hash of an event: SHA-256 over the hash before it and the digest of its body."""
    return sha256(prev_hash + digest_of_body).digest()


def check_chain(events: Iterable[StoredEvent]) -> list[ChainDefect]:
    """Everything wrong with the events of one stream, in the order of their versions."""
    findings: list[ChainDefect] = []
    prev_hash = GENESIS.hex()
    version = 0
    for event in events:
        if not _is_sound(event, version + 1, prev_hash):
            findings += (
                ChainDefect(event.club, event.stream, event.version, *fault)
                for fault in _faults(event, version + 1, prev_hash)
            )
        # Continues from the recorded hash, so that one fault is not reported again for every event after it.
        version, prev_hash = event.version, event.hash
    return findings


def check_end(last: EndOfStream) -> str:
    """The fault in the last event of a stream, or an empty text. Checks only the event and its link to the one before.

    Fast enough to run before every append. Only `check_chain` finds faults further back, or a body that is not that of an
    event.
    """
    before = (last.hash_before or "") if last.version > 1 else _GENESIS_HEX
    if last.prev_hash == before and last.hash == _hash_of(last):
        return ""
    (_, sentence), *_ = _link_faults(last, last.version, before)
    return sentence


def _is_sound(event: StoredEvent, version: int, prev_hash: str) -> bool:
    """Whether an event has no fault, as almost all have none: quicker than to look what is wrong."""
    return (
        event.version == version
        and event.prev_hash == prev_hash
        and event.hash == _hash_of(event)
        and _body_fault(event) is None
    )


def _faults(event: StoredEvent, version: int, prev_hash: str) -> Iterator[tuple[str, str]]:
    yield from _link_faults(event, version, prev_hash)
    fault = _body_fault(event)
    if fault:
        yield "wrong_body", say("The body of event {version} {fault}.", version=event.version, fault=fault)


def _link_faults(event: StoredEvent | EndOfStream, version: int, prev_hash: str) -> Iterator[tuple[str, str]]:
    if event.version != version:
        expected = say(
            "Event {version} is expected here, but the book has event {found}.",
            version=version,
            found=event.version,
        )
        yield "version_gap", expected
    if event.prev_hash != prev_hash:
        yield "wrong_link", say("Event {version} is not linked to the event before it.", version=event.version)
    if event.hash != _hash_of(event):
        yield "wrong_hash", _hash_fault(event)


def _hash_fault(event: StoredEvent | EndOfStream) -> str:
    """That the event is not what was hashed, with what it says that it is, if that can be read."""
    try:
        kind = ENVELOPE.decode(event.body).type
    except (msgspec.MsgspecError, TypeError, ValueError):
        kind = ""
    if kind not in TYPE_NAMED and kind not in ACT_NAMED:
        return say("The hash of event {version} is not the hash of its body.", version=event.version)
    return say(
        "The hash of event {version} ({kind}) is not the hash of its body.",
        version=event.version,
        kind=event_called(kind).replace("_", " "),
    )


def _hash_of(event: StoredEvent | EndOfStream) -> str | None:
    """The hash that the stored body should have, or None if what is stored is not hex, or not even text."""
    try:
        return link(bytes.fromhex(event.prev_hash), digest(event.body)).hex()
    except (AttributeError, TypeError, ValueError):
        return None


def _body_fault(event: StoredEvent) -> str | None:
    try:
        body = _body_decoder.decode(event.body)
        if seal(body)[0] != event.body:
            return say("is not written in canonical JSON")
    except (msgspec.ValidationError, NotCanonical) as error:
        return say("is not that of an event: {error}", error=f"{error}".rstrip("."))
    except (ValueError, RecursionError):
        return say("is not JSON")
    for name in ("stream", "version", "type", "schema"):
        if getattr(body, name) != getattr(event, name):
            return say("has another {name} than its row", name=name)
    if body.salt is msgspec.UNSET and body.schema >= SALTED_SINCE:
        return say("has no salt")
    if body.salt is not msgspec.UNSET and body.schema < SALTED_SINCE:
        return say("has a salt, which schema {schema} does not know", schema=body.schema)
    if not (body.type and body.type.isprintable() and body.stream and body.stream.isprintable()):
        return say("has a stream or type that is not a printable name")
    return None


def _is_plain(container: Any) -> bool:
    kind = type(container)
    if kind is dict:
        # Joined, because checking one long text is faster than checking every key.
        try:
            if not "".join(container).isascii() and not all(map(_sorts_the_same, container)):
                return False
        except TypeError:
            return False
        items = container.values()
    else:
        items = container
    for item in items:
        kind = type(item)
        # Most values are texts.
        if kind is str:
            continue
        if kind is int:
            if not -INTEGER_MAX <= item <= INTEGER_MAX:
                return False
        elif kind is dict or kind is list or kind is tuple:
            if not _is_plain(item):
                return False
        elif kind is not bool:
            return False
    return True


def _sorts_the_same(key: str) -> bool:
    """True if the key sorts alike both ways.

    RFC 8785 sorts by UTF-16 units, which is the order of code points only up to U+FFFF.
    """
    return max(key, default="") <= "\uffff"


def _complaints(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Where in a value the faults are, and what they are. Slow, so only called after a fault was found."""
    kind = type(value)
    if kind not in _PLAIN:
        yield path, f"{value!r} is neither a text, a whole number, true, false, a list nor an object"
    elif kind is str and not _is_unicode(value):
        yield path, "its text holds half a surrogate pair"
    elif kind is int and abs(value) > INTEGER_MAX:
        yield path, f"the whole number {value} is beyond {INTEGER_MAX}"
    elif kind is dict:
        for key, item in value.items():
            if not isinstance(key, str) or not _is_unicode(key) or not _sorts_the_same(key):
                yield path, f"the key {key!r} is not a text of characters up to U+FFFF"
            yield from _complaints(item, f"{path}.{key}")
    elif kind in (list, tuple):
        for index, item in enumerate(value):
            yield from _complaints(item, f"{path}[{index}]")


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An event to append; `caused_by` is the version of the primary event it follows from, None for a primary one.

    It is written in the schema of now. `salt`: 128 random bits in hex, see `Body`. They are made here and nowhere else; the
    same draft is the same event, also when it is asked whether a commit without an answer took place.
    `stated`: the names of the fields that were stated of an act of a night; None for what follows from one, and in a club.
    """

    type: str
    data: Mapping[str, Any]
    actor: str
    occurred_at: str
    caused_by: int | None = None
    salt: str = msgspec.field(default_factory=partial(secrets.token_hex, 16))
    stated: tuple[str, ...] | None = None


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """The idempotency record of an append: `digest` is what it asks, by `digest_of_request`."""

    key: str
    digest: str


def sealed(
    stream: Stream, version: int, drafts: Sequence[Draft], recorded_at: str, request: Request | None
) -> list[Sealed]:
    """The canonical text and the digest of each draft behind this version. Made before a transaction begins: only the links
    need the head. Refuses what has no canonical text (NotCanonical).
    """
    name, key = stream.name, request.key if request else None
    stated = {name, recorded_at, key or "-"}
    done: list[Sealed] = []
    for draft in drafts:
        kind, data, actor, at = draft.type, draft.data, draft.actor, draft.occurred_at
        stated.update((kind, actor, at))
        cause, version = draft.caused_by, version + 1
        body = Body(
            actor=actor,
            caused_by=UNSET if cause is None else cause,
            data=data if type(data) is dict else dict(data),
            occurred_at=at,
            recorded_at=recorded_at,
            # Said once for all events of the request, so that the answer can be made again from the events.
            request_digest=request.digest if request and not done else UNSET,
            request_id=UNSET if key is None else key,
            salt=draft.salt,
            schema=SCHEMA,
            stated=UNSET if draft.stated is None else draft.stated,
            stream=name,
            type=kind,
            version=version,
        )
        done.append(seal(body))
    assert "" not in stated, "Every draft says what, who and when."
    assert "".join(stated).isprintable(), "Stream, time, key, and what a draft says, are printable texts."
    return done


def chained(
    stream: Stream, version: int, head: str, drafts: Sequence[Draft], texts: Sequence[Sealed]
) -> list[StoredEvent]:
    """The sealed drafts as events behind this version, whose hash is `head`, in hex."""
    club, name = stream
    prev_hash, events = bytes.fromhex(head), []
    for draft, (body, digest) in zip(drafts, texts, strict=True):
        version += 1
        prev_hash = link(prev_hash, digest)
        this_head = prev_hash.hex()
        events.append(StoredEvent._make((club, name, version, draft.type, SCHEMA, body, head, this_head)))
        head = this_head
    return events


class RequestKeys(msgspec.Struct):
    """The `keys` of the events by their version, and of the first event of each request the `digests`.

    `last` is the version of the last event of the stream.
    """

    last: int = 0
    keys: dict[int, str] = msgspec.field(default_factory=dict)
    digests: dict[int, str] = msgspec.field(default_factory=dict)

    def note(self, version: int, envelope: Envelope) -> None:
        """Adds what an event says; most events were recorded without a key."""
        if envelope.request_id:
            self.keys[version] = envelope.request_id
        if envelope.request_digest:
            self.digests[version] = envelope.request_digest

    def requests(self) -> Iterator[tuple[int, int]]:
        """The first and the last version of each request that has a key and a digest, in the order of the stream."""
        for first in self.digests:
            if first in self.keys:
                last = first
                while self.keys.get(last + 1) == self.keys[first] and last + 1 not in self.digests:
                    last += 1
                yield first, last
