"""Live events of a night as server-sent events."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flask import Response, request

from service.api.context import RequestContext, context, current_context
from service.api.http.rate_limits import one_address
from service.api.live.stream import LiveStream
from service.app.permission import as_seen_by, insist_at_night, seen_as, sees_all
from service.app.seeing import see
from service.errors import ClubMissing, NightMissing
from service.errors.problems import Problem
from service.language.languages import Language, language_spoken
from service.people.access.rights import Deed
from service.people.access.who import Who
from service.reports.views.visible_night import VisibleNight


class Sight(NamedTuple):
    """What decides what a reader is told of a night. Readers of one sight share what is read and written for them."""

    night: str
    sees_all: bool
    viewer: str | None
    language: Language


def stream(night: str, after: int | None) -> Response:
    """The response: what happened after this version, or what happens from now on.

    Its place is given back when the stream ends or the client goes away.
    """
    sight = _sight_of(context.see(night), language_spoken())
    # Whoever runs the bank gets a stream even if the others have taken all that are left to them.
    whose = {"person": context.who.person, "address": one_address(request.remote_addr or "")}
    listener = context.hub.listen(night) if sight.sees_all else context.hub.listen(night, **whose)
    place = current_context()
    live = LiveStream(
        listener,
        context.hub.tellings,
        sight,
        _looker(place, sight),
        seconds=context.stream_seconds,
        still_may=_still_may(place, sight, context.who_again),
        sees_all=sight.sees_all,
        language=sight.language,
    )
    if after is not None:
        live.begin_after(after)
    # Given to the server as it is, which takes it over; others iterate over it, as the client of the tests does.
    response = Response(live, mimetype="text/event-stream", direct_passthrough=True)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _sight_of(view: VisibleNight, language: Language) -> Sight:
    return Sight(view.night_id, view.is_banker, view.viewer, language)


def _looker(place: RequestContext, sight: Sight) -> Callable[[], VisibleNight]:
    """A function that reads the night again as readers of this sight see it, after the request has been answered."""

    def look() -> VisibleNight:
        view = see(place.book, sight.night)
        return view if sight.sees_all else seen_as(view, sight.viewer)

    return look


def _still_may(place: RequestContext, sight: Sight, who_again: Callable[[], Who]) -> Callable[[], bool]:
    """A function that says whether the reader may still see the night, and as much of it as when the stream began."""

    def still_may() -> bool:
        who = who_again()
        try:
            insist_at_night(place.book, who, Deed.SEE_NIGHTS, sight.night)
        except (Problem, NightMissing, ClubMissing):
            return False
        if sight.sees_all and sees_all(place.book, who, sight.night):
            # Their role says so; the night is read only for whoever sees its cards because they have its bank.
            return True
        return _sight_of(as_seen_by(see(place.book, sight.night), who), sight.language) == sight

    return still_may
