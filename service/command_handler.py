"""Takes every command into the book: reads the night, asks the engine, appends, and keeps the state for the next one.

Everything that a person or a program does (command line, prompt, import, API) goes through `CommandHandler`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from engine import commands, errors
from engine.adjudicate import DOES_NOT_FIT, first_misfit
from engine.decider import accept
from engine.events import Event, EventsStruck, Recorded
from engine.folding import evolve, fold
from engine.ids import PlayerId
from engine.reports.reasons import Checkpoint
from engine.state import Night
from engine.strikes import Strike, strike
from service.batch_index import marking_refusals
from service.codec import data_of, draft, recorded, recorded_at
from service.db import Database
from service.errors import AlreadyAnswered, NightDoesNotAddUp, NightExists, NightMissing, VersionConflict
from service.guards import ask_back
from service.guards.doubt import Asked
from service.outbox import jobs_after
from service.own_games.announcing import OwnGames, as_declared
from service.own_games.shelf import OwnGame, own_games
from service.payload_limits import check_key, check_payload
from service.store.chain import canonical
from service.store.event_store import Draft, EventStore, JobDraft, Request
from service.store.names import Names, Player

PREFIX = "night:"
BANKER = "banker"
# How many nights a handler remembers.
NIGHTS_MAX = 20


def utc_now() -> str:
    """The time as the book writes it: RFC 3339, UTC, seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(slots=True)
class LoadedNight:
    """One night as read from the book: its events and the state they add up to."""

    night_id: str
    night: Night = field(default_factory=Night)
    records: list[Recorded] = field(default_factory=list)
    head: str = ""
    # The state before the last hand was announced; None if a later event corrects something before it.
    before_hand: Checkpoint | None = None

    @property
    def version(self) -> int:
        """The number of the last event; 0 before the first."""
        return len(self.records)

    @property
    def people(self) -> set[PlayerId]:
        """Everybody who took part, including the banker."""
        return {*self.night.people, self.night.terms.banker}

    @property
    def club(self) -> str:
        """The id of the club."""
        return self.night.terms.club


@dataclass(frozen=True, slots=True)
class IncomingCommand:
    """One command as it comes in: its actor, when it happened at the table, and its index in a batch, from 0."""

    command: commands.Command
    actor: str = BANKER
    occurred_at: str = ""
    index: int | None = None


def newcomers(records: Iterable[Recorded]) -> set[PlayerId]:
    """The players whom these events bring to the table: the banker, and everybody who sits down."""
    found = set()
    for record in records:
        match record.event:
            case commands.OpenNight(banker=player) | commands.SeatPlayer(player=player):
                found.add(player)
            case _:
                pass
    return found


class UnitOfWork:
    """Commands that are decided now and recorded together: all of them or none.

    A refused command leaves the unit of work as it was, and more may follow. With `wary` it refuses what looks like a
    mistake until that is waived. `recorded_at` returns when the book recorded an event, by the service's clock.
    """

    def __init__(
        self,
        loaded: LoadedNight,
        now: str,
        own_games: OwnGames = lambda _: (),
        *,
        recorded_at: Callable[[int], str] = lambda _: "",
        wary: bool = False,
    ) -> None:
        self.loaded = loaded
        self.now = now
        self.own_games = own_games
        self.recorded_at = recorded_at
        self.wary = wary
        self.before = loaded.version
        self.drafts: list[Draft] = []

    def take(self, one: IncomingCommand) -> tuple[Recorded, ...]:
        """Decides one command. Returns the primary event and what followed from it."""
        check_payload(data_of(one.command), type(one.command))
        loaded, first = self.loaded, self.loaded.version
        command = as_declared(one.command, loaded.night, self.own_games)
        ask_back(command, Asked(loaded.night, loaded.records, self.before, self.now, self.recorded_at), wary=self.wary)
        at = one.occurred_at or self.now
        if isinstance(command, commands.AnnounceHand):
            before_hand: Checkpoint | None = Checkpoint(first, loaded.night.copy())
        else:
            before_hand = None if isinstance(command, commands.StrikeEvents) else loaded.before_hand
        for event, caused_by in _decided(loaded, command):
            self.drafts.append(draft(event, actor=one.actor, occurred_at=at, caused_by=caused_by))
            version = loaded.version + 1
            loaded.records.append(Recorded(version, event, caused_by, one.actor, at))
        loaded.before_hand = before_hand
        return tuple(loaded.records[first:])


