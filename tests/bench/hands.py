"""Random hold'em hands for six, from shuffled cards: the same acts for chipbook and for PokerKit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from engine import commands
from engine.cards.deck import FRENCH_52
from engine.decider import accept
from engine.game.betting import Blinds
from engine.state import Hand, Night

PLAYERS = ("anna", "bo", "carl", "dora", "eve", "finn")
CHIPS = 1_000_000
BLINDS = Blinds(small=1, big=2)
ANNOUNCED = commands.AnnounceHand(game="Texas Hold'em", rulebook="standard", forced=BLINDS)


@dataclass(slots=True)
class Script:
    """One hand as another program can play it: stacks, cards and acts from the dealer's left, and how it ended."""

    stacks: list[int]
    holes: list[str]
    acts: list[tuple[str, int]] = field(default_factory=list)
    boards: list[str] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)


def with_wilds(chance: Random, number: int, size: int, wilds: int) -> list[tuple[list[str], frozenset[str]]]:
    """Random hands of this many cards, and which of the cards are wild."""
    hands = [chance.sample(FRENCH_52, size) for _ in range(number)]
    return [(hand, frozenset(hand[:wilds])) for hand in hands]


def opening(night: str, chips: int = CHIPS) -> Iterator[commands.Command]:
    """Six players with this many chips each; no cards are dealt unless said."""
    rules = commands.HouseRules(rulebook="standard", auto="none", initial_loan=0)
    yield commands.OpenNight(night=night, club="bench", banker=PLAYERS[0], unit=1, rules=rules)
    for player in PLAYERS:
        yield commands.SeatPlayer(player=player)
        yield commands.BuyChips(player=player, chips=chips)


def opened(night: str) -> Night:
    """A night on which the first hand may be announced."""
    found = Night()
    for command in opening(night):
        accept(found, command)
    return found


def hand_of(night: Night) -> Hand:
    """The hand that is being played."""
    assert night.hand is not None
    return night.hand


def checked_down(night: Night, chance: Random) -> Iterator[commands.Command]:
    """One hand that everybody calls and checks to the showdown; each command is to be accepted before the next."""
    deck = list(FRENCH_52)
    chance.shuffle(deck)
    yield ANNOUNCED
    hand = hand_of(night)
    yield commands.Deal(cards=_taken(deck, 2 * len(hand.order)))
    for shared in (0, 3, 1, 1):
        if shared:
            yield commands.Burn()
            yield commands.Lay(cards=_taken(deck, shared))
        betting = hand.round
        assert betting is not None
        while betting.waiting:
            player = betting.waiting[0]
            owes = betting.price > betting.paid.get(player, 0)
            yield commands.Call(player=player) if owes else commands.Check(player=player)
    for player in hand.order:
        yield _showing(hand, player)


def random_hand(night: Night, chance: Random, script: Script) -> Iterator[commands.Command]:
    """One hand with folds and raises, written down in the script as it is played."""
    deck = list(FRENCH_52)
    chance.shuffle(deck)
    yield ANNOUNCED
    hand = hand_of(night)
    order = hand.order
    script.stacks = [night.stack(player) + hand.stakes.put_in[player] for player in order]
    dealt = _taken(deck, 2 * len(order))
    script.holes = [_theirs((dealt[place], dealt[place + len(order)])) for place in range(len(order))]
    yield commands.Deal(cards=dealt)
    for shared in (0, 3, 1, 1):
        if night.hand is None:
            break
        if shared:
            cards = _taken(deck, shared)
            script.boards.append(_theirs(cards))
            yield commands.Burn()
            yield commands.Lay(cards=cards)
        yield from _betting(night, hand, chance, script)
    if night.hand is not None:
        for player in tuple(hand.still_in):
            yield _showing(hand, player)
    script.ends = [night.stack(player) for player in order]


def _betting(night: Night, hand: Hand, chance: Random, script: Script) -> Iterator[commands.Command]:
    betting, raises = hand.round, 0
    assert betting is not None
    while night.hand is not None and hand.round is betting:
        player, roll = betting.waiting[0], chance.randrange(100)
        paid = betting.paid.get(player, 0)
        owes = betting.price - paid
        if owes and roll < 25:
            script.acts.append(("fold", 0))
            yield commands.Fold(player=player)
        elif roll >= 85 and raises < 3:
            raises += 1
            to = betting.price + betting.raise_least * chance.randint(1, 3)
            script.acts.append(("raise", to))
            yield commands.PutIn(player=player, chips=to - paid)
        else:
            script.acts.append(("call", 0))
            yield commands.Call(player=player) if owes else commands.Check(player=player)


def _taken(deck: list[str], count: int) -> tuple[str, ...]:
    return tuple(deck.pop() for _ in range(count))


def _showing(hand: Hand, player: str) -> commands.ShowHand:
    return commands.ShowHand(player=player, cards=tuple(held.card for held in hand.cards.own[player]))


def _theirs(cards: tuple[str, ...]) -> str:
    """Cards as other programs write them: T for ten."""
    return "".join(cards).replace("10", "T")
