"""What makes cards wild, and what open cards do."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.game.card_words import all_of, one_of
from engine.game.counts import shared_cards
from engine.game.definition import Game
from engine.game.effects import Costs, OffersCard, SendsOut
from engine.game.steps import Deal, Expose, TurnUntilBeaten
from engine.game.wilds import AnyWildRule, Cards, Follower, Personal, RiskyPairs, SplitPairs, Spots
from engine.game.words_said import card_of
from engine.grammar import counted, listed, ordinal


def _cards(rule: Cards, game: Game) -> str:
    names = listed([card_of(name, game) for name in rule.names.split()])
    if not rule.unless_at:
        return names
    places = _places(rule.unless_at.split(), game, "or")
    return f"{names}, but a rank stops being wild when a card of it is opened as {places}"


def _spots(rule: Spots, game: Game) -> str:
    return _places(rule.names.split(), game, "and") + (", with every card of its rank" if rule.scope == "rank" else "")


def _places(spots: Sequence[str], game: Game, last: str) -> str:
    """The shared cards that lie there: all of them, by number in a plain row, by name in a layout."""
    if set(spots) == set(game.spots):
        return {1: "the shared card", 2: "both shared cards"}.get(len(spots), "all shared cards")
    if game.board is None:
        return f"the {listed([ordinal(int(spot)) for spot in spots], last)} shared card" + _plural(spots, last)
    if len(spots) == 1:
        return f"the shared card at {spots[0]}"
    return f"the shared card{_plural(spots, last)} at {listed(spots, last)}"


def _plural(spots: Sequence[str], last: str) -> str:
    return "s" if len(spots) > 1 and last == "and" else ""


def _personal(rule: Personal, game: Game) -> str:
    which = {
        "last": _last(game),
        "lowest closed": "the lowest of their closed cards, or all of those that are equally low (an ace is high or low as they like)",
        "chosen": "one of their own cards, which they name at the showdown",
    }
    rest = ", with every card of its rank in their hand" if rule.scope == "rank" else ""
    return f"for each player {which[rule.which]}{rest}"


def _last(game: Game) -> str:
    if any(isinstance(step, TurnUntilBeaten) for step in game.steps):
        return "the bottom card of their pile"
    if any(isinstance(step, Expose) for step in game.steps):
        return "the card that they keep closed to the end"
    return "the last of their own cards to be opened"


def _follower(rule: Follower, game: Game) -> str:
    called = listed([one_of(name) for name in rule.of.split()], "or")
    what = "the rank of the next open card" if rule.scope == "rank" else "the next open card"
    return f"{what} dealt after the latest open {called}"


def _split_pairs(rule: SplitPairs, game: Game) -> str:
    pair = "for each player both cards of a pair if one"
    if not shared_cards(game):
        return f"{pair} was dealt closed and the other open"
    line = " of their line" if game.board is not None and game.board.lines else ""
    return f"{pair} is their own, dealt closed, and the other is a shared card{line}"


def _risky_pairs(rule: RiskyPairs, game: Game) -> str:
    return "for each player both cards of every rank that they hold exactly twice"


def _sends_out(effect: SendsOut, game: Game) -> str:
    return f"{_open_cards(effect.cards)} sends its holder out of the hand; their bets stay."


def _offers_card(effect: OffersCard, game: Game) -> str:
    piled = any(isinstance(step, Deal) and step.pile for step in game.steps)
    card = "one more closed card" + (" on top of their pile" if piled else "")
    if effect.price:
        return f"{_open_cards(effect.cards)} offers its holder {card} for {counted(effect.price, 'chip')} to the pot."
    return f"{_open_cards(effect.cards)} gives its holder {card}, free of charge."


def _costs(effect: Costs, game: Game) -> str:
    return f"{_open_cards(effect.cards)} makes its holder pay {counted(effect.chips, 'chip')} to the pot."


def _open_cards(cards: str) -> str:
    return f"An open {listed([one_of(name) for name in cards.split()], 'or')}"


def in_short(rule: AnyWildRule, game: Game) -> str:
    """What a rule makes wild, in a few words for a list."""
    match rule:
        case Cards():
            names = listed([all_of(name) for name in rule.names.split()])
            return f"{names} unless opened" if rule.unless_at else names
        case Follower():
            return f"what follows an open {listed([one_of(name) for name in rule.of.split()], 'or')}"
        case Personal():
            return IN_SHORT[rule.which]
        case Spots():
            return _places(rule.names.split(), game, "and")
        case SplitPairs():
            return "split pairs"
        case RiskyPairs():
            return "exact pairs"


IN_SHORT = {
    "last": "each player's last card",
    "lowest closed": "each player's lowest closed card",
    "chosen": "one card of each player's choice",
}

CARDS: dict[type[Any], Callable[[Any, Game], str]] = {
    Cards: _cards,
    Personal: _personal,
    Spots: _spots,
    Follower: _follower,
    SplitPairs: _split_pairs,
    RiskyPairs: _risky_pairs,
    SendsOut: _sends_out,
    OffersCard: _offers_card,
    Costs: _costs,
}
