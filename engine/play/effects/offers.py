"""A card on offer may be bought or declined, whoever's turn it is, until betting begins."""

from collections.abc import Iterator

from engine import commands
from engine.offer import Offer
from engine.play.betting.shadow import most_to_put_in
from engine.play.holdings.stock import has_card_to_spare
from engine.state import Hand, Night


def cards_on_offer(night: Night, hand: Hand) -> Iterator[Offer]:
    """A card that is offered may be had or declined by its player, whoever's turn it is, until betting begins."""
    for player, price in hand.effects.offers.items():
        if has_card_to_spare(hand) and price <= most_to_put_in(night, hand, player):
            yield Offer(commands.BuyCard(player=player), player, owed=price)
        yield Offer(commands.DeclineCard(player=player), player)
