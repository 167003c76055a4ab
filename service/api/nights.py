"""Nights: the list of them, opening one, where one stands, everything a person can do there, and its events, live too."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, NamedTuple

import msgspec
from flask import Response, request
from msgspec import inspect

from engine import commands
from engine.registry import OWN_WORD
from service.api.bodies import CommandBody
from service.api.context import NEED_VERSION, RequestContext, context, current_context
from service.api.http.limits import one_address
from service.api.live.stream import LiveStream
from service.api.parameters import (
    ActHeaders,
    AtSchema,
    EventPageSchema,
    KeyHeaders,
    LastEventHeaders,
    NightPageSchema,
    RecordingHeaders,
    StreamSchema,
    TableSchema,
)
from service.api.routes import Blueprint
from service.app import seeing
from service.app.night.open_night import opening_stated
from service.app.permission import insist_at_night, role_sees_cards, visible_as, visible_to
from service.app.seeing import see, where_it_stands
from service.app.take import IncomingCommand, Taken
from service.errors import ClubMissing, NightMissing
from service.errors.problems import Problem, WrongBody
from service.language.languages import Language, language_spoken
from service.language.validation import TIME, expected, wrong_value
from service.logs import log_night_of_body
from service.people.rights import Deed, Who, deed_of
from service.reports.views.events import (
    About,
    EventPage,
    EventView,
    Recording,
    event_page,
    last_events,
    one_event,
    recording,
)
from service.reports.views.night import NightPage, NightView
from service.reports.views.play.choices import Choices, may_do
from service.reports.views.table import TableView, table_view
from service.reports.views.visible_night import VisibleNight

NIGHTS = Blueprint("nights", __name__, description="One evening each, from opening to settlement.")


def _opening(body: Any) -> Any:
    return opening_stated(context.book, body) if isinstance(body, dict) else body


@NIGHTS.get("/nights", needs=Deed.ASK, query=NightPageSchema, answers=NightPage)
def all_nights(page: dict[str, Any]) -> NightPage:
    """The nights, the newest first: without a token those that their clubs publish, for a member those of their club."""
    which = seeing.Which(**{name: value for name, value in page.items() if name in seeing.Which._fields})
    return seeing.nights_shown_to(context.book, context.who, which, cursor=page.get("after"), limit=page["limit"])


@NIGHTS.post(
    "/nights", needs=Deed.RUN_BANK, headers=KeyHeaders, takes=commands.OpenNight, before=_opening, makes=Recording
)
def open_night(headers: dict[str, str], opening: commands.OpenNight) -> Any:
    """Opens a night and freezes the rules it is played under.

    Rules of the house and chips that are left out are those the club has agreed on, and the decimals of a currency those that
    it has: none for JPY, 2 for EUR.
    """
    log_night_of_body(opening.club, opening.night)
    taken = context.record(opening.night, [IncomingCommand(opening)], key=headers["key"])
    return recording(taken.view, taken.first), {"Location": f"/api/v1/nights/{opening.night}"}


@NIGHTS.get("/nights/<night:night>", needs=Deed.SEE_NIGHTS, query=AtSchema, answers=NightView)
def one_night(when: dict[str, int | None], night: str) -> NightView:
    """Where the night stands, now or at a version."""
    return where_it_stands(context.book, context.see(night, at=when.get("at")))


@NIGHTS.get("/nights/<night:night>/table", needs=Deed.SEE_NIGHTS, query=TableSchema, answers=TableView)
def table_at_an_event(when: dict[str, int | None], night: str) -> TableView:
    """The table as it stood at an event: seats, cards as known then, the pot in layers, and whose turn it was."""
    view = context.see(night)
    return table_view(view, when.get("at") or view.version)


@NIGHTS.get("/nights/<night:night>/choices", needs=Deed.SEE_NIGHTS, answers=Choices)
def what_now(night: str) -> Choices:
    """What each player may do now."""
    return may_do(context.see(night))


COMMANDS = Blueprint("commands", __name__, description="Everything a person can do.")

BATCH_MAX = 500
# Acts that have a route of their own in addition to `/commands`, by the noun people look for.
ROUTES: dict[str, type[commands.Command]] = {
    "seats": commands.SeatPlayer,
    "loans": commands.GiveLoan,
    "buy-ins": commands.BuyChips,
    "cash-outs": commands.CashOut,
    "counts": commands.CountChips,
    "expenses": commands.PayExpense,
    "tips": commands.GiveTip,
    "requests": commands.AskForChips,
    "approvals": commands.ApproveRequest,
    "declines": commands.DeclineRequest,
    "said-counts": commands.SayCount,
    "said-payments": commands.SayPayment,
    "request-withdrawals": commands.WithdrawRequest,
    "count-confirmations": commands.ConfirmCount,
    "payment-confirmations": commands.ConfirmPayment,
    "handovers": commands.PassBank,
    "hands": commands.AnnounceHand,
    "rulings": commands.MakeRuling,
    "strikes": commands.StrikeEvents,
    "disputes": commands.RaiseDispute,
    "dispute-withdrawals": commands.WithdrawDispute,
    "corrections": commands.CorrectEvents,
    "settlement": commands.FreezePlan,
    "payments": commands.RecordPayment,
}


class Batch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Several commands: all of them are recorded in this order, or none."""

    commands: Annotated[tuple[CommandBody, ...], msgspec.Meta(min_length=1, max_length=BATCH_MAX)]


