"""Nights and clubs as lines of JSON: written, read and taken into a book."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.club.acts import Digest, PhoneKey, Signature, Version
from engine.ids import NightId
from engine.speech import phrase
from service.book.db import Database
from service.book.moving.reader import (
    CHUNK,
    NOT_BEGUN,
    End,
    History,
    Reader,
    history_of,
    merge_names,
    nobody_else_writes,
    snapshot,
)
from service.book.moving.rebuilding import answers_in, keep_answers, keep_night
from service.book.recording.unit_of_work import left_of_nights
from service.book.store.chain import (
    GENESIS,
    StoredEvent,
    Stream,
    canonical,
    check_chain,
    stream_of_club,
    stream_of_night,
)
from service.book.store.countersignatures import Countersignature, keep_countersignatures
from service.book.store.event_store import insert_events
from service.book.store.lists import change_night, list_club
from service.book.store.names import Member
from service.errors import (
    BrokenChain,
    ClubDiffers,
    ClubMissing,
    ExportFromNewerVersion,
    NameDiffers,
    NotAnExport,
    StreamExists,
    StreamMissing,
)
from service.language.payload_limits import check_name

FORMAT = 2


class _End(msgspec.Struct):
    stream: str
    events: int
    head: str


class _Name(msgspec.Struct):
    name: str
    salt: str


class _Signed(msgspec.Struct):
    night: NightId
    key: PhoneKey
    version: Version
    head: Digest
    signature: Signature


class _Header(msgspec.Struct):
    club: str
    streams: list[_End]
    names: dict[str, _Name]
    # Older versions know nothing of them.
    countersignatures: list[_Signed] = []

    @property
    def streams_ended(self) -> list[tuple[Stream, _End]]:
        """Each stream with its end."""
        return [(Stream(self.club, end.stream), end) for end in self.streams]


@dataclass(frozen=True, slots=True)
class Export:
    """A club that was read from a file: every chain holds, and the club vouches for every name.

    `streams` begin with the club's own; the others are nights, each as far as the club's stream says, or further. Whether the
    `countersignatures` hold is for the caller to check.
    """

    club: str
    streams: Mapping[Stream, Sequence[StoredEvent]]
    members: Sequence[Member]
    history: History
    countersignatures: Sequence[Countersignature] = ()


def header_line(
    club: str,
    ends: Mapping[Stream, End],
    members: Iterable[Member],
    countersignatures: Iterable[Countersignature] = (),
) -> str:
    """The first line of an export, with its line end. What phones signed by themselves stands in it if it is of these streams."""
    streams = [{"stream": stream.name, "events": end.version, "head": end.head} for stream, end in ends.items()]
    names = {member.id: {"name": member.name, "salt": member.salt} for member in members}
    signed = [
        {name: value for name, value in one._asdict().items() if name != "club"}
        for one in countersignatures
        if one.version <= ends.get(stream_of_night(club, one.night), NOT_BEGUN).version
    ]
    more = {"countersignatures": signed} if signed else {}
    return _line({"chipbook": FORMAT, "club": club, "streams": streams, "names": names, **more})


def event_line(event: StoredEvent) -> str:
    """The line of one event, with its line end."""
    return _line({"body": event.body, "hash": event.hash})


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n"


def parse_export(lines: Iterable[str]) -> Export:
    """Reads an export and checks all of it: chains, counts, heads and names. Refuses anything that is broken.

    Refusals: NotAnExport, ExportFromNewerVersion, NameRefused, BrokenChain, NameDiffers, EventUnreadable and
    EventFromNewerVersion.
    """
    header, numbered = _opened(lines)
    streams = {stream: _events(numbered, stream, end) for stream, end in header.streams_ended}
    for number, _ in numbered:
        raise NotAnExport(number, phrase("it is one line more than the first line announces"))
    own = stream_of_club(header.club)
    history = history_of(streams[own])
    for stream, events in streams.items():
        if stream != own:
            _insist_the_club_knows(history, stream, events)
    signed = [
        Countersignature(header.club, **msgspec.structs.asdict(one))
        for one in header.countersignatures
        if stream_of_night(header.club, one.night) in streams
    ]
    return Export(header.club, streams, _members(header, history), history, signed)


def read_unchecked(lines: Iterable[str]) -> dict[Stream, list[StoredEvent]]:
    """The streams of an export as they stand in the file, whether or not they hold; for comparing, never for importing.

    Refuses what is no export at all (NotAnExport, ExportFromNewerVersion), and one with fewer events than it announces.
    """
    header, numbered = _opened(lines)
    streams: dict[Stream, list[StoredEvent]] = {}
    number = 1
    for stream, end in header.streams_ended:
        events = streams[stream] = []
        while len(events) < end.events:
            number, line = next(numbered, (number + 1, {}))
            events.append(_event(number, line, stream, events))
    return streams


def _opened(lines: Iterable[str]) -> tuple[_Header, Iterator[tuple[int, dict[str, Any]]]]:
    """What the first line announces, and the lines after it by number."""
    numbered = _objects(lines)
    try:
        _, first = next(numbered)
    except StopIteration:
        raise NotAnExport(1, phrase("the file is empty")) from None
    return _header(first), numbered


def _kind_and_schema(body: str) -> tuple[str, int]:
    """The type and schema number that a body names; an empty text and 0 if it names none."""
    try:
        envelope = json.loads(body)
        return str(envelope["type"]), int(envelope["schema"])
    except (ValueError, OverflowError, RecursionError, TypeError, KeyError):
        return "", 0


def _objects(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    iterator = enumerate(lines, 1)
    number = 0
    try:
        for number, line in iterator:
            if not line.strip():
                continue
            value = json.loads(line)
            if not isinstance(value, dict):
                raise NotAnExport(number, phrase("it is not a JSON object"))
            yield number, value
    except UnicodeDecodeError as error:
        # An open file is decoded while it is read: the fault is in the line after the last that was read.
        raise NotAnExport(number + 1, phrase("it is not text")) from error
    except (ValueError, RecursionError) as error:
        raise NotAnExport(number, phrase("it is not JSON")) from error


def _header(line: dict[str, Any]) -> _Header:
    number = line.get("chipbook")
    if type(number) is not int or number < 1:
        raise NotAnExport(1, phrase('it does not begin with {{"chipbook":{format}}}', format=FORMAT))
    if number > FORMAT:
        raise ExportFromNewerVersion(number, FORMAT)
    if number < FORMAT:
        raise NotAnExport(
            1, phrase("it has format {number}, which has no stream of the club; export the night again", number=number)
        )
    try:
        header = msgspec.convert(line, _Header)
    except msgspec.ValidationError as error:
        raise NotAnExport(1, phrase("it has no club, streams and names")) from error
    own = stream_of_club(header.club)
    names = [end.stream for end in header.streams]
    if names[:1] != [own.name] or len(set(names)) < len(names):
        raise NotAnExport(1, phrase("its streams do not begin with {name}, or one is named twice", name=own.name))
    for name in names[1:]:
        if not Stream(header.club, name).night:
            raise NotAnExport(1, phrase("its stream {name} is not a night", name=name[:80]))
    for one in header.names.values():
        check_name(one.name)
    return header


def _events(numbered: Iterator[tuple[int, dict[str, Any]]], stream: Stream, end: _End) -> list[StoredEvent]:
    """The events of one stream, which must be those that the header announces."""
    events: list[StoredEvent] = []
    while len(events) < end.events:
        number, line = next(numbered, (0, {}))
        if not number:
            break
        events.append(event := _event(number, line, stream, events))
        if not event.type:
            raise BrokenChain(stream.name, event.version, phrase("its body is not that of an event."))
    for finding in check_chain(events):
        raise BrokenChain(stream.name, finding.version, finding.sentence)
    if len(events) != end.events or not events:
        announced = phrase(
            "the first line announces {announced} events, but the file holds {number}.",
            announced=end.events,
            number=len(events),
        )
        raise BrokenChain(stream.name, len(events), announced)
    if events[-1].hash != end.head:
        raise BrokenChain(stream.name, len(events), phrase("its hash is not the head that the first line announces."))
    return events


def _event(number: int, line: dict[str, Any], stream: Stream, before: Sequence[StoredEvent]) -> StoredEvent:
    """The event of a line, after those before it."""
    body, this_hash = line.get("body"), line.get("hash")
    if not (isinstance(body, str) and isinstance(this_hash, str)):
        raise NotAnExport(number, phrase("it has no body and hash"))
    prev_hash = before[-1].hash if before else GENESIS.hex()
    return StoredEvent(*stream, len(before) + 1, *_kind_and_schema(body), body, prev_hash, this_hash)


def _insist_the_club_knows(history: History, stream: Stream, events: Sequence[StoredEvent]) -> None:
    """Refuses a night that the club's stream does not know, or knows with more or other events."""
    record = history.club.nights.get(stream.night)
    if record is None:
        raise BrokenChain(
            stream.name, 1, phrase("the stream of the club {club} knows no such night.", club=stream.club)
        )
    if record.version > len(events):
        text = phrase(
            "the stream of the club {club} has recorded {number} events of this night.",
            club=stream.club,
            number=record.version,
        )
        raise BrokenChain(stream.name, len(events), text)
    if events[record.version - 1].hash != record.head:
        text = phrase("the stream of the club {club} has recorded another event here.", club=stream.club)
        raise BrokenChain(stream.name, record.version, text)


