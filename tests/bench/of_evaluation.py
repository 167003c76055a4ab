"""Hands with wild cards and hands of many cards, by their value alone and with the cards and the name they are told by.

No peer in Python evaluates wild cards, personal wild cards, five of a kind or Danish ties at all. eval7, written in C, is
asked by trying every card for every wild one, and finds no five of a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from random import Random
from typing import Any, Final

from engine.cards.deck import FRENCH_52
from engine.cards.high import best_high, high_value
from tests.bench.hands import with_wilds
from tests.bench.nights import SEED
from tests.bench.peers import peer
from tests.bench.rounds import Run, Size, rates
from tests.bench.rows import Row

Hands = Sequence[tuple[list[str], frozenset[str]]]
Evaluation = Callable[[list[str], frozenset[str]], Any]

AIMED_AT: Final = {(5, 0): None, (7, 1): 50_000, (7, 2): 50_000, (7, 3): 50_000, (10, 0): 20_000, (10, 2): 20_000}
WAYS: Final[dict[str, Evaluation]] = {
    "value": high_value,
    "named": lambda cards, wild: best_high(cards, wild=wild),
    "Danish ties, named": lambda cards, wild: best_high(cards, wild=wild, naturals=True),
}
TRIED: Final = "eval7 (in C), every card tried"
UNHEARD_OF: Final = "(no peer)"


def with_wild_cards(size: Size) -> list[Row]:
    """A row for each number of cards and wild cards and each way of asking."""
    chance = Random(SEED)
    rows: list[Row] = []
    for (cards, wilds), aim in AIMED_AT.items():
        hands = with_wilds(chance, size.evaluations, cards, wilds)
        contenders: dict[str, Run] = {way: partial(_asked, ask, hands) for way, ask in WAYS.items()}
        other = _peer(hands, cards, wilds)
        found = rates(contenders | other, size.rounds)
        who = next(iter(other), "")
        told = f"{cards} cards, {wilds} wild"
        for way in WAYS:
            compared = who if way == "value" else ""
            unheard_of = "" if compared or not wilds else f" {UNHEARD_OF}"
            rows.append(
                Row(
                    what=f"{told}: {way}{unheard_of}",
                    ours=found[way],
                    peer=compared,
                    peer_rate=found.get(compared),
                    aim_rate=aim,
                    aim_ratio=1.2 if compared == "treys" else None,
                )
            )
    return rows


def _asked(ask: Evaluation, hands: Hands) -> int:
    if ask is high_value and not hands[0][1]:
        # As a peer is asked that knows no wild cards.
        return len([high_value(cards) for cards, _ in hands])
    return len([ask(cards, wild) for cards, wild in hands])


def _peer(hands: Hands, cards: int, wilds: int) -> dict[str, Run]:
    """Treys for five natural cards, eval7 where a few cards are wild; nobody else knows ten cards."""
    texts = [[card.replace("10", "T") for card in hand] for hand, _ in hands]
    if not wilds and cards == 5 and (treys := peer("treys")):
        theirs, evaluate = [[treys.Card.new(card) for card in hand] for hand in texts], treys.Evaluator().evaluate
        return {"treys": lambda: len([evaluate(hand, []) for hand in theirs])}
    if 0 < wilds < 3 and cards == 7 and (eval7 := peer("eval7")):
        some = [[eval7.Card(card) for card in hand[wilds:]] for hand in texts[: max(1, len(texts) // 52**wilds)]]
        pack = [eval7.Card(card.replace("10", "T")) for card in FRENCH_52]
        return {TRIED: lambda: len([_by_trying(eval7.evaluate, hand, pack, wilds) for hand in some])}
    return {}


def _by_trying(evaluate: Callable[[list[Any]], int], natural: list[Any], pack: list[Any], wilds: int) -> int:
    return max(evaluate([*natural, *tried]) for tried in product(pack, repeat=wilds))
