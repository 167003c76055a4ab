"""What cards are worth on each scale of the language, in a table by the type of scale."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine import errors, words
from engine.cards.announcement import Claim
from engine.cards.as_announced import high_as
from engine.cards.badugi import best_badugi
from engine.cards.high import best_high
from engine.cards.low import best_low, low_as
from engine.cards.ranking import USUAL, Order
from engine.cards.single import best_single
from engine.cards.standing import Standing
from engine.cards.twenty_one import best_twenty_one
from engine.game.definition import Game
from engine.game.scales import AnyScale, Badugi, Low, Poker, SingleCard, TwentyOne, Words
from engine.resolved import resolved
from engine.words import WordClaim

AnyClaim = Claim | WordClaim
Count = Callable[[Any, Sequence[str], frozenset[str], Any, Game], Standing | None]


def order_of(game: Game, scale: object) -> Order:
    """The order in which this game compares kinds of hands, and the lowest rank of its pack."""
    lowest = game.deck.lowest if game.deck is not None else USUAL.lowest
    flush_over_house = isinstance(scale, Poker) and scale.flush_over_house
    three_over_straight = isinstance(scale, Poker) and scale.three_over_straight
    if lowest == USUAL.lowest and not flush_over_house and not three_over_straight:
        return USUAL
    return Order(lowest, flush_over_house=flush_over_house, three_over_straight=three_over_straight)


def _poker(
    scale: Poker, cards: Sequence[str], wild: frozenset[str], claim: Claim | None, game: Game
) -> Standing | None:
    order = order_of(game, scale)
    options = {"naturals": scale.naturals, "naturals_first": scale.naturals_first, "suits": scale.suits}
    if claim:
        return high_as(claim, cards, wild=wild, order=order, **options)
    return best_high(cards, wild=wild, order=order, **options)


def _low(scale: Low, cards: Sequence[str], wild: frozenset[str], claim: Claim | None, game: Game) -> Standing | None:
    below, naturals = order_of(game, scale).below, game.by_naturals(scale)
    if claim:
        return low_as(
            claim, cards, wild=wild, ace=scale.ace, runs=scale.runs, most=scale.most, below=below, naturals=naturals
        )
    return best_low(cards, wild=wild, ace=scale.ace, runs=scale.runs, most=scale.most, below=below, naturals=naturals)


# On these three scales no card is wild and nothing is announced.


def _badugi(_: Badugi, cards: Sequence[str], __: frozenset[str], ___: Claim | None, ____: Game) -> Standing:
    return best_badugi(cards)


def _single_card(scale: SingleCard, cards: Sequence[str], _: frozenset[str], __: Claim | None, ___: Game) -> Standing:
    return best_single(cards, top=scale.top.split())


def _twenty_one(scale: TwentyOne, cards: Sequence[str], _: frozenset[str], __: Claim | None, ___: Game) -> Standing:
    return best_twenty_one(cards, top=scale.top.split())


def evaluate_words(
    scale: Words, deck: str, cards: Sequence[str], wild: frozenset[str], claim: WordClaim | None
) -> Standing | None:
    """The best words the cards spell, or the words shown; a hand without words if the cards do not spell those.

    None if nothing was shown and the cards make no hand.
    """
    reading = words.reading_of(scale, deck)
    if claim is None:
        made = words.best_words(reading, cards, wild)
        return made.standing if made else None
    try:
        return words.claimed(reading, cards, wild, claim).standing
    except (errors.WordIsNotThere, errors.WordIsNotClean, errors.NoSuchHandOfWords):
        return words.no_words(reading, cards, wild).standing


COUNTED_BY: Final[dict[type[Any], Count]] = {
    Poker: _poker,
    Low: _low,
    Badugi: _badugi,
    SingleCard: _single_card,
    TwentyOne: _twenty_one,
}


def evaluate(
    game: Game, scale: AnyScale, cards: Sequence[str], wild: frozenset[str], claim: AnyClaim | None = None
) -> Standing | None:
    """The best hand the cards make on the scale; None if none qualifies. `wild` are those of the cards that are wild.

    With a claim it is the best hand that is exactly the one announced, and None if that is not there.
    """
    if isinstance(scale, Words):
        assert claim is None or isinstance(claim, WordClaim)
        return evaluate_words(scale, resolved(game.deck).name, cards, wild, claim)
    return COUNTED_BY[type(scale)](scale, cards, wild, claim, game)
