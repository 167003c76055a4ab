"""Who asks and how they sign in, and who can sign in to a club."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Response, g, request
from flask.views import MethodView

from engine.ids import AnyPlayerId, ClubId, PlayerId
from service.api.context import context, cookie_given, insist_on_our_page, set_cookie
from service.api.routes import Blueprint, as_json, needs
from service.app import links, sign_in
from service.book.store.credentials import Scope
from service.errors.problems import SignInNeeded, TokenTooNarrow
from service.people.passkeys import Assertion, Creation, Site
from service.people.rights import (
    LINK_HOURS,
    LINK_HOURS_MAX,
    LINK_USES_MAX,
    TABLE_LINK_HOURS,
    TABLE_LINK_USES,
    TOKEN_DAYS_MAX,
    Deed,
    Who,
)
from service.reports.views.club import (
    Device,
    Devices,
    Me,
    NewSignInLink,
    NewToken,
    PasskeyOptions,
    PasskeyView,
    SignInLinks,
    Tokens,
)

Label = Annotated[str, msgspec.Meta(min_length=1, max_length=sign_in.LABEL_MAX)]
Hours = Annotated[int, msgspec.Meta(ge=1, le=LINK_HOURS_MAX)]
Uses = Annotated[int, msgspec.Meta(ge=1, le=LINK_USES_MAX)]
# Base64url of what a browser says: an id, a signature; what was signed. Whether it can be read is seen when it is checked.
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=1400)]
Long = Annotated[str, msgspec.Meta(min_length=1, max_length=6000)]


class TokenWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new token: what it is for, what it may do, whose it is (without, that of a program of the club), when it ends.

    `read` may look, `play` may also do what a player may, `bank` may do all that the roles of its player allow.
    """

    label: Label
    scope: Scope = "read"
    player: AnyPlayerId | None = None
    days: Annotated[int, msgspec.Meta(ge=1, le=TOKEN_DAYS_MAX)] | None = None


class LinkWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new sign-in link of a player: how long it is good, and how often."""

    hours: Hours = LINK_HOURS
    uses: Uses = 1


class TableLinkWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new sign-in link of a table: how long it is good, and for how many guests."""

    hours: Hours = TABLE_LINK_HOURS
    uses: Uses = TABLE_LINK_USES


class GuestConfirmed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who a guest is; without a player, the one whose name they gave, who joins the club if it is new."""

    player: AnyPlayerId | None = None


class PasskeyMade(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a browser answers when it made a passkey, in base64url, and how the passkey is called in a list."""

    label: Label
    id: Short
    client_data: Long
    attestation: Long


class PasskeyUsed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a browser answers when it used a passkey, in base64url."""

    id: Short
    client_data: Long
    authenticator_data: Short
    signature: Short
    user_handle: Short


ME = Blueprint("me", __name__, description="Who asks, and how they sign in.")


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


@ME.route("/me")
class MyOwn(MethodView):
    @needs(Deed.ASK)
    @ME.answers(Me)
    def get(self) -> Me:
        """Who asks: roles, devices and passkeys. Nobody is refused; without a token or a cookie it is a stranger."""
        return me()


@ME.route("/me/devices/<credential:credential>")
class MyDevice(MethodView):
    @needs(Deed.SIGN_ONESELF_IN)
    @ME.response(204, description="The device is signed out.")
    def delete(self, credential: str) -> Response:
        """Signs one of one's own browsers out."""
        club, player = member()
        sign_in.end_device(context.book, club, credential, player=player)
        return Response(status=204)


@ME.route("/me/passkey-options")
class MyPasskeyOptions(MethodView):
    @needs(Deed.SIGN_ONESELF_IN)
    @ME.answers(PasskeyOptions)
    def post(self) -> PasskeyOptions:
        """What the browser is asked so that it makes a passkey (`navigator.credentials.create`); good once, for five minutes."""
        return sign_in.ask_to_make_passkey(context.book, site(), *member())


@ME.route("/me/passkeys")
class MyPasskeys(MethodView):
    @needs(Deed.SIGN_ONESELF_IN)
    @ME.takes(PasskeyMade)
    @ME.answers(PasskeyView, 201)
    def post(self, made: PasskeyMade) -> PasskeyView:
        """Keeps a passkey that the browser made. Its answer is good once, so sent twice it is refused (422)."""
        answer = Creation(id=made.id, client_data=made.client_data, attestation=made.attestation)
        return sign_in.make_passkey(context.book, site(), *member(), made.label, answer)


@ME.route("/me/passkeys/<credential:credential>")
class MyPasskey(MethodView):
    @needs(Deed.SIGN_ONESELF_IN)
    @ME.response(204, description="The passkey is forgotten.")
    def delete(self, credential: str) -> Response:
        """Forgets one of one's own passkeys."""
        club, player = member()
        sign_in.end_passkey(context.book, club, credential, player=player)
        return Response(status=204)


@ME.route("/sign-in/options")
class SignInOptions(MethodView):
    @needs(Deed.ASK)
    @ME.answers(PasskeyOptions)
    def post(self) -> PasskeyOptions:
        """What the browser is asked so that it offers a passkey (`navigator.credentials.get`); good once, for five minutes."""
        context.limits.count_sign_in(request.remote_addr or "")
        insist_on_our_page()
        return sign_in.ask_who_it_is(context.book, site())


