"""Takes every command into the book: reads the night, asks the engine, appends, and keeps the state for the next one.

Everything that a person or a program does (command line, prompt, import, API) goes through `CommandHandler`. A handler keeps
the nights it has loaded, so a request for a night gets the handler that knows it, if that one is free (`HandlerPool`).
Results never depend on what a handler remembers: it always reads on from the event where it stopped.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache, partial
from itertools import count
from typing import Any

from engine import commands, errors
from engine.club.state import Club
from engine.events import Event, Recorded
from engine.folding import only_beside_the_table
from engine.registry import OWN_ACT
from service.book.club_handler import ClubHandler
from service.book.codec import data_of, recorded, recorded_at
from service.book.db import Database, until_answered
from service.book.own_games.shelf import OwnGame, own_games
from service.book.recording.filling_in import BookKnows
from service.book.recording.outbox import notices_after
from service.book.recording.unit_of_work import (
    NOBODY_NEW,
    IncomingCommand,
    Joining,
    LoadedNight,
    UnitOfWork,
    insist_on_members,
    jobs_after,
    newcomers,
    read_on,
    recorded_with,
    worth_notifying,
)
from service.book.store.chain import Request, StoredEvent, Stream, stream_of_club, stream_of_night
from service.book.store.event_store import Append, EventStore, JobDraft, request_of
from service.book.store.lists import Lists
from service.book.store.names import Names
from service.book.store.receivers import receivers_of
from service.errors import AlreadyAnswered, NightExists, NightMissing, VersionConflict
from service.errors.problems import marking_refusals
from service.language.languages import in_words_of
from service.language.local_time import WRITTEN

# How many nights a handler remembers, and of how many events together: an event takes some 600 bytes.
NIGHTS_MAX = 20
EVENTS_MAX = 30_000


def utc_now() -> str:
    """The time as the book writes it: RFC 3339, UTC, seconds."""
    return datetime.now(UTC).strftime(WRITTEN)


def _in_its_words(loaded: LoadedNight) -> LoadedNight:
    """The night; what is said of it from here on, refusals too, is said as those say it who play by its rulebook."""
    in_words_of(loaded.night.rules.rulebook)
    return loaded


class CommandHandler:
    """Takes commands for the nights of one book. For one thread only; another handler may use the same book.

    With `wary` it refuses what looks like a mistake until that is waived (`service.book.guards`). `tell` is called after the
    commit with the jobs that were recorded with the events; it must neither wait nor fail.
    """

    def __init__(
        self,
        database: Database,
        now: Callable[[], str] = utc_now,
        *,
        wary: bool = False,
        tell: Callable[[Sequence[JobDraft]], None] | None = None,
        store: EventStore | None = None,
    ) -> None:
        self._database = database
        self.store = store or EventStore(database)
        self.names = Names(database)
        self.lists = Lists(database)
        self.clubs = ClubHandler(database, now, self.store)
        self._now = now
        self._wary = wary
        self._tell = tell
        self._nights: dict[str, LoadedNight] = {}
        self._losses = database.losses
        # A night never changes its club.
        self._clubs_of: dict[str, str] = {}

    def stream(self, night_id: str) -> Stream:
        """Where the night stands in the book. Refuses one that is not there (NightMissing)."""
        club = self._clubs_of.get(night_id)
        if club is None:
            club = self._clubs_of[night_id] = self.lists.club_of(night_id)
        return stream_of_night(club, night_id)

    def version(self, night_id: str) -> int:
        """The number of the night's last event; 0 if there is no such night."""
        try:
            return self.store.version(self.stream(night_id))
        except NightMissing:
            return 0

    def load(self, night_id: str) -> LoadedNight:
        """The night as the book has it now; reads only events not yet seen."""
        loaded = self._nights.get(night_id) or LoadedNight(night_id)
        tail = self.store.read(self.stream(night_id), after=loaded.version)
        if self._is_doubtful(loaded, tail):
            self._nights.pop(night_id, None)
            loaded, tail = LoadedNight(night_id), self.store.read(self.stream(night_id))
        fresh, head = [recorded(stored) for stored in tail], tail[-1].hash if tail else loaded.head
        if fresh:
            # The state is changed in place and kept only if everything succeeds.
            self._nights.pop(night_id, None)
            loaded = read_on(loaded, fresh, head)
        if not loaded.records:
            raise NightMissing(night_id)
        self._keep(loaded)
        return _in_its_words(loaded)

    def gone_on_by(self, night_id: str, version: int, keys: Iterable[str]) -> int:
        """The version to which the acts under these keys have taken the night from this one, together with acts beside the table.

        It ends before the first act of anybody else, so that what was decided on the version is refused after that one.
        """
        loaded, answers = (
            self.load(night_id),
            (self.store.recorded_under(self.stream(night_id).club, key) for key in keys),
        )
        own = {result.first: result.last for result in answers if result and result.stream == loaded.stream.name}
        while version in range(loaded.version):
            if version + 1 in own:
                version = own[version + 1]
            elif only_beside_the_table(loaded.records[version : version + 1]):
                version += 1
            else:
                break
        return version

    def remembers(self, night_id: str) -> bool:
        """Whether the night is kept here, so that only what is new of it has to be read."""
        return night_id in self._nights

    @property
    def remembered(self) -> int:
        """How many nights are kept here."""
        return len(self._nights)

    @property
    def size(self) -> int:
        """How many events the nights have that are kept here."""
        return sum(loaded.version for loaded in self._nights.values())

    def forget_one(self) -> int:
        """Forgets the night not used for the longest time, which can be read again; how many events that were, or 0."""
        oldest = next(iter(self._nights), None)
        return 0 if oldest is None else self._nights.pop(oldest).version

    def cached(self, night_id: str) -> LoadedNight:
        """The night as this handler last saw it; if it never did, as the book has it now."""
        loaded = self._nights.get(night_id)
        return self.load(night_id) if loaded is None else _in_its_words(loaded)

    def _is_doubtful(self, loaded: LoadedNight, tail: Sequence[StoredEvent]) -> bool:
        """True if the book may no longer have what is remembered of a night.

        The server was lost, or another one that did not have the last events has taken its place: they follow on something else.
        """
        if self._losses != (losses := self._database.losses):
            self._nights.clear()
            self._losses = losses
            return True
        return bool(tail and loaded.version and tail[0].prev_hash != loaded.head)

    def _keep(self, loaded: LoadedNight) -> None:
        """Remembers the night, and forgets others as far as there is no room for them beside it."""
        self._nights.pop(loaded.night_id, None)
        self._nights[loaded.night_id] = loaded
        while len(self._nights) > 1 and (len(self._nights) > NIGHTS_MAX or self.size > EVENTS_MAX):
            self.forget_one()

    def own_games(self, club: str) -> tuple[OwnGame, ...]:
        """The club's own games, in their newest versions; none of a club that is not there yet."""
        return own_games(self.clubs.look(club))

    def new_unit_of_work(self, night_id: str) -> UnitOfWork:
        """A unit of work for a night that is not in the book yet. Refuses one that is (NightExists)."""
        if self.lists.has_night(night_id):
            raise NightExists(night_id)
        return UnitOfWork(LoadedNight(night_id), self._now(), self.knows)

    @property
    def knows(self) -> BookKnows:
        """What the book knows of clubs now; a club that is not there yet is empty."""
        return BookKnows(self.own_games, self._club)

    def _club(self, club: str) -> Club:
        """The club as it is now; empty if it is not there yet."""
        return self.clubs.look(club).club

    def record(self, work: UnitOfWork, *, joining: Joining = NOBODY_NEW) -> LoadedNight:
        """Records the whole unit of work at once, with everybody who is new. If the server is lost meanwhile, it is asked again."""
        self._refuse_strangers(work.loaded.records[work.before :], work, joining)
        self._append_night(work, joining=joining)
        return self.load(work.loaded.night_id)

    def record_all(self, works: Sequence[UnitOfWork], *, joining: Joining = NOBODY_NEW) -> None:
        """Records whole nights that are new, all of one club, in one transaction: all of them, or nothing.

        They were played and settled elsewhere, so they bring no jobs: what a worker writes of a night at its close is made
        when somebody asks for it. If the server is lost meanwhile, it is asked again.
        """
        for work in works:
            assert not work.before, "Only new nights are recorded together."
            self._refuse_strangers(work.loaded.records, work, joining)
        self._append_until_answered(
            lambda: self._new_nights(works, joining), lock=stream_of_club(works[0].loaded.club).lock
        )

    def _new_nights(self, works: Sequence[UnitOfWork], joining: Joining) -> list[Append]:
        """What is recorded for each of several nights of a club; who is new comes with the first."""
        # Read once, in the club's turn, and carried on from night to night.
        club = cache(partial(self._club_before, works[0], joining))
        return [
            Append(
                work.loaded.stream,
                0,
                work.drafts,
                work.now,
                recorded_with(work, None, (), NOBODY_NEW if number else joining, club),
            )
            for number, work in enumerate(works)
        ]

    def _append_until_answered(
        self, made: Callable[[], Sequence[Append]], *, lock: str
    ) -> Sequence[Sequence[StoredEvent]]:
        """Appends what is `made`, anew for each try, while the server is lost; returns the events of each stream.

        After a commit that got no answer the book is asked whether it has the events, so that nothing is recorded twice.
        """
        tries = count()

        def ask() -> Sequence[Sequence[StoredEvent]]:
            appends = made()
            if next(tries):
                there = [result for one in appends if (result := self.store.already_recorded(one))]
                # All are in one transaction, so none of them is there alone.
                if there:
                    return there
            return self.store.append_all(appends, lock=lock)

        return until_answered(ask, is_repeatable=True)

    def handle(
        self, night_id: str, *acts: commands.Command | IncomingCommand, key: str = "", expected: int | None = None
    ) -> tuple[Recorded, ...]:
        """Decides and records commands, all or none; the first may open the night. Returns each act and what followed from it.

        A command alone is the banker's, and happens now. A repeated idempotency `key` gets the first answer. With an
        `expected` version, nothing is recorded if the night has gone on since, except by acts beside the table. Commands that
        lose a race are decided again on the new state. If the server is lost meanwhile, they are asked again; without a key,
        a commit that got no answer is refused (NoAnswer).
        """
        incoming = tuple(one if isinstance(one, IncomingCommand) else IncomingCommand(one) for one in acts)
        return until_answered(
            lambda: self._handle(night_id, incoming, key=key, expected=expected), is_repeatable=bool(key)
        )

    def _handle(
        self, night_id: str, incoming: Sequence[IncomingCommand], *, key: str, expected: int | None
    ) -> tuple[Recorded, ...]:
        stream = stream_of_night(self._club_for(night_id, incoming), night_id)
        with self._database.queueing(stream.lock):
            try:
                return self._try(stream, night_id, incoming, key=key, expected=expected)
            except VersionConflict:
                if expected is not None and not _still_holds(self._loaded_for(night_id, incoming), expected, incoming):
                    raise
            # Another process was faster: now it waits until this one has read, decided and written.
            with self._database.turn(stream.lock):
                return self._try(stream, night_id, incoming, key=key, expected=expected)

    def _try(
        self,
        stream: Stream,
        night_id: str,
        incoming: Sequence[IncomingCommand],
        *,
        key: str,
        expected: int | None,
    ) -> tuple[Recorded, ...]:
        loaded = self._loaded_for(night_id, incoming)
        request = request_of(stream, [_asked(one) for one in incoming], key) if key else None
        try:
            if request:
                # Checked before the rules: a repeated command may no longer be possible.
                self._refuse_answered(stream.club, request)
            if expected is not None and not _still_holds(loaded, expected, incoming):
                raise VersionConflict(stream.name, expected, loaded.version)
            return self._write(loaded, incoming, request)
        except AlreadyAnswered as before:
            return self._answered(night_id, before)

    def _club_for(self, night_id: str, incoming: Sequence[IncomingCommand]) -> str:
        opening = incoming[0].command
        if isinstance(opening, commands.OpenNight):
            return opening.club
        return self.stream(night_id).club

    def _loaded_for(self, night_id: str, incoming: Sequence[IncomingCommand]) -> LoadedNight:
        """The night; an empty one if the first command opens a night that is not in the book yet."""
        if not isinstance(incoming[0].command, commands.OpenNight):
            return self.load(night_id)
        return self.load(night_id) if self.lists.has_night(night_id) else LoadedNight(night_id)

    def _answered(self, night_id: str, before: AlreadyAnswered) -> tuple[Recorded, ...]:
        return tuple(self.load(night_id).records[before.first - 1 : before.last])

    def _write(
        self, loaded: LoadedNight, incoming: Sequence[IncomingCommand], request: Request | None
    ) -> tuple[Recorded, ...]:
        """Decides and appends. If anything fails, the night is loaded again: the engine has changed its state."""
        self._nights.pop(loaded.night_id, None)
        work = UnitOfWork(
            loaded,
            self._now(),
            self.knows,
            recorded_at=lambda version: self._recorded_at(loaded.night_id, version),
            wary=self._wary,
        )
        try:
            for one in incoming:
                with marking_refusals(one.index):
                    self._refuse_strangers(work.take(one), work)
        except errors.Refusal:
            if 0 < loaded.version == work.before:
                # Refused before anything of it was taken, so the loaded night is still right.
                self._keep(loaded)
            raise
        return self._append_night(work, request)

    def _append_night(
        self, work: UnitOfWork, request: Request | None = None, joining: Joining = NOBODY_NEW
    ) -> tuple[Recorded, ...]:
        loaded = work.loaded
        jobs = jobs_after(loaded.stream, loaded.night, loaded.records, work.before, work.now)
        if notified := worth_notifying(loaded.records[work.before :], work.now):
            receivers = [one.id for one in receivers_of(self._database, loaded.club)]
            jobs += notices_after(loaded.stream, notified, receivers, work.now)
        (stored,) = self._append_until_answered(
            lambda: [
                Append(
                    loaded.stream,
                    work.before,
                    work.drafts,
                    work.now,
                    recorded_with(work, request, jobs, joining, partial(self._club_before, work, joining)),
                )
            ],
            lock=loaded.stream.lock,
        )
        loaded.head = stored[-1].hash
        self._keep(loaded)
        if jobs and self._tell is not None:
            self._tell(jobs)
        return tuple(loaded.records[work.before :])

    def _club_before(self, work: UnitOfWork, joining: Joining) -> Club:
        """A copy of the club as it is before the unit of work."""
        return Club() if joining.founded else self.clubs.load(work.loaded.club).club.copy()

    def _refuse_strangers(self, fresh: Sequence[Recorded], work: UnitOfWork, joining: Joining = NOBODY_NEW) -> None:
        comers = newcomers(fresh) - {member.id for member in joining.members}
        if comers:
            club = Club() if joining.founded else self.clubs.load(work.loaded.club).club
            insist_on_members(comers, work.loaded.records[: work.before], club)

    def _refuse_answered(self, club: str, request: Request) -> None:
        answer = self.store.answer_to(club, request)
        if answer is not None:
            raise AlreadyAnswered(club, request.key, *answer)

    def _recorded_at(self, night_id: str, version: int) -> str:
        (stored,) = self.store.read(self.stream(night_id), after=version - 1, up_to=version)
        return recorded_at(stored)


