"""How hands compare, how they are claimed, and who the pot goes to."""

from collections.abc import Callable
from typing import Any

from engine.cards.card import RANKS
from engine.game.awards import Best, DealOff, HighestClosed, Split
from engine.game.card_words import SUIT_WORDS, all_of, rank_word
from engine.game.claims import CardsSpeak, PlayersSpeak, Spellcheck
from engine.game.counts import own_cards, rounds_are_open, usable_shared_cards
from engine.game.definition import Game, Kitty
from engine.game.scales import AnyScale, Badugi, Low, Poker, SingleCard, TwentyOne, Words
from engine.game.steps import DeclareSides
from engine.game.words_said import words_said
from engine.grammar import capital, counted, in_brackets, listed, number_word
from engine.resolved import resolved

HAND_SIZE = 5


def _poker(scale: Poker, game: Game) -> str:
    fine = ["five of a kind is the best of all"] if game.wild_rules else []
    if scale.flush_over_house:
        fine.append("a flush beats a full house")
    if scale.three_over_straight:
        fine.append("three of a kind beats a straight")
    fine += _straight_below(game)
    if scale.suits:
        fine.append("hands without a pair compare by suit too: spades, hearts, clubs, diamonds")
    return f"the highest poker hand of {_hand_size(game)}{in_brackets(fine)}"


def _straight_below(game: Game) -> list[str]:
    """The straight in which the ace counts low, if the pack does not begin at two; else none."""
    lowest = resolved(game.deck).lowest
    if lowest == 2 or lowest + HAND_SIZE - 2 > len(RANKS):
        return []
    return [f"A-{'-'.join(RANKS[lowest - 2 : lowest + HAND_SIZE - 3])} is a straight"]


def _low(scale: Low, game: Game) -> str:
    hand = _hand_size(game)
    if scale.most is not None:
        hand = f"{number_word(HAND_SIZE)} different ranks, none above {rank_word(scale.most)}"
    runs = "straights and flushes " + ("count against it" if scale.runs else "do not count")
    return f"the lowest hand of {hand}{in_brackets([f'aces are {scale.ace}', runs])}"


def _badugi(scale: Badugi, game: Game) -> str:
    return "the hand with the most cards of different suit and rank (if equally many, the lowest; aces are low)"


def _single_card(scale: SingleCard, game: Game) -> str:
    order = "by rank, then spades, hearts, clubs, diamonds"
    if not scale.top:
        return f"the highest single card ({order})"
    top = listed([all_of(name) for name in scale.top.split()])
    return (
        f"the highest single card ({order}; {top} are above all others and equal, and after them the next card decides)"
    )


def _twenty_one(scale: TwentyOne, game: Game) -> str:
    fine = ["aces count 1 or 11, kings, queens and jacks 10", "busted hands are equal and below all others"]
    if scale.top:
        fine.append(f"a hand with {listed([all_of(name) for name in scale.top.split()])} is above all others")
    return f"the hand nearest to 21 with all its cards and not over{in_brackets(fine)}"


def _hand_size(game: Game) -> str:
    cards = min(HAND_SIZE, own_cards(game) + usable_shared_cards(game))
    return f"{number_word(cards)} {'card' if cards == 1 else 'cards'}"


SCALES: dict[type[Any], Callable[[Any, Game], str]] = {
    Poker: _poker,
    Low: _low,
    Badugi: _badugi,
    SingleCard: _single_card,
    TwentyOne: _twenty_one,
    Words: words_said,
}


def _scale(scale: AnyScale | None, game: Game) -> str:
    return SCALES[type(scale)](scale, game)


def _deal_off(ties: DealOff, game: Game) -> str:
    return (
        f"players with equal hands are each dealt {counted(ties.up, 'new open card')}, without betting, by the same dealer, "
        "who says who gets the first (if too few are left, all cards are gathered and shuffled again), and the best of those "
        "poker hands takes it"
    )


