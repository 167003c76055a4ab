"""The cookie of a browser that is signed in, and the proof that one of our own pages sent what comes with it."""

from __future__ import annotations

from flask import Response, request

from service.api.context import context
from service.errors.problems import NotFromOurPage
from service.people.access.our_page import FORM, FORM_TOKEN, JSON, is_form_token, is_from_our_page
from service.people.access.who import SESSION_SECONDS

NAME = "chipbook"
# A browser takes a cookie of this name only over TLS, from this very host and for all of it, so nobody else can plant one.
SAFE_NAME = "__Host-chipbook"


def cookie_given() -> str | None:
    """The cookie of the request; None without one."""
    given = request.cookies
    # Programs send none, and its name takes longer to find out than the answer.
    return given.get(_name()) if given else None


def set_cookie(response: Response, secret: str) -> None:
    """Signs the browser in. How long the session is good, the book knows.

    Lax and not Strict: who follows a link from a chat to a night is signed in there. What is written is guarded by
    `insist_on_our_page`.
    """
    response.set_cookie(
        _name(), secret, max_age=SESSION_SECONDS, path="/", secure=_is_secure(), httponly=True, samesite="Lax"
    )


def forget_cookie(response: Response) -> None:
    """Takes the cookie from the browser."""
    response.delete_cookie(_name(), path="/", secure=_is_secure(), httponly=True, samesite="Lax")


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
    if request.mimetype != FORM or not known:
        raise NotFromOurPage(origin=context.origin)


def _name() -> str:
    return SAFE_NAME if _is_secure() else NAME


def _is_secure() -> bool:
    """True if the browser reaches the server over TLS."""
    return context.origin.startswith("https://")
