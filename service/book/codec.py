"""Translates between engine events and the book's rows: stored type names, schema numbers and canonical data."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from threading import Lock
from typing import Annotated, Any, cast

import msgspec

from engine.commands import AnnounceHand
from engine.events import NAME_OF, TYPE_NAMED, Event, Recorded
from engine.game.definition import Game
from engine.speech import phrase
from service.book.store.chain import ENVELOPE, SCHEMA, Draft, Envelope, StoredEvent, envelope_of, in_this_schema
from service.errors import EventFromNewerVersion, EventUnreadable, NightIsDamaged
from service.language.dictionaries import shipped
from service.language.payload_limits import check_actor, check_payload, check_time, is_time
from service.language.validation import validation_message

# A book names the dictionary that judged its words, so the house's dictionaries are loaded before anything is read.
DICTIONARIES = (shipped.COMMON_ENGLISH, shipped.WIDE_ENGLISH)


def _reader(name: str, kind: type[Any]) -> Callable[[str], Recorded]:
    """A fast reader for the body of an event of one type, in the schema of now."""
    body = msgspec.defstruct(
        f"Recorded_{name}",
        [
            ("version", int),
            ("event", kind, msgspec.field(name="data")),
            ("schema", Annotated[int, msgspec.Meta(ge=SCHEMA, le=SCHEMA)]),
        ],
        bases=(Recorded,),
        tag_field="type",
        tag=name,
        kw_only=True,
        frozen=True,
        gc=False,
    )
    return cast("Callable[[str], Recorded]", msgspec.json.Decoder(body).decode)


_GAME = msgspec.json.Decoder(Game)


@lru_cache(maxsize=256)
def _game(declaration: bytes) -> Game:
    return _GAME.decode(declaration)


def _announcement_reader(name: str) -> Callable[[str], Recorded]:
    """The same for the announcement, which is as long as ten other events: most of it is the game, which is read once for
    each game.
    """
    announcement = msgspec.defstruct(
        "Announcement",
        [
            (field.name, msgspec.Raw if field.type == Game | None else field.type, msgspec.field(default=field.default))
            for field in msgspec.structs.fields(AnnounceHand)
        ],
        forbid_unknown_fields=True,
        kw_only=True,
        gc=False,
    )
    read = _reader(name, announcement)

    def read_announcement(text: str) -> Recorded:
        record = read(text)
        fields = msgspec.structs.asdict(record.event)
        if (declaration := fields["declaration"]) is not None:
            fields["declaration"] = _game(bytes(declaration))
        return Recorded(
            record.version,
            AnnounceHand(**fields),
            record.caused_by,
            record.actor,
            record.occurred_at,
            record.recorded_at,
            record.stated,
        )

    return read_announcement


class _Readers(dict[str, Callable[[str], Recorded]]):
    """The reader of each type, made when the first event of the type is read: a night has few of all types."""

    def __missing__(self, name: str) -> Callable[[str], Recorded]:
        with _MADE_ALONE:
            if name not in self:
                kind = TYPE_NAMED[name]
                self[name] = _announcement_reader(name) if kind is AnnounceHand else _reader(name, kind)
            return self[name]


# msgspec notes a type before it has put it together; a second thread that read by it meanwhile would end the whole process.
_MADE_ALONE = Lock()
_BODY = _Readers()


def data_of(event: Event) -> Mapping[str, Any]:
    """The event's fields as plain data; its type is stored beside them."""
    fields: dict[str, Any] = msgspec.to_builtins(event)
    fields.pop("type", None)
    return fields


def draft(
    event: Event, *, actor: str, occurred_at: str, caused_by: int | None, stated: tuple[str, ...] | None = None
) -> Draft:
    """The event as a draft for the store. Refuses an event that could not be read again, whoever made it."""
    fields = data_of(event)
    check_payload(fields, type(event))
    check_time(occurred_at)
    check_actor(actor)
    return Draft(
        type=NAME_OF[type(event)],
        data=fields,
        actor=actor,
        occurred_at=occurred_at,
        caused_by=caused_by,
        stated=stated,
    )


def recorded(stored: StoredEvent) -> Recorded:
    """The event in a row of the book. Refuses one that a newer program wrote, and a row that is not an event."""
    try:
        return _BODY[stored.type](stored.body if stored.schema == SCHEMA else in_this_schema(stored.body))
    except (KeyError, msgspec.MsgspecError):
        return _recorded_as_its_body_says(stored)


def _recorded_as_its_body_says(stored: StoredEvent) -> Recorded:
    """The slow reader, which finds out what is wrong. The body decides, because it was hashed; the other columns do not count."""
    envelope = _read(stored, ENVELOPE, stored.body, Envelope)
    if envelope.schema < SCHEMA:
        envelope = ENVELOPE.decode(in_this_schema(stored.body))
    kind = TYPE_NAMED.get(envelope.type)
    if kind is None or envelope.schema > SCHEMA:
        raise EventFromNewerVersion(stored.stream, stored.version, envelope.type, envelope.schema)
    event = _read(stored, msgspec.json.Decoder(kind), envelope.data, kind)
    return Recorded(
        version=envelope.version,
        event=event,
        caused_by=envelope.caused_by,
        actor=envelope.actor,
        occurred_at=envelope.occurred_at,
        recorded_at=envelope.recorded_at,
        stated=envelope.stated,
    )


def _read(stored: StoredEvent, decoder: msgspec.json.Decoder[Any], text: str | msgspec.Raw, kind: Any) -> Any:
    try:
        return decoder.decode(text)
    except msgspec.ValidationError:
        reason = validation_message(msgspec.json.decode(text), kind, "it").rstrip(".")
    except msgspec.MsgspecError:
        reason = "it is not JSON"
    raise EventUnreadable(stored.stream, stored.version, reason)


def recorded_at(stored: StoredEvent) -> str:
    """When the event was recorded, by the clock of the service, not when it happened at the table.

    Raises NightIsDamaged if the body holds no time.
    """
    stated = envelope_of(stored).recorded_at
    if not is_time(stated):
        night = stored.stream.partition(":")[2]
        raise NightIsDamaged(
            night, stored.version, phrase("it was recorded at “{said}”, which is no time.", said=stated[:40])
        )
    return stated
