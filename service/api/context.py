"""What a request needs: command handlers, the night as its reader may see it, and the hub of listeners.

A process has one context for all its threads; views reach it as `context`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

from flask import current_app, g
from werkzeug.local import LocalProxy

from engine import commands
from engine.errors import Refusal
from engine.ids import PlayerId
from engine.strikes import Strike
from service.api.refusals import Refused
from service.auth import Tokens
from service.batch_index import marking_refusals
from service.command_handler import PREFIX, CommandHandler, IncomingCommand
from service.db import Database
from service.errors import BookError
from service.handler_pool import HandlerPool
from service.live import Hub
from service.own_games.shelf import Added, add_game, retire_game
from service.preconditions import check_preconditions
from service.problems import VersionMissing
from service.proof.stream import insist_it_is_sound
from service.queries.event_list import Recording, recording
from service.queries.visible_night import VisibleNight, names_of, visible_night
from service.shorthand.lines import must_be_a_name
from service.store.chain import canonical
from service.store.idempotency import make_club, make_player
from service.store.names import Club, Player
from service.store.own_games import GameVersion

EXTENSION = "chipbook"

# Acts of a hand depend on what was seen at the table; those of the bank and the night do not (DESIGN 6).
NEED_VERSION: frozenset[type[commands.Command]] = frozenset(
    kind for kind in commands.ALL if kind.__module__.startswith("engine.play.")
)
# Letters and digits that nobody mistakes for one another when an id is read aloud.
CLEAR = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class RequestContext:
    """Everything a request may need."""

    database: Database
    handlers: HandlerPool
    hub: Hub
    tokens: Tokens
    now: Callable[[], str]
    stream_seconds: float

    def handler(self) -> AbstractContextManager[CommandHandler]:
        """A command handler for this request alone."""
        return self.handlers.borrow()

    def see(self, night: str, *, at: int | None = None) -> VisibleNight:
        """The night as the person who asks may see it."""
        with self.handlers.borrow() as handler:
            return visible_night(handler, night, is_banker=g.is_banker, at=at)

    def see_proven(self, night: str) -> VisibleNight:
        """The same as `see`, but refuses a night whose chain is broken: a report or a plan of it would prove nothing."""
        with self.handlers.borrow() as handler:
            if handler.store.version(PREFIX + night):
                insist_it_is_sound(self.database, night)
            return visible_night(handler, night, is_banker=g.is_banker)

    def record(
        self, night: str, incoming: Sequence[IncomingCommand], *, key: str, expected: int | None = None
    ) -> Recording:
        """Records the commands, all or none, and tells the listeners."""
        with self.handlers.borrow() as handler:
            try:
                self._insist_on_version(handler, night, incoming, expected)
                for one in incoming:
                    with marking_refusals(one.index):
                        check_preconditions(night, one.command, handler.names)
                records = handler.handle_all(night, incoming, key=key, expected=expected)
            except Refusal as refusal:
                raise Refused(refusal, _names(handler, night)) from refusal
            seen = visible_night(handler, night, is_banker=True, at=records[-1].version)
        self.hub.announce(night, seen.version)
        return recording(seen, records[0].version)

    def what_if(self, night: str, command: commands.StrikeEvents) -> tuple[VisibleNight, Strike]:
        """What a strike would do to the night as it is."""
        with self.handlers.borrow() as handler:
            seen = visible_night(handler, night, is_banker=True)
            try:
                return seen, handler.what_if(night, command)
            except Refusal as refusal:
                raise Refused(refusal, seen.names) from refusal

    def make_club(self, name: str, *, key: str) -> Club:
        """A new club, or the one that an earlier request with the same key made."""
        club = Club(_fresh_id("c"), name, self.now())
        return make_club(self.database, club, key=key, digest=_digest({"club": name}))

    def make_player(self, club: str, name: str, *, key: str) -> Player:
        """A new player of a club."""
        must_be_a_name(name)
        player = Player(_fresh_id("p"), club, name, self.now())
        return make_player(self.database, player, key=key, digest=_digest({"club": club, "player": name}))

    def add_game(self, club: str, toml: str, *, key: str) -> Added:
        """Adds a game of the club's own, or returns what an earlier request with the same key added."""
        digest = _digest({"club": club, "game": toml})
        return add_game(self.database, club, toml, at=self.now(), key=key, digest=digest)

    def retire_game(self, club: str, game: str, *, key: str) -> GameVersion | None:
        """The version that retires a game of the club's own, or None if the club has no game of this name to retire."""
        digest = _digest({"club": club, "retire": game})
        return retire_game(self.database, club, game, at=self.now(), key=key, digest=digest)

    def _insist_on_version(
        self, handler: CommandHandler, night: str, incoming: Sequence[IncomingCommand], expected: int | None
    ) -> None:
        """Refuses an act of a hand that does not give the version it was decided on. Opening a night needs none."""
        act = next((one for one in incoming if type(one.command) in NEED_VERSION), None)
        if expected is None and act is not None and (version := handler.store.version(PREFIX + night)):
            with marking_refusals(act.index):
                raise VersionMissing(act=type(act.command).__name__, version=version)


def _names(handler: CommandHandler, night: str) -> dict[PlayerId, str]:
    """The names for a sentence; none for a night that does not exist yet, so that the sentence has the ids."""
    try:
        loaded = handler.load(night)
    except BookError:
        return {}
    return names_of(handler, loaded.club, loaded.night)


def _digest(request: Any) -> str:
    return sha256(canonical(request).encode()).hexdigest()


def _fresh_id(kind: str) -> str:
    """An id that does not tell whom it names, so that a person can be renamed or forgotten."""
    return kind + "".join(secrets.choice(CLEAR) for _ in range(10))


def current_context() -> RequestContext:
    """The context itself, for work that goes on after the request has been answered."""
    found: RequestContext = current_app.extensions[EXTENSION]
    return found


context = cast("RequestContext", LocalProxy(current_context))