def _members(header: _Header, history: History) -> list[Member]:
    members = [Member(header.club, player, one.name, one.salt) for player, one in header.names.items()]
    for member in members:
        if not history.vouches_for(member):
            raise NameDiffers(header.club, member.id, member.name)
    return members


def export_night(database: Database, stream: Stream) -> list[str]:
    """The lines of a night with its club's stream, each with its line end. Names nobody whom the night does not mention."""
    with snapshot(database) as reader:
        ends = reader.ends(stream.club)
        wanted = (stream_of_club(stream.club), stream)
        for one in wanted:
            if one not in ends:
                raise StreamMissing(one.name)
        events = reader.events(stream)
        members = _mentioned(reader.members(stream.club), events)
        signed = reader.countersignatures(stream.club)
        header = header_line(stream.club, {one: ends[one] for one in wanted}, members, signed)
        return [header, *_lines(reader, {wanted[0]: ends[wanted[0]]}), *map(event_line, events)]


def export_club(database: Database, club: str) -> Iterator[str]:
    """The lines of a club with all its nights and names, each with its line end. Refuses an id of no club (ClubMissing).

    All of them tell of the moment at which the first line is asked for.
    """
    with snapshot(database) as reader:
        own = stream_of_club(club)
        ends = {stream: end for stream, end in reader.ends(club).items() if stream == own or stream.night}
        if own not in ends:
            raise ClubMissing(club)
        yield header_line(club, ends, reader.members(club), reader.countersignatures(club))
        yield from _lines(reader, ends)


