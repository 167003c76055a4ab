"""What a request needs: the book, who asks, and the hub of listeners.

A process has one context for all its threads; views reach it as `context`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from flask import current_app, g, request
from werkzeug.local import LocalProxy

from engine import commands
from service.access.credentials import Credentials
from service.access.our_page import origin_of
from service.app.book import Book
from service.app.seeing import see, version_of
from service.app.soundness import see_proven
from service.app.take import IncomingCommand, take
from service.auth import Tokens
from service.batch_index import marking_refusals
from service.live.hub import Hub
from service.problems import VersionMissing
from service.rate_limits import RateLimits
from service.views.events import Recording
from service.views.visible_night import VisibleNight

EXTENSION = "chipbook"
# The name in `g` of the context of a request that is answered by a replica.
IN_PLACE = "chipbook_in_place"

# Acts of a hand depend on what was seen at the table; those of the bank and the night do not (DESIGN 6).
NEED_VERSION: frozenset[type[commands.Command]] = frozenset(
    kind for kind in commands.ALL if kind.__module__.startswith("engine.play.")
)


@dataclass(frozen=True, slots=True)
class RequestContext:
    """Everything a request may need. `url`: where people reach the server; empty for wherever a request came to."""

    book: Book
    hub: Hub
    tokens: Tokens
    credentials: Credentials
    limits: RateLimits
    url: str
    stream_seconds: float

    @property
    def origin(self) -> str:
        """The origin of our own pages."""
        return origin_of(self.url or request.host_url)

    def see(self, night: str, *, at: int | None = None) -> VisibleNight:
        """The night as the person who asks may see it."""
        return see(self.book, night, is_banker=g.is_banker, at=at)

    def see_proven(self, night: str) -> VisibleNight:
        """The same as `see`, but refuses a night whose chain is broken: a report or a plan of it would prove nothing."""
        return see_proven(self.book, night, is_banker=g.is_banker)

    def record(
        self, night: str, incoming: Sequence[IncomingCommand], *, key: str, expected: int | None = None
    ) -> Recording:
        """Records the commands, all or none. Refuses an act of a hand without the version it was decided on."""
        act = next((one for one in incoming if type(one.command) in NEED_VERSION), None)
        # Opening a night needs no version.
        if expected is None and act is not None and (version := version_of(self.book, night)):
            with marking_refusals(act.index):
                raise VersionMissing(act=type(act.command).__name__, version=version)
        return take(self.book, night, incoming, key=key, expected=expected).recording


def current_context() -> RequestContext:
    """The context itself, for work that goes on after the request has been answered."""
    found: RequestContext = g.get(IN_PLACE) or current_app.extensions[EXTENSION]
    return found


context = cast("RequestContext", LocalProxy(current_context))
