"""The table on the banker's phone: read at the top, seen in the middle, done at the bottom; all of it from the offers."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, request

from engine.ids import NightId
from service.access.declaring import needs
from service.access.rights import Deed
from service.api.context import context
from service.app import say
from service.app.games import games_meant
from service.views.banker import bankers_table
from service.views.events import Recording
from service.views.visible_night import VisibleNight
from service.web.acting import Trouble, attempt, new_key, record
from service.web.forms import command_in
from service.web.site import on_to, page, room

blueprint = room("table")


@blueprint.get("/nights/<night:night>")
@needs(Deed.SEE_NIGHTS)
def table_page(night: NightId) -> Response:
    """The night as the reader may see it: for the bank the whole table with its controls."""
    return _table(context.see(night))


@blueprint.post("/nights/<night:night>/acts")
@needs(Deed.SAY)
def act(night: NightId) -> Response:
    """Does what a control says."""
    return _done(night, lambda: record(night, [command_in(request.form)]))


@blueprint.post("/nights/<night:night>/lines")
@needs(Deed.SAY)
def line(night: NightId) -> Response:
    """Does what a line of shorthand says, all of it or nothing."""
    return _done(night, lambda: _said(night, request.form.get("line", "")))


@blueprint.get("/nights/<night:night>/hands")
@needs(Deed.RECORD)
def games_page(night: NightId) -> Response:
    """The games to announce: those that are called like what is searched for, and the options of one."""
    seen = context.see(night)
    wanted = request.args.get("game", "").strip()
    own = say.own_games(context.book, seen)
    found = games_meant(wanted, own=own) if wanted else games_meant(None, own=own)
    return page("table/games.html", table=bankers_table(seen), found=found, wanted=wanted, key=new_key())


def _said(night: NightId, text: str) -> Recording | None:
    seen = context.see(night)
    context.insist_at_night(Deed.RECORD, night)
    spoken = say.read(context.book, seen, text)
    if spoken.commands and not spoken.players and not spoken.correction:
        return record(night, spoken.commands)
    say.say(context.book, seen, spoken, key=request.form.get("key", ""))
    return None


def _done(night: NightId, act: Callable[[], Recording | None]) -> Response:
    came_of_it = attempt(act)
    if isinstance(came_of_it, Trouble):
        return _table(context.see(night), trouble=came_of_it)
    return on_to(f"/nights/{night}")


def _table(seen: VisibleNight, *, trouble: Trouble | None = None) -> Response:
    status = trouble.status if trouble else 200
    if not seen.is_banker:
        return page("table/looked_at.html", status=status, seen=seen, trouble=trouble)
    return page(
        "table/banker.html",
        status=status,
        table=bankers_table(seen),
        trouble=trouble,
        key=new_key(),
        line=request.form.get("line", "") if trouble else "",
    )
