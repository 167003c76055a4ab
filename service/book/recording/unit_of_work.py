"""A night on its way through an append: as it was loaded, and the acts that are decided and recorded together."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from engine import commands
from engine.adjudicate import DOES_NOT_FIT, first_misfit
from engine.club.netting import taking_over
from engine.club.state import Club
from engine.decider import accept, to_record
from engine.disputing import in_the_book, insist_it_is_new
from engine.events import EventsStruck, Recorded, Unrecorded
from engine.folding import effective, evolve, fold
from engine.ids import PlayerId
from engine.night.closing.taking_back import chosen_otherwise
from engine.state import Checkpoint, Night
from engine.strikes import OF_THE_BOOK, correct, strike
from service.book.club_handler import BANKER
from service.book.codec import data_of, draft
from service.book.guards import Asked, ask_back
from service.book.own_games.announcing import OwnGames, as_declared, hearing_of
from service.book.preconditions import check_time
from service.book.recording.night_list import changed
from service.book.store.event_store import Draft
from service.book.store.lists import NightChange
from service.book.store.streams import Stream, stream_of_night
from service.errors import NightDoesNotAddUp
from service.language.payload_limits import check_payload


class LoadedNight(msgspec.Struct):
    """One night as read from the book: its events and the state they add up to."""

    night_id: str
    night: Night = msgspec.field(default_factory=Night)
    records: list[Recorded] = msgspec.field(default_factory=list)
    head: str = ""
    # The state before the last hand was announced; None if a later event corrects something before it, or may do so.
    before_hand: Checkpoint | None = None

    @property
    def version(self) -> int:
        """The number of the last event; 0 before the first."""
        return len(self.records)

    @property
    def people(self) -> set[PlayerId]:
        """Everybody who took part, including the bankers."""
        return {*self.night.everybody}

    @property
    def club(self) -> str:
        """The id of the club."""
        return self.night.terms.club

    @property
    def stream(self) -> Stream:
        """Where the night stands in the book."""
        return stream_of_night(self.club, self.night_id)


def read_on(loaded: LoadedNight, fresh: Sequence[Recorded], head: str) -> LoadedNight:
    """The night with events that another process wrote; folded from the beginning if one of them strikes or corrects."""
    night, records, before = loaded.night, loaded.records, loaded.version
    records.extend(fresh)
    kinds = [type(record.event) for record in fresh]
    try:
        if EventsStruck in kinds:
            return LoadedNight(loaded.night_id, fold(records), records, head)
        # Only what was before the last hand is kept, so that nothing is copied for those before it.
        last_hand = max((at for at, kind in enumerate(kinds) if kind is commands.AnnounceHand), default=None)
        for at, record in enumerate(fresh):
            if at == last_hand:
                loaded.before_hand = Checkpoint(before + at, night.copy())
            evolve(night, record.event)
    except DOES_NOT_FIT as fault:
        # No event that the rules accepted leads here: the book was changed.
        raise NightDoesNotAddUp(loaded.night_id, first_misfit(records), type(fault).__name__) from fault
    loaded.head = head
    return loaded


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
        if isinstance(command, commands.ResolveGap):
            command = chosen_otherwise(command, effective(loaded.records), loaded.night)
        if isinstance(command, commands.RaiseDispute):
            insist_it_is_new(loaded.records, command, loaded.night)
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
            outcome = strike(loaded.records, command, since=loaded.before_hand)
        else:
            outcome = correct(loaded.records, command, hearing_of(command, own_games), since=loaded.before_hand)
        loaded.night = outcome.night
        return outcome.drafts
    happened = accept(loaded.night, in_the_book(loaded.records, command))
    return to_record(command, happened, after=loaded.version)
