"""Exchanges as they may really happen, told in part: what is true is never refused, what cannot be always is."""

import random
from itertools import combinations

import pytest

from engine import commands, errors
from engine.decider import accept
from engine.game.steps import Bet, Deal, Draw
from engine.state import UNKNOWN, Night
from tests.engine.table import announce, game, house, opened
from tests.soak import SOAK, rounds

DECK = [rank + suit for suit in "shdc" for rank in (*map(str, range(2, 11)), "J", "Q", "K", "A")]


class Truth:
    """What really lies where, while the book is told about half of it."""

    def __init__(self, seed: int, players: str) -> None:
        self.chance = random.Random(seed)
        self.table = opened(players, rules=house("standard", auto="none"))
        self.stock = self.chance.sample(DECK, len(DECK))
        self.thrown: list[str] = []
        fallen = [self.stock.pop() for _ in range(5 * len(players))]
        self.own = {player: fallen[place :: len(players)] for place, player in enumerate(players)}
        declared = game(Deal(down=5), *(Draw(up_to=5), Bet()) * 3)
        self.tell(announce(declared, dealer=players[-1]), commands.Deal(cards=self.masked(fallen)))

    def tell(self, *said: commands.Command) -> None:
        for command in said:
            accept(self.table.night, command)

    def masked(self, cards: list[str]) -> tuple[str, ...]:
        """Some of the cards, and `??` for the others; most often all or none."""
        share = self.chance.choice((0.0, 0.5, 1.0))
        told = tuple(card if self.chance.random() < share else UNKNOWN for card in cards)
        return told if any(card != UNKNOWN for card in told) else ()

    def draw_from_stock(self, own_thrown: list[str]) -> str:
        """The next card. If there is none, the thrown cards are shuffled, except those just thrown by the player (R-M13)."""
        if not self.stock:
            self.stock, self.thrown = [card for card in self.thrown if card not in own_thrown], own_thrown[:]
            self.chance.shuffle(self.stock)
        return self.stock.pop()

    def exchange(self, player: str) -> None:
        away = self.chance.sample(self.own[player], self.chance.randint(0, 5))
        self.thrown += away
        fresh = [self.draw_from_stock(away) for _ in away]
        self.own[player] = [card for card in self.own[player] if card not in away] + fresh
        self.tell(
            commands.Exchange(player=player, number=len(away), thrown=self.masked(away), drawn=self.masked(fresh))
        )

    def name_some(self) -> None:
        player = self.chance.choice(list(self.own))
        held = [each.card for each in self.night.hand.cards.own[player]]  # type: ignore[union-attr]
        unknown = [card for card in self.own[player] if card not in held]
        if some := self.chance.sample(unknown, self.chance.randint(0, len(unknown))):
            self.tell(commands.NameCards(player=player, cards=tuple(some)))

    @property
    def night(self) -> Night:
        return self.table.night

    def play(self) -> None:
        for _ in range(3):
            for player in self.own:
                self.exchange(player)
                if self.chance.random() < 0.3:
                    self.name_some()
            for player in self.own:
                self.tell(commands.Check(player=player))


@pytest.mark.parametrize("players", ["ABC", "ABCDEFG"])
@pytest.mark.parametrize("seed", range(rounds(8, 40)))
def test_what_is_true_is_never_refused(seed, players) -> None:
    """Seven players use up the stock, so that thrown cards come again."""
    truth = Truth(seed, players)
    truth.play()
    for player, cards in truth.own.items():
        truth.tell(commands.ShowHand(player=player, cards=tuple(cards)))
        if truth.night.hand is None:
            break


def possible_hands(throws: list[int], fresh: list[list[str]]) -> set[frozenset[str]]:
    """Every hand that can be left of five known cards after these exchanges, nobody knowing what was thrown."""
    hands = {frozenset(["As", "Kd", "5c", "6h", "7s"])}
    for number, drawn in zip(throws, fresh, strict=True):
        hands = {frozenset(kept) | set(drawn) for hand in hands for kept in combinations(sorted(hand), 5 - number)}
    return hands


NEW = ["2s", "2h"]
THROWS = [[2], [4], [5], [1, 3], [2, 2, 2], [3, 1], [4, 1, 1], [1, 4, 2]]


@pytest.mark.parametrize("throws", THROWS if SOAK else THROWS[::2])
@pytest.mark.parametrize("told", [True, False])
def test_old_and_new_cards_are_shown_exactly_if_they_can_be_held(throws, told) -> None:
    """All sets of up to five old cards and two new ones, against all the ways in which the exchanges can have gone.

    The cards drawn are told or not; those not told may be any but those known to be out.
    """
    unused = iter(card for card in DECK if card not in ["As", "Kd", "5c", "6h", "7s", *NEW])
    fresh = [[next(unused) if told else f"?{place}.{each}" for each in range(n)] for place, n in enumerate(throws)]
    table = opened("AB").do(announce(game(Deal(down=5), *(Draw(up_to=5), Bet()) * len(throws)), dealer="B"))
    table.do("A has As Kd 5c 6h 7s")
    for number, drawn in zip(throws, fresh, strict=True):
        cards = tuple(drawn) if told else ()
        table.do(commands.Exchange(player="A", number=number, drawn=cards), "B draws 0", "A x; B x")
    hands = possible_hands(throws, fresh)
    known = {held.card for held in table.hand.cards.own["A"]} - {UNKNOWN}
    old = sorted({"As", "Kd", "5c", "6h", "7s"}.union(*fresh if told else ()) - known)
    for number in range(1, 6):
        for said in combinations([*old, *NEW], number):
            able = any(_can_be(hand, known.union(said)) for hand in hands)
            try:
                accept(table.night.copy(), commands.ShowHand(player="A", cards=said))
            except (errors.KeptFewerOfThem, errors.KeptMoreOfThem, errors.CardsAreNotHeld, errors.WrongNumberOfCards):
                assert not able, said
            else:
                assert able, said


def _can_be(hand: frozenset[str], cards: set[str]) -> bool:
    """Whether these can all lie in the hand: a new one where a card that was not told was drawn."""
    untold = sum(card.startswith("?") for card in hand)
    return all(card in hand or card in NEW for card in cards) and sum(card not in hand for card in cards) <= untold
