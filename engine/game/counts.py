"""What a script adds up to: how many cards it needs, how they lie at each step, and how often there is betting."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.cards.deck import DECKS
from engine.game.definition import Game
from engine.game.steps import (
    ROUNDS,
    AnyStep,
    Arrange,
    Burn,
    Deal,
    Expose,
    Lay,
    Reveal,
    Tricks,
    Turn,
    TurnUntilBeaten,
)
from engine.resolved import resolved

# A night announces only a few games, and each of them often.
KEPT = 1024
# No table at home seats more: for how many a pack would do beyond that is nothing to tell.
AT_A_TABLE = 10
# Nobody plays alone, and no table of a night has more seats.
FEWEST, SEATS = 2, 60


class Lying(NamedTuple):
    """How many cards of one player lie closed, in a pile and open, and how many shared cards lie closed."""

    closed: int = 0
    pile: int = 0
    up: int = 0
    shared_closed: int = 0

    @property
    def held(self) -> int:
        """All cards of the player, however they lie."""
        return self.closed + self.pile + self.up


def walked(game: Game) -> Iterator[tuple[int, AnyStep, Lying]]:
    """Each step with its number, from 1, and how cards lie before it, as far as the script alone can tell."""
    lying = Lying()
    for number, step in enumerate(game.steps, start=1):
        yield number, step, lying
        lying = _after(step, lying)


def lying_at_the_end(game: Game) -> Lying:
    """How cards lie after the last step, as far as the script alone can tell."""
    lying = Lying()
    for step in game.steps:
        lying = _after(step, lying)
    return lying


def _after(step: AnyStep, lying: Lying) -> Lying:
    closed, pile, up, shared = lying.closed, lying.pile, lying.up, lying.shared_closed
    match step:
        case Deal():
            called = sum(lay.down for lay in step.on_call)
            return Lying(closed + step.down, pile + step.pile, up + step.up, shared + called)
        case Lay():
            return Lying(closed, pile, up, shared + step.down)
        case Turn():
            return Lying(closed, pile, up, max(0, shared - 1))
        case Arrange():
            return Lying(0, pile + closed, up, shared)
        case Reveal() if pile:
            return Lying(closed, pile - 1, up + 1, shared)
        case Expose() if closed:
            return Lying(closed - 1, pile, up + 1, shared)
        case Tricks():
            # Every card is played.
            return Lying(0, 0, 0, shared)
        case TurnUntilBeaten():
            return Lying(closed, 0, up + pile, shared)
        case _:
            return lying


def own_cards(game: Game) -> int:
    """How many cards each player is dealt in the whole hand, with as many players as can play."""
    return _dealt_to_each(game, players_served(game)[1])


def _dealt_to_each(game: Game, players: int) -> int:
    return sum(step.down + step.up + step.pile for step in game.for_players(players).steps if isinstance(step, Deal))


def shared_cards(game: Game) -> int:
    """How many cards are laid for everyone."""
    return len(game.spots)


def usable_shared_cards(game: Game) -> int:
    """How many shared cards one hand may use: all, or those of the longest line if the layout has lines."""
    if game.board is None or game.board.lines is None:
        return shared_cards(game)
    return max((len(line.split()) for line in game.board.lines), default=0)


def deck_cards(game: Game) -> int:
    """How many cards the pack holds, extra wildcards included."""
    return len(resolved(game.deck).cards)


@lru_cache(maxsize=KEPT)
def seats_the_deck_allows(game: Game) -> int:
    """How many players the pack serves: (pack - shared and burned cards) / own cards, rounded down.

    Nothing is reshuffled during the deal (LANGUAGE 5).
    """
    if game.deck is None or game.deck.name not in DECKS:
        # An unknown pack is a finding of its own; nobody can say how many players it would serve.
        return SEATS
    if game.active is not None:
        # Players who sit out are dealt nothing: only the dealer, unless the game says more.
        room = (deck_cards(game) - shared_cards(game)) // max(1, _dealt_to_each(game, game.active))
        return max(room, *(game.seats or (game.active + 1,))) if room >= game.active else room
    burned = sum(isinstance(step, Burn) for step in game.steps)
    # Cards that one shared card can replace need none of the pack.
    spared = sum(step.closed + step.up for step in game.steps if isinstance(step, Deal) and step.common)
    left = max(0, deck_cards(game) - shared_cards(game) - burned)
    # Each player may be dealt as many cards as there are players, so the most players are found by counting up.
    return next(
        (players - 1 for players in range(1, SEATS + 1) if players * (_dealt_to_each(game, players) - spared) > left),
        SEATS,
    )


def players_served(game: Game) -> tuple[int, int]:
    """The fewest and the most players who can be dealt in: the game's own limits, cut to what the pack serves.

    If the pack serves fewer than the game is for, both are the game's fewest; a finding says so.
    """
    least, most = game.seats or (FEWEST, SEATS)
    return least, max(least, min(most, seats_the_deck_allows(game)))


@lru_cache(maxsize=KEPT)
def seats_before_betting(game: Game) -> int:
    """How many players the pack serves until somebody can fold; later the cards of folded hands are shuffled in."""
    first = next((place for place, step in enumerate(game.steps) if isinstance(step, ROUNDS)), len(game.steps))
    begun = game.steps[:first]
    shared = sum(step.up + step.down for step in begun if isinstance(step, Lay))
    shared += sum(lay.up + lay.down for step in begun if isinstance(step, Deal) for lay in step.on_call)
    shared += sum(isinstance(step, Burn) for step in begun)
    own = sum(step.closed + step.up for step in begun if isinstance(step, Deal))
    return max(0, deck_cards(game) - shared) // max(1, own)


def betting_rounds(game: Game) -> int:
    """How many betting rounds the script holds; those after a beaten hand are not known beforehand and not counted."""
    return sum(isinstance(step, ROUNDS) for step in game.steps)


def turns_until_beaten(game: Game) -> bool:
    """True if players turn their piles one after another until they beat the hand to beat: nobody knows how often they bet."""
    return any(isinstance(step, TurnUntilBeaten) for step in game.steps)


def own_card_opens(game: Game) -> bool:
    """True if others ever see one of a player's own cards before the showdown."""
    opening = Reveal | Expose | TurnUntilBeaten
    return any(isinstance(step, opening) or (isinstance(step, Deal) and step.up) for step in game.steps)


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