@ME.route("/sign-in")
class SignIn(MethodView):
    @needs(Deed.ASK)
    @ME.takes(PasskeyUsed)
    @ME.answers(Me)
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


# What is told once is in no cache.
TOLD_ONCE = {"Cache-Control": "no-store"}

ACCESS = Blueprint("access", __name__, description="Who can sign in to a club, and with what.")


@ACCESS.route("/clubs/<club:club>/tokens")
class ClubTokens(MethodView):
    @needs(Deed.KEEP_KEYS)
    @ACCESS.answers(Tokens)
    def get(self, club: str) -> Tokens:
        """The tokens of a club that are still good, with their last use."""
        return links.tokens(context.book, club)

    @needs(Deed.KEEP_KEYS)
    @ACCESS.takes(TokenWanted)
    @ACCESS.answers(NewToken, 201)
    def post(self, wanted: TokenWanted, club: str) -> Any:
        """Makes a token, which is told this once. Sent twice, it makes two: end the one that nobody has."""
        made = links.make_token(
            context.book, club, wanted.label, scope=wanted.scope, player=wanted.player or "", days=wanted.days
        )
        return made, {**TOLD_ONCE, "Location": f"/api/v1/clubs/{club}/tokens/{made.about.id}"}


@ACCESS.route("/clubs/<club:club>/tokens/<credential:credential>")
class ClubToken(MethodView):
    @needs(Deed.KEEP_KEYS)
    @ACCESS.response(204, description="The token is ended.")
    def delete(self, club: str, credential: str) -> Response:
        """Ends a token: whoever has it is a stranger from now on."""
        links.end_token(context.book, club, credential)
        return Response(status=204)


@ACCESS.route("/clubs/<club:club>/players/<player:player>/invitations")
class PlayerInvitations(MethodView):
    @needs(Deed.KEEP_KEYS)
    @ACCESS.takes(LinkWanted)
    @ACCESS.answers(NewSignInLink, 201)
    def post(self, wanted: LinkWanted, club: str, player: str) -> Any:
        """Makes a link by which a player signs in, and a code to scan. Both are told this once; sent twice, there are two."""
        made = links.invite_player(
            context.book, club, player, at=context.origin_for_others, hours=wanted.hours, uses=wanted.uses
        )
        return made, {**TOLD_ONCE, "Location": f"/api/v1/clubs/{club}/invitations/{made.about.id}"}


@ACCESS.route("/nights/<night:night>/invitations")
class TableInvitations(MethodView):
    @needs(Deed.KEEP_KEYS)
    @ACCESS.takes(TableLinkWanted)
    @ACCESS.answers(NewSignInLink, 201)
    def post(self, wanted: TableLinkWanted, night: str) -> Any:
        """Makes a link for everybody at the table. A guest says who they are, and is nobody until the banker confirms it."""
        made = links.invite_table(
            context.book, night, at=context.origin_for_others, hours=wanted.hours, uses=wanted.uses
        )
        return made, {**TOLD_ONCE, "Location": f"/api/v1/clubs/{made.about.club}/invitations/{made.about.id}"}


@ACCESS.route("/clubs/<club:club>/invitations")
class ClubInvitations(MethodView):
    @needs(Deed.KEEP_KEYS)
    @ACCESS.answers(SignInLinks)
    def get(self, club: str) -> SignInLinks:
        """The sign-in links of a club that can still be used."""
        return links.sign_in_links(context.book, club)


@ACCESS.route("/clubs/<club:club>/invitations/<credential:credential>")
class ClubInvitation(MethodView):
    @needs(Deed.KEEP_KEYS)
    @ACCESS.response(204, description="The link is ended.")
    def delete(self, club: str, credential: str) -> Response:
        """Ends a sign-in link. Whoever signed in by it stays signed in."""
        links.end_link(context.book, club, credential)
        return Response(status=204)


@ACCESS.route("/clubs/<club:club>/devices")
class ClubDevices(MethodView):
    @needs(Deed.KEEP_KEYS)
    @ACCESS.answers(Devices)
    def get(self, club: str) -> Devices:
        """The browsers that are signed in to a club, and guests who wait to be confirmed."""
        return sign_in.devices(context.book, club)


@ACCESS.route("/clubs/<club:club>/devices/<credential:credential>")
class ClubDevice(MethodView):
    @needs(Deed.KEEP_KEYS)
    @ACCESS.response(204, description="The device is signed out.")
    def delete(self, club: str, credential: str) -> Response:
        """Signs a browser out, or sends a guest away."""
        sign_in.end_device(context.book, club, credential)
        return Response(status=204)


@ACCESS.route("/clubs/<club:club>/devices/<credential:credential>/confirmation")
class GuestConfirmation(MethodView):
    @needs(Deed.KEEP_KEYS)
    @ACCESS.takes(GuestConfirmed)
    @ACCESS.answers(Device, 201)
    def post(self, confirmed: GuestConfirmed, club: str, credential: str) -> Device:
        """Confirms who a guest is, once: from then on the device is signed in as that player."""
        return sign_in.confirm_guest(context.book, club, credential, confirmed.player or "")
