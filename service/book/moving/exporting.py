"""Writes a night, or a whole club, as lines of JSON; see `service.book.moving.lines`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from service.book.db import Database
from service.book.moving.lines import event_line, header_line
from service.book.moving.reader import CHUNK, End, Reader, snapshot
from service.book.store.chain import StoredEvent, canonical
from service.book.store.names import Member
from service.book.store.streams import Stream, stream_of_club
from service.errors import ClubMissing, StreamMissing


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
        header = header_line(stream.club, {one: ends[one] for one in wanted}, members)
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
        yield header_line(club, ends, reader.members(club))
        yield from _lines(reader, ends)


def _lines(reader: Reader, ends: Mapping[Stream, End]) -> Iterator[str]:
    for stream, end in ends.items():
        for after in range(0, end.version, CHUNK):
            yield from map(event_line, reader.events(stream, after=after, most=CHUNK))


def _mentioned(members: Sequence[Member], events: Sequence[StoredEvent]) -> list[Member]:
    """The members whose ids the events hold, as texts or as keys."""
    quoted = {member.id: canonical(member.id) for member in members}
    return [member for member in members if any(quoted[member.id] in event.body for event in events)]
