"""Which cards are wild: for everyone, or for one player by how their cards lie and were dealt.

A rule may leave a choice (the card a player names, an ace low or high, the third card of a split rank). It then gives
several sets of cards, and the best hand decides among them (RULINGS D3, R-D1 to R-D3, R-D17). If a card that decides
is not known, it gives no set at all.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any, Final, NamedTuple

from engine.cards.card import RANK, UNKNOWN
from engine.game.definition import Deck, Game
from engine.game.wilds import AnyWildRule, Cards, Follower, Personal, RiskyPairs, Scope, SplitPairs, Spots
from engine.resolved import resolved
from engine.state import Held

NO_WILDS: Final[frozenset[str]] = frozenset()
ACE_HIGH: Final = RANK["As"]

Sets = tuple[frozenset[str], ...]
NONE_WILD: Final[Sets] = (NO_WILDS,)
NOT_KNOWN: Final[Sets] = ()


class Lying(NamedTuple):
    """What decides wildness: shared cards by spot, one player's own cards, and the shared ones of their line (`used`).

    `turned_up`: the own cards of all players that lay open, in the order in which they were opened.
    """

    game: Game
    board: Sequence[str] = ()
    own: Sequence[Held] = ()
    turned_up: Sequence[Held] = ()
    used: Sequence[str] = ()


# Wild by the name of a rank or card, or by the spot: this needs nobody's own cards.


@lru_cache(maxsize=512)
def cards_named(names: tuple[str, ...], deck: Deck) -> frozenset[str]:
    """Every card of the deck with one of these names: "2" is every two, "Js" one card."""
    return frozenset(card for card in deck.cards if card in names or card[:-1] in names)


def _named(game: Game, names: Iterable[str]) -> frozenset[str]:
    return cards_named(tuple(names), resolved(game.deck))


def _rank(card: str) -> str:
    return card[:-1] if card in RANK else card


def _scoped(game: Game, cards: Iterable[str], scope: Scope) -> frozenset[str]:
    """Just these cards, or every card of their ranks (RULINGS R-D1)."""
    return frozenset(cards) if scope == "card" else _named(game, map(_rank, cards))


def _lying_at(game: Game, board: Sequence[str], spots: str) -> list[str]:
    wanted = spots.split()
    return [card for spot, card in zip(game.spots, board, strict=False) if spot in wanted and card != UNKNOWN]


def _by_name(rule: Cards, game: Game, board: Sequence[str]) -> frozenset[str]:
    """The cards the rule names, except ranks that lie open at one of the spots `unless_at` (RULINGS R-D11)."""
    names = rule.names.split()
    if rule.unless_at:
        opened = _lying_at(game, board, rule.unless_at)
        names = [name for name in names if not any(name in (card, card[:-1]) for card in opened)]
    return _named(game, names)


def _by_spot(rule: Spots, game: Game, board: Sequence[str]) -> frozenset[str]:
    return _scoped(game, _lying_at(game, board, rule.names), rule.scope)


def wild_cards(game: Game, board: Sequence[str]) -> frozenset[str]:
    """The cards that are wild for everyone, by name or by spot."""
    if not game.wild_rules or game.deck is None:
        return NO_WILDS
    result = NO_WILDS
    for rule in game.wild_rules:
        if isinstance(rule, Cards):
            result |= _by_name(rule, game, board)
        elif isinstance(rule, Spots):
            result |= _by_spot(rule, game, board)
    return result


# Wild by the order of the deal.


def _follower(rule: Follower, lying: Lying) -> Sets:
    """The card dealt open right after the latest of the rule's cards, to whichever player; the last has no follower.

    Then only the follower before it is wild no more; what other rules make wild stays so (RULINGS R-D27). Not known if an unknown card, or one whose place nobody has said, may be the latest of the rule's cards.
    """
    of, game = _named(lying.game, rule.of.split()), lying.game
    after: list[str] | None = None
    unknown = False
    for held in lying.turned_up:
        if not held.dealt_up:
            continue
        if held.card == UNKNOWN or held.vague:
            unknown = True
        elif held.card in of:
            after, unknown = [], False
        elif after is not None:
            after.append(held.card)
    if unknown:
        return NOT_KNOWN
    return (_scoped(game, after[:1], rule.scope),) if after else NONE_WILD


# Wild by how a player's own cards lie.


def mixed(own: Sequence[Held], side: Callable[[Held], bool]) -> bool:
    """Whether cards were shown together, so that it is not known on which side some of them lie."""
    return len({side(held) for held in own if held.vague}) > 1


def last_opened(own: Sequence[Held], turned_up: Sequence[Held]) -> Held | None:
    """The last of these cards to be opened; None if that is not known.

    Cards still closed at the end are turned at the showdown, the bottom card of a pile last (RULINGS R-D5). A bought or
    given card is never the last (LANGUAGE 6).
    """
    closed = [held for held in own if not held.up and not held.bought]
    opened = [held for held in turned_up if held in own and not held.bought] or own
    last = closed[-1] if closed else opened[-1]
    return None if last.vague and sum(held.vague for held in own) > 1 else last


def _last(rule: Personal, lying: Lying) -> Sets:
    last = last_opened(lying.own, lying.turned_up)
    return (_scoped(lying.game, [last.card], rule.scope),) if last else NOT_KNOWN


def _lowest_closed(rule: Personal, lying: Lying) -> Sets:
    """The lowest closed cards; equal ones are all wild, and the holder counts an ace low or high (RULINGS R-D3)."""
    if mixed(lying.own, lambda held: held.up):
        return NOT_KNOWN
    closed = [held.card for held in lying.own if not held.up and held.card in RANK]
    ranks = {RANK[card] for card in closed}
    lowest = dict.fromkeys((min(ranks), *ranks.intersection((ACE_HIGH,)))) if ranks else ()
    sets = [_scoped(lying.game, [card for card in closed if RANK[card] == rank], rule.scope) for rank in lowest]
    return tuple(sets) or NONE_WILD


def _chosen(rule: Personal, lying: Lying) -> Sets:
    return tuple(dict.fromkeys(_scoped(lying.game, [held.card], rule.scope) for held in lying.own)) or NONE_WILD


_PERSONAL: Final[dict[str, Callable[[Personal, Lying], Sets]]] = {
    "last": _last,
    "lowest closed": _lowest_closed,
    "chosen": _chosen,
}


def _personal(rule: Personal, lying: Lying) -> Sets:
    return _PERSONAL[rule.which](rule, lying)


# Wild by pairs of printed ranks.


def _by_rank(cards: Iterable[str]) -> dict[str, list[str]]:
    ranks: dict[str, list[str]] = {}
    for card in cards:
        if card in RANK:
            ranks.setdefault(_rank(card), []).append(card)
    return ranks


def _split_pairs(rule: SplitPairs, lying: Lying) -> Sets:
    """The pairs of each rank with one card on each side; a third card stays natural (RULINGS R-D2).

    The two sides are closed cards and those dealt open or opened by their holder's choice, whatever psychology turned
    later; in a game with shared cards, own cards and those of the line.
    """
    own = lying.own
    if lying.game.spots:
        here, there = [held.card for held in own], lying.used
    elif mixed(own, _lay_open):
        return NOT_KNOWN
    else:
        here = [held.card for held in own if not _lay_open(held)]
        there = [held.card for held in own if _lay_open(held)]
    others = _by_rank(there)
    paired = [(cards, others[rank]) for rank, cards in _by_rank(here).items() if rank in others]
    return tuple(NO_WILDS.union(*choice) for choice in product(*(_pairs(*both) for both in paired)))


def _lay_open(held: Held) -> bool:
    return held.dealt_up or held.exposed


def _pairs(here: Sequence[str], there: Sequence[str]) -> list[tuple[str, ...]]:
    number = min(len(here), len(there))
    return [(*one, *other) for one in combinations(here, number) for other in combinations(there, number)]


def _risky_pairs(rule: RiskyPairs, lying: Lying) -> Sets:
    """Pairs only: three or four of a rank make nothing wild (RULINGS D3)."""
    ranks = _by_rank(held.card for held in lying.own).values()
    return (frozenset(card for cards in ranks if len(cards) == 2 for card in cards),)


def _cards(rule: Cards, lying: Lying) -> Sets:
    return (_by_name(rule, lying.game, lying.board),)


def _spots(rule: Spots, lying: Lying) -> Sets:
    return (_by_spot(rule, lying.game, lying.board),)


SETS: Final[dict[type[Any], Callable[[Any, Lying], Sets]]] = {
    Cards: _cards,
    Spots: _spots,
    Follower: _follower,
    Personal: _personal,
    SplitPairs: _split_pairs,
    RiskyPairs: _risky_pairs,
}


def sets_of(rule: AnyWildRule, lying: Lying) -> Sets:
    """The sets of cards among which the holder chooses the wild one; empty if that is not known."""
    return SETS[type(rule)](rule, lying)


def choices_of_wild(lying: Lying) -> Iterator[tuple[frozenset[str], ...]]:
    """Every possible choice: for each wild rule of the game, in the order written, the cards it makes wild."""
    return product(*(sets_of(rule, lying) for rule in lying.game.wild_rules))


def hangs_on_own_cards(game: Game) -> bool:
    """Whether a card of a player's own that nobody has seen may decide which of the others are wild."""
    return any(
        isinstance(rule, SplitPairs | RiskyPairs) or (isinstance(rule, Personal) and rule.which != "chosen")
        for rule in game.wild_rules
    )


def hangs_on_the_deal(game: Game) -> bool:
    """Whether wildness depends on more than the names of cards and the shared cards."""
    rules = game.wild_rules
    return bool(rules) and any(not isinstance(rule, Cards | Spots) for rule in rules)
