"""Who can sign in to a club: tokens, sign-in links and devices, for its banker."""

from __future__ import annotations

from typing import Any

from flask import Response
from flask.views import MethodView

from service.api.context import context
from service.api.declaring import needs
from service.api.http.extensions import Blueprint
from service.api.schemas.access import GuestConfirmed, LinkWanted, TableLinkWanted, TokenWanted
from service.api.schemas.commands import body_as
from service.app.signing_in import links as sign_in_links
from service.app.signing_in import links as tokens
from service.app.signing_in import sign_in
from service.people.access.rights import Deed
from service.reports.views.club.club import Device, Devices, NewSignInLink, NewToken, SignInLinks, Tokens

# What is told once is in no cache.
TOLD_ONCE = {"Cache-Control": "no-store"}

blueprint = Blueprint("access", __name__, description="Who can sign in to a club, and with what.")


@blueprint.route("/clubs/<club:club>/tokens")
class ClubTokens(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.answers(Tokens)
    def get(self, club: str) -> Tokens:
        """The tokens of a club that are still good, with their last use."""
        return tokens.tokens(context.book, club)

    @needs(Deed.KEEP_KEYS)
    @blueprint.takes(TokenWanted.__name__, lambda body: body_as(body, TokenWanted))
    @blueprint.answers(NewToken, 201)
    def post(self, wanted: TokenWanted, club: str) -> Any:
        """Makes a token, which is told this once. Sent twice, it makes two: end the one that nobody has."""
        made = tokens.make_token(
            context.book, club, wanted.label, scope=wanted.scope, player=wanted.player or "", days=wanted.days
        )
        return made, {**TOLD_ONCE, "Location": f"/api/v1/clubs/{club}/tokens/{made.about.id}"}


@blueprint.route("/clubs/<club:club>/tokens/<credential:credential>")
class ClubToken(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.response(204, description="The token is ended.")
    def delete(self, club: str, credential: str) -> Response:
        """Ends a token: whoever has it is a stranger from now on."""
        tokens.end_token(context.book, club, credential)
        return Response(status=204)


@blueprint.route("/clubs/<club:club>/players/<player:player>/invitations")
class PlayerInvitations(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.takes(LinkWanted.__name__, lambda body: body_as(body, LinkWanted))
    @blueprint.answers(NewSignInLink, 201)
    def post(self, wanted: LinkWanted, club: str, player: str) -> Any:
        """Makes a link by which a player signs in, and a code to scan. Both are told this once; sent twice, there are two."""
        made = sign_in_links.invite_player(
            context.book, club, player, at=context.origin_for_others, hours=wanted.hours, uses=wanted.uses
        )
        return made, {**TOLD_ONCE, "Location": f"/api/v1/clubs/{club}/invitations/{made.about.id}"}


@blueprint.route("/nights/<night:night>/invitations")
class TableInvitations(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.takes(TableLinkWanted.__name__, lambda body: body_as(body, TableLinkWanted))
    @blueprint.answers(NewSignInLink, 201)
    def post(self, wanted: TableLinkWanted, night: str) -> Any:
        """Makes a link for everybody at the table. A guest says who they are, and is nobody until the banker confirms it."""
        made = sign_in_links.invite_table(
            context.book, night, at=context.origin_for_others, hours=wanted.hours, uses=wanted.uses
        )
        return made, {**TOLD_ONCE, "Location": f"/api/v1/clubs/{made.about.club}/invitations/{made.about.id}"}


@blueprint.route("/clubs/<club:club>/invitations")
class ClubInvitations(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.answers(SignInLinks)
    def get(self, club: str) -> SignInLinks:
        """The sign-in links of a club that can still be used."""
        return sign_in_links.sign_in_links(context.book, club)


@blueprint.route("/clubs/<club:club>/invitations/<credential:credential>")
class ClubInvitation(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.response(204, description="The link is ended.")
    def delete(self, club: str, credential: str) -> Response:
        """Ends a sign-in link. Whoever signed in by it stays signed in."""
        sign_in_links.end_link(context.book, club, credential)
        return Response(status=204)


@blueprint.route("/clubs/<club:club>/devices")
class ClubDevices(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.answers(Devices)
    def get(self, club: str) -> Devices:
        """The browsers that are signed in to a club, and guests who wait to be confirmed."""
        return sign_in.devices(context.book, club)


@blueprint.route("/clubs/<club:club>/devices/<credential:credential>")
class ClubDevice(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.response(204, description="The device is signed out.")
    def delete(self, club: str, credential: str) -> Response:
        """Signs a browser out, or sends a guest away."""
        sign_in.end_device(context.book, club, credential)
        return Response(status=204)


@blueprint.route("/clubs/<club:club>/devices/<credential:credential>/confirmation")
class GuestConfirmation(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.takes(GuestConfirmed.__name__, lambda body: body_as(body, GuestConfirmed))
    @blueprint.answers(Device, 201)
    def post(self, said: GuestConfirmed, club: str, credential: str) -> Device:
        """Confirms who a guest is, once: from then on the device is signed in as that player."""
        return sign_in.confirm_guest(context.book, club, credential, said.player or "")
