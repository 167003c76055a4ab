"""A request of a player in words, for reports and answers alike."""

from collections.abc import Iterable

import msgspec

from engine.reports.requests import RequestTold, State, asked_told, end_told
from engine.speech import say_as
from engine.wording import Voice


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