def _still_holds(loaded: LoadedNight, expected: int, incoming: Sequence[IncomingCommand]) -> bool:
    """Whether acts decided at this version mean the same now: since then came nothing, or only acts beside the table.

    What a player does in a hand also means the same after what others chose at the same time.
    """
    if expected >= loaded.version:
        return expected == loaded.version
    since = loaded.records[expected:]
    if all(type(one.command) in OWN_ACT for one in incoming):
        since = [record for record in since if not _chosen_at_once(record.event)]
    return only_beside_the_table(since)


def _chosen_at_once(event: Event) -> bool:
    act = OWN_ACT.get(type(event))
    return act is not None and act.at_once


def _asked(one: IncomingCommand) -> dict[str, Any]:
    """What is compared when a key comes back: the act, and the time at the table if it was given."""
    asked = {"type": type(one.command).__name__, "data": dict(data_of(one.command))}
    return asked | ({"at": one.occurred_at} if one.occurred_at else {})


# As many as requests may run at once.
IDLE_MAX = 16
# The events of all nights that idle handlers remember together, some twenty-five megabytes.
IDLE_EVENTS_MAX = 40_000


class HandlerPool:
    """The command handlers of one process, for many threads: each request borrows one and puts it back."""

    def __init__(self, make: Callable[[], CommandHandler]) -> None:
        self._make = make
        # The last one put back stands at the end.
        self._idle: list[CommandHandler] = []
        self._lock = threading.Lock()

    @contextmanager
    def borrow(self, night: str = "") -> Iterator[CommandHandler]:
        """A command handler that nobody else uses until it is put back; for this night, if it is for one."""
        with self._lock:
            handler = self._chosen(night)
        if handler is None:
            handler = self._make()
        try:
            yield handler
        finally:
            with self._lock:
                self._idle.append(handler)
                del self._idle[:-IDLE_MAX]
                self._make_room()

    def _make_room(self) -> None:
        """Has the handlers that were not used for the longest time forget nights until the rest has room."""
        over = sum(handler.size for handler in self._idle) - IDLE_EVENTS_MAX
        for handler in self._idle:
            while over > 0 and handler.remembered:
                over -= handler.forget_one()

    def _chosen(self, night: str) -> CommandHandler | None:
        """Taken from those that are idle; None if a new one is better: none is idle, or all forget a night for this one."""
        if not self._idle:
            return None
        if not night:
            # The last one, which a quiet night needs alone.
            return self._idle.pop()
        for at in range(len(self._idle) - 1, -1, -1):
            if self._idle[at].remembers(night):
                return self._idle.pop(at)
        at = min(range(len(self._idle)), key=lambda at: self._idle[at].remembered)
        if self._idle[at].remembered >= NIGHTS_MAX and len(self._idle) < IDLE_MAX:
            return None
        return self._idle.pop(at)
