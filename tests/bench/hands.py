"""Random hold'em hands for six, from shuffled cards."""

from collections.abc import Iterator
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
        while betting.waiting:
            player = betting.waiting[0]
            owes = betting.price > betting.paid.get(player, 0)
            yield commands.Call(player=player) if owes else commands.Check(player=player)
    for player in hand.order:
        yield _showing(hand, player)


def random_hand(night: Night, chance: Random) -> Iterator[commands.Command]:
    """One hand with folds and raises; each command is to be accepted before the next."""
    deck = list(FRENCH_52)
    chance.shuffle(deck)
    yield ANNOUNCED
    hand = hand_of(night)
    yield commands.Deal(cards=_taken(deck, 2 * len(hand.order)))
    for shared in (0, 3, 1, 1):
        if night.hand is None:
            break
        if shared:
            yield commands.Burn()
            yield commands.Lay(cards=_taken(deck, shared))
        yield from _betting(night, hand, chance)
    if night.hand is not None:
        for player in tuple(hand.still_in):
            yield _showing(hand, player)


def _betting(night: Night, hand: Hand, chance: Random) -> Iterator[commands.Command]:
    betting, raises = hand.round, 0
    assert betting is not None
    while night.hand is not None and hand.round is betting:
        player, roll = betting.waiting[0], chance.randrange(100)
        paid = betting.paid.get(player, 0)
        owes = betting.price - paid
        if owes and roll < 25:
            yield commands.Fold(player=player)
        elif roll >= 85 and raises < 3:
            raises += 1
            to = betting.price + betting.raise_least * chance.randint(1, 3)
            yield commands.PutIn(player=player, chips=to - paid)
        else:
            yield commands.Call(player=player) if owes else commands.Check(player=player)


def _taken(deck: list[str], count: int) -> tuple[str, ...]:
    return tuple(deck.pop() for _ in range(count))


def _showing(hand: Hand, player: str) -> commands.ShowHand:
    return commands.ShowHand(player=player, cards=tuple(held.card for held in hand.cards.own[player]))
