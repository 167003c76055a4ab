"""What PokerNow calls its games, and which games of the standard rulebook they are."""

import re
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from engine.game.betting import Blinds, FixedLimit, Limit, NoLimit, PotLimit
from engine.game.definition import Game
from engine.game.steps import Bet
from engine.library import named
from service.exchange.imports.pokernow_file import LogRow
from service.exchange.refused import GameIsNotKnown

RULEBOOK = "standard"
_SPOKEN = re.compile(r"(?P<limit>No Limit|Pot Limit|Fixed Limit|Limit)? ?(?P<game>.+)")
_GAMES = {
    "Texas Hold'em": "Texas Hold'em",
    "Omaha Hi": "Omaha",
    "Omaha": "Omaha",
    "Omaha Hi/Lo 8 or Better": "Omaha Hi/Lo 8",
}


@dataclass(slots=True)
class Level:
    """The blinds and the ante in force."""

    small: int = 0
    big: int = 0
    ante: int = 0

    def change(self, which: Literal["small blind", "big blind", "ante"], chips: int) -> None:
        """Changes one of them."""
        match which:
            case "small blind":
                self.small = chips
            case "big blind":
                self.big = chips
            case "ante":
                self.ante = chips

    def blinds(self) -> Blinds:
        """The blinds of the hand."""
        return Blinds(self.small, self.big, self.ante)


@dataclass(frozen=True, slots=True)
class Named:
    """A game of the book, and the limit of this hand."""

    game: str
    limit: Limit


def game_named(row: LogRow, spoken: str, level: Level) -> Named:
    """The game PokerNow means. Refuses by name a game that the rulebook does not have."""
    match = _SPOKEN.fullmatch(spoken)
    game = _GAMES.get(match["game"]) if match else None
    if match is None or game is None:
        raise GameIsNotKnown(row.file, row.line, row.quoted(), spoken, ", ".join(sorted(set(_GAMES.values()))))
    if match["limit"] == "Pot Limit":
        return Named(game, PotLimit())
    if match["limit"] in ("Fixed Limit", "Limit"):
        return Named(game, FixedLimit(small=level.big, big=2 * level.big))
    return Named(game, NoLimit())


def bomb_pot(game: Named, blinds: Blinds) -> Game:
    """The same game without blinds and without the round before the first shared cards, because everybody has paid alike."""
    (declared,) = (found for found in named(game.game, RULEBOOK) if found.rulebook == RULEBOOK)
    first = next(place for place, step in enumerate(declared.steps) if isinstance(step, Bet))
    play = declared.steps[:first] + declared.steps[first + 1 :]
    other = declared.but(f"{game.game}, bomb pot", play=play)
    return replace(other, forced=blinds, limit=game.limit)
