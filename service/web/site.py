"""What all pages have in common: how a page is rendered, its headers, and a problem told as a page.

A page needs no script: what can be done is a form. The script of the page (`static/page.js`) sends the same forms without
leaving the page, and fetches it again when something has happened.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from babel.dates import format_skeleton
from flask import Blueprint, Response, g, redirect, request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from werkzeug.exceptions import MethodNotAllowed, NotFound

from engine.cards.card import pretty
from engine.game.definition import book_title
from engine.grammar import amount_text, whole_text
from engine.speech import speech
from engine.wording import clause
from service.api.access import me
from service.api.context import context, cookie_given
from service.api.refusals import problem_of
from service.api.routes import View, needing
from service.app.running.addresses import leads_here_alone
from service.errors import SignInRefused
from service.errors.extras import PASSKEYS, PRINT, missing
from service.language.languages import LANGUAGES, language_spoken
from service.language.local_time import clock_in
from service.language.local_time import day_text as day_stated
from service.people.credentials import FORM_TOKEN, form_token
from service.people.rights import Deed, may
from service.reports.forms.as_page import MONEY
from service.reports.views.club import Me
from service.web.acting import Trouble, whole

HERE = Path(__file__).parent
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    # With `no-referrer` a browser would hide from us, too, that our own page sent a form.
    "Referrer-Policy": "same-origin",
}
# What a browser may choose for itself, kept in cookies of these names: how the page is lit.
SCHEMES = ("auto", "light", "dark", "candle")
# The field and the cookie that say as of which event the chips lie right; no night is played longer than the cookie is kept.
MOVED, MOVED_SECONDS = "moved", 48 * 3600
# What stands between two tags, and is no attribute of one.
BETWEEN_TAGS = re.compile(r">[^<]+<")
# Whether it has read what it does not get over http.
PLAIN = ("known",)

TEMPLATES = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
)
TEMPLATES.policies["ext.i18n.trimmed"] = True
TEMPLATES.install_gettext_callables(  # type: ignore[attr-defined]
    lambda message: speech().gettext(message),
    lambda one, many, number: speech().ngettext(one, many, number),
    newstyle=True,
    pgettext=lambda place, message: speech().pgettext(place, message),
    npgettext=lambda place, one, many, number: speech().npgettext(place, one, many, number),
)


def suit_of(card: str) -> str:
    """The class of a card by its suit: `spades`, `hearts`, `diamonds`, `clubs`, `back` for one that nobody sees; else `other`."""
    return {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs", "?": "back"}.get(card[-1:], "other")


TEMPLATES.globals.update(languages=tuple(LANGUAGES.values()), schemes=SCHEMES)
TEMPLATES.globals.update(lacks_print=partial(missing, PRINT), lacks_passkeys=partial(missing, PASSKEYS))
TEMPLATES.filters.update(
    pretty=pretty,
    suit=suit_of,
    money=amount_text,
    date=day_stated,
    chips=whole_text,
    clause=clause,
    currency=lambda code: speech().currency(code),
    rulebook=book_title,
)


class Room(Blueprint):
    """The blueprint of an area of pages: with the headers of a page where it has none of its own, and problems told as pages."""

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(name, __name__, **options)
        self.after_request(self._with_headers)
        self.errorhandler(Exception)(_problem_page)

    def route(self, rule: str, *, needs: Deed | None = None, **options: Any) -> Callable[[View], View]:
        """A page, or where a form is sent, and what it `needs`; nothing for a room in which everybody may be."""
        declare = super().route(rule, **options)
        return lambda view: declare(needing(needs)(view) if needs else view)

    def _with_headers(self, response: Response) -> Response:
        if request.endpoint == f"{self.name}.static":
            return packed(response)
        for header, value in HEADERS.items():
            response.headers.setdefault(header, value)
        return response


def packed(file: Response) -> Response:
    """A style sheet or script as gzip where the browser takes that: a third of the bytes. Pictures are packed already.

    Never for pages: by how well a page packs, whoever listens could guess the form token in it.
    """
    if (file.mimetype or "").startswith("image/"):
        return file
    file.vary.add("Accept-Encoding")
    etag, _ = file.get_etag()
    if file.status_code == 200 and etag and request.accept_encodings.quality("gzip") > 0:
        file.direct_passthrough = False
        file.set_data(_as_gzip(file.get_data()))
        file.content_encoding = "gzip"
        file.set_etag(f"{etag}.gzip")
    return file


# We have fewer files than that.
@lru_cache(64)
def _as_gzip(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)


def page(name: str, *, status: int = 200, trouble: Trouble | None = None, **named: Any) -> Response:
    """The page made from this template, with what every page may name. With `trouble` it has the status of the refusal."""
    cookie = cookie_given()
    text = TEMPLATES.get_template(name).render(
        form_token=form_token(cookie) if cookie else "",
        form_token_name=FORM_TOKEN,
        clock=clock_in(context.book.zone),
        day=day_text,
        language=language_spoken(),
        scheme=scheme(),
        misses_https=_misses_https(),
        who=g.get("who"),
        may_in=_may_in,
        here=request.path,
        trouble=trouble,
        **named,
    )
    text = BETWEEN_TAGS.sub(lambda match: MONEY.sub("&nbsp;", match[0]), speech().ended(text))
    return Response(text, status=trouble.status if trouble else status, mimetype="text/html")


def day_text(moment: str, zone: str) -> str:
    """The day of a moment on the clock of this zone, as the reader's language writes it: `Fri 20 Nov 2026`."""
    text: str = format_skeleton("yMMMEd", clock_in(zone).moment(moment), locale=language_spoken().locale)
    return text


