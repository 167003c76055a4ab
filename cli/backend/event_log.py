"""The events of a night with their numbers and in words: the last ones, all, or those of one player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from cli.backend import views
from cli.backend.book import Book
from cli.errors import CliError
from engine.events import NAME_OF, EventsStruck, Recorded
from engine.ids import PlayerId
from engine.reports.sentences import tell_all
from service.codec import data_of
from service.command_handler import LoadedNight

USUAL = 20
ALL = "all"


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """One event. `void_since` is the number of the strike that took it out of force, None while it is in force."""

    version: int
    type: str
    caused_by: int | None
    actor: str
    occurred_at: str
    void_since: int | None
    sentence: str
    data: dict[str, Any]


class EventLog(msgspec.Struct, frozen=True, kw_only=True):
    """Some events of a night, as of event `version`; `player` is the player they are about, empty if they are about
    everybody.

    `found` is the number of events from which the last ones were taken.
    """

    night: str
    version: int
    head: str
    zone: str
    player: str
    found: int
    events: tuple[LogLine, ...]


def event_log(book: Book, loaded: LoadedNight, words: Sequence[str]) -> EventLog:
    """The log for these words: a number of events, `all`, a player's name, or a name and one of these."""
    amounts = [word for word in words if word.isdecimal() or word.casefold() == ALL]
    if len(amounts) > 1:
        sentence = f"A log shows one number of events, and {' and '.join(amounts)} are {len(amounts)}; say one of them."
        raise CliError("two_amounts", sentence, details={"amounts": amounts})
    spoken = " ".join(word for word in words if word not in amounts)
    player = book.player(loaded, spoken) if spoken else None
    records = [record for record in loaded.records if player is None or concerns(record, player)]
    shown = records[max(0, len(records) - _most(amounts, of_a_player=bool(spoken), there_are=len(records))) :]
    names = book.names(loaded)
    return EventLog(
        night=loaded.night_id,
        version=loaded.version,
        head=loaded.head,
        zone=loaded.night.terms.zone,
        player=views.named(player, names),
        found=len(records),
        events=told(loaded, shown, names),
    )


def _most(amounts: Sequence[str], *, of_a_player: bool, there_are: int) -> int:
    """The number of events to show. A player's events are few, so all of them are shown if no number is given."""
    if not amounts:
        return there_are if of_a_player else USUAL
    return int(amounts[0]) if amounts[0].isdecimal() else there_are


def told(loaded: LoadedNight, records: Sequence[Recorded], names: views.Names) -> tuple[LogLine, ...]:
    """These events in words; void ones have the number of their strike."""
    versions = {record.version for record in records}
    struck = [record for record in loaded.records if isinstance(record.event, EventsStruck)]
    void_since = {version: record.caused_by for record in struck for version in record.event.void}  # type: ignore[union-attr]
    sentences = tell_all(loaded.records, names, explained=versions)
    return tuple(
        LogLine(
            version=record.version,
            type=NAME_OF[type(record.event)],
            caused_by=record.caused_by,
            actor=record.actor,
            occurred_at=record.occurred_at,
            void_since=void_since.get(record.version),
            sentence=sentences[record.version - 1].sentence,
            data=dict(data_of(record.event)),
        )
        for record in records
    )


def concerns(record: Recorded, player: PlayerId) -> bool:
    """True if the player acts, pays, gets or is named in the event."""
    return _holds(msgspec.to_builtins(record.event), player)


def _holds(value: Any, player: PlayerId) -> bool:
    if isinstance(value, dict):
        return any(_holds(part, player) for part in (*value, *value.values()))
    if isinstance(value, list | tuple):
        return any(_holds(part, player) for part in value)
    return isinstance(value, str) and value.removeprefix("chips:") == player
