"""The games and options a dealer may name for a number of players."""

from functools import lru_cache

from engine import errors
from engine.game.counts import players_served, seats_the_deck_allows
from engine.game.definition import Game
from engine.game.options import (
    AnyOption,
    Exchange,
    HighLow,
    HighSpade,
    Hot,
    HotNSours,
    MixingTheJuice,
    Psychology,
    Ruling,
    Wild,
    Wildcards,
)
from engine.game.wilds import Cards, Follower, Personal, RiskyPairs, SplitPairs, Spots
from engine.play.script.rule import with_options

OPTIONS: tuple[AnyOption, ...] = (
    Psychology(),
    HighLow(),
    HighSpade(),
    Wild(Cards("2")),
    Wild(Cards("Js Jh")),
    Wild(Personal("last")),
    Wild(Personal("lowest closed")),
    Wild(Personal("chosen")),
    Wild(Spots("1")),
    Wild(Spots("centre")),
    Wild(Follower("Q")),
    Wild(SplitPairs()),
    Wild(RiskyPairs()),
    Wildcards(2),
    Exchange(1),
    Exchange(2),
    Exchange(4),
    Hot(),
    Ruling("lemons"),
    HotNSours(1),
    MixingTheJuice(),
)


# Larger tables are rare, even if the pack has cards enough.
MOST_AT_A_TABLE = 10


def seats_of(game: Game) -> tuple[int, int]:
    """The usual fewest and most players of the game: as its source recommends, or else as many as the pack serves."""
    least, most = players_served(game)
    most = min(most, seats_the_deck_allows(game), MOST_AT_A_TABLE)
    if game.best is None:
        return least, most
    return min(max(least, game.best[0]), most), max(least, min(most, game.best[1]))


def is_for(game: Game, players: int) -> bool:
    """Whether this many players can play the game and its pack serves them to the end."""
    least, most = players_served(game)
    return least <= players <= min(most, seats_the_deck_allows(game))


def fits(game: Game, options: tuple[AnyOption, ...], players: int) -> bool:
    """Whether the dealer may name the game with these options for this many players."""
    try:
        edited = with_options(game, options)
    except errors.OptionDoesNotFit:
        return False
    return is_for(edited, players)


@lru_cache(maxsize=1024)
def options_for(game: Game, players: int, said: tuple[AnyOption, ...] = ()) -> tuple[AnyOption, ...]:
    """The options that may be added to those already said."""
    kinds = {type(option) for option in said}
    return tuple(option for option in OPTIONS if type(option) not in kinds and fits(game, (*said, option), players))
