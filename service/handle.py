"""The one way from a command into the book: read the night, ask the engine, append, and keep the state for the next.

Everything a face does (CLI, prompt, import; later API and page) goes through `Desk`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from engine import commands, errors
from engine.adjudicate import DOES_NOT_FIT, first_misfit
from engine.decider import accept, evolve
from engine.events import Event, EventsStruck, Recorded
from engine.ids import PlayerId
from engine.reports.reasons import Moment
from engine.state import Night
from engine.strikes import Strike, fold, strike
from service.batches import blaming
from service.bounds import check_bounds, check_key
from service.codec import data_of, draft, recorded, recorded_at
from service.db import Database
from service.errors import AlreadyAnswered, NightDoesNotAddUp, NightExists, NightMissing, VersionConflict
from service.follow_ups import follow_ups
from service.guards import ask_back
from service.guards.doubt import Asked
from service.own_games.announcing import OwnGames, as_declared
from service.own_games.shelf import OwnGame, own_games
from service.store.chain import canonical
from service.store.event_store import Draft, EventStore, JobDraft, Request
from service.store.names import Names, Player

PREFIX = "night:"
BANKER = "banker"
# So many nights a desk remembers.
PAGES_MAX = 20


def utc_now() -> str:
    """The time as the book writes it: RFC 3339, UTC, seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(slots=True)
class Page:
    """One night as read from the book: its events and the state they add up to."""

    night_id: str
    night: Night = field(default_factory=Night)
    records: list[Recorded] = field(default_factory=list)
    head: str = ""
    # Before the last hand was announced; nothing where something behind it corrects what lies before.
    before_hand: Moment | None = None

    @property
    def version(self) -> int:
        """The number of the last event; 0 before the first."""
        return len(self.records)

    @property
    def people(self) -> set[PlayerId]:
        """Who took part, the banker among them."""
        return {*self.night.people, self.night.terms.banker}

    @property
    def club(self) -> str:
        """The club whose night it is."""
        return self.night.terms.club


@dataclass(frozen=True, slots=True)
class Said:
    """One command as it comes in: who says it, when it happened at the table, and its index in a batch, from 0."""

    command: commands.Command
    actor: str = BANKER
    occurred_at: str = ""
    index: int | None = None


def newcomers(records: Iterable[Recorded]) -> set[PlayerId]:
    """Whom these events bring to the table: who keeps the bank, and who sits down."""
    found = set()
    for record in records:
        match record.event:
            case commands.OpenNight(banker=player) | commands.SeatPlayer(player=player):
                found.add(player)
            case _:
                pass
    return found


class Sheet:
    """Commands decided on scratch paper, in the book only when the desk records the sheet: all of them or none.

    After a refusal the sheet is as it was, and may go on. One that is `wary` asks back what looks like a mistake.
    `recorded_at` gives the time of an event of the book, by the service's clock.
    """

    def __init__(
        self,
        page: Page,
        now: str,
        own_games: OwnGames = lambda _: (),
        *,
        recorded_at: Callable[[int], str] = lambda _: "",
        wary: bool = False,
    ) -> None:
        self.page = page
        self.now = now
        self.own_games = own_games
        self.recorded_at = recorded_at
        self.wary = wary
        self.before = page.version
        self.drafts: list[Draft] = []

    def take(self, one: Said) -> tuple[Recorded, ...]:
        """Decides one command; the answer holds the primary event and what followed from it."""
        check_bounds(data_of(one.command), type(one.command))
        page, first = self.page, self.page.version
        command = as_declared(one.command, page.night, self.own_games)
        ask_back(command, Asked(page.night, page.records, self.before, self.now, self.recorded_at), wary=self.wary)
        at = one.occurred_at or self.now
        if isinstance(command, commands.AnnounceHand):
            before_hand: Moment | None = Moment(first, page.night.copy())
        else:
            before_hand = None if isinstance(command, commands.StrikeEvents) else page.before_hand
        for event, caused_by in _decided(page, command):
            self.drafts.append(draft(event, actor=one.actor, occurred_at=at, caused_by=caused_by))
            version = page.version + 1
            page.records.append(Recorded(version, event, caused_by, one.actor, at))
        page.before_hand = before_hand
        return tuple(page.records[first:])


