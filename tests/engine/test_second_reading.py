"""The Danish games read a second time, apart from the engine: who wins what of hands played to the end at random.

What is wild, which line is used, high and low, the sides declared, the high spade and odd chips are decided here from the
source's own words. The midnight games, in which nobody shows, are not among them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import pytest

from engine import commands, errors, events
from engine.game.definition import Game
from engine.game.options import AnyOption, HighLow, HighSpade, Psychology, Wild
from engine.game.wilds import Cards, SplitPairs
from engine.sample.acts import Dealer, pick
from engine.sample.table import ScratchPaper, play_hand
from engine.state import Hand
from tests.engine.cards.brute_force import rank_of
from tests.engine.cards.by_patterns import best_high, best_low
from tests.engine.declared import DECLARED
from tests.engine.simulate.seeded import Seeded
from tests.soak import FIRST, rounds

# What is wild in a game: ranks, single cards, or by the words of `wild_sets`.
WILD = {
    **dict.fromkeys(("Last Chance", "Last Chance Unplugged", "Seven Bright Stars"), "last"),
    **dict.fromkeys(("Your Choise", "Fill the Hole", "Paradise Lost"), "chosen"),
    **dict.fromkeys(("Gammel Skagen", "Karrusel", "CRS Surprise"), "split"),
    **dict.fromkeys(("Spit 'n' Shit", "Puke", "Farum Park", "Rubbers in the Dusk", "Rubbers in the Dark"), "at:1+2"),
    **dict.fromkeys(("Criss-Cross", "Trafalgar Square", "Hayley's komet"), "at:5"),
    **dict.fromkeys(("Chicago Seven",), "7"),
    **dict.fromkeys(("Siberian Husky", "Three Card Draw, Deuces Wild"), "2"),
    **dict.fromkeys(("Five Card Stud, Deuces Wild", "Seven Card Stud, Deuces Wild"), "2"),
    "Jumping Jacks": "J",
    "Three Card Draw, Deuces and One-eyed Picture Card Wild": "2 Js Jh Kd",
    "Risky Pairs": "risky",
    "Stora Spelet": "2 3 Js Jh Kd",
    "Seven Eleven": "7 J",
    "Shifting Sands": "kept",
    "Roll Them": "lowest",
    "Baseball": "3 9",
    "Yankee Baseball": "9",
    "Follow the Queen": "Q after:Q",
    "Follow the Queen and One-eyed Picture Cards": "Q Js Jh Kd after:Q",
    "April Reigners": "3 9 Q after:Q",
    "Eleven Bright Stars": "3 9 after:3+9",
    "Spit in the Ocean": "at:1",
    "Lunatic": "lunatic at:5",
    "Kings Cross": "K at:5",
    "Elevator": "at:7",
    "Sømærket": "at:4+5+6",
    "Bermuda Trekanten": "at:4+5+6",
}
# The lines of shared cards of which a hand uses one, by the order in which they are laid.
SIDES = ("415", "526", "634")
LINES = {
    "Trafalgar Square": ("1234", "5"),
    "Elevator": ("376", "572", "174", "153", "426", "176", "473"),
    **dict.fromkeys(("The Pyramid", "Gammel Skagen", "Sømærket"), SIDES),
    "Bermuda Trekanten": ("142", "253", "361"),
    "Karrusel": ("142", "425", "253", "536", "361", "614"),
}
MIDNIGHT = {"Midnight Baseball", "Nårwidjan munækklips"}
OPTIONS: tuple[tuple[AnyOption, ...], ...] = (
    *((), (HighLow(),), (HighSpade(),), (Psychology(),), (HighLow(), Psychology())),
    *((Wild(Cards("Js Jh Kd")),), (Wild(SplitPairs()),), (HighLow(), Wild(Cards("5")))),
)
ADDED = {Wild(Cards("Js Jh Kd")): "Js Jh Kd", Wild(SplitPairs()): "split", Wild(Cards("5")): "5"}


@dataclass(frozen=True)
class Seen:
    """A player's cards at the showdown: those that lay closed before any psychology are not in `opened`."""

    own: Sequence[str]
    closed: Sequence[str]
    opened: Sequence[str]
    turned: Sequence[str]
    board: Sequence[str]
    dealt_open: Sequence[str]


