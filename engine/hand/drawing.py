"""Exchanging cards: in turn, at most as many as the step allows, known or not."""

from msgspec.structs import replace

from engine import commands, errors
from engine.game import steps
from engine.hand.dealing import at_step, coming_again, fell_closed, fill_in, put_aside, read_cards, without
from engine.hand.kept import lose_sight, may_name, must_hold, throw_seen
from engine.hand.opening import keep_as_opened
from engine.rules import insist
from engine.state import UNKNOWN, Hand, Held, Night


def draw(command: commands.Exchange, night: Night) -> commands.Exchange:
    """A player exchanges cards in turn, at most as many as the step allows."""
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
    drawn = read_cards(hand, command.drawn, besides=coming_again(hand, command.number))
    # Nobody gets back at once what they have just thrown away, unless another is like it.
    if again := [card for card in drawn if card in thrown and card not in hand.deck.several and card != UNKNOWN]:
        raise errors.CardIsAlreadyOut(card=again[0])
    if any(len(cards) not in (0, command.number) for cards in (thrown, drawn)):
        raise errors.WrongNumberOfCards(given=len(thrown or drawn), wanted=command.number, what="exchanged")
    must_hold(hand, player, hand.cards.own[player], thrown)
    return replace(command, thrown=thrown, drawn=drawn)


# What follows only copies facts.


def drew(night: Night, hand: Hand, event: commands.Exchange) -> None:
    """The thrown cards are gone; where they are not known, neither is what the player keeps."""
    player = event.player
    own = hand.cards.own[player]
    thrown = [card for card in event.thrown if card != UNKNOWN]
    fill_in(hand, own, thrown)
    hand.cards.own[player] = kept = without(own, thrown)
    throw_seen(hand, player, thrown)
    blind = event.number - len(thrown)
    if blind:
        keep_as_opened(hand, player)
        lose_sight(hand, player, kept, thrown=blind)
        kept = kept[blind:]
    faces = event.drawn or (UNKNOWN,) * event.number
    hand.cards.own[player] = kept + [Held(card, up=False) for card in faces]
    hand.cards.out.update(card for card in faces if card != UNKNOWN)
    hand.cards.gone += event.number
    if event.number:
        fell_closed(hand, player, event.number)
    put_aside(hand, thrown)
    hand.asked.waiting.remove(player)
    if not hand.asked.waiting:
        hand.step_done()
