"""The people of a club: their roles, their devices and the links by which they sign in; guests who wait; what is published."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, get_args

from flask import Response, request

from engine.club.acts import Publication, Role
from service.api.context import context
from service.api.routes import needs
from service.app import club as in_words
from service.app import people
from service.app.signing_in import links as sign_in_links
from service.app.signing_in import sign_in
from service.errors import CredentialMissing
from service.people.access.rights import Deed, may
from service.web.acting import KEY, Trouble, attempt, new_key
from service.web.club.home import club_of_reader, way_back
from service.web.site import on_to, page, room

ROLES: tuple[Role, ...] = get_args(Role)
PUBLICATIONS: tuple[Publication, ...] = get_args(Publication)

blueprint = room("people")


@blueprint.get("/people")
@needs(Deed.SEE_CLUB)
def everybody() -> Response:
    """Everybody of the club; for its banker also guests who wait, links, and what is published."""
    return _everybody()


def _everybody(trouble: Trouble | None = None, *, at: str = "") -> Response:
    club, who = club_of_reader(), context.who
    keeps_keys = may(who, Deed.KEEP_KEYS, club)
    return page(
        "people/people.html",
        club=people.club(context.book, club),
        players=people.players(context.book, club).players,
        guests=sign_in.guests(context.book, club) if keeps_keys else (),
        links=sign_in_links.sign_in_links(context.book, club).links if keeps_keys else (),
        keeps_club=may(who, Deed.KEEP_CLUB, club),
        admits=may(who, Deed.ADMIT, club),
        publications=PUBLICATIONS,
        trouble=trouble,
        at=at,
        said=request.form,
        key=new_key(),
    )


@blueprint.post("/people")
@needs(Deed.ADMIT)
def add() -> Response:
    """Takes somebody into the club."""
    name, key = _said("name"), request.form.get(KEY, "")
    done = attempt(lambda: in_words.add(context.book, name, club=club_of_reader(), key=key))
    return _everybody(done, at="add") if isinstance(done, Trouble) else on_to("/people")


@blueprint.post("/club")
@needs(Deed.KEEP_CLUB)
def rename_club() -> Response:
    """Gives the club another name."""
    done = attempt(lambda: people.rename_club(context.book, club_of_reader(), _said("name")))
    return _everybody(done, at="club") if isinstance(done, Trouble) else on_to("/people")


@blueprint.post("/publications")
@needs(Deed.KEEP_CLUB)
def publish() -> Response:
    """Lets everybody see what is ticked, and no more."""
    club = club_of_reader()
    what = [one for one in PUBLICATIONS if one in request.form.getlist("published")]
    if tuple(sorted(what)) != people.club(context.book, club).published:
        people.publish(context.book, club, what)
    return on_to("/people")


@blueprint.get("/people/<player:player>")
@needs(Deed.SEE_CLUB)
def person(player: str) -> Response:
    """One person of the club; for its banker with all that can be changed about them."""
    return _person(player)


def _person(player: str, trouble: Trouble | None = None, *, at: str = "", link: Any = None) -> Response:
    club = club_of_reader()
    shown = people.player(context.book, club, player)
    keeps_club = may(context.who, Deed.KEEP_CLUB, club)
    theirs = [one for one in sign_in.devices(context.book, club).devices if one.player == player] if keeps_club else []
    return page(
        "people/person.html",
        person=shown,
        roles=ROLES,
        devices=theirs,
        stays=in_words.parting(context.book, shown.name, club=club) if keeps_club else None,
        keeps_club=keeps_club,
        trouble=trouble,
        at=at,
        link=link,
        key=new_key(),
    )


@blueprint.post("/people/<player:player>/name")
@needs(Deed.KEEP_CLUB)
def rename(player: str) -> Response:
    """Gives a person another name."""
    club = club_of_reader()
    # Refuses whoever is not of this club.
    people.player(context.book, club, player)
    return _changed(player, "name", lambda: in_words.rename_player(context.book, player, _said("name"), club=club))


@blueprint.post("/people/<player:player>/roles")
@needs(Deed.KEEP_CLUB)
def change_roles(player: str) -> Response:
    """Gives a person the roles that are ticked, and takes the others."""
    club, wanted = club_of_reader(), set(request.form.getlist("role"))

    def change() -> None:
        held = set(people.player(context.book, club, player).roles)
        # What is granted comes first, so that nobody is without a role in between.
        for role in sorted(ROLES, key=lambda one: one in held):
            if (role in wanted) != (role in held):
                people.change_role(context.book, club, player, role, held=role in wanted)

    return _changed(player, "roles", change)


@blueprint.post("/people/<player:player>/link")
@needs(Deed.KEEP_KEYS)
def invite(player: str) -> Response:
    """Makes a link by which a person signs in, and shows it this once, with its code to scan."""
    made = attempt(
        lambda: sign_in_links.invite_player(context.book, club_of_reader(), player, at=context.origin_for_others)
    )
    return _person(player, made, at="link") if isinstance(made, Trouble) else _person(player, link=made)


@blueprint.post("/people/<player:player>/forget")
@needs(Deed.KEEP_CLUB)
def forget(player: str) -> Response:
    """Deletes the name of a person, if that was ticked."""
    if not request.form.get("sure"):
        return _person(player, at="forget")
    done = attempt(lambda: people.forget_player(context.book, club_of_reader(), player))
    return _person(player, done, at="forget") if isinstance(done, Trouble) else on_to("/people")


@blueprint.post("/people/devices/<credential:credential>")
@needs(Deed.KEEP_KEYS)
def end_device(credential: str) -> Response:
    """Signs a browser out, or sends a guest away."""
    return _ended(lambda: sign_in.end_device(context.book, club_of_reader(), credential))


@blueprint.post("/people/links/<credential:credential>")
@needs(Deed.KEEP_KEYS)
def end_link(credential: str) -> Response:
    """Ends a sign-in link."""
    return _ended(lambda: sign_in_links.end_link(context.book, club_of_reader(), credential))


@blueprint.post("/people/guests/<credential:credential>")
@needs(Deed.KEEP_KEYS)
def confirm(credential: str) -> Response:
    """Says who a guest is: the member that is named, else the one of the name they gave, who joins if there is none."""
    player = request.form.get("player", "")
    done = attempt(lambda: sign_in.confirm_guest(context.book, club_of_reader(), credential, player))
    return _everybody(done, at="guests") if isinstance(done, Trouble) else on_to(way_back("/people"))


def _ended(end: Callable[[], object]) -> Response:
    """Leads back once it is ended; if somebody else was faster, it is ended as well."""
    with suppress(CredentialMissing):
        end()
    return on_to(way_back("/people"))


def _changed(player: str, at: str, act: Callable[[], object]) -> Response:
    done = attempt(act)
    return _person(player, done, at=at) if isinstance(done, Trouble) else on_to(f"/people/{player}")


def _said(field: str) -> str:
    return " ".join(request.form.get(field, "").split())