def seen(hand: Hand, player: str) -> Seen:
    own, order = [held for held in hand.cards.own[player] if not held.bought], hand.cards.turned_up
    return Seen(
        own=[held.card for held in hand.cards.own[player]],
        closed=[held.card for held in hand.cards.own[player] if not held.up],
        opened=[held.card for held in own if held.dealt_up or held.exposed],
        turned=[held.card for held in order if held in own] + [held.card for held in own if not held.up],
        board=[held.card for held in hand.cards.board],
        dealt_open=[held.card for held in order if held.dealt_up],
    )


def of(cards: Sequence[str], *ranks: str) -> list[str]:
    return [card for card in cards if card[:-1] in ranks or card in ranks]


def of_spades(cards: Sequence[str]) -> list[str]:
    return [card for card in cards if card[-1] == "s"]


def split_pairs(here: Sequence[str], there: Sequence[str]) -> Iterator[list[str]]:
    """Of each rank as many from both sides as there can be; whose third card stays natural is chosen (RULINGS R-D2)."""
    choices = []
    for rank in {card[:-1] for card in here} & {card[:-1] for card in there}:
        one, other = of(here, rank), of(there, rank)
        number = min(len(one), len(other))
        choices.append([[*a, *b] for a in combinations(one, number) for b in combinations(other, number)])
    for choice in product(*choices):
        yield [card for cards in choice for card in cards]


def followers(cards: Sequence[str], ranks: Sequence[str]) -> list[str]:
    """The rank of the card dealt open right after the latest of these; none after a last one."""
    latest = [place for place, card in enumerate(cards) if card[:-1] in ranks]
    return [card[:-1] for card in cards[latest[-1] + 1 :][:1]] if latest else []


def lowest_closed(closed: Sequence[str]) -> list[list[str]]:
    """The lowest closed cards, with the ace low and with the ace high (RULINGS D3, R-D3)."""
    sets = []
    for ace_low in (True, False):
        least = min(rank_of(card, ace_low=ace_low) for card in closed)
        sets.append([card for card in closed if rank_of(card, ace_low=ace_low) == least])
    return sets


def wild_sets(words: str, seen: Seen, line: Sequence[str]) -> Iterator[set[str]]:
    """The sets of wild cards among which a player chooses."""
    every = [*seen.own, *line]
    choices: list[list[list[str]]] = []
    for word in words.split():
        kind, _, said = word.partition(":")
        match kind:
            case "last" | "kept":
                sets = [seen.turned[-1:]]
            case "chosen":
                sets = [[card] for card in seen.own]
            case "lowest":
                sets = lowest_closed(seen.closed)
            case "risky":
                sets = [[card for card in seen.own if len(of(seen.own, card[:-1])) == 2]]
            case "split" if seen.board:
                sets = list(split_pairs(seen.own, line))
            case "split":
                sets = list(split_pairs([card for card in seen.own if card not in seen.opened], seen.opened))
            case "at":
                sets = [[seen.board[int(place) - 1] for place in said.split("+")]]
            case "after":
                sets = [of(every, *followers(seen.dealt_open, said.split("+")))]
            case "lunatic":
                sets = [of(every, *{"3", "9"}.difference(card[:-1] for card in seen.board[:4]))]
            case _:
                sets = [of(every, word)]
        choices.append(sets)
    for choice in product(*choices):
        yield {card for cards in choice for card in cards}.intersection(every)


def best(name: str, words: str, seen: Seen, worth: Any) -> Any:
    """The best hand over every line and every choice of wild cards."""
    lines = [[seen.board[int(place) - 1] for place in line] for line in LINES.get(name, ())] or [seen.board]
    return max(worth([*seen.own, *line], wild) for line in lines for wild in wild_sets(words, seen, line))


