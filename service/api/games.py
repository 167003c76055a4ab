"""Games of the rulebooks and of a club's own, and the rules lawyer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any
from urllib.parse import quote

import msgspec

from engine.errors import Refusal, UnknownGame, UnknownRulebook
from engine.game.definition import Game
from engine.judge import Case, Judgement
from engine.library import OWN
from service.api.bodies import JSON
from service.api.context import context
from service.api.parameters import GameSchema, KeyHeaders, WhoseGamesSchema
from service.api.routes import Blueprint
from service.app import games, own_games
from service.app.refusals import refused
from service.book.own_games.reading import MOST_SIGNS
from service.people.rights import Deed
from service.reports.views.games import GameRules, Games, OwnGameAdded, OwnGameRetired, OwnGames, OwnGameView

GAMES = Blueprint("games", __name__, description="The games of all rulebooks.")


class Toml(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game of one's own."""

    toml: Annotated[
        str,
        msgspec.Meta(
            min_length=1,
            max_length=MOST_SIGNS,
            description=f"The game as TOML, at most {MOST_SIGNS} signs.",
            extra_json_schema={"example": 'name = "Friday Cincinnati"\nlike = "Cincinnati"\nwild = "J"\n'},
        ),
    ]


@GAMES.get("/games", needs=Deed.ASK, query=GameSchema, answers=Games)
def all_games(wanted: dict[str, Any]) -> Games:
    """All games, or those that a text may mean."""
    own = None
    if "club" in wanted:
        context.insist_in_club(Deed.FIND_CLUB, wanted["club"])
        own = [one.game for one in own_games.of_club(context.book, wanted["club"])]
    return games.games_meant(wanted.get("q"), rulebook=wanted.get("rulebook"), own=own)


# Some names contain a slash.
@GAMES.get("/games/<string(maxlength=80):rulebook>/<path:game>", needs=Deed.ASK, answers=GameRules)
def one_game(rulebook: str, game: str) -> GameRules:
    """One game: its rules, and the declaration the engine plays by."""
    return games.one_game(rulebook, game)


OWN_GAMES = Blueprint("own games", __name__, description="The games a club has of its own.")


@OWN_GAMES.get("/clubs/<club:club>/games", needs=Deed.FIND_CLUB, answers=OwnGames)
def all_own_games(club: str) -> OwnGames:
    """Every own game of a club, in its newest version."""
    return own_games.listed(context.book, club)


@OWN_GAMES.post("/clubs/<club:club>/games", needs=Deed.KEEP_CLUB, headers=KeyHeaders, takes=Toml, makes=OwnGameAdded)
def add_own_game(headers: dict[str, str], game: Toml, club: str) -> Any:
    """Adds a game from TOML, or the next version of an existing one; the newest text again adds nothing.

    Hands already played keep their rules. An error in the text is reported with its line, its key and what would be
    accepted (422). The name of a game in a rulebook is refused (409).
    """
    added = own_games.add(context.book, club, game.toml, key=headers["key"])
    return added, {"Location": f"/api/v1/clubs/{club}/games/{quote(added.name, safe='')}"}


# Some names contain a slash.
@OWN_GAMES.get("/clubs/<club:club>/games/<path:game>", needs=Deed.FIND_CLUB, answers=OwnGameView)
def one_own_game(club: str, game: str) -> OwnGameView:
    """One own game: its rules, its TOML, all its versions, and when it was retired, if it was."""
    return own_games.one(context.book, club, game)


@OWN_GAMES.post(
    "/clubs/<club:club>/retired-games/<path:game>", needs=Deed.KEEP_CLUB, headers=KeyHeaders, makes=OwnGameRetired
)
def retire_own_game(headers: dict[str, str], club: str, game: str) -> Any:
    """Retires an own game: it is no longer offered and cannot be announced.

    Nothing is deleted: hands already played keep their rules, and adding a text of the same name brings the game back
    as its next version.
    """
    return own_games.retire(context.book, club, game, key=headers["key"])


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

JUDGEMENTS = Blueprint("judgements", __name__, description="The rules lawyer: cards judged, nothing recorded.")


@JUDGEMENTS.post("/judgements", needs=Deed.ASK, query=WhoseGamesSchema, takes=Case, answers=Judgement)
@JUDGEMENTS.doc(requestBody={"content": {JSON: {"example": EXAMPLE}}})
def judge(wanted: dict[str, str], case: Case) -> Judgement:
    """Who wins with these cards, by which rule, and which cards are wild and why. Nothing is recorded.

    With `club` the game may be one of the club's own, as GET /games lists them; no night is read. A case that does not
    fit its game (an unknown game, a wrong number of cards, a card twice) is refused by the rules as an act would be,
    with 409.
    """
    try:
        return games.judged(case, _own_games(wanted.get("club")))
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
