"""The book as the command line uses it: finds a night, takes a line of shorthand, shows where things are."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from cli.backend import views
from cli.backend.table_time import time_said
from cli.errors import CliError, NamedRefusal
from engine.commands import Command, StrikeEvents, Waiver
from engine.errors import Refusal
from engine.game.definition import Game
from engine.ids import PlayerId
from engine.library import close_to
from engine.play.script.offers import asked
from engine.reports.places import by_seat
from service import config, shorthand
from service.command_handler import PREFIX, CommandHandler, IncomingCommand, LoadedNight, utc_now
from service.db import Database
from service.dictionaries.club import learn
from service.errors import EventFromNewerVersion, EventUnreadable, NightDoesNotAddUp, NightMissing
from service.guards.doubt import Doubt
from service.proof.stream import damage
from service.shorthand import ParsedLine, ShorthandError
from service.store.event_store import StreamSummary
from service.store.names import Player
from service.store.schema import open_book
from service.store.server_clock import is_behind

# Letters and digits that nobody mistakes for one another when an id is read aloud.
CLEAR = "abcdefghjkmnpqrstuvwxyz23456789"


HOME_CLUB = "Home"


class _First(msgspec.Struct):
    recorded_at: str = ""


class Book:
    """One open book. Use it with `with`, which closes it."""

    def __init__(self, settings: config.Settings, database: Database) -> None:
        self.settings = settings
        self.database = database
        self.handler = CommandHandler(database, wary=True)

    @classmethod
    def open(cls, url: str = "") -> Book:
        """Opens the book of the settings, or the one at this URL."""
        settings = config.load_settings(os.environ)
        learn(settings.home)
        return cls(settings, open_book(url or settings.database_url))

    @classmethod
    def open_existing(cls, place: str = "") -> Book | None:
        """Opens the book at this place, or that of the settings, to look something up.

        Returns None if there is none; makes no file.
        """
        settings = config.load_settings(os.environ)
        url = url_of(place) or settings.database_url
        if url.startswith(config.SQLITE) and not Path(url.removeprefix(config.SQLITE)).exists():
            if place:
                raise CliError("book_missing", f"There is no book at {place}.", details={"place": place})
            return None
        learn(settings.home)
        return cls(settings, open_book(url))

    def close(self) -> None:
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def of_a_script(self) -> None:
        """Turns off double-tap checks: in a script, the same loan twice within a minute is two loans."""
        self.handler = CommandHandler(self.database)

    @property
    def home(self) -> Path:
        """The folder for the files of the command line beside the book."""
        return self.settings.home

    def clock_behind(self) -> str:
        """A sentence if this machine's clock shows an earlier time than that of the last event; else empty."""
        return is_behind(self.database, utc_now())

    # Finding a night

    def night_ids(self) -> list[str]:
        """The ids of all nights, the newest first."""
        streams = sorted(self.handler.store.streams(PREFIX), key=_recorded_at, reverse=True)
        return [summary.stream.removeprefix(PREFIX) for summary in streams]

    def find_id(self, given: str) -> str:
        """The id of a night, given the id, or the beginning or the end of it; without one, the newest night."""
        ids = self.night_ids()
        if not given:
            if not ids:
                raise CliError("no_nights", "The book holds no night yet; `chipbook night open` begins one.")
            return ids[0]
        if given in ids:
            return given
        found = [night for night in ids if night.startswith(given)] or [night for night in ids if night.endswith(given)]
        if not found:
            raise NightMissing(given)
        if len(found) > 1:
            listed = ", ".join(sorted(found)[:8])
            sentence = f"{given} may mean {listed}; type more of the id."
            raise CliError("ambiguous_night", sentence, details={"given": given, "nights": sorted(found)})
        return found[0]

    def find(self, given: str) -> LoadedNight:
        """The night that is meant; without an id, the newest of all."""
        return self.handler.load(self.find_id(given))

    def find_current(self, given: str, *, or_newest: bool = False) -> LoadedNight:
        """The night that is meant; without an id, the newest that is not settled yet, or if wanted the newest of all."""
        if given:
            return self.find(given)
        for night_id in self.night_ids():
            loaded = self.handler.load(night_id)
            if not views.finished(loaded.night):
                return loaded
        if or_newest:
            return self.find("")
        raise CliError("no_open_night", "No night is open; `chipbook night open` begins one.")

    # Names

    def names(self, loaded: LoadedNight) -> dict[PlayerId, str]:
        """The names of the players of the night's club and of everybody else who takes part, by id."""
        return {
            player.id: player.name
            for player in self.handler.names.players()
            if player.club == loaded.club or player.id in loaded.night.people
        }

    def club_name(self, club: str) -> str:
        """The name of the club with that id."""
        return next((one.name for one in self.handler.names.clubs() if one.id == club), club)

    def usual_club(self) -> str:
        """The club of the newest night, used if none is named."""
        ids = self.night_ids()
        return self.club_name(self.handler.load(ids[0]).club) if ids else HOME_CLUB

    def own_games(self, loaded: LoadedNight) -> list[Game]:
        """The own games of the night's club."""
        return [one.game for one in self.handler.own_games(loaded.club)]

    # Looking

    def now(self, loaded: LoadedNight, *, damage: Sequence[str] = ()) -> views.NightView:
        """Where the night stands; `damage` is what was found wrong with it."""
        return replace(views.night_now(loaded, self.names(loaded), self.club_name(loaded.club)), damage=tuple(damage))

    def damage(self, night_id: str) -> list[str]:
        """What is wrong with the record of the night, in sentences; empty if it is as it was written."""
        return damage(self.database, night_id)

    def rows(self) -> list[views.NightSummary]:
        """Every night of the book, the newest first; an unreadable night does not hide the others."""
        return [self._row(night_id) for night_id in self.night_ids()]

    def _row(self, night_id: str) -> views.NightSummary:
        try:
            loaded = self.handler.load(night_id)
        except (EventUnreadable, EventFromNewerVersion, NightDoesNotAddUp):
            return views.NightSummary(
                night=night_id, phase="damaged", events=self.handler.store.version(PREFIX + night_id)
            )
        night, opened, names = loaded.night, loaded.night.terms, self.names(loaded)
        return views.NightSummary(
            night=loaded.night_id,
            name=opened.name,
            club=self.club_name(opened.club),
            opened_at=loaded.records[0].occurred_at,
            zone=opened.zone,
            phase=views.phase_of(night),
            players=tuple(views.named(player, names) for player in by_seat(night)),
            hands=night.hands_played,
            events=loaded.version,
            unpaid_cents=views.unpaid(night),
            currency=opened.currency,
            head=loaded.head,
        )

    # Saying something

    def as_line(self, loaded: LoadedNight, line: str, noun: str) -> str:
        """The line itself, or the line after the noun if only that can be read.

        `chipbook hand anna 3` says “anna 3”, and `chipbook hand baseball by bo` says “hand baseball by bo”.
        """
        names, own, behind = self.names(loaded), self.own_games(loaded), f"{noun} {line}"
        try:
            shorthand.read_line(line, loaded.night, names, own)
        except ShorthandError as problem:
            try:
                shorthand.read_line(behind, loaded.night, names, own)
            except ShorthandError as other:
                # The reading that got further understood more, so its refusal is the one that helps.
                further = other.column - len(noun) - 1 > problem.column
                like_a_game = _sounds_like_a_game(other, own)
                if problem.code == "unknown_player" and other.code == "unknown_game" and not like_a_game:
                    raise _neither(problem, other) from other
                return behind if further or like_a_game else line
            return behind
        return line

    def say(
        self,
        loaded: LoadedNight,
        line: str,
        *,
        key: str = "",
        at: str = "",
        waive: Sequence[tuple[str, str]] = (),
    ) -> views.LineResult:
        """Takes one line of shorthand. `at` is a time of the book; `waive` maps codes of rules to reasons."""
        return self.take(loaded, self.read(loaded, line), key=key, at=at, waive=waive)

    def read(self, loaded: LoadedNight, line: str) -> ParsedLine:
        """What the line says in this night; nothing is recorded."""
        return shorthand.read_line(line, loaded.night, self.names(loaded), self.own_games(loaded))

    def struck(self, spoken: ParsedLine) -> StrikeEvents | None:
        """The strike, or None if the line says anything else."""
        (command, *others) = spoken.commands or (None,)
        return command if isinstance(command, StrikeEvents) and not others else None

    def player(self, loaded: LoadedNight, spoken: str) -> PlayerId:
        """The player of this name, or of the name that begins so."""
        return shorthand.read_name(spoken, loaded.night, self.names(loaded))

    def take(
        self,
        loaded: LoadedNight,
        spoken: ParsedLine,
        *,
        key: str = "",
        at: str = "",
        waive: Sequence[tuple[str, str]] = (),
    ) -> views.LineResult:
        """Does what the line says."""
        for name in spoken.players:
            self.handler.names.add_player(Player(fresh_id("p"), loaded.club, name, utc_now()))
        if spoken.commands:
            return self.do(loaded, spoken.commands, key=key, at=at, waive=waive)
        result = self._heard(loaded, loaded.version, loaded.version, loaded.night.balance, added=spoken.players)
        return replace(result, at=self.time_said(loaded, spoken.at)) if spoken.at else result

    def do(
        self,
        loaded: LoadedNight,
        acts: Sequence[Command],
        *,
        key: str = "",
        at: str = "",
        waive: Sequence[tuple[str, str]] = (),
        expected: int | None = None,
    ) -> views.LineResult:
        """Records commands, all or none, and returns the result.

        With an `expected` version, nothing is recorded if the night has gone on since (`VersionConflict`).
        """
        waivers = tuple(Waiver(rule, reason) for rule, reason in waive)
        said = [IncomingCommand(replace(act, waived=(*act.waived, *waivers)), occurred_at=at) for act in acts]
        before, version = dict(loaded.night.balance), loaded.version
        try:
            records = self.handler.handle_all(loaded.night_id, said, key=key, expected=expected)
        except Refusal as refusal:
            raise in_words(refusal, self.names(loaded)) from refusal
        loaded = self.handler.load(loaded.night_id)
        first, last = records[0].version, records[-1].version
        return self._heard(loaded, first - 1, last, before, repeated=first <= version)

    def _heard(
        self,
        loaded: LoadedNight,
        after: int,
        last: int,
        before: Mapping[str, int],
        *,
        added: Sequence[str] = (),
        repeated: bool = False,
    ) -> views.LineResult:
        names = self.names(loaded)
        return views.LineResult(
            night=loaded.night_id,
            version=loaded.version,
            head=loaded.head,
            added_players=tuple(added),
            events=views.events_told(loaded, range(after + 1, last + 1), names),
            stacks=views.stacks_changed(before, loaded.night, names),
            pot=loaded.night.pot_worth(),
            now=tuple(self.waits_for(loaded)),
            repeated=repeated,
        )

    def waits_for(self, loaded: LoadedNight) -> list[str]:
        """What the table waits for, one line for each player who may act."""
        return [] if views.finished(loaded.night) else shorthand.what_now(loaded.night, self.names(loaded))

    def turns(self, loaded: LoadedNight) -> list[str]:
        """The names of the players who may act in the hand."""
        if loaded.night.hand is None:
            return []
        names = self.names(loaded)
        return [views.named(player, names) for player in asked(loaded.night)]

    def completions(self, loaded: LoadedNight, text: str, names: Mapping[PlayerId, str]) -> list[str]:
        """The completions of the last word of the line."""
        return shorthand.complete(text, loaded.night, names, self.own_games(loaded))

    def time_said(self, loaded: LoadedNight, clock: str) -> str:
        """A time of day at the table as a time of the book, on the nearest day."""
        spoken = shorthand.read_line(f"at {clock}", loaded.night, {})
        return time_said(spoken.at, utc_now(), loaded.night.terms.zone)


