"""What a player's open cards make by themselves while the hand goes on: who opens the betting hangs on it (R-D18)."""

from typing import Any

from engine.cards.deck import LETTER_DECKS
from engine.cards.high import high_value
from engine.game.betting import BestShowing
from engine.game.scales import Poker, Words
from engine.game.steps import Deal
from engine.game.wilds import AnyWildRule, Cards, Follower, Personal, Spots
from engine.ids import PlayerId
from engine.play.strength.evaluating import evaluate, order_of
from engine.play.strength.wild import NO_WILDS, Lying, sets_of
from engine.state import UNKNOWN, Hand
from engine.words import best_showing


class NotKnown(Exception):
    """What the open cards make hangs on a card that is not known."""


def value_showing(hand: Hand, player: PlayerId) -> Any:
    """What the player's open cards are worth at this moment; nothing when they have none. Raises `NotKnown`.

    Values compare between the players of a hand; greater is better.
    """
    cards = [held.card for held in hand.cards.own[player] if held.up]
    if UNKNOWN in cards:
        raise NotKnown
    if not cards:
        return None
    scale = hand.game.compared_by
    wild = wild_by_now(hand, player) if hand.game.wild_rules else NO_WILDS
    opens = hand.game.opens
    if isinstance(opens, BestShowing) and opens.by == "clean pair" and isinstance(scale, Words):
        best = best_showing(LETTER_DECKS[hand.deck.name], cards, ruling=scale.ruling, wild=wild)
        return best.value if best else None
    # Where nobody's cards are wild, natural cards are equal as their values are.
    if isinstance(scale, Poker) and not scale.suits and not (scale.naturals and hand.game.wild_rules):
        return high_value(cards, wild.intersection(cards), order_of(hand.game, scale))
    standing = evaluate(hand.game, scale, cards, wild.intersection(cards))
    return standing.value if standing else None


def wild_by_now(hand: Hand, player: PlayerId) -> frozenset[str]:
    """What everyone can see to be wild: names, open spots, the follower of this moment, the player's last card.

    What hangs on the whole of their hand (pairs, the lowest, the one they will name) is not wild before the showdown.
    """
    board = [held.card if held.up else UNKNOWN for held in hand.cards.board]
    lying = Lying(hand.game, board, hand.cards.own[player], hand.cards.turned_up)
    wild = NO_WILDS
    for rule in hand.game.wild_rules:
        if isinstance(rule, Cards | Spots | Follower) or _is_the_last(rule, hand, player):
            sets = sets_of(rule, lying)
            if not sets:
                raise NotKnown
            wild |= sets[0]
    return wild


def _is_the_last(rule: AnyWildRule, hand: Hand, player: PlayerId) -> bool:
    """Whether the rule is about the card opened last, and all of the player's cards lie open and none will follow."""
    if not isinstance(rule, Personal) or rule.which != "last":
        return False
    to_come = any(isinstance(step, Deal) for step in hand.steps[hand.cursor + 1 :])
    return not to_come and all(held.up for held in hand.cards.own[player])