class CommandHandler:
    """Takes commands for the nights of one book. For one thread only; another handler may use the same book.

    With `wary` it refuses what looks like a mistake until that is waived (`service.guards`). `tell` is called after the
    commit with the jobs that were recorded with the events; it must neither wait nor fail.
    """

    def __init__(
        self,
        database: Database,
        now: Callable[[], str] = utc_now,
        *,
        wary: bool = False,
        tell: Callable[[Sequence[JobDraft]], None] | None = None,
    ) -> None:
        self._database = database
        self.store = EventStore(database)
        self.names = Names(database)
        self._now = now
        self._wary = wary
        self._tell = tell
        self._nights: dict[str, LoadedNight] = {}

    def load(self, night_id: str) -> LoadedNight:
        """The night as the book has it now; reads only events not yet seen."""
        loaded = self._nights.get(night_id) or LoadedNight(night_id)
        tail = self.store.read(PREFIX + night_id, after=loaded.version)
        fresh, head = [recorded(stored) for stored in tail], tail[-1].hash if tail else loaded.head
        if fresh:
            # The state is changed in place and kept only if everything succeeds.
            self._nights.pop(night_id, None)
            loaded = _read_on(loaded, fresh, head)
        if not loaded.records:
            raise NightMissing(night_id)
        self._keep(loaded)
        return loaded

    def cached(self, night_id: str) -> LoadedNight:
        """The night as this handler last saw it; if it never did, as the book has it now."""
        return self._nights.get(night_id) or self.load(night_id)

    def _keep(self, loaded: LoadedNight) -> None:
        """Remembers the night and forgets the one not used for the longest time, which can be read again."""
        self._nights.pop(loaded.night_id, None)
        self._nights[loaded.night_id] = loaded
        if len(self._nights) > NIGHTS_MAX:
            del self._nights[next(iter(self._nights))]

    def own_games(self, club: str) -> tuple[OwnGame, ...]:
        """The club's own games, in their newest versions."""
        return own_games(self._database, club)

    def nights(self) -> list[str]:
        """The nights of the book, by id."""
        return [summary.stream.removeprefix(PREFIX) for summary in self.store.streams(PREFIX)]

    def open_night(
        self, command: commands.OpenNight, *, occurred_at: str = "", players: Sequence[Player] = ()
    ) -> LoadedNight:
        """Begins a night and records its new players with it."""
        work = self.new_unit_of_work(command.night)
        work.take(IncomingCommand(command, occurred_at=occurred_at))
        return self.record(work, players=players)

    def new_unit_of_work(self, night_id: str) -> UnitOfWork:
        """A unit of work for a night that is not in the book yet. Refuses one that is (NightExists)."""
        if self.store.version(PREFIX + night_id):
            raise NightExists(night_id)
        return UnitOfWork(LoadedNight(night_id), self._now(), self.own_games)

    def record(self, work: UnitOfWork, *, players: Sequence[Player] = ()) -> LoadedNight:
        """Records the whole unit of work at once, with the new players."""
        self._append(work, players=players)
        return self.load(work.loaded.night_id)

    def handle(
        self,
        night_id: str,
        command: commands.Command,
        *,
        actor: str = BANKER,
        occurred_at: str = "",
        key: str = "",
        expected: int | None = None,
    ) -> tuple[Recorded, ...]:
        """Decides and records one command. Returns the primary event and what followed from it.

        A repeated idempotency `key` gets the first answer. Without an `expected` version, a command that loses a race is
        decided again on the new state.
        """
        return self.handle_all(night_id, [IncomingCommand(command, actor, occurred_at)], key=key, expected=expected)

    def handle_all(
        self,
        night_id: str,
        incoming: Sequence[IncomingCommand],
        *,
        key: str = "",
        expected: int | None = None,
        players: Sequence[Player] = (),
    ) -> tuple[Recorded, ...]:
        """Decides and records several commands, all or none; the first may open the night."""
        stream = PREFIX + night_id
        with self._database.queueing(stream):
            try:
                return self._try(night_id, incoming, key=key, expected=expected, players=players)
            except VersionConflict:
                if expected is not None:
                    raise
            # Another process was faster: now it waits until this one has read, decided and written.
            with self._database.turn(stream):
                return self._try(night_id, incoming, key=key, expected=None, players=players)

    def _try(
        self,
        night_id: str,
        incoming: Sequence[IncomingCommand],
        *,
        key: str,
        expected: int | None,
        players: Sequence[Player],
    ) -> tuple[Recorded, ...]:
        loaded = self._loaded_for(night_id, incoming)
        try:
            if key:
                check_key(key)
                # Checked before the rules: a repeated command may no longer be possible.
                self._refuse_answered(loaded, incoming, key)
            self._refuse_stale(loaded, expected)
            return self._write(loaded, incoming, key=key, players=players)
        except AlreadyAnswered as before:
            return self._answered(night_id, before.answer)

    def _loaded_for(self, night_id: str, incoming: Sequence[IncomingCommand]) -> LoadedNight:
        """The night; an empty one if the first command opens a night that is not in the book yet."""
        opens = isinstance(incoming[0].command, commands.OpenNight)
        return LoadedNight(night_id) if opens and not self.store.version(PREFIX + night_id) else self.load(night_id)

    def what_if(self, night_id: str, command: commands.StrikeEvents) -> Strike:
        """What a strike would do, without recording it."""
        return strike(self.load(night_id).records, command)

    def _answered(self, night_id: str, answer: str) -> tuple[Recorded, ...]:
        first, last = (int(part) for part in answer.split("-"))
        return tuple(self.load(night_id).records[first - 1 : last])

    def _write(
        self, loaded: LoadedNight, incoming: Sequence[IncomingCommand], *, key: str = "", players: Sequence[Player] = ()
    ) -> tuple[Recorded, ...]:
        """Decides and appends. If anything fails, the night is loaded again: the engine has changed its state."""
        self._nights.pop(loaded.night_id, None)
        work = UnitOfWork(
            loaded,
            self._now(),
            self.own_games,
            recorded_at=lambda version: self._recorded_at(loaded.night_id, version),
            wary=self._wary,
        )
        try:
            for one in incoming:
                with marking_refusals(one.index):
                    work.take(one)
        except errors.Refusal:
            if len(incoming) == 1 and loaded.version:
                # A refusal changes nothing, so the loaded night is still right.
                self._keep(loaded)
            raise
        request = self._request(loaded, incoming, key, work.before, loaded.version) if key else None
        return self._append(work, request=request, players=players)

    def _append(
        self, work: UnitOfWork, *, request: Request | None = None, players: Sequence[Player] = ()
    ) -> tuple[Recorded, ...]:
        loaded = work.loaded
        if comers := newcomers(loaded.records[work.before :]):
            self.names.refuse_strangers(comers, loaded.club)
        jobs = jobs_after(loaded.night_id, loaded.night, loaded.records[work.before :], loaded.version, work.now)
        stored = self.store.append(
            PREFIX + loaded.night_id,
            expected_version=work.before,
            drafts=work.drafts,
            recorded_at=work.now,
            request=request,
            jobs=jobs,
            players=players,
        )
        loaded.head = stored[-1].hash
        self._keep(loaded)
        if jobs and self._tell is not None:
            self._tell(jobs)
        return tuple(loaded.records[work.before :])

    def _refuse_answered(self, loaded: LoadedNight, incoming: Sequence[IncomingCommand], key: str) -> None:
        asked = self._request(loaded, incoming, key, loaded.version, loaded.version)
        answer = self.store.answer_to(asked.club, asked.key, asked.digest)
        if answer is not None:
            raise AlreadyAnswered(asked.club, asked.key, answer)

    def _refuse_stale(self, loaded: LoadedNight, expected: int | None) -> None:
        if expected is not None and loaded.version != expected:
            raise VersionConflict(PREFIX + loaded.night_id, expected, loaded.version)

    def _recorded_at(self, night_id: str, version: int) -> str:
        (stored,) = self.store.read(PREFIX + night_id, after=version - 1, up_to=version)
        return recorded_at(stored)

    def _request(
        self, loaded: LoadedNight, incoming: Sequence[IncomingCommand], key: str, before: int, after: int
    ) -> Request:
        asked = [_asked(one) for one in incoming]
        digest = sha256(canonical({"night": loaded.night_id, "asked": asked}).encode()).hexdigest()
        opening = incoming[0].command
        club = opening.club if isinstance(opening, commands.OpenNight) else loaded.club
        return Request(club=club, key=key, digest=digest, answer=f"{before + 1}-{after}")


