"""The rule of exchanging cards: in turn, at most as many as the step allows, known or not."""

from collections.abc import Iterator

from msgspec.structs import replace

from engine import commands, errors
from engine.game import steps
from engine.offer import Offer
from engine.play.cursor import at_step
from engine.play.holdings.knowledge import may_name, must_hold, read_cards
from engine.play.holdings.lying import coming_again
from engine.registry import decides, offered_at
from engine.state import UNKNOWN, Hand, Night
from engine.waiving import insist


@decides(commands.Exchange)
def draw(command: commands.Exchange, night: Night) -> commands.Exchange:
    """Exchanges cards; refused out of turn, and for more cards than the step allows."""
    hand, step = at_step(night, steps.Draw)
    player = command.player
    if player not in hand.still_in:
        raise errors.PlayerIsNotInTheHand(player=player, players=list(hand.still_in))
    if hand.asked.waiting[:1] != [player]:
        raise errors.NotYourTurnToDraw(player=player, turn=hand.asked.waiting[:1])
    if command.number > step.up_to:
        insist(command, errors.ExchangesTooMany(player=player, number=command.number, most=step.up_to))
    if step.compulsory and command.number < step.up_to:
        insist(command, errors.ExchangesTooFew(player=player, number=command.number, least=step.up_to))
    if command.number > len(hand.cards.own[player]):
        raise errors.WrongNumberOfCards(given=command.number, wanted=len(hand.cards.own[player]), what="held")
    thrown = read_cards(hand, command.thrown, besides=may_name(hand, player, hand.cards.own[player]))
    rendered = read_cards(hand, command.drawn, besides=coming_again(hand, command.number))
    # A card just thrown cannot be drawn at once, unless the pack has an identical one.
    if again := [card for card in rendered if card in thrown and card not in hand.deck.several and card != UNKNOWN]:
        raise errors.CardIsAlreadyOut(card=again[0])
    if any(len(cards) not in (0, command.number) for cards in (thrown, rendered)):
        raise errors.WrongNumberOfCards(given=len(thrown or rendered), wanted=command.number, what="exchanged")
    must_hold(hand, player, hand.cards.own[player], thrown)
    return replace(command, thrown=thrown, drawn=rendered)


@offered_at(steps.Draw)
def exchanging(_: Night, hand: Hand, step: steps.Draw) -> Iterator[Offer]:
    for player in hand.asked.waiting[:1]:
        most = min(step.up_to, len(hand.cards.own[player]))
        least = most if step.compulsory else 0
        yield Offer(commands.Exchange(player=player, number=least), player, least=least, most=most)
