"""Copies where thrown and drawn cards lie, and what is still known of the others."""

from engine import commands
from engine.play.betting.facts import keep_as_opened
from engine.play.holdings.lying import fell_closed, fill_in, lose_sight, put_aside, throw_seen, without
from engine.registry import folds_in_hand
from engine.state import UNKNOWN, Hand, Held, Night


@folds_in_hand(commands.Exchange)
def drew(night: Night, hand: Hand, event: commands.Exchange) -> None:
    """The thrown cards are gone; if they are not known, neither are the cards the player keeps."""
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
