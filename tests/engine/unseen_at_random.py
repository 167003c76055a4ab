"""What may lie unseen before a player, as far as it is known what he threw."""

import random

from engine import errors
from engine.play.holdings.knowledge import may_hold, must_hold
from engine.state import Hand

MANY_WAYS = 50


def unseen(chance: random.Random, hand: Hand, player: str, fresh: tuple[str, ...]) -> tuple[str, ...]:
    """As many cards as these new ones, some of them old ones where he must have kept them."""
    old = may_hold(hand, player)
    for _ in range(MANY_WAYS):
        kept: list[str] = []
        while len(kept) <= len(fresh):
            cards = (*kept, *fresh[len(kept) :])
            try:
                must_hold(hand, player, hand.cards.own[player], cards)
            except errors.KeptMoreOfThem as refusal:
                kept.append(
                    chance.choice([card for card in old if card in refusal.details["cards"] and card not in kept])
                )
            except errors.KeptFewerOfThem:
                break
            else:
                return cards
    raise AssertionError(player, hand.cards.kept[player], "no hand that can be shown was found")