@COMMANDS.post(
    "/nights/<night:night>/commands", needs=Deed.SAY, headers=RecordingHeaders, takes=CommandBody, makes=Recording
)
def record_command(headers: dict[str, Any], stated: CommandBody, night: str) -> Any:
    """Records one command and everything that follows from it."""
    return _recorded(context.record(night, [_incoming(stated)], **headers))


@COMMANDS.post("/nights/<night:night>/batches", needs=Deed.SAY, headers=RecordingHeaders, takes=Batch, makes=Recording)
def record_batch(headers: dict[str, Any], batch: Batch, night: str) -> Any:
    """Records several commands in this order: all of them, or none."""
    incoming = [_incoming(stated, index) for index, stated in enumerate(batch.commands)]
    return _recorded(context.record(night, incoming, **headers))


def _incoming(stated: CommandBody, index: int | None = None) -> IncomingCommand:
    """The command as the command handler takes it; in a batch with its index, so that a refusal can name it."""
    at = stated.occurred_at or ""
    try:
        datetime.fromisoformat(at or "1970-01-01")
    except ValueError:
        # It has the form of a time, and its day or hour does not exist.
        name = "occurred_at" if index is None else f"commands[{index}].occurred_at"
        raise WrongBody([(name, wrong_value(name, expected(inspect.StrType(pattern=TIME)), at))]) from None
    return IncomingCommand(stated.command, occurred_at=at, index=index)


def _recorded(taken: Taken) -> tuple[Recording, dict[str, str]]:
    made = recording(taken.view, taken.first)
    return made, {"Location": f"/api/v1/nights/{made.night}/events/{taken.first}"}


def _own_route(noun: str, kind: type[commands.Command]) -> None:
    """The route of one act: its body is the command without its type."""

    def record_act(headers: dict[str, Any], command: commands.Command, night: str) -> Any:
        return _recorded(context.record(night, [IncomingCommand(command)], **headers))

    record_act.__doc__ = (kind.__doc__ or "").partition("\n")[0]
    COMMANDS.post(
        f"/nights/<night:night>/{noun}",
        endpoint=f"post_{noun.replace('-', '_')}",
        # What a player may say for themself is decided when it is known what they say.
        needs=Deed.SAY if kind in OWN_WORD else deed_of(kind),
        headers=ActHeaders if kind in NEED_VERSION else RecordingHeaders,
        takes=kind,
        makes=Recording,
    )(record_act)


for _noun, _kind in ROUTES.items():
    _own_route(_noun, _kind)


EVENTS = Blueprint("events", __name__, description="What has happened, in the order of the book.")

# One server-sent event, as a client parses it.
SERVER_SENT = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "The version of the event."},
        "event": {"type": "string", "enum": ["recorded", "answered", "reset"]},
        "data": {
            "type": "string",
            "description": "The event (EventView) as JSON; of a reset, an object with the `version`; of an answer, with how "
            "many `answers` there are.",
        },
        "retry": {"type": "integer", "description": "Milliseconds to wait before the stream is opened again."},
    },
}


