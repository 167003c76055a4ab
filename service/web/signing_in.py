"""The pages by which people sign in: a link that is opened, the sign-in page, and what is known of oneself.

A link is used by pressing its button, so that a preview in a chat does not use it up.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import msgspec
from flask import Response, request
from werkzeug.exceptions import NotFound

from engine.speech import say
from service.api.access import me, member
from service.api.context import context, cookie_given, forget_cookie, insist_on_our_page, set_cookie
from service.app import links as way_in
from service.app import permission, sign_in
from service.app.night import settling
from service.app.running.certificates import certificate_at
from service.app.sign_in import Session
from service.language.languages import language_spoken
from service.people.payment_handles import KINDS, HandleKind, called, grouped
from service.people.rights import Deed
from service.web.acting import Trouble, attempt, go_on, text
from service.web.site import HERE, POLICY, Room, on_to, packed, page

# Everybody may come here; the routes of this room say nothing of what they need.
MANIFEST = msgspec.json.decode((HERE / "static" / "manifest.webmanifest").read_bytes())
blueprint = Room("pages", static_folder="static", static_url_path="/pages")


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """The script that shows the last page where the server cannot be reached; at the top, because it is for all pages."""
    return packed(blueprint.send_static_file("sw.js"))


@blueprint.get("/offline")
def offline() -> Response:
    """What is shown in place of a page that a browser does not keep, while the server cannot be reached."""
    return page("offline.html")


@blueprint.get("/pages/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to install the page, described in the reader's language."""
    fields = {"lang": language_spoken().code, "description": say("The book of a home card game.")}
    return Response(msgspec.json.encode({**MANIFEST, **fields}), mimetype="application/manifest+json")


@blueprint.get("/sign-in")
def sign_in_page() -> Response:
    """Offers a passkey, and says where a link comes from."""
    return page("signing_in/sign_in.html", me=me())


@blueprint.get("/trust")
def trust() -> Response:
    """How a phone trusts the authority of this house, over http too, and what it gets by that."""
    certificate = certificate_at(context.book.home) if context.tls_port else None
    host = urlsplit(context.origin).hostname or ""
    here = f"https://{f'[{host}]' if ':' in host else host}:{context.tls_port}"
    secure = here if context.is_this_machine else context.reach.ways.address
    shown = page(
        "signing_in/trust.html", found=certificate, secure=secure, is_secure=context.origin.startswith("https://")
    )
    # The page finds out by itself whether the phone trusts the house.
    asks = f"connect-src 'self' https://*:{context.tls_port}"
    shown.headers["Content-Security-Policy"] = POLICY.replace("connect-src 'self'", asks) if certificate else POLICY
    return shown


@blueprint.get("/trust/chipbook.crt")
def authority() -> Response:
    """The certificate of the authority, for a phone to trust; 404 where there is none."""
    certificate = certificate_at(context.book.home) if context.tls_port else None
    if certificate is None:
        raise NotFound
    shown = Response(certificate.authority.read_bytes(), mimetype="application/x-x509-ca-cert")
    # Public, and what a page over http asks for over https to find out whether the phone trusts the house.
    shown.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return shown


@blueprint.get("/join/<secret>")
def join_page(secret: str) -> Response:
    """Into which club a link leads, and as whom. Looking uses nothing up."""
    with context.counting_failures():
        welcome = sign_in.welcome(context.book, secret)
    return page("signing_in/join.html", welcome=welcome)


@blueprint.post("/join/<secret>")
def join(secret: str) -> Response:
    """Signs the browser in, always with a new session, and goes on to the nights of the club."""
    insist_on_our_page()
    with context.counting_failures():
        opened = sign_in.join(
            context.book,
            secret,
            says=request.form.get("name", "").strip(),
            user_agent=request.user_agent.string,
            instead_of=cookie_given(),
        )
    return _signed_in(opened)


@blueprint.get("/found/<secret>")
def founding_page(secret: str) -> Response:
    """Asks what the first club is called, and who founds it. Looking uses nothing up."""
    with context.counting_failures():
        way_in.insist_it_founds(context.book, secret)
    return page("signing_in/found.html", said={"club": "", "name": ""}, trouble=None)


@blueprint.post("/found/<secret>")
def found_the_club(secret: str) -> Response:
    """Founds the club and signs its banker in."""
    insist_on_our_page()
    with context.counting_failures():
        way_in.insist_it_founds(context.book, secret)
    stated = {field: " ".join(request.form.get(field, "").split()) for field in ("club", "name")}
    opened = attempt(
        lambda: way_in.found_club_by_link(
            context.book,
            secret,
            club_name=stated["club"],
            name=stated["name"],
            user_agent=request.user_agent.string,
            instead_of=cookie_given(),
        )
    )
    if isinstance(opened, Trouble):
        return page("signing_in/found.html", said=stated, trouble=opened)
    return _signed_in(opened)


def _signed_in(opened: Session) -> Response:
    response = on_to("/")
    set_cookie(response, opened.secret)
    return response


@blueprint.get("/me")
def me_page() -> Response:
    """Who one is here, on which devices, with which passkeys; for a stranger the sign-in page."""
    known = me()
    if known.who in ("stranger", "keeper", "program"):
        return on_to("/sign-in")
    return _me_page()


def _me_page(trouble: Trouble | None = None) -> Response:
    known, who = me(), context.who
    ways = settling.ways_to_pay(context.book, who.club).get(who.player, {}) if who.club and who.player else {}
    return page(
        "signing_in/me.html",
        status=trouble.status if trouble else 200,
        me=known,
        ways={kind: grouped(kind, handle) for kind, handle in ways.items()},
        kinds={kind: called(kind) for kind in KINDS},
        trouble=trouble,
        said=request.form,
    )


@blueprint.post("/me/handles")
def keep_handle() -> Response:
    """Keeps or deletes how one wants to be paid; refused, the same page says why."""
    club, player = member()
    permission.insist_it_is_theirs(context.who, Deed.RUN_BANK, club, player)
    words: HandleKind = "text"
    kind = next((one for one in KINDS if one == request.form.get("kind")), words)
    if request.form.get("forget"):
        settling.delete_handle(context.book, club, player, kind)
        return on_to("/me")
    return go_on(lambda: settling.put_handle(context.book, club, player, kind, text("handle")), "/me", _me_page)


@blueprint.post("/sign-out")
def sign_out() -> Response:
    """Ends the session of this browser; a guest is sent away like anybody else."""
    cookie = cookie_given() or ""
    session = context.credentials.session(cookie)
    if session:
        insist_on_our_page(cookie)
        sign_in.sign_out(context.book, session)
    response = on_to("/sign-in")
    forget_cookie(response)
    # On a phone that others use, too, nothing stays: no page that was kept, and nothing that was not sent yet.
    response.headers["Clear-Site-Data"] = '"storage"'
    return response


@blueprint.post("/me/devices/<credential:credential>")
def end_device(credential: str) -> Response:
    """Signs one of one's own browsers out."""
    club, player = member()
    sign_in.end_device(context.book, club, credential, player=player)
    return on_to("/me")


@blueprint.post("/me/passkeys/<credential:credential>")
def end_passkey(credential: str) -> Response:
    """Forgets one of one's own passkeys."""
    club, player = member()
    sign_in.end_passkey(context.book, club, credential, player=player)
    return on_to("/me")
