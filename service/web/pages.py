"""The pages by which people sign in: a link that is opened, the sign-in page, and what is known of oneself.

A link is used by pressing its button, so that a preview in a chat does not use it up.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Blueprint, Response, redirect, request
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from service.access.our_page import FORM_TOKEN, form_token
from service.access.secret import read_secret
from service.api.context import context
from service.api.cookies import cookie_given, forget_cookie, insist_on_our_page, set_cookie
from service.api.me import me, member
from service.api.refusals import problem_of
from service.app import devices, sign_in
from service.errors import SignInRefused
from service.tables.local_time import clock_in
from service.views.access import Me

HERE = Path(__file__).parent
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    # With `no-referrer` a browser would hide from us, too, that our own page sent a form.
    "Referrer-Policy": "same-origin",
}

blueprint = Blueprint("pages", __name__, static_folder="static", static_url_path="/pages")
TEMPLATES = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@blueprint.get("/")
def front_page() -> Response:
    """Leads to what is known of oneself: this is the address that somebody types who was told where the server is."""
    return _on_to("/me")


@blueprint.get("/sign-in")
def sign_in_page() -> Response:
    """Offers a passkey, and says where a link comes from."""
    return _page("sign_in.html", me=me())


@blueprint.get("/join/<secret>")
def join_page(secret: str) -> Response:
    """Into which club a link leads, and as whom. Looking uses nothing up."""
    _count_attempt(secret)
    return _page("join.html", welcome=sign_in.welcome(context.book, secret))


@blueprint.post("/join/<secret>")
def join(secret: str) -> Response:
    """Signs the browser in, always with a new session, and goes on to what is known of oneself."""
    _count_attempt(secret)
    insist_on_our_page()
    opened = sign_in.join(
        context.book,
        secret,
        says=request.form.get("name", "").strip(),
        user_agent=request.user_agent.string,
        instead_of=cookie_given(),
    )
    response = _on_to("/me")
    set_cookie(response, opened.secret)
    return response


@blueprint.get("/me")
def me_page() -> Response:
    """Who one is here, on which devices, with which passkeys; for a stranger the sign-in page."""
    known = me()
    if known.who in ("stranger", "keeper", "program"):
        return _on_to("/sign-in")
    return _page("me.html", me=known)


@blueprint.post("/sign-out")
def sign_out() -> Response:
    """Ends the session of this browser; a guest is sent away like anybody else."""
    cookie = cookie_given() or ""
    session = context.credentials.session(cookie)
    if session:
        insist_on_our_page(cookie)
        sign_in.sign_out(context.book, session)
    response = _on_to("/sign-in")
    forget_cookie(response)
    return response


@blueprint.post("/me/devices/<credential:credential>")
def end_device(credential: str) -> Response:
    """Signs one of one's own browsers out."""
    club, player = member()
    devices.end_device(context.book, club, credential, player=player)
    return _on_to("/me")


@blueprint.post("/me/passkeys/<credential:credential>")
def end_passkey(credential: str) -> Response:
    """Forgets one of one's own passkeys."""
    club, player = member()
    devices.end_passkey(context.book, club, credential, player=player)
    return _on_to("/me")


@blueprint.after_request
def _with_headers(response: Response) -> Response:
    if request.endpoint != "pages.static":
        response.headers.update(HEADERS)
    return response


@blueprint.errorhandler(Exception)
def _problem_page(error: Exception) -> Response:
    """A problem as a page: the same status, sentence and headers as those of the API."""
    problem = problem_of(error)
    told: Any = problem.get_json()
    # Whoever opens their old link again, as from a chat, is signed in already more often than not.
    known = me() if isinstance(error, SignInRefused) else Me(who="stranger")
    page = _page("problem.html", me=known, title=told["title"], sentence=told["detail"], status=problem.status_code)
    for name, value in problem.headers:
        if name not in ("Content-Type", "Content-Length"):
            page.headers[name] = value
    return page


def _count_attempt(secret: str) -> None:
    found = read_secret(secret, "join")
    context.limits.count_sign_in(request.remote_addr or "", found.club if found else "")


def _page(name: str, *, status: int = 200, **told: Any) -> Response:
    cookie = cookie_given()
    text = TEMPLATES.get_template(name).render(
        form_token=form_token(cookie) if cookie else "",
        form_token_name=FORM_TOKEN,
        clock=clock_in(context.book.zone),
        **told,
    )
    return Response(text, status=status, mimetype="text/html")


def _on_to(path: str) -> Response:
    response: Response = redirect(path, 303)  # type: ignore[assignment]
    return response
