"""The ranks and cards of a declaration in the usual spelling: T becomes 10, Kn becomes J, jo becomes joker."""

from msgspec.structs import replace

from engine.cards.card import rank_or_card
from engine.cards.deck import LETTER_DECKS, TAROK
from engine.game.definition import Game
from engine.game.scales import SingleCard, TwentyOne
from engine.game.wilds import AnyWildRule, Cards, Follower


def spelled(game: Game) -> Game:
    """The game in the usual spelling; one with letters or tarok cards stays as it is, because there T is a letter."""
    deck = game.deck
    if deck is None or deck.name in LETTER_DECKS or deck.name == TAROK:
        return game
    scale = game.scale
    if isinstance(scale, SingleCard | TwentyOne):
        scale = replace(scale, top=_usual(scale.top))
    return replace(
        game,
        deck=replace(deck, pack=_usual(deck.pack)),
        wild=tuple(_rule(rule) for rule in game.wild_rules),
        effects=tuple(replace(effect, cards=_usual(effect.cards)) for effect in game.effects),
        scale=scale,
    )


def _rule(rule: AnyWildRule) -> AnyWildRule:
    match rule:
        case Cards():
            return replace(rule, names=_usual(rule.names))
        case Follower():
            return replace(rule, of=_usual(rule.of))
        case _:
            return rule


def _usual(names: str) -> str:
    return " ".join(map(rank_or_card, names.split()))
