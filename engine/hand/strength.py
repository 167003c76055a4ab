"""How good a hand is: the game's wild cards and scale, applied to known cards."""

from collections.abc import Sequence
from functools import lru_cache

from engine.cards.choose import best_of
from engine.cards.deck import DECKS
from engine.cards.high import best_high
from engine.cards.low import best_low
from engine.cards.standing import Standing
from engine.game.awards import Split
from engine.game.definition import Game
from engine.game.scales import AnyScale, Poker
from engine.game.wilds import AnyWildRule
from engine.ids import PlayerId
from engine.state import UNKNOWN, Hand

NO_WILDS: frozenset[str] = frozenset()


@lru_cache(maxsize=256)
def wild_cards(rules: tuple[AnyWildRule, ...], deck: str) -> frozenset[str]:
    """Every card of the deck that the rules make wild: "2" is every two, "Js" one card."""
    names = {name for rule in rules for name in rule.names.split()}
    return frozenset(card for card in DECKS[deck] if card in names or card[:-1] in names)


def standing_of(game: Game, scale: AnyScale | None, own: Sequence[str], board: Sequence[str]) -> Standing | None:
    """The best hand on the scale from own and shared cards, all of them known; nothing if it does not qualify."""
    assert game.deck is not None
    wild = wild_cards(game.wild_rules, game.deck.name) if game.wild_rules else NO_WILDS

    def evaluate(cards: Sequence[str]) -> Standing | None:
        held_wild = wild.intersection(cards) if wild else NO_WILDS
        if isinstance(scale, Poker):
            return best_high(cards, wild=held_wild, naturals=scale.naturals, suits=scale.suits)
        assert scale is not None
        return best_low(cards, wild=held_wild, ace=scale.ace, runs=scale.runs, most=scale.most)

    return best_of(own, board, own_exactly=game.own, evaluate=evaluate)


def shares_of(game: Game) -> tuple[tuple[str, AnyScale | None], ...]:
    """The shares into which the award divides every pot, by name, with the scale that decides each."""
    award = game.award
    if isinstance(award, Split):
        return (("high", award.first.scale or game.scale), ("low", award.second.scale or game.scale))
    assert award is not None
    return (("all", award.scale or game.scale),)


def known_cards(hand: Hand, player: PlayerId) -> list[str] | None:
    """The player's own cards, if every one of them is known and the shared cards are too."""
    cards = [held.card for held in hand.own[player]]
    if not cards or UNKNOWN in cards or any(held.card == UNKNOWN for held in hand.board):
        return None
    return cards


def standings(hand: Hand, players: Sequence[PlayerId], scale: AnyScale | None) -> dict[PlayerId, Standing]:
    """How good the hand of each player with known cards is; who does not qualify is left out."""
    board = [held.card for held in hand.board]
    found: dict[PlayerId, Standing] = {}
    for player in players:
        cards = known_cards(hand, player)
        standing = standing_of(hand.game, scale, cards, board) if cards else None
        if standing:
            found[player] = standing
    return found
