"""A deal-off: who is equal for a share of a pot gets new open cards, and those alone decide it (RULINGS R-M5).

It puts a deal and a second showdown behind the script, for the tied players only, while the share waits in the pot.
The hands they tied with are put aside; they come back only when the stock is short and all is shuffled.
"""

from engine import events
from engine.game.steps import Deal
from engine.hand.dealing import put_aside
from engine.hand.kept import all_thrown
from engine.hand.paying import share_of, winners_of
from engine.hand.positions import ended
from engine.hand.showdown import contenders
from engine.hand.strength import shares_at_stake, standings
from engine.state import Hand, Night

RULE = "munk/deal-off"


def settled(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The best new cards take the share that waits; while they are equal too, those are dealt new ones."""
    current = hand.showdown.deal_offs[0]
    people = contenders(hand)
    alone = len(people) == 1
    ((_, scale),) = shares_at_stake(hand)
    known = {} if alone else standings(hand, people, scale)
    # Where nobody has a hand that qualifies, all are equal.
    winners = winners_of(hand, 0, people, known, alone=alone) or people
    if len(winners) > 1:
        tied = tuple(player for player in hand.still_in if player in winners)
        again = events.DealOffStarted(
            players=tied, up=current.up, pot=current.pot, share=current.share, chips=current.chips
        )
        return (again,)
    last, worth = len(hand.showdown.deal_offs) == 1, night.pot_worth()
    # A ruling may have moved chips meanwhile: the last share is all that lies there.
    chips = worth if last else min(current.chips, worth)
    award = events.PotAwarded(
        pot=current.pot,
        share=current.share,
        shares=(share_of(winners[0], chips, known.get(winners[0])),),
        by="table" if hand.showdown.named else "last player" if alone else "cards",
        rule=RULE,
    )
    return (award, ended(hand)) if last else (award,)


# What follows only copies facts.


def started(night: Night, hand: Hand, event: events.DealOffStarted) -> None:
    """The tied players wait for their cards; several shares are dealt off one after another."""
    current = hand.showdown.deal_offs[0] if hand.showdown.deal_offs else None
    if current is not None and (current.pot, current.share) != (event.pot, event.share):
        hand.showdown.deal_offs.append(event)
        return
    if current is not None:
        hand.showdown.deal_offs.popleft()
    hand.showdown.deal_offs.appendleft(event)
    _begin(hand, event)


def awarded(night: Night, hand: Hand, _: events.PotAwarded) -> None:
    """A share that was dealt off is won, and the next one's turn comes."""
    if not hand.showdown.deal_offs:
        return
    hand.showdown.deal_offs.popleft()
    if hand.showdown.deal_offs:
        _begin(hand, hand.showdown.deal_offs[0])


def _begin(hand: Hand, event: events.DealOffStarted) -> None:
    """The tied hands go aside, and a deal of open cards and a showdown follow."""
    for player in event.players:
        own = [held.card for held in hand.cards.own[player]]
        hand.cards.gone += len(own)
        put_aside(hand, own)
        all_thrown(hand, player)
        hand.cards.own[player] = []
    hand.showdown.shown_down = hand.showdown.shown_down or tuple(hand.still_in)
    hand.still_in = [player for player in hand.order if player in event.players]
    hand.showdown.mucked.difference_update(event.players)
    # What is dealt now lies open before all.
    hand.showdown.shown.update(event.players)
    hand.showdown.named = None
    hand.showdown.claimed = {}
    hand.first_card_to(None)
    hand.steps = (*hand.steps, Deal(up=event.up))
    hand.cursor = len(hand.steps) - 1
    hand.stage = "playing"
