"""The application: everything that answers over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from typing import Any

import msgspec
from flask import Flask, Response, g, request
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.middleware.proxy_fix import ProxyFix

from engine.ids import ClubId
from service import api
from service.api.bodies import BODY_MAX, JSON
from service.api.context import (
    EXTENSION,
    InTheLanguageAsked,
    RequestContext,
    context,
    cookie_given,
    insist_on_our_page,
    say_which_language,
)
from service.api.docs import docs_page, guide_page
from service.api.exchange import BODY_MAX as UPLOAD_BODY_MAX
from service.api.http.limits import OF_A_PERSON, OF_AN_ADDRESS, Lanes, RateLimits, one_address
from service.api.live.hub import LOOK_SECONDS, Hub
from service.api.metrics import CountingStore, Metrics
from service.api.routes import Declared, needing
from service.app.book import Book
from service.app.running.addresses import Reach
from service.app.running.jobs import readiness
from service.book.db import Database
from service.book.recording.handler import utc_now
from service.book.store.event_store import JobDraft
from service.config import Settings
from service.errors import BookError
from service.errors.problems import NotReady, Stopping, TokenWrong
from service.language.languages import LANGUAGES
from service.logs import log_requests
from service.people.credentials import Credentials, Tokens
from service.people.rights import STRANGER, Deed
from service.web import rooms
from service.web.site import nothing_here, problem_to_reader

BATCH_BODY_MAX = 1024 * 1024
# How the path of a request ends that may bring files.
UPLOADS = "/imports"
# Long enough for a quiet hour of a night; then the reader opens a new stream where this one ended.
STREAM_SECONDS = 900.0

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    # What one reader may see is closed to another.
    "Cache-Control": "private, no-cache",
}
READING = ("GET", "HEAD", "OPTIONS")
# What the host asks all the time is not counted.
PROBES = ("healthz", "readyz")
# A page brings many of these at once, and they cost next to nothing.
FILES = (".static", ".service_worker", ".manifest")
# Rooms in which every route is for everybody: the document, the page that shows it, the guide to it, and the pages to sign in.
FOR_ALL = ("api-docs", "swagger_ui", "guide", "pages")


class App(Flask):
    """A Flask application without coroutines."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself; Flask would look at each view and hook again for every request."""
        return func


