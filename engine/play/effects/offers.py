"""Cards on offer, which may be bought or declined until betting begins."""

from collections.abc import Iterator

from engine import commands
from engine.offer import Offer
from engine.play.betting.shadow import most_to_put_in
from engine.play.holdings.stock import has_card_to_spare
from engine.state import Hand, Night


def cards_on_offer(night: Night, hand: Hand) -> Iterator[Offer]:
    """Buying and declining, for each player with an offered card, in turn or not, until betting begins."""
    for player, price in hand.effects.offers.items():
        if has_card_to_spare(hand) and price <= most_to_put_in(night, hand, player):
            yield Offer(commands.BuyCard(player=player), player, owed=price)
        yield Offer(commands.DeclineCard(player=player), player)
