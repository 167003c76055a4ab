"""Translates between the acts of a club and the rows of its stream: stored type names, schema numbers and canonical data."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from engine.club.acts import NAME_OF, TYPE_NAMED, ClubAct
from engine.speech import phrase
from service.book.store.chain import SCHEMA, Draft, StoredEvent, in_this_schema
from service.errors import EventFromNewerVersion, EventUnreadable


class RecordedAct(NamedTuple):
    """An act as it stands in a club's stream; `recorded_at` is when the book recorded it."""

    version: int
    act: ClubAct
    actor: str
    recorded_at: str


class _Envelope(msgspec.Struct, gc=False):
    type: str
    schema: int
    data: msgspec.Raw
    version: int
    actor: str
    recorded_at: str


_ENVELOPE = msgspec.json.Decoder(_Envelope)
# Made before there are threads: msgspec puts no type together safely while another thread reads by it.
_ACT: dict[str, msgspec.json.Decoder[ClubAct]] = {name: msgspec.json.Decoder(kind) for name, kind in TYPE_NAMED.items()}


def draft_of(act: ClubAct, *, actor: str, occurred_at: str) -> Draft:
    """The act as a draft for the store."""
    fields: dict[str, Any] = msgspec.to_builtins(act)
    fields.pop("type")
    return Draft(type=NAME_OF[type(act)], data=fields, actor=actor, occurred_at=occurred_at)


def recorded_act(stored: StoredEvent) -> RecordedAct:
    """The act in a row of a club's stream. Refuses one that a newer program wrote, and a row that is no act of a club."""
    try:
        envelope = _ENVELOPE.decode(stored.body)
        if envelope.schema < SCHEMA:
            envelope = _ENVELOPE.decode(in_this_schema(stored.body))
        reader = _ACT.get(envelope.type)
        if reader is None or envelope.schema > SCHEMA:
            raise EventFromNewerVersion(stored.stream, stored.version, envelope.type, envelope.schema)
        act = reader.decode(envelope.data)
    except msgspec.MsgspecError as problem:
        raise EventUnreadable(stored.stream, stored.version, phrase("it is no act of a club")) from problem
    return RecordedAct(envelope.version, act, envelope.actor, envelope.recorded_at)