def on_to(path: str) -> Response:
    """Leads on to another page after something was done."""
    response: Response = redirect(path, 303)  # type: ignore[assignment]
    return response


def chips_lie_right(night: str) -> Response | None:
    """Leads back to the page, which on this device says no more what was to be moved up to the event that its address names."""
    version = whole(request.args.get(MOVED, ""))
    if version is None:
        return None
    response = on_to(request.path)
    response.set_cookie(
        MOVED, str(version), max_age=MOVED_SECONDS, path=f"/nights/{night}", samesite="Lax", httponly=True
    )
    return response


def moved_up_to() -> int:
    """The event as of which somebody said on this device that the chips lie right; 0 before."""
    return whole(request.cookies.get(MOVED, "")) or 0


def scheme() -> str:
    """How the reader wants the page to be lit: one of `SCHEMES`."""
    chosen = request.cookies.get("scheme", "")
    return chosen if chosen in SCHEMES else SCHEMES[0]


def _misses_https() -> bool:
    """True if a browser gets less here than over https, as on another device than this machine, and has not put the line away."""
    plain = context.origin.startswith("http:") and not leads_here_alone(context.origin)
    return plain and request.cookies.get("plain", "") not in PLAIN


def _may_in(club: str, deed: str) -> bool:
    """Whether whoever looks may do this in the club, by their role there."""
    return may(g.who, Deed[deed], club)


def nothing_here(error: NotFound | MethodNotAllowed) -> Response:
    """An address that is nowhere, or only takes forms: a page for whoever opened it in a browser, a problem for programs."""
    if request.path.startswith("/api/") or "text/html" not in request.accept_mimetypes.values():
        return problem_of(error)
    answer_page = _problem_page(NotFound())
    answer_page.headers.update(HEADERS)
    return answer_page


def problem_to_reader(error: Exception) -> Response:
    """A problem of the API as a page for whoever followed a link to it in a browser, as to a file that cannot be had."""
    if request.headers.get("Sec-Fetch-Mode") != "navigate":
        return problem_of(error)
    answer_page = _problem_page(error)
    answer_page.headers.update(HEADERS)
    return answer_page


def _problem_page(error: Exception) -> Response:
    """A problem as a page: the same status, sentence and headers as those of the API."""
    problem = problem_of(error)
    text: Any = problem.get_json()
    # Whoever opens their old link again, as from a chat, is signed in already more often than not.
    known = me() if isinstance(error, SignInRefused | NotFound) else Me(who="stranger")
    answer_page = page("problem.html", me=known, problem=text, status=problem.status_code)
    for name, value in problem.headers:
        if name not in ("Content-Type", "Content-Length"):
            answer_page.headers[name] = value
    return answer_page
