"""The deal-off of equal hands that do not split: new open cards decide (RULINGS R-M5)."""

from engine import events
from engine.play.betting.positions import ended
from engine.play.showdown.awarding import share_of, winners_of
from engine.play.showdown.levy import levied
from engine.play.showdown.rule import contenders
from engine.play.strength.best_hand import shares_at_stake, standings
from engine.state import Hand, Night

RULE = "munk/deal-off"


def settled(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The award of the share that waits to the best new cards; if they are equal too, another deal-off."""
    current = hand.showdown.deal_offs[0]
    people = contenders(hand)
    alone = len(people) == 1
    ((_, scale),) = shares_at_stake(hand)
    known = {} if alone else standings(hand, people, scale)
    # If nobody has a hand that qualifies, all are equal.
    winners = winners_of(hand, 0, people, known, alone=alone) or people
    if len(winners) > 1:
        tied = tuple(player for player in hand.still_in if player in winners)
        again = events.DealOffStarted(
            players=tied, up=current.up, pot=current.pot, share=current.share, chips=current.chips, levy=current.levy
        )
        return (again,)
    levy = min(current.levy, night.pot_worth())
    last, worth = len(hand.showdown.deal_offs) == 1, night.pot_worth() - levy
    # A ruling may have moved chips since: the last share is all that is left.
    chips = worth if last else min(current.chips, worth)
    award = events.PotAwarded(
        pot=current.pot,
        share=current.share,
        shares=(share_of(winners[0], chips, known.get(winners[0])),),
        by="table" if hand.showdown.named else "last player" if alone else "cards",
        rule=RULE,
    )
    return (*levied(hand, levy), award, *((ended(hand),) if last else ()))
