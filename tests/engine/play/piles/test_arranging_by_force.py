"""Piles laid and turned as they may really lie, told in part: what is true is never refused."""

import random

import pytest

from engine import commands
from engine.decider import accept
from engine.game.steps import Arrange, Bet, Deal, Draw, Reveal
from engine.state import UNKNOWN
from tests.engine.play.holdings.test_knowledge_by_force import DECK
from tests.engine.table import announce, game, house, opened
from tests.soak import rounds

PLAYERS = "ABC"


def some(chance: random.Random, cards: list[str]) -> tuple[str, ...]:
    share = chance.choice((0.0, 0.3, 0.7, 1.0))
    return tuple(card if chance.random() < share else UNKNOWN for card in cards)


@pytest.mark.parametrize("seed", range(rounds(30, 150)))
def test_a_pile_told_in_part_is_turned_as_it_lies(seed) -> None:
    chance = random.Random(seed)
    table = opened(PLAYERS, rules=house("standard", auto="none"))
    declared = game(Deal(down=5), Draw(up_to=5), Bet(), Arrange(), *(Reveal(), Bet()) * 5)
    stock = chance.sample(DECK, len(DECK))
    fallen = [stock.pop() for _ in range(15)]
    own = {player: fallen[place::3] for place, player in enumerate(PLAYERS)}
    accept(table.night, announce(declared, dealer="C"))
    accept(table.night, commands.Deal(cards=some(chance, fallen)))
    turned = 0

    def tell_some() -> None:
        """Told cards are the open ones first, as they lie; then any of the others."""
        player = chance.choice(PLAYERS)
        lying = table.hand.cards.own[player]
        known = {held.card for held in lying}
        open_ones = [card for held, card in zip(lying, own[player], strict=True) if held.up and held.card == UNKNOWN]
        closed = [card for card in own[player][turned:] if card not in known]
        chance.shuffle(closed)
        # What was told may have been turned unseen: then it is not known where the others lie.
        if all(card not in known for card in open_ones) and (said := (open_ones + closed)[: chance.randint(0, 5)]):
            accept(table.night, commands.NameCards(player=player, cards=tuple(said)))

    for player in PLAYERS:
        away = chance.sample(own[player], chance.randint(0, 5))
        fresh = [stock.pop() for _ in away]
        own[player] = [card for card in own[player] if card not in away] + fresh
        exchange = commands.Exchange(
            player=player, number=len(away), thrown=some(chance, away), drawn=some(chance, fresh)
        )
        accept(table.night, exchange)
    for _ in PLAYERS:
        accept(table.night, commands.Check(player=table.turn))
    for player in PLAYERS:
        chance.shuffle(own[player])
        accept(table.night, commands.ArrangeCards(player=player, cards=some(chance, own[player])))
    for turned in range(5):
        if chance.random() < 0.6:
            tell_some()
        tops = [own[player][turned] for player in PLAYERS]
        accept(table.night, commands.RevealCards(cards=chance.choice(((), some(chance, tops)))))
        for _ in PLAYERS:
            accept(table.night, commands.Check(player=table.turn))
    for player in PLAYERS:
        if table.night.hand is not None:
            accept(table.night, commands.ShowHand(player=player, cards=tuple(own[player])))
