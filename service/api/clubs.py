"""Clubs and their players: the names that stand for the ids in the events."""

from __future__ import annotations

from typing import Any

from flask.views import MethodView

from service.api.context import context
from service.api.schemas.headers import KeyHeaders
from service.api.schemas.people import NameSchema
from service.extensions import Blueprint
from service.queries import which_people
from service.queries.which_people import Clubs, ClubTold, Players, PlayerTold
from service.shorthand.lines import must_be_a_name

blueprint = Blueprint("clubs", __name__, description="Clubs and their players.")


@blueprint.route("/clubs")
class AllClubs(MethodView):
    @blueprint.answers(Clubs)
    def get(self) -> Clubs:
        """All clubs of the book."""
        with context.handler() as handler:
            return which_people.clubs(handler.names)

    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.arguments(NameSchema)
    @blueprint.answers(ClubTold, 201)
    def post(self, headers: dict[str, str], club: dict[str, str]) -> Any:
        """Founds a club."""
        made = which_people.club_told(context.make_club(club["name"], key=headers["key"]))
        return made, {"Location": f"/api/v1/clubs/{made.id}"}


@blueprint.route("/clubs/<club:club>")
class OneClub(MethodView):
    @blueprint.answers(ClubTold)
    def get(self, club: str) -> ClubTold:
        """One club."""
        with context.handler() as handler:
            return which_people.club_told(handler.names.club(club))

    @blueprint.arguments(NameSchema)
    @blueprint.answers(ClubTold)
    def patch(self, renamed: dict[str, str], club: str) -> ClubTold:
        """Gives a club another name."""
        with context.handler() as handler:
            handler.names.rename_club(club, renamed["name"])
            return which_people.club_told(handler.names.club(club))


@blueprint.route("/clubs/<club:club>/players")
class AllPlayers(MethodView):
    @blueprint.answers(Players)
    def get(self, club: str) -> Players:
        """Everybody of a club."""
        with context.handler() as handler:
            return which_people.players(handler.names, club)

    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.arguments(NameSchema)
    @blueprint.answers(PlayerTold, 201)
    def post(self, headers: dict[str, str], player: dict[str, str], club: str) -> Any:
        """Takes a player into a club."""
        made = which_people.player_told(context.make_player(club, player["name"], key=headers["key"]))
        return made, {"Location": f"/api/v1/clubs/{club}/players/{made.id}"}


@blueprint.route("/clubs/<club:club>/players/<player:player>")
class OnePlayer(MethodView):
    @blueprint.answers(PlayerTold)
    def get(self, club: str, player: str) -> PlayerTold:
        """One player of a club."""
        with context.handler() as handler:
            return which_people.player(handler.names, club, player)

    @blueprint.arguments(NameSchema)
    @blueprint.answers(PlayerTold)
    def patch(self, renamed: dict[str, str], club: str, player: str) -> PlayerTold:
        """Gives a player another name; the events do not change, because they know only the id."""
        with context.handler() as handler:
            which_people.player(handler.names, club, player)
            must_be_a_name(renamed["name"])
            handler.names.rename_player(player, renamed["name"])
            return which_people.player(handler.names, club, player)
