"""The games of all rulebooks and those of a club in one list, with rules to read aloud."""

from __future__ import annotations

from typing import Any

from flask.views import MethodView

from service.api.context import context
from service.api.declaring import needs
from service.api.http.extensions import Blueprint
from service.api.schemas.queries import GameSchema
from service.app import games, own_games
from service.people.access.rights import Deed
from service.reports.views.games.games import GameRules, Games

blueprint = Blueprint("games", __name__, description="The games of all rulebooks.")


@blueprint.route("/games")
class AllGames(MethodView):
    @needs(Deed.ASK)
    @blueprint.arguments(GameSchema, location="query")
    @blueprint.answers(Games)
    def get(self, wanted: dict[str, Any]) -> Games:
        """All games, or those that a text may mean."""
        own = None
        if "club" in wanted:
            context.insist_in_club(Deed.FIND_CLUB, wanted["club"])
            own = [one.game for one in own_games.of_club(context.book, wanted["club"])]
        return games.games_meant(wanted.get("q"), rulebook=wanted.get("rulebook"), own=own)


# Some names contain a slash.
@blueprint.route("/games/<string(maxlength=80):rulebook>/<path:game>")
class OneGame(MethodView):
    @needs(Deed.ASK)
    @blueprint.answers(GameRules)
    def get(self, rulebook: str, game: str) -> GameRules:
        """One game: its rules, and the declaration the engine plays by."""
        return games.one_game(rulebook, game)
