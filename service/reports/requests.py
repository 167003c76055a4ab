"""What do players ask of the bank? Each request, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine import commands, errors
from engine.decider import decide
from engine.reports.requests import RequestTold, State, asked_told, end_told, requests
from engine.speech import say_as
from engine.wording import Voice
from service.language.shorthand.vocabulary.requests import open_lines
from service.reports.views.visible_night import VisibleNight


class RequestLine(RequestTold, frozen=True, kw_only=True):
    """A request; `told` says what is asked for, `end` what became of it."""

    told: str
    end: str


def request_kind_told(request: RequestTold) -> str:
    """What sort of request it is, in a word or two."""
    match request.kind:
        case "chips":
            return say_as("a request", "for money") if request.paid else say_as("a request", "on credit")
        case "count":
            return say_as("a request", "count")
        case "payment":
            return say_as("a request", "payment")


def request_state_told(state: State) -> str:
    """The state of a request in a word or two."""
    match state:
        case "open":
            return say_as("a request", "open")
        case "approved":
            return say_as("a request", "approved")
        case "declined":
            return say_as("a request", "declined")
        case "withdrawn":
            return say_as("a request", "withdrawn")
        case "lapsed":
            return say_as("a request", "not answered")


def request_lines(told: Iterable[RequestTold], voice: Voice) -> tuple[RequestLine, ...]:
    """The requests with their sentences."""
    return tuple(
        RequestLine(told=asked_told(one, voice), end=end_told(one, voice), **msgspec.structs.asdict(one))
        for one in told
    )


# By these rules chips are given when the hand is over.
WAIT_FOR_THE_END = (errors.TableStakes, errors.BankerIsPlaying)


class RequestView(RequestLine, frozen=True, kw_only=True):
    """A request. `refused` says by which rule it would be refused if it were approved now, None if it would not be.

    `refused_as` is the code of that rule; a `waivable` one may be set aside by the banker.
    """

    refused: str | None
    refused_as: str | None
    waivable: bool


class Requests(msgspec.Struct, frozen=True, kw_only=True):
    """Every request in the order in which they were made; `open` says how many wait for an answer."""

    night: str
    version: int
    open: int
    requests: tuple[RequestView, ...]


def requests_so_far(seen: VisibleNight) -> Requests:
    """All the requests of the night."""
    told = _views(seen, requests(seen.records))
    return Requests(night=seen.night_id, version=seen.version, open=len(seen.night.open_requests), requests=told)


def open_requests(seen: VisibleNight) -> tuple[RequestView, ...]:
    """The requests that wait for an answer."""
    if not seen.night.open_requests:
        return ()
    return _views(seen, [one for one in requests(seen.records) if one.state == "open"])


def request_hints(seen: VisibleNight) -> list[str]:
    """The lines that end the open requests."""
    found = open_requests(seen)
    return open_lines(
        found, {one.number: one.refused for one in found if one.refused}, Voice(seen.names, seen.opened.currency)
    )


def _views(seen: VisibleNight, told: Sequence[RequestTold]) -> tuple[RequestView, ...]:
    return tuple(_view(seen, line) for line in request_lines(told, Voice(seen.names, seen.opened.currency)))


def _view(seen: VisibleNight, line: RequestLine) -> RequestView:
    refusal = refused_now(seen, line.number) if line.state == "open" else None
    return RequestView(
        refused=refusal.say(dict(seen.names)) if refusal else None,
        refused_as=refusal.code if refusal else None,
        waivable=refusal is not None and refusal.waivable,
        **msgspec.structs.asdict(line),
    )


def refused_now(seen: VisibleNight, request: int) -> errors.Refusal | None:
    """The refusal that an approval would meet now; None if it would be recorded."""
    try:
        decide(commands.ApproveRequest(request=request), seen.night)
    except errors.Refusal as refusal:
        return refusal
    return None