@EVENTS.get("/nights/<night:night>/events", needs=Deed.SEE_NIGHTS, query=EventPageSchema, answers=EventPage)
def all_events(page: dict[str, Any], night: str) -> EventPage:
    """The events of the night, a page at a time."""
    about = About(**{name: value for name, value in page.items() if name in About._fields})
    last, after = page.get("last"), page.get("after")
    if last is None:
        return event_page(context.see(night), about, cursor=after, limit=page["limit"])
    return last_events(context.see(night), about, cursor=after, most=last)


@EVENTS.get(
    "/nights/<night:night>/events/<version:version>", needs=Deed.SEE_NIGHTS, answers=EventView, of_the_night=False
)
def event_by_number(night: str, version: int) -> EventView:
    """One event by its number."""
    return one_event(context.see(night), version)


@EVENTS.get("/nights/<night:night>/stream", needs=Deed.SEE_NIGHTS, query=StreamSchema, headers=LastEventHeaders)
@EVENTS.response(
    200, SERVER_SENT, content_type="text/event-stream", description="Events of the night, one after the other."
)
def live_events(begun: dict[str, int], headers: dict[str, str], night: str) -> Response:
    """The events of the night as they happen (server-sent events).

    The id of each event is its version. A stream that broke continues after its Last-Event-ID; a new one begins after
    the version `after`, or else with the next event. A strike or correction is an event like any other: it names the
    events that it makes void. What somebody says of the settlement or of a decision is no event of the night: `answered` has
    no id, and says that there is more to read in its report. A comment is sent if nothing has happened for a while. A stream ends after some time:
    open it again. If the book ends before the Last-Event-ID (it was restored from a backup), and still does after ten
    seconds, the event `reset` says with which version it ends: read the night again; the stream goes on from there.
    """
    last = headers.get("last_event_id")
    return stream(night, begun.get("after") if last is None else int(last))


class Sight(NamedTuple):
    """What decides what a reader is told of a night. Readers of one sight share what is read and written for them."""

    night: str
    sees_cards: bool
    viewer: str | None
    language: Language


def stream(night: str, after: int | None) -> Response:
    """The response: what happened after this version, or what happens from now on.

    Its place is given back when the stream ends or the client goes away.
    """
    sight = _sight_of(context.see(night), language_spoken())
    # Whoever runs the bank gets a stream even if the others have taken all that are left to them.
    whose = {"person": context.who.person, "address": one_address(request.remote_addr or "")}
    listener = context.hub.listen(night) if sight.sees_cards else context.hub.listen(night, **whose)
    place = current_context()
    live = LiveStream(
        listener,
        context.hub.feeds,
        sight,
        _looker(place, sight),
        seconds=context.stream_seconds,
        still_may=_still_may(place, sight, context.who_again),
        language=sight.language,
    )
    if after is not None:
        live.begin_after(after)
    # Given to the server as it is, which takes it over; others iterate over it, as the client of the tests does.
    response = Response(live, mimetype="text/event-stream", direct_passthrough=True)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _sight_of(view: VisibleNight, language: Language) -> Sight:
    return Sight(view.night_id, view.sees_cards, view.viewer, language)


def _looker(place: RequestContext, sight: Sight) -> Callable[[], VisibleNight]:
    """A function that reads the night again as readers of this sight see it, after the request has been answered."""

    def look() -> VisibleNight:
        view = see(place.book, sight.night)
        return view.for_the_bank() if sight.sees_cards else visible_as(view, sight.viewer)

    return look


def _still_may(place: RequestContext, sight: Sight, who_again: Callable[[], Who]) -> Callable[[], bool]:
    """A function that says whether the reader may still see the night, and as much of it as when the stream began."""

    def still_may() -> bool:
        who = who_again()
        try:
            insist_at_night(place.book, who, Deed.SEE_NIGHTS, sight.night)
        except (Problem, NightMissing, ClubMissing):
            return False
        if sight.sees_cards and role_sees_cards(place.book, who, sight.night):
            # Their role says so; the night is read only for whoever sees its cards because they have its bank.
            return True
        return _sight_of(visible_to(see(place.book, sight.night), who), sight.language) == sight

    return still_may