class Desk:
    """Takes commands for the nights of one book. Not shared between threads; a second desk reads the same book.

    One that is `wary` asks back before it records what looks like a mistake (`service.guards`). `tell` hears of the jobs that were recorded with an append, after the commit;
    it must neither wait nor fail.
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
        self._pages: dict[str, Page] = {}

    def page(self, night_id: str) -> Page:
        """The night as the book has it now; only events not yet seen are read."""
        page = self._pages.get(night_id) or Page(night_id)
        tail = self.store.read(PREFIX + night_id, after=page.version)
        fresh, head = [recorded(stored) for stored in tail], tail[-1].hash if tail else page.head
        if fresh:
            # What is changed in place is not kept unless all of it goes well.
            self._pages.pop(night_id, None)
            page = _turned(page, fresh, head)
        if not page.records:
            raise NightMissing(night_id)
        self._keep(page)
        return page

    def page_kept(self, night_id: str) -> Page:
        """The night as this desk saw it last, for who has just written or read it; else as the book has it now."""
        return self._pages.get(night_id) or self.page(night_id)

    def _keep(self, page: Page) -> None:
        """Remembers the night; of those not asked for lately the oldest is forgotten, and read again if it is wanted."""
        self._pages.pop(page.night_id, None)
        self._pages[page.night_id] = page
        if len(self._pages) > PAGES_MAX:
            del self._pages[next(iter(self._pages))]

    def own_games(self, club: str) -> tuple[OwnGame, ...]:
        """The club's own games, in their newest versions."""
        return own_games(self._database, club)

    def nights(self) -> list[str]:
        """The nights of the book, by id."""
        return [summary.stream.removeprefix(PREFIX) for summary in self.store.streams(PREFIX)]

    def open_night(self, command: commands.OpenNight, *, occurred_at: str = "", players: Sequence[Player] = ()) -> Page:
        """Begins a night; new players are recorded with it."""
        sheet = self.new_sheet(command.night)
        sheet.take(Said(command, occurred_at=occurred_at))
        return self.record(sheet, players=players)

    def new_sheet(self, night_id: str) -> Sheet:
        """Scratch paper for a night that is not in the book yet."""
        if self.store.version(PREFIX + night_id):
            raise NightExists(night_id)
        return Sheet(Page(night_id), self._now(), self.own_games)

    def record(self, sheet: Sheet, *, players: Sequence[Player] = ()) -> Page:
        """Everything on the sheet goes into the book at once, with the players who are new."""
        self._append(sheet, players=players)
        return self.page(sheet.page.night_id)

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
        """Decides and records one command; the answer holds the primary event and what followed from it.

        With an idempotency `key` a command that was recorded before is answered as it was. Without an `expected`
        version a lost race is decided again, and not lost then.
        """
        return self.handle_all(night_id, [Said(command, actor, occurred_at)], key=key, expected=expected)

    def handle_all(
        self,
        night_id: str,
        said: Sequence[Said],
        *,
        key: str = "",
        expected: int | None = None,
        players: Sequence[Player] = (),
    ) -> tuple[Recorded, ...]:
        """Decides and records several commands, all or none; the first of them may open the night."""
        stream = PREFIX + night_id
        with self._database.queueing(stream):
            try:
                return self._try(night_id, said, key=key, expected=expected, players=players)
            except VersionConflict:
                if expected is not None:
                    raise
            # Another process was faster: now it waits until this one has read, decided and written.
            with self._database.turn(stream):
                return self._try(night_id, said, key=key, expected=None, players=players)

    def _try(
        self, night_id: str, said: Sequence[Said], *, key: str, expected: int | None, players: Sequence[Player]
    ) -> tuple[Recorded, ...]:
        page = self._page_for(night_id, said)
        try:
            if key:
                check_key(key)
                # Asked before the rules are: what was done once may not be possible twice.
                self._refuse_answered(page, said, key)
            self._refuse_stale(page, expected)
            return self._write(page, said, key=key, players=players)
        except AlreadyAnswered as before:
            return self._answered(night_id, before.answer)

    def _page_for(self, night_id: str, said: Sequence[Said]) -> Page:
        """The night, or an empty page where the first command opens one that is not in the book yet."""
        opens = isinstance(said[0].command, commands.OpenNight)
        return Page(night_id) if opens and not self.store.version(PREFIX + night_id) else self.page(night_id)

    def what_if(self, night_id: str, command: commands.StrikeEvents) -> Strike:
        """What a strike would do, without recording it."""
        return strike(self.page(night_id).records, command)

    def _answered(self, night_id: str, answer: str) -> tuple[Recorded, ...]:
        first, last = (int(part) for part in answer.split("-"))
        return tuple(self.page(night_id).records[first - 1 : last])

    def _write(
        self, page: Page, said: Sequence[Said], *, key: str = "", players: Sequence[Player] = ()
    ) -> tuple[Recorded, ...]:
        """Asks the engine and appends. Whatever fails, the page is read anew: the engine has changed its state."""
        self._pages.pop(page.night_id, None)
        sheet = Sheet(
            page,
            self._now(),
            self.own_games,
            recorded_at=lambda version: self._recorded_at(page.night_id, version),
            wary=self._wary,
        )
        try:
            for one in said:
                with blaming(one.index):
                    sheet.take(one)
        except errors.Refusal:
            if len(said) == 1 and page.version:
                # A refusal changes nothing, so that the page is still true.
                self._keep(page)
            raise
        request = self._request(page, said, key, sheet.before, page.version) if key else None
        return self._append(sheet, request=request, players=players)

    def _append(
        self, sheet: Sheet, *, request: Request | None = None, players: Sequence[Player] = ()
    ) -> tuple[Recorded, ...]:
        page = sheet.page
        if comers := newcomers(page.records[sheet.before :]):
            self.names.refuse_strangers(comers, page.club)
        jobs = follow_ups(page.night_id, page.night, page.records[sheet.before :], page.version, sheet.now)
        stored = self.store.append(
            PREFIX + page.night_id,
            expected_version=sheet.before,
            drafts=sheet.drafts,
            recorded_at=sheet.now,
            request=request,
            jobs=jobs,
            players=players,
        )
        page.head = stored[-1].hash
        self._keep(page)
        if jobs and self._tell is not None:
            self._tell(jobs)
        return tuple(page.records[sheet.before :])

    def _refuse_answered(self, page: Page, said: Sequence[Said], key: str) -> None:
        asked = self._request(page, said, key, page.version, page.version)
        answer = self.store.answer_to(asked.club, asked.key, asked.digest)
        if answer is not None:
            raise AlreadyAnswered(asked.club, asked.key, answer)

    def _refuse_stale(self, page: Page, expected: int | None) -> None:
        if expected is not None and page.version != expected:
            raise VersionConflict(PREFIX + page.night_id, expected, page.version)

    def _recorded_at(self, night_id: str, version: int) -> str:
        (stored,) = self.store.read(PREFIX + night_id, after=version - 1, up_to=version)
        return recorded_at(stored)

    def _request(self, page: Page, said: Sequence[Said], key: str, before: int, after: int) -> Request:
        asked = [_asked(one) for one in said]
        digest = sha256(canonical({"night": page.night_id, "asked": asked}).encode()).hexdigest()
        opening = said[0].command
        club = opening.club if isinstance(opening, commands.OpenNight) else page.club
        return Request(club=club, key=key, digest=digest, answer=f"{before + 1}-{after}")


