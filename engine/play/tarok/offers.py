"""What may be bid, taken, announced, declared, played and scored in Tarok and other games of tricks."""

from collections.abc import Iterator

from engine import commands
from engine.game import steps
from engine.game.awards import LastHolding
from engine.offer import Offer, is_accepted
from engine.play.showdown.offers import winning
from engine.play.tarok.pagat import possible_ends
from engine.play.tarok.paying import points_in_reach
from engine.play.tarok.rule import discard_of_trumps, goals_open, higher_bids
from engine.play.tricks.facts import to_play
from engine.play.tricks.rule import meld_due, melds_open, take_trick
from engine.registry import offered_at
from engine.state import Hand, Night, begun


@offered_at(steps.Bid)
def bidding(_: Night, hand: Hand, step: steps.Bid) -> Iterator[Offer]:
    for player in hand.asked.waiting[:1]:
        for contract in higher_bids(hand, step):
            yield Offer(commands.MakeBid(player=player, contract=contract), player)
        yield Offer(commands.PassBid(player=player), player)


@offered_at(steps.TakeWidow)
def widow(_: Night, hand: Hand, step: steps.TakeWidow) -> Iterator[Offer]:
    """Taking the cards of the widow, then putting aside as many."""
    contract = begun(hand.contract)
    if contract.choice:
        yield Offer(discard_of_trumps(hand, step), contract.player, least=step.cards, most=step.cards)
    else:
        yield Offer(commands.TakeWidow(), contract.player, least=1, most=3)


@offered_at(steps.Announce)
def goals(_: Night, hand: Hand, step: steps.Announce) -> Iterator[Offer]:
    contract = begun(hand.contract)
    for goal in step.goals.split():
        yield Offer(commands.AnnounceGoal(goal=goal), contract.player)


@offered_at(steps.Tricks)
def playing_tricks(night: Night, hand: Hand, _: steps.Tricks) -> Iterator[Offer]:
    """Playing a card, taking the trick, and before the first lead what may still be said of the contract."""
    play = begun(hand.tricks)
    if play.draws_due:
        yield Offer(commands.DrawFromStock())
    elif not meld_due(hand):
        for player in to_play(hand)[:1]:
            yield Offer(commands.PlayCard(player=player), player)
        for player in hand.still_in:
            command = commands.TakeTrick(player=player)
            if is_accepted(take_trick, command, night):
                yield Offer(command, player)
    if isinstance(hand.game.award, LastHolding):
        yield from winning(night, hand)
    if hand.contract is None:
        return
    if not play.number and not play.lying:
        yield from _before_the_first_lead(hand)
    # A known meld has to be declared before the first lead (RULINGS R-T19).
    if not meld_due(hand):
        yield from scoring(hand)


def _before_the_first_lead(hand: Hand) -> Iterator[Offer]:
    for player in hand.still_in:
        for meld in melds_open(hand, player):
            yield Offer(commands.DeclareMeld(player=player, meld=meld), player)
    for goal, player in goals_open(hand):
        answers = hand.contract is not None and hand.contract.player != player
        yield Offer(commands.AnswerGoal(player=player) if answers else commands.AnnounceGoal(goal=goal), player)


def scoring(hand: Hand) -> Iterator[Offer]:
    """Naming the result of a deal played for a contract, within the points the known cards allow."""
    least, most = points_in_reach(hand)
    for end in possible_ends(hand, begun(hand.contract))[:1]:
        command = commands.NameScore(points=least, pagat=end.won_by, captured=end.captured)
        yield Offer(command, least=least, most=most)
