"""Who asks, with their own devices and passkeys, and signing in with a passkey."""

from __future__ import annotations

from typing import Any

from flask import Response, g, request
from flask.views import MethodView

from engine.ids import ClubId, PlayerId
from service.api.context import context
from service.api.cookies import cookie_given, insist_on_our_page, set_cookie
from service.api.declaring import needs
from service.api.http.extensions import Blueprint, as_json
from service.api.schemas.access import PasskeyMade, PasskeyUsed
from service.api.schemas.commands import body_as
from service.app.signing_in import sign_in
from service.errors.problems import SignInNeeded, TokenTooNarrow
from service.people.access.passkeys import Assertion, Creation, Site
from service.people.access.rights import Deed
from service.people.access.who import Who
from service.reports.views.club.club import Me, PasskeyOptions, PasskeyView

blueprint = Blueprint("me", __name__, description="Who asks, and how they sign in.")


def member() -> tuple[ClubId, PlayerId]:
    """The club and the player who asks. Refuses everybody else (SignInNeeded), and a token that is only for less than the
    player may: it would make itself a way to sign in as the player (TokenTooNarrow).
    """
    who: Who = g.who
    if who.club is None or who.player is None:
        raise SignInNeeded
    if who.scope != "bank":
        raise TokenTooNarrow(scope=who.scope)
    return who.club, who.player


def site() -> Site:
    """The site to which passkeys belong."""
    return Site.at(context.origin)


def me() -> Me:
    """Who asks; a guest who waits is known by the cookie."""
    return sign_in.me(context.book, g.who, context.credentials.session(cookie_given()))


@blueprint.route("/me")
class MyOwn(MethodView):
    @needs(Deed.ASK)
    @blueprint.answers(Me)
    def get(self) -> Me:
        """Who asks: roles, devices and passkeys. Nobody is refused; without a token or a cookie it is a stranger."""
        return me()


@blueprint.route("/me/devices/<credential:credential>")
class MyDevice(MethodView):
    @needs(Deed.SIGN_ONESELF_IN)
    @blueprint.response(204, description="The device is signed out.")
    def delete(self, credential: str) -> Response:
        """Signs one of one's own browsers out."""
        club, player = member()
        sign_in.end_device(context.book, club, credential, player=player)
        return Response(status=204)


@blueprint.route("/me/passkey-options")
class MyPasskeyOptions(MethodView):
    @needs(Deed.SIGN_ONESELF_IN)
    @blueprint.answers(PasskeyOptions)
    def post(self) -> PasskeyOptions:
        """What the browser is asked so that it makes a passkey (`navigator.credentials.create`); good once, for five minutes."""
        return sign_in.ask_to_make_passkey(context.book, site(), *member())


@blueprint.route("/me/passkeys")
class MyPasskeys(MethodView):
    @needs(Deed.SIGN_ONESELF_IN)
    @blueprint.takes(PasskeyMade.__name__, lambda body: body_as(body, PasskeyMade))
    @blueprint.answers(PasskeyView, 201)
    def post(self, made: PasskeyMade) -> PasskeyView:
        """Keeps a passkey that the browser made. Its answer is good once, so sent twice it is refused (422)."""
        answer = Creation(id=made.id, client_data=made.client_data, attestation=made.attestation)
        return sign_in.make_passkey(context.book, site(), *member(), made.label, answer)


@blueprint.route("/me/passkeys/<credential:credential>")
class MyPasskey(MethodView):
    @needs(Deed.SIGN_ONESELF_IN)
    @blueprint.response(204, description="The passkey is forgotten.")
    def delete(self, credential: str) -> Response:
        """Forgets one of one's own passkeys."""
        club, player = member()
        sign_in.end_passkey(context.book, club, credential, player=player)
        return Response(status=204)


@blueprint.route("/sign-in/options")
class SignInOptions(MethodView):
    @needs(Deed.ASK)
    @blueprint.answers(PasskeyOptions)
    def post(self) -> PasskeyOptions:
        """What the browser is asked so that it offers a passkey (`navigator.credentials.get`); good once, for five minutes."""
        context.limits.count_sign_in(request.remote_addr or "")
        insist_on_our_page()
        return sign_in.ask_who_it_is(context.book, site())


@blueprint.route("/sign-in")
class SignIn(MethodView):
    @needs(Deed.ASK)
    @blueprint.takes(PasskeyUsed.__name__, lambda body: body_as(body, PasskeyUsed))
    @blueprint.answers(Me)
    def post(self, used: PasskeyUsed) -> Any:
        """Signs a browser in with a passkey: the answer sets the cookie. Only a page of this server may send it (403)."""
        insist_on_our_page()
        answer = Assertion(
            id=used.id,
            client_data=used.client_data,
            authenticator_data=used.authenticator_data,
            signature=used.signature,
            user_handle=used.user_handle,
        )
        with context.counting_failures():
            opened = sign_in.sign_in_by_passkey(
                context.book,
                site(),
                answer,
                user_agent=request.user_agent.string,
                instead_of=cookie_given(),
            )
        who = context.credentials.who(None, opened.secret)
        response = as_json(sign_in.me(context.book, who))
        set_cookie(response, opened.secret)
        return response