def create_app(
    settings: Settings,
    database: Database,
    *,
    now: Callable[[], str] = utc_now,
    tell: Callable[[Sequence[JobDraft]], None] | None = None,
    stream_seconds: float = STREAM_SECONDS,
    look_seconds: float = LOOK_SECONDS,
) -> Flask:
    """The Flask application on an open book. `now` is the clock of the service, `tell` gets jobs that have become due."""
    tokens = Tokens(database, settings.token)
    app = App("service", static_folder=None, template_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = BODY_MAX
    app.wsgi_app = InTheLanguageAsked(app.wsgi_app, LANGUAGES[settings.language])  # type: ignore[method-assign]
    if hops := settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    metrics = Metrics()
    hub = Hub(database, streams_max=settings.streams_max, look_seconds=look_seconds, redis_url=settings.redis_url)

    limits = RateLimits.of(settings)
    book = Book.on(
        database,
        home=settings.home,
        zone=settings.zone.key,
        remind_after_days=settings.remind_after_days,
        notify_house=settings.notify_house,
        now=now,
        tell=tell,
        announce=hub.announce,
        store=CountingStore(database, metrics.events),
        keys=settings.keys,
    )
    place = app.extensions[EXTENSION] = RequestContext(
        book=book,
        hub=hub,
        tokens=tokens,
        credentials=Credentials(database, tokens, book.latest),
        limits=limits,
        lanes=Lanes(),
        url=settings.url,
        reach=Reach(settings),
        tls_port=settings.tls_port,
        stream_seconds=stream_seconds,
    )
    log_requests(app, _club_for_the_log)
    metrics.install(app, database, hub, now)
    app.before_request(_bound_the_body)
    app.before_request(_asking(limits, place.lanes))
    app.teardown_request(_give_the_place_back)
    declared = Declared()
    app.before_request(_admit_to(declared))
    app.register_error_handler(Exception, problem_to_reader)
    app.after_request(_finish)
    api.install(app, version("chipbook"))
    app.register_blueprint(docs_page())
    app.register_blueprint(guide_page())
    for blueprint in rooms():
        app.register_blueprint(blueprint)
    for nowhere in (NotFound, MethodNotAllowed):
        app.register_error_handler(nowhere, nothing_here)
    _health(app)
    declared.read(app, dict.fromkeys(FOR_ALL, Deed.ASK))
    return app


def _club_for_the_log(night: str) -> ClubId | None:
    """The club of the night; None if no club has it, or the book cannot be read: whoever looks for the night itself is told why."""
    try:
        return context.book.club_of(night)
    except BookError:
        return None


def _bound_the_body() -> None:
    if request.path.endswith("/batches"):
        request.max_content_length = BATCH_BODY_MAX
    elif request.path.endswith(UPLOADS):
        request.max_content_length = UPLOAD_BODY_MAX


def _asking(limits: RateLimits, lanes: Lanes) -> Callable[[], None]:
    """Finds out who asks, counts the request, and has it wait for its place. A wrong token is refused, and counts as none.

    A cookie that is good no more counts as none too: the browser sends it by itself.
    """

    def who_asks() -> None:
        token, cookie = _token_given(), cookie_given()
        g.who = context.credentials.who(token, cookie)
        g.who_again = partial(context.credentials.who, token, cookie)
        is_known = g.who != STRANGER
        if request.endpoint not in PROBES:
            proof = cookie if token is None else token
            limits.count(request.remote_addr or "", proof if is_known else None)
            _take_a_place(lanes)
        if token is not None and not is_known:
            raise TokenWrong
        if g.who.by_cookie and request.method not in READING:
            insist_on_our_page(cookie or "")

    return who_asks


def _take_a_place(lanes: Lanes) -> None:
    """Nothing that is one file, or the keeper's own, takes a place."""
    if g.who.keeper or (request.endpoint or "").endswith(FILES):
        return
    person = g.who.person
    if person:
        g.leave = lanes.enter(person, OF_A_PERSON, of_the_bank=g.who.runs_the_bank)
    else:
        g.leave = lanes.enter(one_address(request.remote_addr or ""), OF_AN_ADDRESS)


def _give_the_place_back(_problem: BaseException | None = None) -> None:
    if leave := g.pop("leave", None):
        leave()


def _admit_to(routes: Declared) -> Callable[[], None]:
    """Refuses a request that whoever sent it may not make, before anything of it is read."""

    def admit() -> None:
        deed = routes.of(request.endpoint or "", request.method)
        if deed is not None:
            context.admit(deed, request.view_args or {})

    return admit


def _token_given() -> str | None:
    """The token of the request, empty if the header is of another kind; None without the header."""
    given = request.headers.get("Authorization")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _finish(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.vary.update(("Authorization", "Cookie"))
    say_which_language(response)
    shown, is_weak = response.get_etag()
    if request.method in READING and response.status_code == 200 and shown:
        if response.mimetype == JSON and not is_weak:
            # The version alone does not stand for the answer: names change, and a later night may take over debts.
            response.set_etag(f"{shown}.{sha256(response.get_data()).hexdigest()[:12]}")
        response.make_conditional(request)
    return response


def _health(app: Flask) -> None:
    @app.get("/healthz")
    @needing(Deed.ASK)
    def healthz() -> Response:
        """200 while the process runs."""
        return Response(msgspec.json.encode({"status": "ok"}), mimetype=JSON)

    @app.get("/readyz")
    @needing(Deed.ASK)
    def readyz() -> Response:
        """200 if the book can be read, and whether acts are recorded and jobs done; 503 if not, and while it stops."""
        if context.hub.closed:
            raise Stopping
        try:
            report = readiness(context.book)
        except BookError as refusal:
            raise NotReady from refusal
        return Response(msgspec.json.encode(report), mimetype=JSON)
