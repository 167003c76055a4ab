"""The dealer's next deal, turn, burn or laying of cards, and the calls for a shared card."""

from collections.abc import Iterator

from engine import commands
from engine.game import steps
from engine.offer import Offer, of_the_table
from engine.play.dealing.rule import cards_wanted
from engine.play.holdings.stock import left_to_deal
from engine.registry import offered_at
from engine.state import Hand, Night


def laying(hand: Hand) -> Iterator[Offer]:
    """The shared card that may be called for during the deal: the dealer may lay it, the others may call."""
    yield Offer(commands.Lay())
    for player in hand.still_in:
        if player != hand.announced.dealer:
            yield Offer(commands.CallSpit(player=player), player)


@offered_at(steps.Deal)
def dealing(_: Night, hand: Hand, step: steps.Deal) -> Iterator[Offer]:
    """The next deal, or New Deal if the pack has too few cards (RULINGS R-M13)."""
    yield Offer(commands.NewDeal() if cards_wanted(hand, step) > left_to_deal(hand) else commands.Deal())


offered_at(steps.Lay)(of_the_table(commands.Lay()))
offered_at(steps.Turn)(of_the_table(commands.Turn()))
offered_at(steps.Burn)(of_the_table(commands.Burn()))
