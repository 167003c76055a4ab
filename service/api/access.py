"""Who asks and how they sign in, and who can sign in to a club."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import g, request

from engine.ids import AnyPlayerId, ClubId, PlayerId
from service.api.context import context, cookie_given, insist_on_our_page, set_cookie
from service.api.routes import Blueprint, as_json
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


@ME.get("/me", needs=Deed.ASK, answers=Me)
def who_asks() -> Me:
    """Who asks: roles, devices and passkeys. Nobody is refused; without a token or a cookie it is a stranger."""
    return me()


@ME.delete("/me/devices/<credential:credential>", needs=Deed.SIGN_ONESELF_IN, says="The device is signed out.")
def end_own_device(credential: str) -> None:
    """Signs one of one's own browsers out."""
    club, player = member()
    sign_in.end_device(context.book, club, credential, player=player)


@ME.post("/me/passkey-options", needs=Deed.SIGN_ONESELF_IN, answers=PasskeyOptions)
def ask_to_make_passkey() -> PasskeyOptions:
    """What the browser is asked so that it makes a passkey (`navigator.credentials.create`); good once, for five minutes."""
    return sign_in.ask_to_make_passkey(context.book, site(), *member())


@ME.post("/me/passkeys", needs=Deed.SIGN_ONESELF_IN, takes=PasskeyMade, makes=PasskeyView)
def make_passkey(made: PasskeyMade) -> PasskeyView:
    """Keeps a passkey that the browser made. Its answer is good once, so sent twice it is refused (422)."""
    answer = Creation(id=made.id, client_data=made.client_data, attestation=made.attestation)
    return sign_in.make_passkey(context.book, site(), *member(), made.label, answer)


@ME.delete("/me/passkeys/<credential:credential>", needs=Deed.SIGN_ONESELF_IN, says="The passkey is forgotten.")
def end_own_passkey(credential: str) -> None:
    """Forgets one of one's own passkeys."""
    club, player = member()
    sign_in.end_passkey(context.book, club, credential, player=player)


@ME.post("/sign-in/options", needs=Deed.ASK, answers=PasskeyOptions)
def ask_who_it_is() -> PasskeyOptions:
    """What the browser is asked so that it offers a passkey (`navigator.credentials.get`); good once, for five minutes."""
    context.limits.count_sign_in(request.remote_addr or "")
    insist_on_our_page()
    return sign_in.ask_who_it_is(context.book, site())


@ME.post("/sign-in", needs=Deed.ASK, takes=PasskeyUsed, answers=Me)
def sign_in_by_passkey(used: PasskeyUsed) -> Any:
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
            context.book, site(), answer, user_agent=request.user_agent.string, instead_of=cookie_given()
        )
    who = context.credentials.who(None, opened.secret)
    response = as_json(sign_in.me(context.book, who))
    set_cookie(response, opened.secret)
    return response


# What is told once is in no cache.
TOLD_ONCE = {"Cache-Control": "no-store"}

ACCESS = Blueprint("access", __name__, description="Who can sign in to a club, and with what.")


@ACCESS.get("/clubs/<club:club>/tokens", needs=Deed.KEEP_KEYS, answers=Tokens)
def club_tokens(club: str) -> Tokens:
    """The tokens of a club that are still good, with their last use."""
    return links.tokens(context.book, club)


@ACCESS.post("/clubs/<club:club>/tokens", needs=Deed.KEEP_KEYS, takes=TokenWanted, makes=NewToken)
def make_token(wanted: TokenWanted, club: str) -> Any:
    """Makes a token, which is told this once. Sent twice, it makes two: end the one that nobody has."""
    made = links.make_token(
        context.book, club, wanted.label, scope=wanted.scope, player=wanted.player or "", days=wanted.days
    )
    return made, {**TOLD_ONCE, "Location": f"/api/v1/clubs/{club}/tokens/{made.about.id}"}


@ACCESS.delete("/clubs/<club:club>/tokens/<credential:credential>", needs=Deed.KEEP_KEYS, says="The token is ended.")
def end_token(club: str, credential: str) -> None:
    """Ends a token: whoever has it is a stranger from now on."""
    links.end_token(context.book, club, credential)


@ACCESS.post(
    "/clubs/<club:club>/players/<player:player>/invitations",
    needs=Deed.KEEP_KEYS,
    takes=LinkWanted,
    makes=NewSignInLink,
)
def invite_player(wanted: LinkWanted, club: str, player: str) -> Any:
    """Makes a link by which a player signs in, and a code to scan. Both are told this once; sent twice, there are two."""
    made = links.invite_player(
        context.book, club, player, at=context.origin_for_others, hours=wanted.hours, uses=wanted.uses
    )
    return made, {**TOLD_ONCE, "Location": f"/api/v1/clubs/{club}/invitations/{made.about.id}"}


@ACCESS.post("/nights/<night:night>/invitations", needs=Deed.KEEP_KEYS, takes=TableLinkWanted, makes=NewSignInLink)
def invite_table(wanted: TableLinkWanted, night: str) -> Any:
    """Makes a link for everybody at the table. A guest says who they are, and is nobody until the banker confirms it."""
    made = links.invite_table(context.book, night, at=context.origin_for_others, hours=wanted.hours, uses=wanted.uses)
    return made, {**TOLD_ONCE, "Location": f"/api/v1/clubs/{made.about.club}/invitations/{made.about.id}"}


@ACCESS.get("/clubs/<club:club>/invitations", needs=Deed.KEEP_KEYS, answers=SignInLinks)
def club_invitations(club: str) -> SignInLinks:
    """The sign-in links of a club that can still be used."""
    return links.sign_in_links(context.book, club)


@ACCESS.delete(
    "/clubs/<club:club>/invitations/<credential:credential>", needs=Deed.KEEP_KEYS, says="The link is ended."
)
def end_invitation(club: str, credential: str) -> None:
    """Ends a sign-in link. Whoever signed in by it stays signed in."""
    links.end_link(context.book, club, credential)


@ACCESS.get("/clubs/<club:club>/devices", needs=Deed.KEEP_KEYS, answers=Devices)
def club_devices(club: str) -> Devices:
    """The browsers that are signed in to a club, and guests who wait to be confirmed."""
    return sign_in.devices(context.book, club)


@ACCESS.delete(
    "/clubs/<club:club>/devices/<credential:credential>", needs=Deed.KEEP_KEYS, says="The device is signed out."
)
def end_device(club: str, credential: str) -> None:
    """Signs a browser out, or sends a guest away."""
    sign_in.end_device(context.book, club, credential)


@ACCESS.post(
    "/clubs/<club:club>/devices/<credential:credential>/confirmation",
    needs=Deed.KEEP_KEYS,
    takes=GuestConfirmed,
    makes=Device,
)
def confirm_guest(confirmed: GuestConfirmed, club: str, credential: str) -> Device:
    """Confirms who a guest is, once: from then on the device is signed in as that player."""
    return sign_in.confirm_guest(context.book, club, credential, confirmed.player or "")