def _asked(one: Said) -> dict[str, Any]:
    """What is compared when a key comes back: the act, and the time at the table if it was said."""
    asked = {"type": type(one.command).__name__, "data": dict(data_of(one.command))}
    return asked | ({"at": one.occurred_at} if one.occurred_at else {})


def _decided(page: Page, command: commands.Command) -> Iterable[tuple[Event, int | None]]:
    if isinstance(command, commands.StrikeEvents):
        outcome = strike(page.records, command)
        page.night = outcome.night
        return outcome.drafts
    primary, *consequences = accept(page.night, command)
    number = page.version + 1
    return [(primary, None), *((event, number) for event in consequences)]


def _turned(page: Page, fresh: Sequence[Recorded], head: str) -> Page:
    """The page with events that were written elsewhere; a strike among them means to fold all again."""
    records = page.records
    try:
        if any(isinstance(record.event, EventsStruck) for record in fresh):
            records = [*page.records, *fresh]
            return Page(page.night_id, fold(records), records, head)
        for record in fresh:
            if isinstance(record.event, commands.AnnounceHand):
                page.before_hand = Moment(len(records), page.night.copy())
            records.append(record)
            evolve(page.night, record.event)
    except DOES_NOT_FIT as fault:
        # No event that the rules have accepted ends here: the book holds something else than was written.
        raise NightDoesNotAddUp(page.night_id, first_misfit(records), type(fault).__name__) from fault
    page.head = head
    return page
