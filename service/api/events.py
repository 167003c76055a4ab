"""Events: what has happened, a page at a time, one by number, or as it happens."""

from __future__ import annotations

from typing import Any

from flask import Response
from flask.views import MethodView

from service.api.context import context
from service.api.declaring import needs
from service.api.http.extensions import Blueprint
from service.api.schemas.headers import LastEventHeaders
from service.api.schemas.queries import EventPageSchema, StreamSchema
from service.api.streaming import stream
from service.people.access.rights import Deed
from service.reports.views.events import About, EventPage, EventView, event_page, last_events, one_event

blueprint = Blueprint("events", __name__, description="What has happened, in the order of the book.")

# One server-sent event, as a client parses it.
SERVER_SENT = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "The version of the event."},
        "event": {"type": "string", "enum": ["recorded", "reset"]},
        "data": {
            "type": "string",
            "description": "The event (EventView) as JSON; of a reset, an object with the `version`.",
        },
        "retry": {"type": "integer", "description": "Milliseconds to wait before the stream is opened again."},
    },
}


@blueprint.route("/nights/<night:night>/events")
class AllEvents(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @blueprint.arguments(EventPageSchema, location="query")
    @blueprint.answers(EventPage)
    def get(self, page: dict[str, Any], night: str) -> EventPage:
        """The events of the night, a page at a time."""
        about = About(**{name: value for name, value in page.items() if name in About._fields})
        last, after = page.get("last"), page.get("after")
        if last is None:
            return event_page(context.see(night), about, cursor=after, limit=page["limit"])
        return last_events(context.see(night), about, cursor=after, most=last)


@blueprint.route("/nights/<night:night>/events/<version:version>")
class OneEvent(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @blueprint.answers(EventView, of_the_night=False)
    def get(self, night: str, version: int) -> EventView:
        """One event by its number."""
        return one_event(context.see(night), version)


@blueprint.route("/nights/<night:night>/stream")
class Stream(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @blueprint.arguments(StreamSchema, location="query")
    @blueprint.arguments(LastEventHeaders, location="headers", error_status_code=400)
    @blueprint.response(
        200, SERVER_SENT, content_type="text/event-stream", description="Events of the night, one after the other."
    )
    def get(self, begun: dict[str, int], headers: dict[str, str], night: str) -> Response:
        """The events of the night as they happen (server-sent events).

        The id of each event is its version. A stream that broke continues after its Last-Event-ID; a new one begins after
        the version `after`, or else with the next event. A strike or correction is an event like any other: it names the
        events that it makes void. A comment is sent if nothing has happened for a while. A stream ends after some time:
        open it again. If the book ends before the Last-Event-ID (it was restored from a backup), and still does after ten
        seconds, the event `reset` says with which version it ends: read the night again; the stream goes on from there.
        """
        last = headers.get("last_event_id")
        return stream(night, begun.get("after") if last is None else int(last))
