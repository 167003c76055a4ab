"""The best words of seven cards, found among all words of the shipped dictionary. No peer judges such hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from engine import words
from engine.game.definition import Game
from engine.game.scales import Words
from engine.library import named
from tests.bench.nights import SEED
from tests.bench.rounds import Size, rates
from tests.bench.rows import Row

CARDS: Final = 7
WILD: Final = "wildcard"
# How many of the seven are wild: WordPoker has none.
WILDS: Final = {"Scroker": 1, "WordPoker": 0}
# Less than 5 ms a hand.
AIM: Final = 200


def found(size: Size) -> list[Row]:
    """A row for each deck of letters."""
    chance = Random(SEED)
    runs = {}
    for name, wilds in WILDS.items():
        (game,) = named(name)
        hands = [hand_of(game, chance, wilds) for _ in range(size.hands)]
        runs[f"{name}, {CARDS} cards, {wilds} wild: the best words"] = partial(_asked, reading_of(game), hands)
    return [Row(what=what, ours=rate, aim_rate=AIM) for what, rate in rates(runs, size.rounds).items()]


def hand_of(game: Game, chance: Random, wilds: int) -> list[str]:
    """Seven random cards of the game's deck, `wilds` of them wild."""
    assert game.deck is not None
    return [*chance.sample(game.deck.cards, CARDS - wilds), *[WILD] * wilds]


def reading_of(game: Game) -> words.Reading:
    """How hands of the game are read, with the house's dictionary."""
    assert isinstance(game.scale, Words)
    assert game.deck is not None
    return words.reading_of(game.scale, game.deck.name)


def _asked(reading: words.Reading, hands: Sequence[Sequence[str]]) -> int:
    return len([words.best_words(reading, hand, frozenset({WILD})) for hand in hands])
