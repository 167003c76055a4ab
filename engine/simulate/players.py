"""How the simulated table plays: picks among the offers at random, but with sensible weights."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine import commands
from engine.offer import Offer
from engine.play.script.offers import offers
from engine.simulate.acts import said
from engine.simulate.chance import Chance, weighed
from engine.simulate.dealer import Dealer
from engine.simulate.moment import Moment
from engine.state import Hand, Night

# How likely an act is compared with the others on offer; an act not listed is as likely as a bet.
WEIGHTS: Mapping[type[commands.Command], int] = MappingProxyType(
    {
        commands.Check: 60,
        commands.Call: 75,
        commands.Bet: 30,
        commands.Raise: 10,
        commands.Fold: 14,
        commands.Lay: 30,
        commands.ShowHand: 80,
        commands.Muck: 8,
        commands.TakeTrick: 90,
        commands.DeclareMeld: 4,
        commands.AnnounceGoal: 2,
        commands.NameWinners: 10,
    }
)
USUAL = 30
# Acts done only if the table tells its cards, and acts done only if it does not.
TOLD = (commands.ShowHand, commands.PlayCard)
UNTOLD = (commands.NameWinners, commands.TakeTrick, commands.NameScore)
# Few declare both sides, because they must win both.
BOTH = 10
# Without a bet there is nothing to fold to.
FOLD_FOR_NOTHING = 1
# After this many raises of a round everybody only calls, folds or shows.
RAISES_MOST = 3
ACTS_MOST = 5000


class NeverEnds(Exception):
    """A hand does not end, or waits for nobody."""


def play_hand(night: Night, hand: Hand, dealer: Dealer, chance: Chance) -> Iterator[commands.Command]:
    """One act after another until the hand is over; the caller must take each before asking for the next."""
    raises, rounds = 0, 0
    for _ in range(ACTS_MOST):
        if night.hand is not hand:
            return
        if rounds != hand.rounds.closed:
            raises, rounds = 0, hand.rounds.closed
        offer = _chosen(offers(night), dealer, chance, may_raise=raises < RAISES_MOST)
        if offer is None:
            raise NeverEnds(f"{hand.game.name} waits for nobody: stage {hand.stage}, step {hand.cursor + 1}.")
        raises += isinstance(offer.command, commands.Bet | commands.Raise)
        yield said(Moment(night, hand, offer, dealer, chance))
    raise NeverEnds(f"{hand.game.name} does not end after {ACTS_MOST} acts.")


def _chosen(offered: tuple[Offer, ...], dealer: Dealer, chance: Chance, *, may_raise: bool) -> Offer | None:
    if not offered:
        return None
    owing = {offer.player for offer in offered if isinstance(offer.command, commands.Call)}
    weights = [_weight(offer, dealer, may_raise=may_raise, owes=offer.player in owing) for offer in offered]
    return weighed(chance, offered, weights)


def _weight(offer: Offer, dealer: Dealer, *, may_raise: bool, owes: bool) -> int:
    # With known cards players show and the rules name the winner; with unknown cards the table does.
    if isinstance(offer.command, UNTOLD if dealer.tells else TOLD):
        return 0
    match offer.command:
        case commands.Raise() if not may_raise:
            return 0
        case commands.Fold() if not owes:
            return FOLD_FOR_NOTHING
        case commands.DeclareSide(side="both"):
            return BOTH
        case other:
            return WEIGHTS.get(type(other), USUAL)
