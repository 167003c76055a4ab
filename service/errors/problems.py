"""What is wrong with a request before any rule is asked, a row each: a code, a sentence and an HTTP status."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, ClassVar, Self

from engine import errors
from engine.errors import Refusal
from engine.speech import say, to_say
from service.errors import BookError

TITLES = {
    400: to_say("Bad Request"),
    401: to_say("Unauthorized"),
    403: to_say("Forbidden"),
    404: to_say("Not Found"),
    405: to_say("Method Not Allowed"),
    408: to_say("Request Timeout"),
    409: to_say("Conflict"),
    412: to_say("Precondition Failed"),
    413: to_say("Request Entity Too Large"),
    415: to_say("Unsupported Media Type"),
    422: to_say("Unprocessable Entity"),
    428: to_say("Precondition Required"),
    429: to_say("Too Many Requests"),
    500: to_say("Internal Server Error"),
    501: to_say("Not Implemented"),
    502: to_say("Bad Gateway"),
    503: to_say("Service Unavailable"),
}


class Problem(Exception):
    """A request that cannot be answered as asked. `details` holds every value that the sentence names."""

    status: ClassVar[int]
    code: ClassVar[str]
    sentence: ClassVar[str]
    headers: Mapping[str, str] = MappingProxyType({})

    def __init__(self, **details: Any) -> None:
        super().__init__(details)
        self.details = details

    @classmethod
    def row(cls, code: str, sentence: str, status: int, *, headers: Mapping[str, str] | None = None) -> type[Self]:
        """A problem, in a table of them; the headers go with every answer that states it."""
        return errors.row(cls, code, sentence=sentence, status=status, headers=headers or {})

    def __str__(self) -> str:
        return say(self.sentence, **self.details)


def body_of_problem(status: int, code: str, sentence: str, details: Mapping[str, Any]) -> dict[str, Any]:
    """The members that every problem has (RFC 9457)."""
    return {
        "type": f"urn:chipbook:problem:{code}",
        "title": say(TITLES.get(status) or HTTPStatus(status).phrase),
        "status": status,
        "detail": sentence,
        "code": code,
        "details": details,
    }


NotJson = Problem.row("not_json", "The body is not JSON: {reason}.", 400)
TooDeep = Problem.row(
    "too_deep", "The JSON of the body is nested more than {most} levels deep, which is the most.", 400
)
KeyMissing = Problem.row(
    "key_missing",
    "A request that records something needs the header Idempotency-Key: any text of 1 to {most} characters, new for "
    "each act, so that a request sent twice is recorded once.",
    400,
)
WrongHeader = Problem.row("wrong_header", "The header {header} is {given!r}; it takes {accepted}.", 400)
MalformedRequest = Problem.row(
    "malformed_request", "This is not a request that HTTP allows; the connection is closed.", 400
)
TokenMissing = Problem.row(
    "token_missing",
    "This is not open to everybody: sign in, or send the header Authorization with Bearer and a token.",
    401,
    headers={"WWW-Authenticate": 'Bearer realm="chipbook"'},
)
TokenWrong = Problem.row(
    "token_wrong",
    "This token is not good: it is mistyped, or has expired or was ended; send another, or none to see what is public.",
    401,
    headers={"WWW-Authenticate": 'Bearer realm="chipbook", error="invalid_token"'},
)
NotAMember = Problem.row("not_a_member", "You are not a member of this club; only members may {deed}.", 403)
NoRole = Problem.row(
    "no_role",
    "You have no role in this club, so you may not {deed}; that takes {needed}. A banker of the club can give you a "
    "role.",
    403,
)
RoleMayNot = Problem.row("role_may_not", "Only {needed} may {deed}; you are {role} of this club.", 403)
TokenMayNot = Problem.row(
    "token_may_not", "This token has the scope {scope}; to {deed} takes one with the scope {needed}.", 403
)
NotForAnother = Problem.row(
    "not_for_another", "A player speaks for themself: the field {field} has to be your own id, {own}.", 403
)
NotYourDeal = Problem.row("not_your_deal", "It is the deal of another, who announces the game and deals.", 403)
OptedOut = Problem.row(
    "opted_out",
    "This player opted out of standings; only they themself and whoever runs the bank see their season.",
    403,
)
MayNotWaive = Problem.row("may_not_waive", "Only the banker sets a rule aside; say it without that.", 403)
ClosedToTheBank = Problem.row(
    "closed_to_the_bank",
    "It holds cards that players entered for themselves and never showed; only whoever keeps the book, on its own machine, "
    "can have it whole.",
    403,
)
OnlyTheTableSays = Problem.row(
    "only_the_table_says", "What the table agrees on is for the bank to enter; leave the field {field} out.", 403
)

SignInNeeded = Problem.row(
    "sign_in_needed",
    "Only somebody who is signed in may do this: open the link that the banker gave you, or send a token.",
    401,
    headers={"WWW-Authenticate": 'Bearer realm="chipbook"'},
)
TokenTooNarrow = Problem.row(
    "token_too_narrow",
    "This token is for “{scope}” only, and nobody signs in or out with it; use the browser, or a token for “bank”.",
    403,
)
NotFromOurPage = Problem.row(
    "not_from_our_page",
    "The browser does not say that one of our own pages sent this: what is written for somebody who is signed in by a "
    "cookie needs the header Origin of this server ({origin}), and comes as JSON or from a form of the page. If the "
    "page has another address, because a proxy stands before the server, the host sets CHIPBOOK_URL to that address.",
    403,
)
NothingHere = Problem.row("nothing_here", "There is nothing at {path}; /api/v1/openapi.json lists every path.", 404)
UnknownVersion = Problem.row(
    "unknown_version", "The night {night} has no event {version}; its last one is {last}.", 404
)
UnknownPlayer = Problem.row("unknown_player", "Nobody with the id {player} sat down in the night {night}.", 404)
UnknownHand = Problem.row("unknown_hand", "Night {night} has no hand {hand}; the number of its hands is {hands}.", 404)
UnknownCursor = Problem.row(
    "unknown_cursor", "{cursor} is not a cursor of this list; take `next` of the page before.", 404
)


class MethodNotAllowed(Problem):
    status, code = 405, "method_not_allowed"
    sentence = "{method} does not work at {path}; what works: {allowed}."

    def __init__(self, *, allowed: str, **details: str) -> None:
        super().__init__(allowed=allowed, **details)
        self.headers = {"Allow": allowed}


ChangedSince = Problem.row(
    "changed_since",
    "This is no longer what you have seen, as your If-Match says; look at it again, and decide anew.",
    412,
)
RequestTooSlow = Problem.row(
    "request_too_slow",
    "The request did not arrive whole within {seconds} seconds; the connection is closed.",
    408,
)
ExportTooLarge = Problem.row(
    "export_too_large",
    "This file would have more than {most:,} bytes, the most that is written here; on the machine that keeps the book it may "
    "have any size.",
    413,
)
BodyTooLarge = Problem.row("body_too_large", "The body is larger than {most} bytes, the most this route takes.", 413)
NotTheContentType = Problem.row("not_the_content_type", "The body comes as {given}; send application/json.", 415)


class InvalidRequest(Problem):
    """A request of the wrong form. `errors` holds each place in it and what is wrong there."""

    def __init__(self, results: Sequence[tuple[str, str]]) -> None:
        super().__init__(errors=[{"at": at, "sentence": text} for at, text in results])
        self.first = ": ".join(filter(None, results[0]))

    def __str__(self) -> str:
        return say(self.sentence, first=self.first)


class WrongBody(InvalidRequest):
    status, code = 422, "wrong_body"
    sentence = "The body is wrong: {first}"


class WrongQuery(InvalidRequest):
    status, code = 422, "wrong_query"
    sentence = "The query is wrong: {first}"


VersionMissing = Problem.row(
    "version_missing",
    "This act depends on what the table has seen: send the header If-Match with the version it was decided on, in "
    'quotes, as in If-Match: "{version}".',
    428,
)


class TooManyRequests(Problem):
    status, code = 429, "too_many_requests"
    sentence = "More than {most} {what} within a minute; send the next one in {seconds} seconds."

    def __init__(self, *, most: int, what: str, seconds: int) -> None:
        super().__init__(most=most, what=what, seconds=seconds)
        self.headers = {"Retry-After": str(seconds)}


TooManyAtOnce = Problem.row(
    "too_many_at_once",
    "{most} requests from you are being answered and as many wait, the most there may be; send this one again when one of "
    "them is answered.",
    429,
    headers={"Retry-After": "1"},
)
Fault = Problem.row("fault", "Something went wrong on the server; the log has it under the request id {request}.", 500)


class TooManyStreams(Problem):
    status, code = 503, "too_many_streams"
    sentence = "All {most} live streams{whose} are in use; read the events from time to time instead."

    def __init__(self, *, most: int, whose: str = "") -> None:
        super().__init__(most=most, whose=whose)
        self.headers = {"Retry-After": "30"}


ServerBusy = Problem.row(
    "server_busy",
    "So many requests are being answered that this one would wait too long; send it again in a few seconds.",
    503,
    headers={"Retry-After": "3"},
)
Stopping = Problem.row(
    "stopping", "This server is being stopped; ask another one, or this address again in a moment.", 503
)
LibraryMissing = Problem.row(
    "library_missing",
    "{what} need a library that is not installed here: `pip install 'chipbook[{extra}]'` brings it; where pipx installed "
    "chipbook, `pipx inject chipbook {package}`.",
    501,
)
NotReady = Problem.row("not_ready", "The book cannot be read right now.", 503)


# The attribute that a refusal of any kind carries up to the answer.
_INDEX = "index_in_batch"
_PLACE = re.compile(r"commands\[(\d+)\]")


@contextmanager
def marking_refusals(index: int | None) -> Iterator[None]:
    """Marks refusals raised inside with the index of their command, from 0; None (no batch) marks nothing."""
    try:
        yield
    except (Refusal, BookError, Problem) as refusal:
        if index is not None:
            setattr(refusal, _INDEX, index)
        raise


def index_of(refusal: Exception) -> int | None:
    """The index of the refused command; None if there was no batch, or the batch was refused as a whole."""
    index: int | None = getattr(refusal, _INDEX, None)
    return index


def index_in(places: Iterable[str]) -> int | None:
    """The index of the command that holds the first of these places of a request body; None if no place is in a command."""
    return next((int(match[1]) for place in places if (match := _PLACE.match(place))), None)
