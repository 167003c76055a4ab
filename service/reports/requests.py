"""A request of a player in words, for reports and answers alike."""

from collections.abc import Iterable

import msgspec

from engine.reports.requests import RequestTold, asked_told, end_told
from engine.wording import Voice


class RequestLine(RequestTold, frozen=True, kw_only=True):
    """A request; `told` says what is asked for, `end` what became of it."""

    told: str
    end: str


def request_lines(told: Iterable[RequestTold], voice: Voice) -> tuple[RequestLine, ...]:
    """The requests with their sentences."""
    return tuple(
        RequestLine(told=asked_told(one, voice), end=end_told(one, voice), **msgspec.structs.asdict(one))
        for one in told
    )
