"""The rules lawyer: who wins with these cards, and by which rule. Nothing is recorded."""

from __future__ import annotations

from collections.abc import Sequence

from flask.views import MethodView

from engine.errors import Refusal, UnknownGame, UnknownRulebook
from engine.game.definition import Game
from engine.judge import Case, Judgement, judge
from engine.library import OWN
from service.api.context import context
from service.api.declaring import needs
from service.api.http.extensions import JSON, Blueprint
from service.api.schemas.commands import body_as
from service.api.schemas.queries import WhoseGamesSchema
from service.app import own_games
from service.app.refusals import refused
from service.people.access.rights import Deed

# An example in the document that anybody can try at once.
EXAMPLE = {
    "game": "Baseball",
    "pot": 47,
    "players": {
        "Anna": {"closed": "As Kd Jc", "open": "7h 9c 3d 4s", "announced": "three aces"},
        "Bo": {"cards": "Ks Kh 5d 5h 8s Js 5c"},
    },
}

SHIPPED_ONLY = "Only the shipped rulebooks were searched; games of a club's own are found with ?club=ID."

blueprint = Blueprint("judgements", __name__, description="The rules lawyer: cards judged, nothing recorded.")


@blueprint.route("/judgements")
class Judgements(MethodView):
    @needs(Deed.ASK)
    @blueprint.arguments(WhoseGamesSchema, location="query")
    @blueprint.doc(requestBody={"content": {JSON: {"example": EXAMPLE}}})
    @blueprint.takes(Case.__name__, lambda body: body_as(body, Case))
    @blueprint.answers(Judgement)
    def post(self, wanted: dict[str, str], case: Case) -> Judgement:
        """Who wins with these cards, by which rule, and which cards are wild and why. Nothing is recorded.

        With `club` the game may be one of the club's own, as GET /games lists them; no night is read. A case that does not
        fit its game (an unknown game, a wrong number of cards, a card twice) is refused by the rules as an act would be,
        with 409.
        """
        try:
            return judge(case, _own_games(wanted.get("club")))
        except Refusal as refusal:
            # The case itself names the players, so no ids have to be replaced by names.
            raise refused(refusal, {}, hint=_where_else(refusal, case, wanted.get("club"))) from refusal


def _where_else(refusal: Refusal, case: Case, club: str | None) -> str:
    """The hint to name a club if none was named and no rulebook has the game; empty otherwise."""
    is_unknown = isinstance(refusal, UnknownGame | UnknownRulebook) and case.rulebook in ("", OWN)
    return SHIPPED_ONLY if is_unknown and club is None else ""


def _own_games(club: str | None) -> Sequence[Game]:
    """The own games of this club; none if no club is given."""
    if club is None:
        return ()
    context.insist_in_club(Deed.FIND_CLUB, club)
    return [one.game for one in own_games.of_club(context.book, club)]