def leaders(worths: Mapping[str, Any], among: Sequence[str]) -> list[str]:
    top = max((worths[player] for player in among), default=None)
    return [player for player in among if worths[player] == top]


def shared(chips: int, winners: Sequence[str], order: Sequence[str]) -> Counter[str]:
    """Odd chips go one at a time from the dealer's left (RULINGS R-G1)."""
    in_order = [player for player in order if player in winners]
    each, odd = divmod(chips, len(in_order))
    return Counter({player: each + (place < odd) for place, player in enumerate(in_order)})


def won(name: str, options: Sequence[AnyOption], hand: Hand, rivals: Sequence[str], pot: int) -> Counter[str]:
    """Who wins what of the pot, by the source; nobody anything if it is carried."""
    words = " ".join(dict.fromkeys([WILD.get(name, ""), *(ADDED.get(option, "") for option in options)]))
    cards, order = {player: seen(hand, player) for player in rivals}, hand.order
    high = {player: best(name, words, cards[player], best_high) for player in rivals}
    first, second = leaders(high, rivals), []
    if sides := hand.showdown.sides:
        low = {player: best(name, words, cards[player], best_low) for player in rivals}
        first = leaders(high, [player for player in rivals if sides[player] != "low"])
        second = leaders(low, [player for player in rivals if sides[player] != "high"])
        # Who plays for both must win or tie both, and takes the side that they win from the others too.
        failed = {player for player in rivals if sides[player] == "both"} - set(first).intersection(second)
        first, second = ([player for player in side if player not in failed] for side in (first, second))
    elif HighSpade() in options:
        spades = {player: max(map(rank_of, of_spades(cards[player].closed)), default=0) for player in rivals}
        second = leaders(spades, [player for player in rivals if spades[player]])
    if first and second:
        return shared(pot - pot // 2, first, order) + shared(pot // 2, second, order)
    return shared(pot, first or second, order) if first or second else Counter()


def played(game: Game, seed: int) -> tuple[tuple[AnyOption, ...], Hand, list[events.Event]] | None:
    """A hand of which all cards are told; None if it does not come to a showdown, or somebody announces a hand."""
    chance, paper = Seeded(seed), ScratchPaper()
    people = [f"p{number}" for number in range(2 + chance.below(4))]
    paper.take(commands.OpenNight(night="n", club="c", banker="z", rules=commands.HouseRules(auto="none")))
    for player in people:
        paper.take(commands.SeatPlayer(player=player))
        paper.take(commands.GiveLoan(player=player, chips=60))
    options = pick(chance, OPTIONS)
    try:
        paper.take(commands.AnnounceHand(game=game.name, rulebook="enemaerke", options=options))
    except errors.OptionDoesNotFit:
        options = ()
        paper.take(commands.AnnounceHand(game=game.name, rulebook="enemaerke"))
    night = paper.night()
    hand = night.hand
    assert hand is not None
    for command in play_hand(night, hand, Dealer(hand, chance, tells=True), chance):
        paper.take(command)
    happened = [record.event for record in paper.records()]
    is_decided = not hand.showdown.claimed and not any(isinstance(event, commands.NewDeal) for event in happened)
    return (options, hand, happened) if is_decided else None


@pytest.mark.parametrize("name", sorted(set(DECLARED) - MIDNIGHT))
def test_who_wins_what_is_the_same_by_a_second_reading_of_the_source(name) -> None:
    for seed in range(FIRST, FIRST + rounds(3, 60)):
        told = played(DECLARED[name], seed)
        if told is None:
            continue
        options, hand, happened = told
        awards = [share for event in happened if isinstance(event, events.PotAwarded) for share in event.shares]
        pot = sum(share.chips for share in awards)
        pot += sum(event.chips for event in happened if isinstance(event, events.PotCarried))
        rivals = [player for player in hand.still_in if player not in hand.showdown.mucked]
        expected = won(name, options, hand, rivals, pot) if len(rivals) > 1 else Counter({rivals[0]: pot})
        got: Counter[str] = Counter()
        for share in awards:
            got[share.player] += share.chips
        assert got == expected, (seed, options)
