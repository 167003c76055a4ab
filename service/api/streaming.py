"""Server-sent events of one night: first what is in the book after the last event received, then new ones."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, g, request

from service.api.context import RequestContext, context, current_context
from service.app.seeing import see
from service.live.stream import LiveStream
from service.views.visible_night import VisibleNight


def stream(night: str, last_event_id: str | None) -> Response:
    """The response. Its place is given back when the stream ends or the client goes away."""
    listener = context.hub.listen(night, address=None if g.is_banker else request.remote_addr or "")
    # Readers of one sight share what is read and written for them. Nothing else may decide what they see.
    sight = (night, g.is_banker)
    look = _looker(current_context(), night, is_banker=g.is_banker)
    live = LiveStream(
        listener,
        context.hub.tellings,
        sight,
        look,
        seconds=context.stream_seconds,
        still_may=g.still_may,
    )
    if last_event_id is not None:
        live.begin_after(int(last_event_id))
    # Given to the server as it is, so that one that knows streams takes it over; others iterate over it.
    response = Response(live, mimetype="text/event-stream", direct_passthrough=True)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _looker(place: RequestContext, night: str, *, is_banker: bool) -> Callable[[], VisibleNight]:
    """A function that reads the night again as this client may see it, after the request has been answered."""

    def look() -> VisibleNight:
        return see(place.book, night, is_banker=is_banker)

    return look
