"""Decides commands one after the other, and keeps what they come to until it is recorded."""

from collections.abc import Callable, Iterable

import msgspec

from engine import commands
from engine.club.netting import taking_over
from engine.club.state import Club
from engine.decider import accept
from engine.disputing import in_the_book
from engine.events import EventsStruck, Recorded, Unrecorded
from engine.state import Checkpoint
from engine.stated import to_record
from engine.strikes import OF_THE_BOOK, correct, strike
from service.book.club_handler import BANKER
from service.book.codec import data_of, draft
from service.book.guards import ask_back
from service.book.guards.doubt import Asked
from service.book.own_games.announcing import OwnGames, as_declared, hearing_of
from service.book.preconditions import check_time
from service.book.recording.loaded import LoadedNight
from service.book.recording.night_list import changed
from service.book.store.event_store import Draft
from service.book.store.lists import NightChange
from service.language.payload_limits import check_payload


class IncomingCommand(msgspec.Struct, frozen=True):
    """One command as it comes in: its actor, when it happened at the table, and its index in a batch, from 0."""

    command: commands.Command
    actor: str = BANKER
    occurred_at: str = ""
    index: int | None = None


class UnitOfWork:
    """Commands that are decided now and recorded together: all of them or none.

    A refused command leaves the unit of work as it was, and more may follow. With `wary` it refuses what looks like a
    mistake until that is waived. `recorded_at` returns when the book recorded an event, by the service's clock; `club`
    returns a club by its id, with what it has unpaid.
    """

    def __init__(
        self,
        loaded: LoadedNight,
        now: str,
        own_games: OwnGames = lambda _: (),
        *,
        recorded_at: Callable[[int], str] = lambda _: "",
        club: Callable[[str], Club] = lambda _: Club(),
        wary: bool = False,
    ) -> None:
        self.loaded = loaded
        self.now = now
        self.own_games = own_games
        self.recorded_at = recorded_at
        self.club = club
        self.wary = wary
        self.before = loaded.version
        self.drafts: list[Draft] = []
        self.listed_before: NightChange | None = changed(loaded.night, loaded.records) if loaded.version else None

    def take(self, one: IncomingCommand) -> tuple[Recorded, ...]:
        """Decides one command. Returns the primary event and what followed from it."""
        check_payload(data_of(one.command), type(one.command))
        check_time(one.occurred_at, self.now)
        loaded, first = self.loaded, self.loaded.version
        command = as_declared(one.command, loaded.night, self.own_games)
        if isinstance(command, commands.FreezePlan) and loaded.night.opened:
            command = taking_over(command, loaded.night.terms, self.club(loaded.club))
        ask_back(command, Asked(loaded.night, loaded.records, self.before, self.now, self.recorded_at), wary=self.wary)
        at = one.occurred_at or self.now
        if isinstance(command, commands.AnnounceHand):
            before_hand: Checkpoint | None = Checkpoint(first, loaded.night.copy())
        else:
            before_hand = loaded.before_hand
        for event, caused_by, stated in _decided(loaded, command, self.own_games):
            self.drafts.append(draft(event, actor=one.actor, occurred_at=at, caused_by=caused_by, stated=stated))
            version = loaded.version + 1
            loaded.records.append(Recorded(version, event, caused_by, one.actor, at, self.now, stated))
            if (
                before_hand is not None
                and isinstance(event, EventsStruck)
                and event.reaches_back <= before_hand.records
            ):
                before_hand = None
        loaded.before_hand = before_hand
        return tuple(loaded.records[first:])


def _decided(loaded: LoadedNight, command: commands.Command, own_games: OwnGames) -> Iterable[Unrecorded]:
    if isinstance(command, OF_THE_BOOK):
        if isinstance(command, commands.StrikeEvents):
            outcome = strike(loaded.records, command)
        else:
            outcome = correct(loaded.records, command, hearing_of(command, own_games))
        loaded.night = outcome.night
        return outcome.drafts
    happened = accept(loaded.night, in_the_book(loaded.records, command))
    return to_record(command, happened, after=loaded.version)
