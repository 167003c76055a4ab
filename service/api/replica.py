"""Answers reading from a replica, if it has what the reader has seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from flask import Flask, g, request

from service.api.context import EXTENSION, IN_PLACE, RequestContext
from service.app.refusals import Refused
from service.app.running.replica import Replica
from service.errors import BookError
from service.problems import Problem

View = Callable[..., Any]

READING = ("GET", "HEAD")
ROOMS = ("nights", "events", "results", "clubs")
# A stream waits for what is written; a verification is asked of the book itself.
NOT_THERE = ("events.Stream", "results.NightVerification", "clubs.ClubVerification")
_VERSION = re.compile(r'(?:W/)?"([0-9]{1,9})(?:\.[0-9a-f]{12})?"')


def read_from(app: Flask, replica: Replica) -> None:
    """Lets the routes that only read clubs and nights read from the replica."""
    place: RequestContext = app.extensions[EXTENSION]
    there = replace(place, book=replica.book)
    for endpoint, view in app.view_functions.items():
        if endpoint.partition(".")[0] in ROOMS and endpoint not in NOT_THERE:
            app.view_functions[endpoint] = _reading_there(view, replica, there)


def _reading_there(view: View, replica: Replica, there: RequestContext) -> View:
    @wraps(view)
    def read(**named: Any) -> Any:
        if request.method not in READING or not _is_there(replica, named):
            return view(**named)
        setattr(g, IN_PLACE, there)
        try:
            return view(**named)
        except (BookError, Problem, Refused) as refusal:
            # What it does not have yet, or cannot say, the primary says.
            if isinstance(refusal, BookError):
                replica.failed(refusal)
        finally:
            g.pop(IN_PLACE)
        return view(**named)

    return read


def _is_there(replica: Replica, named: dict[str, Any]) -> bool:
    if night := named.get("night"):
        return replica.has_night(night, _known())
    if club := named.get("club") or request.args.get("club"):
        return replica.has_club(club)
    return replica.has_all()


def _known() -> int:
    """The version of the night that the sender has seen; 0 if they do not say it.

    A cursor or the number of an event that the replica does not have is refused there, and then the primary is asked.
    """
    return max(map(int, _VERSION.findall(request.headers.get("If-None-Match", ""))), default=0)
