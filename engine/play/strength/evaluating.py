"""What cards are worth on each scale of the language, in a table by the type of scale.

During the hand a player's open cards are worth something too: they decide who opens the betting (R-D18).
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine import errors, words
from engine.cards.announcement import Claim, high_as
from engine.cards.deck import LETTER_DECKS
from engine.cards.high import best_high, high_value
from engine.cards.low import best_low, low_as
from engine.cards.other_scales import best_badugi, best_single, best_twenty_one
from engine.cards.ranking import USUAL, Order
from engine.cards.standing import Standing
from engine.game.awards import AnyScale, Badugi, Low, Poker, SingleCard, TwentyOne, Words
from engine.game.betting import BestShowing
from engine.game.definition import Game
from engine.game.steps import Deal
from engine.game.wilds import AnyWildRule, Cards, Follower, Personal, Spots
from engine.ids import PlayerId
from engine.play.strength.wild import NO_WILDS, Lying, sets_of
from engine.resolved import resolved
from engine.state import UNKNOWN, Hand
from engine.words import WordClaim, best_showing

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


class NotKnown(Exception):
    """The worth of the open cards depends on a card that is not known."""


def value_showing(hand: Hand, player: PlayerId) -> Any:
    """What the player's open cards are worth now; None if they have none. Raises `NotKnown`.

    Values can be compared between the players of a hand; greater is better.
    """
    cards = [held.card for held in hand.cards.own[player] if held.up]
    if UNKNOWN in cards:
        raise NotKnown
    if not cards:
        return None
    scale = hand.game.compared_by
    wild = wild_by_now(hand, player) if hand.game.wild_rules else NO_WILDS
    opens = hand.game.opens
    if isinstance(opens, BestShowing) and opens.by == "clean pair" and isinstance(scale, Words):
        best = best_showing(LETTER_DECKS[hand.deck.name], cards, ruling=scale.ruling, wild=wild)
        return best.value if best else None
    # With no wild cards about, hands are equal when their values are.
    if isinstance(scale, Poker) and not scale.suits and not (scale.naturals and hand.game.wild_rules):
        return high_value(cards, wild.intersection(cards), order_of(hand.game, scale))
    standing = evaluate(hand.game, scale, cards, wild.intersection(cards))
    return standing.value if standing else None


def wild_by_now(hand: Hand, player: PlayerId) -> frozenset[str]:
    """The cards everyone can see are wild: by name, by open spot, the current follower, the player's last card.

    Cards wild by the whole hand (pairs, the lowest, the one the player will name) are not wild before the showdown.
    """
    board = [held.card if held.up else UNKNOWN for held in hand.cards.board]
    lying = Lying(hand.game, board, hand.cards.own[player], hand.cards.turned_up)
    wild = NO_WILDS
    for rule in hand.game.wild_rules:
        if isinstance(rule, Cards | Spots | Follower) or _is_the_last(rule, hand, player):
            sets = sets_of(rule, lying)
            if not sets:
                raise NotKnown
            wild |= sets[0]
    return wild


def _is_the_last(rule: AnyWildRule, hand: Hand, player: PlayerId) -> bool:
    """Whether the rule is about the last card opened, and all the player's cards are open and none will follow; not without cards."""
    if not isinstance(rule, Personal) or rule.which != "last":
        return False
    to_come = any(isinstance(step, Deal) for step in hand.steps[hand.cursor + 1 :])
    own = hand.cards.own[player]
    return not to_come and bool(own) and all(held.up for held in own)