def _lines(reader: Reader, ends: Mapping[Stream, End]) -> Iterator[str]:
    for stream, end in ends.items():
        for after in range(0, end.version, CHUNK):
            yield from map(event_line, reader.events(stream, after=after, most=CHUNK))


def _mentioned(members: Sequence[Member], events: Sequence[StoredEvent]) -> list[Member]:
    """The members whose ids the events hold, as texts or as keys."""
    quoted = {member.id: canonical(member.id) for member in members}
    return [member for member in members if any(quoted[member.id] in event.body for event in events)]


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: by stream, how many events were `already` here and were `added`; how many `names` came."""

    already: Mapping[Stream, int]
    added: Mapping[Stream, int]
    names: int


def import_club(database: Database, export: Export) -> Imported:
    """Records what an export holds and the book does not: events of the club, of nights, and names, in one transaction.

    Refuses a club with another history (ClubDiffers) and a night with other events (StreamExists); one of the two may be
    the beginning of the other. Whether the nights could be recorded by the rules is for the caller to ask.
    """
    with nobody_else_writes(database, export.club, export.streams) as reader:
        connection = reader.connection
        already = {stream: _known(reader, stream, events) for stream, events in export.streams.items()}
        added = {stream: events[already[stream] :] for stream, events in export.streams.items()}
        for events in added.values():
            insert_events(connection, events)
        for stream, events in export.streams.items():
            if stream.night and not reader.hash_at(stream, len(events) + 1):
                keep_night(connection, stream, events)
        names = _keep_club(reader, export)
        keep_countersignatures(connection, export.countersignatures)
    return Imported(already, {stream: len(events) for stream, events in added.items()}, names)


def _known(reader: Reader, stream: Stream, events: Sequence[StoredEvent]) -> int:
    """How many of the events the book has already. Refuses a stream that has others in their place."""
    results = reader.hashes(stream, len(events))
    for (version, this_hash), event in zip(results, events, strict=False):
        if (version, this_hash) != (event.version, event.hash):
            raise (
                ClubDiffers(stream.club, event.version)
                if not stream.night
                else StreamExists(stream.name, event.version)
            )
    return len(results)


def _keep_club(reader: Reader, export: Export) -> int:
    """Lists the club, keeps the answers that its stream holds, and its names. Returns how many names are new."""
    connection, events = reader.connection, reader.events(stream_of_club(export.club))
    history = history_of(events)
    list_club(connection, history.listed)
    for left in left_of_nights(history.club):
        change_night(connection, left)
    keep_answers(connection, answers_in(events))
    return merge_names(connection, history, reader.members(export.club), export.members)
