"""A betting round with one bet in it, of a fixed size, that nobody raises.

The room of its step says what the bet is, with `@sized`. Turns, calls, folds and chips put in out of turn are as in any
betting round.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine import commands, errors
from engine.game import steps
from engine.ids import PlayerId
from engine.registry import SIZED
from engine.state import Hand, Night, Round
from engine.waiving import insist


class OneBet(NamedTuple):
    """The one bet of a round, as this player may make it: `command`, which comes to a bet of `chips`.

    `nothing`: the refusal if `chips` is 0. `another`: the refusal of a bet of so many chips more or fewer. `again`: the
    refusal of a raise once somebody has made the bet.
    """

    command: commands.Command
    chips: int
    nothing: errors.Impossible
    another: Callable[[int], errors.AgainstTheRules]
    again: errors.AgainstTheRules


AT_STEP: Mapping[type[steps.AnyStep], Callable[[Night, Hand, PlayerId], OneBet]] = SIZED


def has_one_bet(hand: Hand) -> bool:
    """Whether the hand is at a round with one bet in it."""
    return hand.stage == "playing" and type(hand.steps[hand.cursor]) in AT_STEP


def one_bet(night: Night, hand: Hand, player: PlayerId) -> OneBet | None:
    """The one bet that the player may make in this round; None where the limit of the game says what they may bet."""
    return AT_STEP[type(hand.steps[hand.cursor])](night, hand, player) if has_one_bet(hand) else None


def check_one_bet(command: commands.Wager, betting: Round, only: OneBet, by: int) -> None:
    """Refuses a second bet, one by a player who has nothing to bet, and one of another size."""
    if betting.price:
        insist(command, only.again)
    elif only.chips == 0:
        raise only.nothing
    elif by != only.chips:
        insist(command, only.another(by))
