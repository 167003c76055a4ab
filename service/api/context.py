"""What a request needs: the book, who asks and by which cookie, the hub of listeners, and the language it is answered in.

A process has one context for all its threads; views reach it as `context`. What comes with the cookie of a browser that is
signed in must have been sent by one of our own pages (`insist_on_our_page`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Response, current_app, g, request
from werkzeug import Request
from werkzeug.local import LocalProxy

from engine import commands
from engine.errors import CardIsAlreadyOut
from engine.registry import OWN_WORD
from service.api.http.limits import Lanes, RateLimits
from service.api.live.hub import Hub
from service.api.routes import PROBLEM_JSON
from service.app import permission
from service.app.book import Book
from service.app.refusals import Refused
from service.app.running.addresses import Reach, is_ours
from service.app.seeing import see, see_proven, version_of
from service.app.take import IncomingCommand, Taken, take
from service.errors import SignInRefused
from service.errors.problems import NotFromOurPage, VersionMissing, marking_refusals
from service.language.languages import ENGLISH, LANGUAGES, Language, in_language, language_called, language_spoken
from service.people.credentials import (
    FORM,
    FORM_TOKEN,
    FORM_WITH_FILES,
    JSON,
    Credentials,
    Tokens,
    is_form_token,
    is_from_our_page,
    origin_of,
)
from service.people.rights import SESSION_SECONDS, Deed, Who
from service.reports.views.visible_night import VisibleNight

EXTENSION = "chipbook"

# Acts of a hand depend on what was seen at the table; those of the bank and the night do not.
NEED_VERSION: frozenset[type[commands.Command]] = frozenset(
    kind for kind in commands.ALL if kind.__module__.startswith("engine.play.")
)


@dataclass(frozen=True, slots=True)
class RequestContext:
    """Everything a request may need.

    `url`: where people reach the server; empty for wherever a request came to. `reach`: how other devices do.
    """

    book: Book
    hub: Hub
    tokens: Tokens
    credentials: Credentials
    limits: RateLimits
    lanes: Lanes
    url: str
    reach: Reach
    # Where TLS is spoken beside `url`; None if it is spoken there or nowhere.
    tls_port: int | None
    stream_seconds: float

    @property
    def origin(self) -> str:
        """The origin of our own pages, as this request says it; it stands in nothing that is sent to others."""
        return origin_of(self.url or request.host_url)

    @property
    def origin_for_others(self) -> str:
        """The origin that other people's devices can open, for a link or a code which is made on this page.

        Its host was set, or is this machine: the header Host says what whoever sent the request likes. It is the name that
        the machine announces, if it does. Else, whoever opened the page on the machine itself as `localhost` is told the address
        which that machine has in its network.
        """
        if self.url:
            return origin_of(self.url)
        return self.reach.for_others(self.origin) if self.is_this_machine else origin_of(self.reach.ways.address)

    @property
    def is_this_machine(self) -> bool:
        """True if the host that the request names is this machine, by an address or a name of it."""
        host = urlsplit(self.origin).hostname or ""
        return bool(host) and (host == self.reach.name or is_ours(host))

    @property
    def who(self) -> Who:
        """Who sent the request."""
        who: Who = g.who
        return who

    @property
    def who_again(self) -> Callable[[], Who]:
        """Finds out anew who sent the request, for an answer that goes on for long; a stranger once the proof is over."""
        again: Callable[[], Who] = g.who_again
        return again

    @contextmanager
    def counting_failures(self) -> Iterator[None]:
        """Counts an attempt to sign in that is refused. Whoever proves who they are is let in, whatever others have tried."""
        try:
            yield
        except SignInRefused:
            self.limits.count_sign_in(request.remote_addr or "")
            raise

    def admit(self, deed: Deed, about: Mapping[str, Any]) -> None:
        """Refuses a request for something that whoever sent it may not do with the night or the club in its path."""
        # What a command needs depends on the command, and it may be the one that opens the night.
        if deed is not Deed.SAY and "night" in about:
            permission.insist_at_night(self.book, self.who, deed, about["night"])
        elif "club" in about:
            permission.insist_in_club(self.book, self.who, deed, about["club"])
        else:
            permission.insist(self.who, deed)

    def insist_in_club(self, deed: Deed, club: str) -> None:
        """Refuses whoever may not do this in a club that is named in the query or in the body."""
        permission.insist_in_club(self.book, self.who, deed, club)

    def insist_at_night(self, deed: Deed, night: str) -> None:
        """Refuses whoever may not do this at the night, beyond what the route needs anyway."""
        permission.insist_at_night(self.book, self.who, deed, night)

    def see(self, night: str, *, at: int | None = None) -> VisibleNight:
        """The night as the person who asks may see it."""
        return permission.visible_to(see(self.book, night, at=at), self.who)

    def sees_everything(self, night: str) -> bool:
        """Whether nothing of the night is closed to whoever asks; the night may be damaged."""
        return permission.sees_everything(self.book, self.who, night)

    def see_proven(self, night: str) -> VisibleNight:
        """The same as `see`, but refuses a night whose chain is broken: a report or a plan of it would prove nothing."""
        return permission.visible_to(see_proven(self.book, night), self.who)

    def record(
        self, night: str, incoming: Sequence[IncomingCommand], *, key: str, expected: int | None = None
    ) -> Taken:
        """Records the commands, all or none; the night is as whoever sent them may see it.

        Refuses a command that is not theirs to say, and an act of a hand without the version it was decided on.
        """
        incoming = permission.permitted(self.book, self.who, night, incoming)
        if not self.who.runs_the_bank and any(
            type(one.command) not in OWN_WORD and type(one.command) not in permission.ENTERED for one in incoming
        ):
            # They may say it because they have the bank of this night.
            self.lanes.trust(self.who.person)
        act = next((one for one in incoming if type(one.command) in NEED_VERSION), None)
        # Opening a night needs no version.
        if expected is None and act is not None and (version := version_of(self.book, night)):
            with marking_refusals(act.index):
                raise VersionMissing(act=type(act.command).__name__, version=version)
        guesses = permission.names_own_cards(self.book, self.who, night, incoming)
        if guesses:
            self.limits.insist_on_naming_cards(self.who.person)
        try:
            taken = take(self.book, night, incoming, key=key, expected=expected)
        except Refused as refused:
            if guesses and isinstance(refused.refusal, CardIsAlreadyOut):
                self.limits.count_wrong_card(self.who.person)
            raise
        return replace(taken, view=permission.visible_to(taken.view, self.who))


def current_context() -> RequestContext:
    """The context itself, for work that goes on after the request has been answered."""
    context: RequestContext = current_app.extensions[EXTENSION]
    return context


context = cast("RequestContext", LocalProxy(current_context))


COOKIE = "chipbook"
# A browser takes a cookie of this name only over TLS, from this very host and for all of it, so nobody else can plant one.
SAFE_COOKIE = "__Host-chipbook"


def cookie_given() -> str | None:
    """The cookie of the request; None without one."""
    given = request.cookies
    # Programs send none, and its name takes longer to find out than the answer.
    return given.get(_cookie()) if given else None


def set_cookie(response: Response, secret: str) -> None:
    """Signs the browser in. How long the session is good, the book knows.

    Lax and not Strict: who follows a link from a chat to a night is signed in there. What is written is guarded by
    `insist_on_our_page`.
    """
    response.set_cookie(
        _cookie(), secret, max_age=SESSION_SECONDS, path="/", secure=_is_secure(), httponly=True, samesite="Lax"
    )


def forget_cookie(response: Response) -> None:
    """Takes the cookie from the browser."""
    response.delete_cookie(_cookie(), path="/", secure=_is_secure(), httponly=True, samesite="Lax")


def insist_on_our_page(cookie: str = "") -> None:
    """Refuses a write that another site may have sent through somebody's browser (NotFromOurPage).

    A body comes as JSON, which a form of another site cannot send, or from our own form: with the form token, if a `cookie`
    says who it is.
    """
    if not is_from_our_page(
        context.origin, site=request.headers.get("Sec-Fetch-Site"), origin=request.headers.get("Origin")
    ):
        raise NotFromOurPage(origin=context.origin)
    if not request.content_length or request.mimetype == JSON:
        return
    known = not cookie or is_form_token(request.form.get(FORM_TOKEN, ""), cookie)
    if request.mimetype not in (FORM, FORM_WITH_FILES) or not known:
        raise NotFromOurPage(origin=context.origin)


def _cookie() -> str:
    return SAFE_COOKIE if _is_secure() else COOKIE


def _is_secure() -> bool:
    """True if the browser reaches the server over TLS."""
    return context.origin.startswith("https://")


# The cookie that keeps the reader's choice: the code of a language.
LANGUAGE_COOKIE = "language"
# What is written for people to read, in their language; data for programs may hold sentences, and says no language.
SPOKEN = (PROBLEM_JSON, "text/html")
# Rooms whose pages are written in English only.
IN_ENGLISH = ("guide", "swagger_ui")

Application = Callable[..., Iterable[bytes]]


class InTheLanguageAsked:
    """The application, which answers every request in its own language, from its first hook to its last byte.

    `otherwise` is the language of who asks for none that we speak.
    """

    def __init__(self, application: Application, otherwise: Language) -> None:
        self._application = application
        self._otherwise = otherwise

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        # An answer is whole when it comes back, except for a live stream, which keeps its language itself.
        with in_language(self._language_of(environ)):
            return self._application(environ, start_response)

    def _language_of(self, environ: dict[str, Any]) -> Language:
        # Programs ask for none, and have no cookie.
        if "HTTP_COOKIE" not in environ and "HTTP_ACCEPT_LANGUAGE" not in environ:
            return self._otherwise
        return language_asked(Request(environ, populate_request=False), self._otherwise)


def language_asked(of: Request, otherwise: Language) -> Language:
    """The language of the cookie if we speak it, else the best of the header Accept-Language that we do, else `otherwise`."""
    chosen = language_called(of.cookies.get(LANGUAGE_COOKIE, ""))
    if chosen is not None:
        return chosen
    best = of.accept_languages.best_match(LANGUAGES)
    return otherwise if best is None else LANGUAGES[best]


def languages_wanted(of: Request) -> list[str]:
    """The languages that the reader wants, the best first, with their countries: `en-GB`. None stands before the one they chose."""
    asked = [tag for tag, _ in of.accept_languages]
    chosen = language_called(of.cookies.get(LANGUAGE_COOKIE, ""))
    return asked if chosen is None else [*(tag for tag in asked if language_called(tag) == chosen), chosen.code]


def say_which_language(response: Response) -> None:
    """Names the language of what people read, and what decides it."""
    response.vary.add("Accept-Language")
    if response.mimetype in SPOKEN:
        language = ENGLISH if request.blueprint in IN_ENGLISH else language_spoken()
        response.headers.setdefault("Content-Language", language.code)
