"""The pages of a season: who won and lost over the nights of a club, and one's own account over all of them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from engine.ids import ClubId
from service.api.access import member
from service.api.context import context
from service.api.routes import needs
from service.app import people, standings
from service.app.accounts import account
from service.app.standings import Question
from service.language.local_time import clock_in
from service.people.access.rights import Deed
from service.people.access.who import STRANGER
from service.web.acting import Trouble, attempt
from service.web.site import on_to, page, room

blueprint = room("standings")

# What may be asked for, by the name that the address has for it.
ASKED = {"from": "since", "to": "until", "rulebook": "rulebook", "game": "game"}


@blueprint.get("/standings")
@needs(Deed.ASK)
def own_standings() -> Response:
    """The standings of the reader's own club. A stranger is led to the only club that publishes its own, or to sign in."""
    club = context.who.club
    if club is not None:
        context.insist_in_club(Deed.SEE_STANDINGS, club)
        return _standings(club)
    published = [
        one.id for one in people.clubs_shown_to(context.book, context.who).clubs if "standings" in one.published
    ]
    if len(published) == 1:
        return on_to(f"/clubs/{published[0]}/standings")
    if context.who == STRANGER:
        return on_to("/sign-in")
    return page("afterwards/clubs.html", clubs=people.clubs_shown_to(context.book, context.who).clubs)


@blueprint.get("/clubs/<club:club>/standings")
@needs(Deed.SEE_STANDINGS)
def standings_of_club(club: str) -> Response:
    """The standings of a club, for its members and for everybody if it publishes them."""
    return _standings(club)


@blueprint.get("/clubs/<club:club>/standings.csv")
@needs(Deed.SEE_STANDINGS)
def standings_as_table(club: str) -> Response:
    """The same as one table for a spreadsheet."""
    table = standings.as_csv(context.book, club, _question())
    named = {"Content-Disposition": 'attachment; filename="standings.csv"'}
    return Response(table, content_type="text/csv; charset=utf-8", headers=named)


@blueprint.get("/me/account")
@needs(Deed.SEE_CLUB)
def own_account() -> Response:
    """What the reader has won, paid and still open over all nights of their club."""
    club, player = member()
    found = account(context.book, club, player)
    return page("afterwards/account.html", account=found, clock_in=clock_in)


def _standings(club: ClubId) -> Response:
    question = _question()
    parts = attempt(lambda: standings.as_parts(context.book, club, question))
    trouble = parts if isinstance(parts, Trouble) else None
    asked = {name: value for name in ASKED if (value := request.args.get(name, ""))}
    return page(
        "afterwards/standings.html",
        parts=None if trouble else parts,
        trouble=trouble,
        club=people.club(context.book, club),
        played=standings.played(context.book, club),
        asked=asked,
        query=f"?{urlencode(asked)}" if asked else "",
        look="season",
    )


def _question() -> Question:
    said: dict[str, Any] = {field: request.args.get(name, "").strip()[:120] for name, field in ASKED.items()}
    return Question(**said)
