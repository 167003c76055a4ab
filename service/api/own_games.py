"""The games a club has of its own: listed, read with every version they had, and added as TOML."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from flask.views import MethodView

from service.api.counter import counter
from service.api.schemas.games import TomlSchema
from service.api.schemas.headers import KeyHeaders
from service.extensions import Blueprint
from service.own_games.shelf import all_versions
from service.queries import which_own_games
from service.queries.which_own_games import OwnGameAdded, OwnGames, OwnGameTold

blueprint = Blueprint("own games", __name__, description="The games a club has of its own.")


@blueprint.route("/clubs/<club:club>/games")
class AllOwnGames(MethodView):
    @blueprint.answers(OwnGames)
    def get(self, club: str) -> OwnGames:
        """Every own game of a club, in its newest version."""
        with counter.desk() as desk:
            return which_own_games.own_games(desk.names.club(club).id, desk.own_games(club))

    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.arguments(TomlSchema)
    @blueprint.answers(OwnGameAdded, 201)
    def post(self, headers: dict[str, str], game: dict[str, str], club: str) -> Any:
        """Adds a game from TOML, or the next version of one that is there; the newest text again adds nothing.

        Hands that were played keep the rules they were played by. What is wrong with the text is told by line, key and
        what would be accepted (422); the name of a game that a rulebook has is refused (409).
        """
        added = which_own_games.game_added(counter.add_game(club, game["toml"], key=headers["key"]))
        return added, {"Location": f"/api/v1/clubs/{club}/games/{quote(added.name, safe='')}"}


# Some names have a slash in them.
@blueprint.route("/clubs/<club:club>/games/<path:game>")
class OneOwnGame(MethodView):
    @blueprint.answers(OwnGameTold)
    def get(self, club: str, game: str) -> OwnGameTold:
        """One own game: its rules, its TOML, and every version it had."""
        with counter.desk() as desk:
            known = desk.names.club(club).id
        return which_own_games.own_game(known, game, all_versions(counter.database, known, game))
