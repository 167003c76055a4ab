"""What the script of every page asks so that a phone is a witness: whether the book still holds what the phone saw of it."""

from __future__ import annotations

from flask import Response, jsonify, request
from msgspec import to_builtins

from service.api.context import context
from service.app.night.witness import held_against, seen_in
from service.people.rights import Deed
from service.web.club import club_of_reader
from service.web.site import Room

blueprint = Room("witness")


@blueprint.get("/witness", needs=Deed.SEE_NIGHTS)
def in_the_book() -> Response:
    """What the book has now of the streams in the query, such as `night:friday.41,club:home.7`; only those of the reader's own club."""
    club = club_of_reader()
    return jsonify(
        to_builtins(
            held_against(context.book, club, context.who.player, seen_in(request.args.get("seen", "").split(",")))
        )
    )
