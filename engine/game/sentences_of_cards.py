"""What makes cards wild, and what open cards do."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.game.card_words import all_of, one_of, place_word
from engine.game.counts import shared_cards
from engine.game.definition import Game
from engine.game.effects import Costs, OffersCard, SendsOut
from engine.game.steps import Deal, Expose, TurnUntilBeaten
from engine.game.wilds import AnyWildRule, Cards, Follower, Personal, RiskyPairs, SplitPairs, Spots
from engine.game.words_said import card_of
from engine.grammar import listed
from engine.speech import say, say_as, say_number, to_say


def _cards(rule: Cards, game: Game) -> str:
    names = listed([card_of(name, game) for name in rule.names.split()])
    if not rule.unless_at:
        return names
    return say(
        "{cards}, but a rank stops being wild when a card of it is opened as {places}",
        cards=names,
        places=_one_of_places(rule.unless_at.split(), game),
    )


def _spots(rule: Spots, game: Game) -> str:
    places = _places(rule.names.split(), game)
    return say("{cards}, with every card of its rank", cards=places) if rule.scope == "rank" else places


def _places(spots: Sequence[str], game: Game) -> str:
    """The shared cards that lie there: all of them, by number in a plain row, by name in a layout."""
    if set(spots) == set(game.spots):
        return _all_places(len(spots))
    if game.board is not None:
        return say_number("the shared card at {spots}", "the shared cards at {spots}", len(spots), spots=listed(spots))
    numbers = listed([place_word(int(spot)) for spot in spots])
    return say_number("the {places} shared card", "the {places} shared cards", len(spots), places=numbers)


def _one_of_places(spots: Sequence[str], game: Game) -> str:
    """One of the shared cards that lie there."""
    if set(spots) == set(game.spots):
        return _all_places(len(spots))
    if game.board is not None:
        return say("the shared card at {spots}", spots=listed(spots, "or"))
    return say_as(
        "one of them", "the {places} shared card", places=listed([place_word(int(spot)) for spot in spots], "or")
    )


def _all_places(cards: int) -> str:
    if cards == 2:
        return say("both shared cards")
    return say_number("the shared card", "all shared cards", cards)


def _personal(rule: Personal, game: Game) -> str:
    card = _last(game) if rule.which == "last" else say(WHICH[rule.which])
    if rule.scope == "rank":
        return say("for each player {card}, with every card of its rank in their hand", card=card)
    return say("for each player {card}", card=card)


WHICH = {
    "lowest closed": to_say(
        "the lowest of their closed cards, or all of those that are equally low (an ace is high or low as they like)"
    ),
    "chosen": to_say("one of their own cards, which they name at the showdown"),
}


def _last(game: Game) -> str:
    if any(isinstance(step, TurnUntilBeaten) for step in game.steps):
        return say("the bottom card of their pile")
    if any(isinstance(step, Expose) for step in game.steps):
        return say("the card that they keep closed to the end")
    return say("the last of their own cards to be opened")


def _follower(rule: Follower, game: Game) -> str:
    cards = _one_of_cards(rule.of)
    if rule.scope == "rank":
        return say("the rank of the next open card dealt after the latest open {cards}", cards=cards)
    return say("the next open card dealt after the latest open {cards}", cards=cards)


def _split_pairs(rule: SplitPairs, game: Game) -> str:
    if not shared_cards(game):
        return say("for each player both cards of a pair if one was dealt closed and the other open")
    if game.board is not None and game.board.lines:
        return say(
            "for each player both cards of a pair if one is their own, dealt closed, and the other is a shared card of their "
            "line"
        )
    return say("for each player both cards of a pair if one is their own, dealt closed, and the other is a shared card")


def _risky_pairs(rule: RiskyPairs, game: Game) -> str:
    return say("for each player both cards of every rank that they hold exactly twice")


def _sends_out(effect: SendsOut, game: Game) -> str:
    cards = _one_of_cards(effect.cards)
    return say("An open {cards} sends its holder out of the hand; their bets stay.", cards=cards)


def _offers_card(effect: OffersCard, game: Game) -> str:
    cards, price = _one_of_cards(effect.cards), effect.price
    piled = any(isinstance(step, Deal) and step.pile for step in game.steps)
    if not price:
        if piled:
            return say(
                "An open {cards} gives its holder one more closed card on top of their pile, free of charge.",
                cards=cards,
            )
        return say("An open {cards} gives its holder one more closed card, free of charge.", cards=cards)
    if piled:
        return say_number(
            "An open {cards} offers its holder one more closed card on top of their pile for {number} chip to the pot.",
            "An open {cards} offers its holder one more closed card on top of their pile for {number} chips to the pot.",
            price,
            cards=cards,
        )
    return say_number(
        "An open {cards} offers its holder one more closed card for {number} chip to the pot.",
        "An open {cards} offers its holder one more closed card for {number} chips to the pot.",
        price,
        cards=cards,
    )


def _costs(effect: Costs, game: Game) -> str:
    return say_number(
        "An open {cards} makes its holder pay {number} chip to the pot.",
        "An open {cards} makes its holder pay {number} chips to the pot.",
        effect.chips,
        cards=_one_of_cards(effect.cards),
    )


def _one_of_cards(cards: str) -> str:
    return listed([one_of(name) for name in cards.split()], "or")


def in_short(rule: AnyWildRule, game: Game) -> str:
    """What a rule makes wild, in a few words for a list."""
    match rule:
        case Cards():
            cards = listed([all_of(name) for name in rule.names.split()])
            return say("{cards} unless opened", cards=cards) if rule.unless_at else cards
        case Follower():
            return say("what follows an open {cards}", cards=_one_of_cards(rule.of))
        case Personal():
            return say(IN_SHORT[rule.which])
        case Spots():
            return _places(rule.names.split(), game)
        case SplitPairs():
            return say("split pairs")
        case RiskyPairs():
            return say("exact pairs")


IN_SHORT = {
    "last": to_say("each player's last card"),
    "lowest closed": to_say("each player's lowest closed card"),
    "chosen": to_say("one card of each player's choice"),
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
