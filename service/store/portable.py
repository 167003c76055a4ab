"""Moves one stream between books as lines of JSON (NDJSON), with its chain intact.

The first line names the stream, the number of events, the head of the chain and the players' names; names are not hashed.
Then each line holds the exact text of one event that was hashed. Every character beyond ASCII is escaped, so that no
editor, mail or line ending can change what the hash covers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select

from engine.spelling import compared
from service.db import Database
from service.errors import (
    BrokenChain,
    ClubMissing,
    ExportFromNewerVersion,
    NotAnExport,
    StreamExists,
    StreamMissing,
    VersionConflict,
)
from service.payload_limits import NAME_MAX, check_name
from service.store.chain import GENESIS, StoredEvent, check_chain
from service.store.event_store import EventStore
from service.store.names import BROKEN_RULES, Player, write_players
from service.store.rows import CLUB, EVENT, PLAYER

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of an export."""

    stream: str
    events: int
    head: str
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: `added` events and `names`, and the `already` recorded events."""

    stream: str
    already: int
    added: int
    names: int


def export_stream(database: Database, stream: str) -> list[str]:
    """The lines of an export, each with its line end."""
    events = EventStore(database).read(stream)
    if not events:
        raise StreamMissing(stream)
    header = {
        "chipbook": FORMAT,
        "stream": stream,
        "events": len(events),
        "head": events[-1].hash,
        "names": _names(database, events),
    }
    lines = [header, *({"body": event.body, "hash": event.hash} for event in events)]
    return [json.dumps(line, ensure_ascii=True, separators=(",", ":")) + "\n" for line in lines]


def import_stream(database: Database, lines: Iterable[str], *, club: str, imported_at: str) -> Imported:
    """Records a stream from its export, or the missing part of it. Players unknown to the book join `club`."""
    header, events = parse_export(lines)
    try:
        with database.writing() as connection:
            already = _known_events(connection, header.stream, events)
            added = events[already:]
            if added:
                connection.execute(insert(EVENT), [event._asdict() for event in added])
            players = _new_players(connection, header.names, club, imported_at)
            write_players(connection, players)
    except BROKEN_RULES as error:
        # Another process appended to the same stream meanwhile.
        actual = EventStore(database).version(header.stream)
        raise VersionConflict(header.stream, already, actual) from error
    return Imported(header.stream, already, len(added), len(players))


def parse_export(lines: Iterable[str]) -> tuple[Header, list[StoredEvent]]:
    """Reads an export and checks all of it. Refuses anything that is broken."""
    numbered = _objects(lines)
    try:
        _, first = next(numbered)
    except StopIteration:
        raise NotAnExport(1, "the file is empty") from None
    header = _header(first)
    events: list[StoredEvent] = []
    for number, line in numbered:
        prev_hash = events[-1].hash if events else GENESIS.hex()
        events.append(_event(number, line, header.stream, len(events) + 1, prev_hash))
    for finding in check_chain(events):
        raise BrokenChain(header.stream, finding.version, finding.sentence)
    if len(events) != header.events or not events:
        announced = f"the first line announces {header.events} events, but the file holds {len(events)}."
        raise BrokenChain(header.stream, len(events), announced)
    if events[-1].hash != header.head:
        raise BrokenChain(header.stream, len(events), "its hash is not the head that the first line announces.")
    return header, events


def _objects(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    iterator = enumerate(lines, 1)
    number = 0
    try:
        for number, line in iterator:
            if not line.strip():
                continue
            value = json.loads(line)
            if not isinstance(value, dict):
                raise NotAnExport(number, "it is not a JSON object")
            yield number, value
    except UnicodeDecodeError as error:
        # An open file is decoded while it is read: the fault is in the line after the last that was read.
        raise NotAnExport(number + 1, "it is not text") from error
    except (ValueError, RecursionError) as error:
        raise NotAnExport(number, "it is not JSON") from error


def _header(line: dict[str, Any]) -> Header:
    format_number = line.get("chipbook")
    if type(format_number) is not int or format_number < 1:
        raise NotAnExport(1, 'it does not begin with {"chipbook":1}')
    if format_number > FORMAT:
        raise ExportFromNewerVersion(format_number, FORMAT)
    names = line.get("names")
    if not (
        isinstance(names, dict)
        and all(isinstance(name, str) for name in names.values())
        and isinstance(line.get("stream"), str)
        and type(line.get("events")) is int
        and isinstance(line.get("head"), str)
    ):
        raise NotAnExport(1, "it has no stream, events, head and names")
    for name in names.values():
        check_name(name)
    return Header(line["stream"], line["events"], line["head"], names)


def _event(number: int, line: dict[str, Any], stream: str, version: int, prev_hash: str) -> StoredEvent:
    body, this_hash = line.get("body"), line.get("hash")
    if not (isinstance(body, str) and isinstance(this_hash, str)):
        raise NotAnExport(number, "it has no body and hash")
    try:
        envelope = json.loads(body)
        kind, schema = envelope["type"], envelope["schema"]
    except (ValueError, RecursionError, TypeError, KeyError) as error:
        raise BrokenChain(stream, version, "its body is not that of an event.") from error
    return StoredEvent(stream, version, kind, schema, body, prev_hash, this_hash)


def _known_events(connection: Connection, stream: str, events: Sequence[StoredEvent]) -> int:
    """How many of the events the book has already. Refuses a stream that has others in their place (StreamExists)."""
    query = select(EVENT.c.version, EVENT.c.hash).where(EVENT.c.stream == stream).order_by(EVENT.c.version)
    rows = connection.execute(query.limit(len(events))).all()
    for row, event in zip(rows, events, strict=False):
        if (row.version, row.hash) != (event.version, event.hash):
            raise StreamExists(stream, event.version)
    return len(rows)


def _new_players(connection: Connection, names: dict[str, str], club: str, imported_at: str) -> list[Player]:
    known = set(connection.scalars(select(PLAYER.c.id)))
    unknown = {player: name for player, name in names.items() if player not in known}
    if unknown and connection.scalar(select(CLUB.c.id).where(CLUB.c.id == club)) is None:
        raise ClubMissing(club)
    taken = set(connection.scalars(select(PLAYER.c.compared).where(PLAYER.c.club == club)))
    players = []
    for player, name in unknown.items():
        free = _free_name(name, taken)
        taken.add(compared(free))
        players.append(Player(player, club, free, imported_at))
    return players


def _free_name(name: str, taken: set[str]) -> str:
    """The name itself, or the name with a number: two people called Anna stay two people."""
    free, number = name, 1
    while compared(free) in taken:
        number += 1
        suffix = f" ({number})"
        free = name[: NAME_MAX - len(suffix)].rstrip() + suffix
    return free


def _names(database: Database, events: Sequence[StoredEvent]) -> dict[str, str]:
    """The names of the players that the events mention, and of nobody else."""
    mentioned: set[str] = set()
    for event in events:
        _collect_texts(json.loads(event.body), mentioned)
    with database.reading() as connection:
        rows = connection.execute(select(PLAYER.c.id, PLAYER.c.name).order_by(PLAYER.c.id)).all()
    return {row.id: row.name for row in rows if row.id in mentioned}


def _collect_texts(value: Any, texts: set[str]) -> None:
    if isinstance(value, str):
        texts.add(value)
    elif isinstance(value, list):
        for item in value:
            _collect_texts(item, texts)
    elif isinstance(value, dict):
        texts.update(value)
        for item in value.values():
            _collect_texts(item, texts)