def _asked(one: IncomingCommand) -> dict[str, Any]:
    """What is compared when a key comes back: the act, and the time at the table if it was given."""
    asked = {"type": type(one.command).__name__, "data": dict(data_of(one.command))}
    return asked | ({"at": one.occurred_at} if one.occurred_at else {})


def _decided(loaded: LoadedNight, command: commands.Command) -> Iterable[tuple[Event, int | None]]:
    if isinstance(command, commands.StrikeEvents):
        outcome = strike(loaded.records, command)
        loaded.night = outcome.night
        return outcome.drafts
    primary, *consequences = accept(loaded.night, command)
    number = loaded.version + 1
    return [(primary, None), *((event, number) for event in consequences)]


def _read_on(loaded: LoadedNight, fresh: Sequence[Recorded], head: str) -> LoadedNight:
    """The night with events that another process wrote; folded from the beginning if one of them is a strike."""
    records = loaded.records
    try:
        if any(isinstance(record.event, EventsStruck) for record in fresh):
            records = [*loaded.records, *fresh]
            return LoadedNight(loaded.night_id, fold(records), records, head)
        for record in fresh:
            if isinstance(record.event, commands.AnnounceHand):
                loaded.before_hand = Checkpoint(len(records), loaded.night.copy())
            records.append(record)
            evolve(loaded.night, record.event)
    except DOES_NOT_FIT as fault:
        # No event that the rules accepted leads here: the book was changed.
        raise NightDoesNotAddUp(loaded.night_id, first_misfit(records), type(fault).__name__) from fault
    loaded.head = head
    return loaded
