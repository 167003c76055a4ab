"""What is wrong with a request before any rule is asked: one small class per reason, each with an HTTP status and a code.

Problem
├── 400  NotJson, TooDeep, KeyMissing, WrongHeader, MalformedRequest
├── 401  TokenMissing, TokenWrong, SignInNeeded
├── 403  NotAMember, NoRole, RoleMayNot, TokenMayNot, NotForAnother, OptedOut, MayNotWaive, TokenTooNarrow, NotFromOurPage
├── 404  NothingHere, UnknownVersion, UnknownPlayer, UnknownHand, UnknownCursor
├── 405  MethodNotAllowed
├── 412  ChangedSince
├── 413  BodyTooLarge
├── 415  NotTheContentType
├── 422  WrongBody, WrongQuery
├── 428  VersionMissing
├── 429  TooManyRequests, TooManyAtOnce
├── 431  HeadersTooLarge
├── 500  Fault
├── 501  TransferNotKnown
└── 503  TooManyStreams, ServerBusy, NotReady
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, ClassVar

from engine.speech import say, to_say

TITLES = {
    400: to_say("Bad Request"),
    401: to_say("Unauthorized"),
    403: to_say("Forbidden"),
    404: to_say("Not Found"),
    405: to_say("Method Not Allowed"),
    409: to_say("Conflict"),
    412: to_say("Precondition Failed"),
    413: to_say("Request Entity Too Large"),
    415: to_say("Unsupported Media Type"),
    422: to_say("Unprocessable Entity"),
    428: to_say("Precondition Required"),
    429: to_say("Too Many Requests"),
    431: to_say("Request Header Fields Too Large"),
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

    def __init__(self, **details: Any) -> None:
        super().__init__(details)
        self.details = details
        self.headers: Mapping[str, str] = {}

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


class NotJson(Problem):
    status, code = 400, "not_json"
    sentence = "The body is not JSON: {reason}."


class TooDeep(Problem):
    status, code = 400, "too_deep"
    sentence = "The JSON of the body is nested more than {most} levels deep, which is the most."


class KeyMissing(Problem):
    status, code = 400, "key_missing"
    sentence = (
        "A request that records something needs the header Idempotency-Key: any text of 1 to {most} characters, new for each "
        "act, so that a request sent twice is recorded once."
    )


class WrongHeader(Problem):
    status, code = 400, "wrong_header"
    sentence = "The header {header} is {given!r}; it takes {accepted}."


class MalformedRequest(Problem):
    status, code = 400, "malformed_request"
    sentence = "This is not a request that HTTP allows; the connection is closed."


class TokenMissing(Problem):
    status, code = 401, "token_missing"
    sentence = "This is not open to everybody: sign in, or send the header Authorization with Bearer and a token."

    def __init__(self) -> None:
        super().__init__()
        self.headers = {"WWW-Authenticate": 'Bearer realm="chipbook"'}


class TokenWrong(Problem):
    status, code = 401, "token_wrong"
    sentence = "This token is not good: it is mistyped, or has expired or was ended; send another, or none to see what is public."

    def __init__(self) -> None:
        super().__init__()
        self.headers = {"WWW-Authenticate": 'Bearer realm="chipbook", error="invalid_token"'}


class NotAMember(Problem):
    status, code = 403, "not_a_member"
    sentence = "You are not a member of this club; only members may {deed}."


class NoRole(Problem):
    status, code = 403, "no_role"
    sentence = "You have no role in this club, so you may not {deed}; that takes {needed}. A banker of the club can give you a role."


class RoleMayNot(Problem):
    status, code = 403, "role_may_not"
    sentence = "You are {role} of this club; to {deed} takes {needed}."


class TokenMayNot(Problem):
    status, code = 403, "token_may_not"
    sentence = "This token has the scope {scope}; to {deed} takes one with the scope {needed}."


class NotForAnother(Problem):
    status, code = 403, "not_for_another"
    sentence = "A player speaks for themself: the field {field} has to be your own id, {own}."


class OptedOut(Problem):
    status, code = 403, "opted_out"
    sentence = "This player opted out of standings; only they themself and whoever runs the bank see their season."


class MayNotWaive(Problem):
    status, code = 403, "may_not_waive"
    sentence = "Only the banker sets a rule aside; say it without that."


class SignInNeeded(Problem):
    status, code = 401, "sign_in_needed"
    sentence = "Only somebody who is signed in may do this: open the link that the banker gave you, or send a token."

    def __init__(self) -> None:
        super().__init__()
        self.headers = {"WWW-Authenticate": 'Bearer realm="chipbook"'}


class TokenTooNarrow(Problem):
    status, code = 403, "token_too_narrow"
    sentence = (
        "This token is for “{scope}” only, and nobody signs in or out with it; use the browser, or a token for “bank”."
    )


class NotFromOurPage(Problem):
    status, code = 403, "not_from_our_page"
    sentence = (
        "The browser does not say that one of our own pages sent this: what is written for somebody who is signed in by a "
        "cookie needs the header Origin of this server ({origin}), and comes as JSON or from a form of the page. If the "
        "page has another address, because a proxy stands before the server, the host sets CHIPBOOK_URL to that address."
    )


class NothingHere(Problem):
    status, code = 404, "nothing_here"
    sentence = "There is nothing at {path}; /api/v1/openapi.json lists every path."


class UnknownVersion(Problem):
    status, code = 404, "unknown_version"
    sentence = "The night {night} has no event {version}; its last one is {last}."


class UnknownPlayer(Problem):
    status, code = 404, "unknown_player"
    sentence = "Nobody with the id {player} sat down in the night {night}."


class UnknownHand(Problem):
    status, code = 404, "unknown_hand"
    sentence = "Night {night} has no hand {hand}; the number of its hands is {hands}."


class UnknownCursor(Problem):
    status, code = 404, "unknown_cursor"
    sentence = "{cursor} is not a cursor of this list; take `next` of the page before."


class MethodNotAllowed(Problem):
    status, code = 405, "method_not_allowed"
    sentence = "{method} does not work at {path}; what works: {allowed}."

    def __init__(self, *, allowed: str, **details: str) -> None:
        super().__init__(allowed=allowed, **details)
        self.headers = {"Allow": allowed}


class ChangedSince(Problem):
    status, code = 412, "changed_since"
    sentence = "This is no longer what you have seen, as your If-Match says; look at it again, and decide anew."


class BodyTooLarge(Problem):
    status, code = 413, "body_too_large"
    sentence = "The body is larger than {most} bytes, the most this route takes."


class NotTheContentType(Problem):
    status, code = 415, "not_the_content_type"
    sentence = "The body comes as {given}; send application/json."


class InvalidRequest(Problem):
    """A request of the wrong form. `errors` holds each place in it and what is wrong there."""

    def __init__(self, found: Sequence[tuple[str, str]]) -> None:
        super().__init__(errors=[{"at": at, "sentence": told} for at, told in found])
        self.first = ": ".join(filter(None, found[0]))

    def __str__(self) -> str:
        return say(self.sentence, first=self.first)


class WrongBody(InvalidRequest):
    status, code = 422, "wrong_body"
    sentence = "The body is wrong: {first}"


class WrongQuery(InvalidRequest):
    status, code = 422, "wrong_query"
    sentence = "The query is wrong: {first}"


class VersionMissing(Problem):
    status, code = 428, "version_missing"
    sentence = (
        "This act depends on what the table has seen: send the header If-Match with the version it was decided on, "
        'in quotes, as in If-Match: "{version}".'
    )


class TooManyRequests(Problem):
    status, code = 429, "too_many_requests"
    sentence = "More than {most} {what} within a minute; send the next one in {seconds} seconds."

    def __init__(self, *, most: int, what: str, seconds: int) -> None:
        super().__init__(most=most, what=what, seconds=seconds)
        self.headers = {"Retry-After": str(seconds)}


class TooManyAtOnce(Problem):
    status, code = 429, "too_many_at_once"
    sentence = "{most} requests from you are being answered and as many wait, the most there may be; send this one again when one of them is answered."

    def __init__(self, *, most: int) -> None:
        super().__init__(most=most)
        self.headers = {"Retry-After": "1"}


class HeadersTooLarge(Problem):
    status, code = 431, "headers_too_large"
    sentence = "The headers are larger than {most} bytes, the most this server reads."


class Fault(Problem):
    status, code = 500, "fault"
    sentence = "Something went wrong on the server; the log has it under the request id {request}."


class TransferNotKnown(Problem):
    status, code = 501, "transfer_not_known"
    sentence = "The body comes in a transfer coding that this server does not know; send it as it is, or chunked."


class TooManyStreams(Problem):
    status, code = 503, "too_many_streams"
    sentence = "All {most} live streams{whose} are in use; read the events from time to time instead."

    def __init__(self, *, most: int, whose: str = "") -> None:
        super().__init__(most=most, whose=whose)
        self.headers = {"Retry-After": "30"}


class ServerBusy(Problem):
    status, code = 503, "server_busy"
    sentence = "So many requests are being answered that this one would wait too long; send it again in a few seconds."

    def __init__(self) -> None:
        super().__init__()
        self.headers = {"Retry-After": "3"}


class Stopping(Problem):
    status, code = 503, "stopping"
    sentence = "This server is being stopped; ask another one, or this address again in a moment."


class NotReady(Problem):
    status, code = 503, "not_ready"
    sentence = "The book cannot be read right now."
