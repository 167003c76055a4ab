"""Who comes to the table: a code to scan, guests who wait to be let in, and what players ask the bank for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from flask import Response, request

from engine.commands import ApproveRequest, Command, DeclineRequest, SeatPlayer
from engine.spelling import called
from service.api.context import context
from service.app import links as sign_in_links
from service.app import people, sign_in
from service.app.permission import may_at_night
from service.errors import SignInRefused
from service.language.local_time import clock_in
from service.people.rights import PLAYERS, Deed
from service.reports.requests import RequestView, open_requests
from service.reports.views.club import Device, NewSignInLink
from service.reports.views.visible_night import PlayerNamed, VisibleNight
from service.web.acting import KEY, Trouble, attempt, go_on, new_key, record, text, whole
from service.web.club import way_back, ways_of_entering
from service.web.site import Room, on_to, page

blueprint = Room("joining")
# The field of a form that holds the code which the page shows, so that the next page can show it again.
CODE = "code"


class GuestWaiting(NamedTuple):
    """A guest who wants to come in. `name` is as the club writes it; `known`: the club has somebody of this name; `seated`:
    who sits at the table already."""

    device: Device
    name: str
    known: bool
    seated: bool


class Waiting(NamedTuple):
    """What waits for whoever has the bank: guests, and what players ask for."""

    night: str
    guests: tuple[GuestWaiting, ...]
    requests: tuple[RequestView, ...]


def waiting(view: VisibleNight) -> Waiting:
    """What waits at this night for the reader, for `parts/waiting.html`; nothing for who does not have the bank."""
    if not view.sees_cards:
        return Waiting(view.night_id, (), ())
    club = view.opened.club
    lets_in = may_at_night(context.book, context.who, Deed.LET_IN, club, view.night_id)
    devices = sign_in.guests(context.book, club, view.night_id) if lets_in else ()
    return Waiting(view.night_id, tuple(_guest(view, one) for one in devices), open_requests(view))


def _guest(view: VisibleNight, device: Device) -> GuestWaiting:
    meant = called(device.says or "", view.names)
    name = next((view.name(player) for player in meant), device.says or "")
    return GuestWaiting(device, name, bool(meant), any(player in view.night.people for player in meant))


@blueprint.get("/nights/<night:night>/waiting", needs=Deed.LET_IN)
def waiting_page(night: str) -> Response:
    """What waits at a night, as a page of its own."""
    return _waiting_page(context.see(night))


@blueprint.get("/nights/<night:night>/guests", needs=Deed.LET_IN)
def guests_waiting(night: str) -> Response:
    """The devices of the guests who wait at a night, for a table that is open: nothing of them is an event."""
    return Response(as_text(sign_in.guests(context.book, context.book.club_of(night), night)), mimetype="text/plain")


def as_text(guests: Iterable[Device]) -> str:
    """The devices of guests as one text, which is another as soon as somebody else waits."""
    return " ".join(device.id for device in guests)


def _waiting_page(view: VisibleNight, trouble: Trouble | None = None, *, at: str = "") -> Response:
    """`at` is the guest or the request of whom something was refused; it may wait no more by now."""
    waits = waiting(view)
    places = {guest.device.id for guest in waits.guests} | {f"request-{one.number}" for one in waits.requests}
    return page(
        "people/waiting.html",
        waiting=waits,
        night=view,
        trouble=trouble,
        at=at if at in places else "page",
        back=way_back(f"/nights/{view.night_id}"),
        key=new_key(),
    )


@blueprint.get("/nights/<night:night>/join", needs=Deed.LET_IN)
def join_page(night: str) -> Response:
    """Offers a code for the phones at the table. It is made by pressing a button, because it is told once."""
    return _join_page(context.see(night))


@blueprint.post("/nights/<night:night>/join", needs=Deed.LET_IN)
def show_code(night: str) -> Response:
    """Shows the code that the page showed before, as long as it is good; else a new one."""
    view = context.see(night)
    link = _same_code(night) or attempt(
        lambda: sign_in_links.invite_table(context.book, night, at=context.origin_for_others)
    )
    return _join_page(view, trouble=link) if isinstance(link, Trouble) else _join_page(view, link)


def _same_code(night: str) -> NewSignInLink | None:
    stated = request.form.get(CODE, "")
    try:
        return (
            sign_in_links.table_link_again(context.book, night, stated, at=context.origin_for_others)
            if stated
            else None
        )
    except SignInRefused:
        return None


@blueprint.post("/nights/<night:night>/seats", needs=Deed.LET_IN)
def seat(night: str) -> Response:
    """Seats somebody who has no phone: one of the club, who may have gone home before, or somebody new by their name."""
    return go_on(
        lambda: _sit_down(night),
        f"/nights/{night}",
        lambda trouble: _join_page(context.see(night), trouble=trouble, at="seat"),
    )


def _sit_down(night: str) -> None:
    club = context.see(night).opened.club
    player = text("player") or people.add_player(context.book, club, text("name"), key=request.form.get(KEY, "")).id
    record(night, [SeatPlayer(player=player)])
    people.let_play(context.book, club, player)


def _without_seat(view: VisibleNight) -> tuple[PlayerNamed, ...]:
    """Who plays in the club and does not sit at the table now, by name; nobody once play is over."""
    if view.phase != "open":
        return ()
    at_table = {player for player, person in view.night.people.items() if not person.left}
    members = people.players(context.book, view.opened.club).players
    there = [one for one in members if not PLAYERS.isdisjoint(one.roles) and one.id not in at_table]
    return tuple(PlayerNamed(id=one.id, name=one.name) for one in there)


def _join_page(
    view: VisibleNight, link: NewSignInLink | None = None, *, trouble: Trouble | None = None, at: str = "join"
) -> Response:
    return page(
        "people/join_table.html",
        night=view,
        night_clock=clock_in(view.opened.zone),
        waiting=waiting(view),
        link=link and sign_in_links.for_any_phone(link, context.reach),
        too=sign_in_links.without_names(context.reach.ways, link.url) if link else "",
        code=link.url.rpartition("/")[2] if link else "",
        trouble=trouble,
        at=at,
        without_seat=_without_seat(view),
        back=f"/nights/{view.night_id}/join",
        entering=ways_of_entering(),
        key=new_key(),
    )


@blueprint.post("/nights/<night:night>/guests/<credential:credential>", needs=Deed.LET_IN)
def let_in(night: str, credential: str) -> Response:
    """Lets a guest in, and gives them a seat if they have none and want to play; or sends them away."""
    if request.form.get("away"):
        done: object = attempt(lambda: sign_in.send_guest_away(context.book, night, credential))
    else:
        done = attempt(lambda: _come_in(night, credential, plays=not request.form.get("looks")))
    view = context.see(night)
    if isinstance(done, Trouble):
        return _waiting_page(view, done, at=credential)
    if link := _same_code(night):
        return _join_page(view, link)
    return on_to(way_back(f"/nights/{night}"))


def _come_in(night: str, credential: str, *, plays: bool) -> None:
    keeps_keys = may_at_night(context.book, context.who, Deed.KEEP_KEYS, context.see(night).opened.club, night)
    guest = sign_in.let_in(context.book, night, credential, whoever=keeps_keys, looks_on=not plays)
    view = context.see(night)
    if plays and guest.player and guest.player not in view.night.people and view.phase == "open":
        record(night, [SeatPlayer(player=guest.player)])
        people.let_play(context.book, view.opened.club, guest.player)


@blueprint.post("/nights/<night:night>/requests/<version:number>", needs=Deed.RUN_BANK)
def answer(night: str, number: int) -> Response:
    """Does what a player asked for, or fewer chips, or does not; refused, it says why and what may be set aside."""
    chips = whole(text("chips")) or None
    declines = request.form.get("answer") == "decline"
    command: Command = (
        DeclineRequest(request=number, reason=text("because")[:500])
        if declines
        else ApproveRequest(request=number, chips=chips)
    )
    return go_on(
        lambda: record(night, [command], waives=not declines),
        way_back(f"/nights/{night}"),
        lambda trouble: _waiting_page(context.see(night), trouble, at=f"request-{number}"),
    )
