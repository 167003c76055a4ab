"""Drafts become events of a chain: first their texts and digests are made, then, where the stream ends, the links."""

from collections.abc import Sequence

from msgspec import UNSET

from service.book.store.bodies import SCHEMA, Body
from service.book.store.chain import Sealed, StoredEvent, link, seal
from service.book.store.drafts import Draft, Request
from service.book.store.streams import Stream


def sealed(
    stream: Stream, version: int, drafts: Sequence[Draft], recorded_at: str, request: Request | None
) -> list[Sealed]:
    """The canonical text and the digest of each draft behind this version. Made before a transaction begins: only the links
    need the head. Refuses what has no canonical text (NotCanonical).
    """
    name, key = stream.name, request.key if request else None
    said = {name, recorded_at, key or "-"}
    done: list[Sealed] = []
    for draft in drafts:
        kind, data, actor, at = draft.type, draft.data, draft.actor, draft.occurred_at
        said.update((kind, actor, at))
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
    assert "" not in said, "Every draft says what, who and when."
    assert "".join(said).isprintable(), "Stream, time, key, and what a draft says, are printable texts."
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
