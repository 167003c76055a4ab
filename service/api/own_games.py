"""The games of a club's own: listed, read with all their versions, added as TOML, and retired."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from flask.views import MethodView

from service.api.context import context
from service.api.declaring import needs
from service.api.http.extensions import Blueprint
from service.api.schemas.games import TomlSchema
from service.api.schemas.headers import KeyHeaders
from service.app import own_games
from service.people.access.rights import Deed
from service.reports.views.games.games import OwnGameAdded, OwnGameRetired, OwnGames, OwnGameView

blueprint = Blueprint("own games", __name__, description="The games a club has of its own.")


@blueprint.route("/clubs/<club:club>/games")
class AllOwnGames(MethodView):
    @needs(Deed.FIND_CLUB)
    @blueprint.answers(OwnGames)
    def get(self, club: str) -> OwnGames:
        """Every own game of a club, in its newest version."""
        return own_games.listed(context.book, club)

    @needs(Deed.KEEP_CLUB)
    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.arguments(TomlSchema)
    @blueprint.answers(OwnGameAdded, 201)
    def post(self, headers: dict[str, str], game: dict[str, str], club: str) -> Any:
        """Adds a game from TOML, or the next version of an existing one; the newest text again adds nothing.

        Hands already played keep their rules. An error in the text is reported with its line, its key and what would be
        accepted (422). The name of a game in a rulebook is refused (409).
        """
        added = own_games.add(context.book, club, game["toml"], key=headers["key"])
        return added, {"Location": f"/api/v1/clubs/{club}/games/{quote(added.name, safe='')}"}


# Some names contain a slash.
@blueprint.route("/clubs/<club:club>/games/<path:game>")
class OneOwnGame(MethodView):
    @needs(Deed.FIND_CLUB)
    @blueprint.answers(OwnGameView)
    def get(self, club: str, game: str) -> OwnGameView:
        """One own game: its rules, its TOML, all its versions, and when it was retired, if it was."""
        return own_games.one(context.book, club, game)


@blueprint.route("/clubs/<club:club>/retired-games/<path:game>")
class Retirement(MethodView):
    @needs(Deed.KEEP_CLUB)
    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.answers(OwnGameRetired, 201)
    def post(self, headers: dict[str, str], club: str, game: str) -> Any:
        """Retires an own game: it is no longer offered and cannot be announced.

        Nothing is deleted: hands already played keep their rules, and adding a text of the same name brings the game back
        as its next version.
        """
        return own_games.retire(context.book, club, game, key=headers["key"])