def _best(award: Best, game: Game) -> str:
    scale = award.scale or game.scale
    if rounds_are_open(game):
        return f"The last player left takes the pot. Hands are compared by {_scale(scale, game)}, or as much of it as lies open."
    if isinstance(award.ties, DealOff):
        return f"{capital(_scale(scale, game))} takes the pot; {_deal_off(award.ties, game)}."
    return f"{capital(_scale(scale, game))} takes the pot; {_ties(scale, game)} split it."


def _highest_closed(award: HighestClosed, game: Game) -> str:
    return f"the highest closed card of {SUIT_WORDS[award.suit]}"


def _split(award: Split, game: Game) -> str:
    first = award.first.scale or game.scale
    second = award.second
    other = _highest_closed(second, game) if isinstance(second, HighestClosed) else _second_best(second, game)
    halves = f"{_scale(first, game)} takes half the pot, {other} the other half"
    rest = "A half that nobody can win is added to the other; an odd chip goes to the first half."
    if any(isinstance(step, DeclareSides) for step in game.steps):
        rest += (
            " Whoever declares both wins only if no hand beats them on either side; if nobody wins, the pot is carried."
        )
    return f"{capital(halves)}; {_halves_of_equals(award, game)}. {rest}"


def _halves_of_equals(award: Split, game: Game) -> str:
    """How each half is divided if hands are equal; the highest closed card has no equal."""
    halves = {"first": award.first, "second": award.second}
    settled = {
        which: _deal_off(best.ties, game)
        for which, best in halves.items()
        if isinstance(best, Best) and isinstance(best.ties, DealOff)
    }
    if not settled:
        return f"{_ties(award.first.scale or game.scale, game)} split their half"
    told = [
        f"in the {which} half {settled.get(which, 'equal hands split')}"
        for which, best in halves.items()
        if isinstance(best, Best)
    ]
    return "; ".join(told)


def _second_best(second: Best, game: Game) -> str:
    return _scale(second.scale or game.scale, game)


def _ties(scale: AnyScale | None, game: Game) -> str:
    if not (isinstance(scale, Poker) and scale.naturals and game.wild_rules):
        return "equal hands"
    if scale.naturals_first:
        return (
            "of hands of the same kind and rank the one with the better natural cards wins, then the one with the better "
            "side cards, and hands equal in all of these"
        )
    return "of equal hands the one with the better natural cards wins, and hands still equal"


def _cards_speak(claims: CardsSpeak, game: Game) -> str:
    return "Cards shown count as what they are."


def _players_speak(claims: PlayersSpeak, game: Game) -> str:
    return "What a player announces counts: a hand announced too low counts as announced, and one that is not there loses the pot."


FOUL_HANDS = {
    "no words": "a hand with an invalid word has no words at all",
    "out": "a hand with an invalid word is out",
}
GOOD_PAYS = {
    "stake": "puts as much into the pot as they have put in so far",
    "half pot": "pays half the pot, rounded up, from their own chips to whoever wins it",
}


def _spellcheck(claims: Spellcheck, game: Game) -> str:
    foul = FOUL_HANDS[claims.foul]
    if claims.foul_pays == "stake":
        foul = f"{foul}, and its holder {GOOD_PAYS['stake']}"
    each = "each hand" if claims.once == "hand" else "each word"
    return (
        "Words count as they are shown. Players who stayed to the end may challenge those of the winning hand when all "
        f"hands are shown and before the pot is taken, {each} once, clockwise from its holder: {foul}; whoever challenged "
        f"a valid word {GOOD_PAYS[claims.good_pays]}."
    )


def _kitty(kitty: Kitty, game: Game) -> str:
    goes = "goes" if kitty.chips == 1 else "go"
    return (
        f"Of every pot that is won {counted(kitty.chips, 'chip')} {goes} to the kitty before it is shared; at the end of the "
        "night all who were dealt a hand share the kitty equally."
    )


POTS: dict[type[Any], Callable[[Any, Game], str]] = {
    **SCALES,
    HighestClosed: _highest_closed,
    DealOff: _deal_off,
    Best: _best,
    Split: _split,
    Kitty: _kitty,
    CardsSpeak: _cards_speak,
    PlayersSpeak: _players_speak,
    Spellcheck: _spellcheck,
}
