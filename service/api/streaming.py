"""Server-sent events of one night: first what is in the book after the last event received, then new ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import msgspec
from flask import Response, g, request

from service.api.context import RequestContext, context, current_context
from service.app.seeing import see
from service.live import Listener
from service.problems import UnknownVersion
from service.views.events import EventView, events_told
from service.views.visible_night import VisibleNight

RETRY_MILLISECONDS = 2000
HEARTBEAT_SECONDS = 15.0
HEARTBEAT = b": still here\n\n"


def stream(night: str, last_event_id: str | None) -> Response:
    """The response. Its listener is removed when the stream ends or the client goes away."""
    seen = context.see(night)
    after = seen.version if last_event_id is None else int(last_event_id)
    if after > seen.version:
        raise UnknownVersion(night=night, version=after, last=seen.version)
    listener = context.hub.listen(night, address=None if g.is_banker else request.remote_addr or "")
    look = _looker(current_context(), night, is_banker=g.is_banker)
    response = Response(_told(listener, look, after, context.stream_seconds), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(listener.close)
    return response


def _looker(place: RequestContext, night: str, *, is_banker: bool) -> Callable[[], VisibleNight]:
    """A function that reads the night again as this client may see it, after the request has been answered."""

    def look() -> VisibleNight:
        return see(place.book, night, is_banker=is_banker)

    return look


def _told(listener: Listener, look: Callable[[], VisibleNight], after: int, seconds: float) -> Iterator[bytes]:
    ends_at = time.monotonic() + seconds
    yield f"retry: {RETRY_MILLISECONDS}\nid: {after}\n\n".encode()
    while True:
        seen = look()
        if seen.version > after:
            for event in events_told(seen, seen.told[after:]):
                yield _written(event)
        after = max(after, seen.version)
        left = ends_at - time.monotonic()
        if left <= 0 or listener.ended:
            return
        if not listener.wait(after, min(left, HEARTBEAT_SECONDS)) and not listener.ended:
            yield HEARTBEAT


def _written(event: EventView) -> bytes:
    # JSON from msgspec has no line breaks, which would end the field.
    return b"id: %d\nevent: recorded\ndata: %s\n\n" % (event.version, msgspec.json.encode(event))
