"""Which cards are wild: for everyone by rank or card, and by the spot where a shared card lies (RULINGS D3, R-D1)."""

from collections.abc import Sequence
from functools import lru_cache

from engine.game.definition import Deck, Game
from engine.game.wilds import AnyWildRule, Cards, Spots

NO_WILDS: frozenset[str] = frozenset()


@lru_cache(maxsize=256)
def always_wild(rules: tuple[AnyWildRule, ...], deck: Deck) -> frozenset[str]:
    """Every card of the deck that the rules make wild wherever it lies: "2" is every two, "Js" one card."""
    names = {name for rule in rules if isinstance(rule, Cards) for name in rule.names.split()}
    return frozenset(card for card in deck.cards if card in names or card[:-1] in names)


def wild_cards(game: Game, board: Sequence[str]) -> frozenset[str]:
    """The cards that are wild in this hand: everywhere, and by the spot where they lie (RULINGS R-D1)."""
    if not game.wild_rules or game.deck is None:
        return NO_WILDS
    by_spot = [name for rule in game.wild_rules if isinstance(rule, Spots) for name in rule.names.split()]
    lying = {card for spot, card in zip(game.spots, board, strict=False) if spot in by_spot}
    return always_wild(game.wild_rules, game.deck) | lying
