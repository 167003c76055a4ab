"""How the simulated table plays: what is done of all that may be done, and by whom; at random, but not like madmen."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine import commands
from engine.hand.choices import Choice, choices
from engine.simulate.acts import command_for
from engine.simulate.chance import Chance, weighed
from engine.simulate.dealer import Dealer
from engine.simulate.moment import Moment
from engine.state import Hand, Night

# How likely an act is beside the others that may be done; what is not named is as likely as a bet.
WEIGHTS: Mapping[str, int] = MappingProxyType(
    {
        "check": 60,
        "call": 75,
        "bet": 30,
        "raise": 10,
        "fold": 14,
        "lay": 30,
        "show": 80,
        "muck": 8,
        "take": 90,
        "meld": 4,
        "ultimo": 2,
    }
)
USUAL = 30
# What is only done where the table tells its cards, and what only where it does not.
TOLD = ("show", "play")
UNTOLD = ("win", "take", "score")
# Where nobody has bet there is nothing to flee from.
FOLD_FOR_NOTHING = 1
# So often a round is raised before everybody only calls, folds or shows.
RAISES_MOST = 3
ACTS_MOST = 5000


class NeverEnds(Exception):
    """A hand goes on and on, or waits for nobody."""


def play_hand(night: Night, hand: Hand, dealer: Dealer, chance: Chance) -> Iterator[commands.Command]:
    """Act after act until the hand is over; each command is to be taken before the next is asked for."""
    raises, rounds = 0, 0
    for _ in range(ACTS_MOST):
        if night.hand is not hand:
            return
        if rounds != hand.rounds_closed:
            raises, rounds = 0, hand.rounds_closed
        choice = _chosen(choices(night), dealer, chance, may_raise=raises < RAISES_MOST)
        if choice is None:
            raise NeverEnds(f"{hand.game.name} waits for nobody: stage {hand.stage}, step {hand.cursor + 1}.")
        raises += choice.act in ("bet", "raise")
        yield command_for(Moment(night, hand, choice, dealer, chance))
    raise NeverEnds(f"{hand.game.name} does not end after {ACTS_MOST} acts.")


def _chosen(offered: tuple[Choice, ...], dealer: Dealer, chance: Chance, *, may_raise: bool) -> Choice | None:
    if not offered:
        return None
    owing = {choice.player for choice in offered if choice.act == "call"}
    weights = [_weight(choice, dealer, may_raise=may_raise, owes=choice.player in owing) for choice in offered]
    return weighed(chance, offered, weights)


def _weight(choice: Choice, dealer: Dealer, *, may_raise: bool, owes: bool) -> int:
    act = choice.act.split()[0]
    if act == "raise" and not may_raise:
        return 0
    if act == "fold" and not owes:
        return FOLD_FOR_NOTHING
    # Known cards are shown, and the rules say who wins; of unknown ones the table says it.
    if act in (UNTOLD if dealer.tells else TOLD):
        return 0
    return WEIGHTS.get(act, USUAL)
