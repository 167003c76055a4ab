"""Serves the book on this machine: prints the address, shows a new token once, and stops cleanly."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

from flask import Flask

from engine.speech import say, to_say
from service.api import PREFIX
from service.api.context import EXTENSION, RequestContext
from service.api.docs import URL
from service.api.exchange import BODY_MAX as UPLOAD_BODY_MAX
from service.api.http.server import NotFree, Server
from service.app import people
from service.app.book import Book
from service.app.links import to_scan, way_in, without_names
from service.app.running.addresses import (
    EVERYWHERE,
    TRUST,
    Reach,
    Ways,
    is_in_a_container,
    leads_here_alone,
    listens_at,
    opens_here,
    own_address,
    own_address_6,
)
from service.app.running.certificates import certificate_at, certificate_for, names_here
from service.book.recording.handler import utc_now
from service.book.store.schema import open_book
from service.config import SettingError, Settings, load_settings
from service.errors.system import reason_of
from service.jobs.runners import job_runner_for
from service.language.dictionaries.shipped import learn
from service.logs import log_to_stderr
from service.web.site import TEMPLATES
from service.web.whereabouts import Whereabouts
from service.web.wsgi import create_app

GOOD_ONCE = to_say("It is good once, for an hour.")
STOPS = (signal.SIGINT, signal.SIGTERM)


def run(
    environ: Mapping[str, str],
    *,
    host: str,
    port: int,
    new_token: bool,
    show: Callable[[str], None],
    is_read: bool = False,
    opens: Callable[[str], None] | None = None,
    cert: Path | None = None,
    key: Path | None = None,
    tls_port: int | None = None,
) -> None:
    """Serves the book of the settings of this environment until it is interrupted, with TLS if there is a certificate.

    With a `tls_port` it makes a certificate itself, speaks TLS there, and goes on without it at `port`.
    """
    settings = replace(load_settings(environ), cert=cert, key=key)
    if tls_port is not None:
        names = names_here(settings.name, at=own_address(), beside=own_address_6(host or settings.host))
        made = certificate_for(settings.home, names, datetime.now(UTC))
        settings = replace(settings, cert=made.cert, key=made.key, tls_port=tls_port)
    learn(settings.home)
    serve(settings, host, port, show=show, new_token=new_token, is_read=is_read, opens=opens)


def serve(
    settings: Settings,
    host: str = "",
    port: int = 0,
    *,
    show: Callable[[str], None],
    new_token: bool = False,
    is_read: bool = False,
    opens: Callable[[str], None] | None = None,
) -> None:
    """Serves until it is interrupted. `show` prints a line for the person who started it; `new_token` revokes all earlier tokens.

    `is_read`: somebody sits there and reads it, so a link to sign in may stand there, which must stay in no log. `opens` is
    given the same link, to open it in their browser.
    """
    host, port = host or settings.host, port or settings.port
    log_to_stderr()
    settings = replace(settings, host=host, port=port)
    database = open_book(settings.database_url, settings.server)
    try:
        job_runner = job_runner_for(settings, database)
        app = create_app(settings, database, tell=job_runner.tell)
        context: RequestContext = app.extensions[EXTENSION]
        server = _listening(app, settings)
        token = context.tokens.renew(utc_now()) if new_token else context.tokens.first(utc_now())
        if behind := context.book.clock_behind():
            show(behind)
        whereabouts = Whereabouts(context.reach, server, show)

        def greet() -> None:
            reach, ways = context.reach, context.reach.ways
            here = opens_here(settings, ways.address)
            for line in _greeting(settings, ways, token):
                show(line)
            for line in _the_way_in(context.book, reach, here, is_read=is_read, opens=opens):
                show(line)

        job_runner.start()
        warm_up()
        try:
            _stop_on_signal(server)
            whereabouts.begin()
            # Returns when it is told to stop. The live streams end first; from then on it is not ready.
            server.run(begun=greet, ending=context.hub.close)
            show(say("Stopped."))
        finally:
            whereabouts.end()
            context.hub.close()
            job_runner.stop()
    finally:
        database.close()


def _listening(app: Flask, settings: Settings) -> Server:
    host, port = settings.host, settings.port
    try:
        # The application itself refuses what is too large for a route.
        return Server(
            app,
            host=host,
            port=port,
            streams_max=settings.streams_max,
            body_max=UPLOAD_BODY_MAX,
            cert=settings.cert,
            key=settings.key,
            tls_port=settings.tls_port,
        )
    except NotFree as problem:
        sentence = say(
            "Nothing can be served at {host}:{port} ({because}); choose another host or port.",
            host=host,
            port=problem.port,
            because=reason_of(problem).rstrip("."),
        )
        name = "--tls-port" if problem.port == settings.tls_port else "CHIPBOOK_PORT"
        raise SettingError(name, sentence) from problem
    except OSError as problem:
        sentence = say("{file} is no certificate with its key.", file=settings.cert)
        raise SettingError("--cert", sentence) from problem


def _greeting(settings: Settings, ways: Ways, token: str | None) -> list[str]:
    host = settings.host
    at = listens_at(settings, host)
    lines = [say("chipbook is at {api} and explained at {guide}", api=f"{at}{PREFIX}", guide=f"{at}{URL}/")]
    if host in EVERYWHERE and not leads_here_alone(ways.address):
        lines.append(
            say(
                "Others at the table reach it at {address}; `chipbook club invite` makes the links by which they sign in.",
                address=ways.address,
            )
        )
    if settings.tls_port:
        made = certificate_at(settings.home)
        assert made
        plain = listens_at(replace(settings, cert=None, tls_port=None), urlsplit(ways.address).hostname or host)
        trust = (settings.url or plain) + TRUST
        lines += [
            say("A phone that does not trust this house yet opens {address} first.", address=trust),
            say("The certificate that it loads there has the SHA-256 {fingerprint}.", fingerprint=made.fingerprint),
        ]
    if is_in_a_container() and host in EVERYWHERE and not settings.url:
        lines.append(
            say(
                "In a container only you know the address that phones open: set CHIPBOOK_URL to it, as "
                "http://192.168.1.20:{port}, or the links lead to an address of the container.",
                port=settings.port,
            )
        )
    if token:
        lines += [
            say("The banker's token: {token}", token=token),
            say("Keep it: it is shown this once, and kept here only as its SHA-256."),
        ]
    elif settings.token:
        lines.append(say("The banker's token is the one of CHIPBOOK_TOKEN."))
    else:
        lines.append(say("The banker's token was shown at the first start; a new one ends it."))
    return lines


def _the_way_in(
    book: Book, reach: Reach, here: str, *, is_read: bool, opens: Callable[[str], None] | None
) -> list[str]:
    """How a browser gets in: as the founder of the first club, or as a banker if somebody reads it.

    The browser of this machine opens it at `here`.
    """
    ways = reach.ways
    if not is_read and people.clubs(book).clubs:
        return [say("A banker signs in by a link: `chipbook club invite NAME` makes one.")]
    # The browser that is opened here takes one use of it, and leaves one for a phone.
    way = way_in(book, at=ways.address, uses=2 if opens else 1)
    if way is None:
        return [say("Nobody is in the club yet; `chipbook club add NAME` takes somebody in.")]
    if opens:
        opens(here + way.url.removeprefix(ways.address))
    text = (
        say("{name} signs in to {club} at {address}", name=way.name, club=way.club_name, address=way.url)
        if way.name
        else say("Found a club at {address}", address=way.url)
    )
    # A phone reads it from the screen; this machine's own address leads nowhere else.
    code = [] if leads_here_alone(ways.address) else [to_scan(reach.door(way.url))]
    return [text, *filter(None, [without_names(ways, way.url)]), say(GOOD_ONCE), *code]


def _stop_on_signal(server: Server) -> None:
    """Stops the server when it is told to, by Ctrl-C or by its host; told a second time, it ends with requests unanswered."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        for number in STOPS:
            signal.signal(number, signal.default_int_handler)
        server.stop()

    if threading.current_thread() is threading.main_thread():
        for number in STOPS:
            signal.signal(number, stop)


def compile_templates() -> int:
    """Compiles the templates of the pages and of reports; how many there are."""
    # Loading what draws reports takes a while, which nobody has to wait for in a thread of its own.
    from service.app.looking_back import report  # noqa: PLC0415

    names = TEMPLATES.list_templates(["html"])
    for name in names:
        TEMPLATES.get_template(name)
    return len(names) + report.compile_templates()


def warm_up() -> threading.Thread:
    """Begins to compile them beside whatever else is done."""
    thread = threading.Thread(target=compile_templates, name="templates", daemon=True)
    thread.start()
    return thread