def in_words(
    refusal: Refusal, names: Mapping[PlayerId, str], *, where: Mapping[str, Any] | None = None
) -> NamedRefusal:
    """The refusal with names for ids, and how it may be waived."""
    waived_as = refusal.code if refusal.waivable else ""
    return NamedRefusal(
        refusal,
        sentence_of(refusal, names),
        waived_as=waived_as,
        is_doubt=isinstance(refusal, Doubt),
        where=where or {},
    )


def sentence_of(refusal: Refusal, names: Mapping[PlayerId, str]) -> str:
    """The sentence of the refusal, with names for ids, also in a refusal that it quotes."""
    known = {**names, **{"chips:" + player: f"{name}'s stack" for player, name in names.items()}}
    quoted = [value for value in refusal.details.values() if isinstance(value, Refusal)]
    return refusal.say(known | {str(inner): sentence_of(inner, names) for inner in quoted})


def _neither(player: ShorthandError, game: ShorthandError) -> CliError:
    first, all_words = player.details["name"], game.details["game"]
    sentence = (
        f"“{first}” is not a player here, and “{all_words}” is not a game: `chipbook night show` names the players, and "
        "`chipbook games` the games."
    )
    return CliError("not_understood", sentence, details={"player": first, "game": all_words})


def _sounds_like_a_game(problem: ShorthandError, own: Sequence[Game]) -> bool:
    if problem.code == "unknown_game":
        return bool(close_to(str(problem.details["game"]), own))
    return problem.code == "ambiguous_game"


def url_of(place: str) -> str:
    """The URL of a book, given its file or its URL."""
    return place if "://" in place or not place else f"{config.SQLITE}{Path(place).expanduser().absolute()}"


def fresh_id(kind: str) -> str:
    """An id that does not tell whom it names, so that a person can be renamed or forgotten."""
    return kind + letters(8)


def letters(number: int) -> str:
    """A random text of this many letters and digits."""
    return "".join(secrets.choice(CLEAR) for _ in range(number))


def _recorded_at(summary: StreamSummary) -> tuple[str, str]:
    try:
        return msgspec.json.decode(summary.first_body, type=_First).recorded_at, summary.stream
    except msgspec.DecodeError:
        # `verify` reports a damaged first event; here it must only not hide the other nights.
        return "", summary.stream
