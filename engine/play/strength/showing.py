"""What a player's open cards are worth during the hand, which decides who opens the betting (R-D18)."""

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
    """The worth of the open cards depends on a card that is not known."""


def value_showing(hand: Hand, player: PlayerId) -> Any:
    """What the player's open cards are worth now; None if they have none. Raises `NotKnown`.

    Values can be compared between the players of a hand; greater is better.
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
    # With no wild cards about, hands are equal when their values are.
    if isinstance(scale, Poker) and not scale.suits and not (scale.naturals and hand.game.wild_rules):
        return high_value(cards, wild.intersection(cards), order_of(hand.game, scale))
    standing = evaluate(hand.game, scale, cards, wild.intersection(cards))
    return standing.value if standing else None


def wild_by_now(hand: Hand, player: PlayerId) -> frozenset[str]:
    """The cards everyone can see are wild: by name, by open spot, the current follower, the player's last card.

    Cards wild by the whole hand (pairs, the lowest, the one the player will name) are not wild before the showdown.
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
    """Whether the rule is about the last card opened, and all the player's cards are open and none will follow; not without cards."""
    if not isinstance(rule, Personal) or rule.which != "last":
        return False
    to_come = any(isinstance(step, Deal) for step in hand.steps[hand.cursor + 1 :])
    own = hand.cards.own[player]
    return not to_come and bool(own) and all(held.up for held in own)
