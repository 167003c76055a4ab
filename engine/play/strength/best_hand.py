"""How good a hand is: the game's scale and wild cards, applied to known cards."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.cards.card import RANK, SUIT
from engine.cards.high import best_high, high_value, highest_choice
from engine.cards.low import low_enough
from engine.cards.ranking import USUAL, Order
from engine.cards.standing import Standing, best_of, hands_of
from engine.cards.worth import Worth
from engine.game.awards import AnyScale, Best, DealOff, HighestClosed, LastHolding, Low, Poker, Split, TarokScore
from engine.game.definition import Game, Layout
from engine.ids import PlayerId
from engine.play.strength.claims import claim_for
from engine.play.strength.evaluating import AnyClaim, evaluate, order_of
from engine.play.strength.wild import (
    NO_WILDS,
    Lying,
    choices_of_wild,
    hangs_on_own_cards,
    hangs_on_the_deal,
    mixed,
    sets_of,
    wild_cards,
)
from engine.resolved import resolved
from engine.state import UNKNOWN, Hand, Held

HAND_SIZE: Final = 5


class Made(NamedTuple):
    """A player's hand, and for each wild rule of the game, in the order written, the cards it made wild."""

    standing: Standing
    wild: tuple[frozenset[str], ...] = ()


@lru_cache(maxsize=256)
def _lines(game_board: Layout | None) -> tuple[tuple[int, ...], ...] | None:
    """The lines of a layout, as places in the order of laying; None if all shared cards may be used."""
    if game_board is None or game_board.lines is None:
        return None
    names = game_board.names
    return tuple(tuple(names.index(spot) for spot in line.split()) for line in game_board.lines)


def standing_of(
    game: Game, scale: AnyScale, own: Sequence[str], board: Sequence[str], claim: AnyClaim | None = None
) -> Standing | None:
    """The best hand on the scale from own and shared cards, all of them known; None if none qualifies.

    Cards are wild by name or spot only; `made_of` also knows how the cards came to lie. With a claim it is the best
    hand that is exactly the one announced, and None if that is not there.
    """
    if game.own is not None and len(own) < game.own:
        return None
    wild = wild_cards(game, board)
    if game.own and isinstance(scale, Poker) and not (scale.naturals or scale.suits or wild or claim):
        # Omaha has sixty hands: their values are compared first, and only the best is laid out and named.
        order = order_of(game, scale)
        return best_high(_highest_of(game, own, board, order), order=order)

    if game.own and isinstance(scale, Low) and scale.most is not None and not (game.board or wild or claim):
        # Of exactly five cards none may be too high.
        own, board = (low_enough(cards, ace=scale.ace, most=scale.most) for cards in (own, board))

    def worth(cards: Sequence[str]) -> Standing | None:
        return evaluate(game, scale, cards, wild.intersection(cards) if wild else NO_WILDS, claim)

    return best_of(own, board, own_exactly=game.own, lines=_lines(game.board), evaluate=worth)


def _highest_of(game: Game, own: Sequence[str], board: Sequence[str], order: Order) -> Sequence[str]:
    """The natural cards that make the highest hand of all that may be used; all of them where any may be used."""
    lines = _lines(game.board)
    if lines is None and game.own is None:
        return [*own, *board]
    if lines is None and game.own is not None and order is USUAL:
        return highest_choice(own, board, game.own)
    return max(hands_of(own, board, game.own, lines), key=lambda cards: high_value(cards, order=order))


def best_made(lying: Lying, scale: AnyScale, claim: AnyClaim | None = None) -> Made | None:
    """A player's best hand over every line and every choice of wild cards (RULINGS R-D17); None if none qualifies."""
    game, own = lying.game, [held.card for held in lying.own if held.up or not held.pile]
    best: Made | None = None
    for cards in hands_of(own, lying.board, game.own, _lines(game.board)):
        used = cards[len(own) if game.own is None else game.own :]
        for wild in choices_of_wild(lying._replace(used=used)):
            standing = evaluate(game, scale, cards, NO_WILDS.union(*wild).intersection(cards), claim)
            if standing is not None and (best is None or standing.beats(best.standing)):
                best = Made(standing, wild)
    return best


def shares_of(game: Game) -> tuple[tuple[str, AnyScale | HighestClosed | None], ...]:
    """The shares into which the award divides each pot, by name, with the scale that decides each."""
    award = game.award
    if isinstance(award, Split) and isinstance(award.second, HighestClosed):
        return (("high", award.first.scale or game.scale), ("spade", award.second))
    if isinstance(award, Split):
        assert isinstance(award.second, Best)
        return (("high", award.first.scale or game.scale), ("low", award.second.scale or game.scale))
    if isinstance(award, TarokScore):
        return ()
    if isinstance(award, LastHolding):
        return (("all", None),)
    return (("all", resolved(award).scale or game.scale),)


def deal_off_for(game: Game, share: str) -> DealOff | None:
    """How equal hands deal off this share of a pot; None if they split it."""
    award = game.award
    best = (award.first if share == "high" else award.second) if isinstance(award, Split) else award
    return best.ties if isinstance(best, Best) and isinstance(best.ties, DealOff) else None


def shares_at_stake(hand: Hand) -> tuple[tuple[str, AnyScale | HighestClosed | None], ...]:
    """The shares the showdown decides: those of every pot, or the one that is dealt off."""
    if not hand.showdown.deal_offs:
        return shares_of(hand.game)
    ties = resolved(deal_off_for(hand.game, hand.showdown.deal_offs[0].share))
    return (("all", ties.scale),)


def _highest_closed(hand: Hand, player: PlayerId, suit: str) -> Standing | None:
    """The player's highest closed card of the suit, by its printed rank; open ones do not count (RULINGS D3).

    None without such a card, or if it is not known which cards of the suit lay closed.
    """
    cards = _closed_of(hand, player, suit)
    if not cards:
        return None
    best = max(cards, key=lambda card: RANK[card])
    worth = Worth(kind="highest closed card", cards=(best,))
    return Standing(value=RANK[best], cards=(best,), stands_for=(best,), worth=worth)


def _closed_of(hand: Hand, player: PlayerId, suit: str) -> list[str] | None:
    """The player's known closed cards of the suit; None if cards shown together may have lain open or closed."""
    own = hand.cards.own[player]
    of_suit = [held for held in own if SUIT.get(held.card) == suit]
    if any(held.vague for held in of_suit) and mixed(own, lambda held: held.up):
        return None
    return [held.card for held in of_suit if not held.up]


def takes_five_shown(game: Game) -> bool:
    """Whether five shown cards are a whole hand in this game: not where hands are words, single cards or all cards."""
    scales = [scale for _, scale in shares_of(game)]
    return bool(scales) and all(isinstance(scale, Poker | Low | HighestClosed) for scale in scales)


def shows_five(hand: Hand, player: PlayerId) -> bool:
    """Whether five cards that the player shows are a whole hand, whatever the others may be (RULINGS R-D23).

    Shared cards shown among them count, of one line only: a hand is exactly five cards. Five are not enough while an own
    card that nobody has seen decides what is wild.
    """
    if number_shown(hand, player) - shown_in_vain(hand, player) < HAND_SIZE:
        return False
    if hand.showdown.deal_offs or not takes_five_shown(hand.game):
        return False
    return not (hangs_on_own_cards(hand.game) and unseen(hand, player))


def number_shown(hand: Hand, player: PlayerId) -> int:
    """How many cards the player has shown at the showdown, shared ones among them."""
    shared = hand.showdown.of_the_board.get(player, ())
    return sum([held.shown for held in hand.cards.own[player]]) + len(shared)


def shown_in_vain(hand: Hand, player: PlayerId) -> int:
    """How many of the shared cards that the player has shown cannot be in one hand with the others."""
    shared = hand.showdown.of_the_board.get(player)
    return beside_a_line(hand.game, [held.card for held in hand.cards.board], shared) if shared else 0


def beside_a_line(game: Game, board: Sequence[str], cards: Iterable[str]) -> int:
    """How many of these shared cards are left over where a hand uses one line; 0 where it may use all of them."""
    lines, shared = _lines(game.board), set(board).intersection(cards)
    if not shared or lines is None:
        return 0
    return len(shared) - max((len(shared.intersection(board[spot] for spot in line)) for line in lines), default=0)


def has_shown(hand: Hand, player: PlayerId) -> bool:
    """Whether the player need not show any more cards: all of theirs are known, or the five they showed decide.

    Where half the pot goes to the highest closed card of a suit, a closed card that nobody has seen may be it.
    """
    if player in hand.showdown.shown:
        return True
    return shows_five(hand, player) and not (_suit_shared(hand) and unseen(hand, player))


def unseen(hand: Hand, player: PlayerId) -> list[Held]:
    """The player's own cards that the table has not seen; none of a pile that nobody has turned."""
    return [held for held in _in_hand(hand, player) if not _is_visible(held)]


def _in_hand(hand: Hand, player: PlayerId) -> list[Held]:
    """The player's cards; those of a pile that nobody has turned belong to no hand."""
    return [held for held in hand.cards.own[player] if held.up or not held.pile]


def _is_visible(held: Held) -> bool:
    return held.shown or (held.up and held.card != UNKNOWN)


def cards_that_count(hand: Hand, player: PlayerId) -> list[Held]:
    """The own cards by which the player's hand is judged: those seen, if five of them were shown; otherwise all."""
    lying = _in_hand(hand, player)
    return [held for held in lying if _is_visible(held)] if shows_five(hand, player) else lying


def known_cards(hand: Hand, player: PlayerId) -> list[str] | None:
    """The own cards that count for the player; None if one of them, a counting shared, or a wild-deciding card is unknown.

    Empty if the five that the player shows are shared ones.
    """
    return known_hands(hand, (player,)).get(player)


def known_hands(hand: Hand, players: Iterable[PlayerId]) -> dict[PlayerId, list[str]]:
    """The own cards that count for these players; left out is whoever has one unknown, or a card that decides what is wild.

    Empty if a shared card that counts is unknown.
    """
    if not hand.showdown.deal_offs and UNKNOWN in [held.card for held in hand.cards.board]:
        return {}
    by_deal = hangs_on_the_deal(hand.game)
    known: dict[PlayerId, list[str]] = {}
    for player in players:
        cards = [held.card for held in cards_that_count(hand, player)]
        if not cards and player not in hand.showdown.of_the_board:
            continue
        if UNKNOWN not in cards and not (by_deal and _wild_is_unknown(hand, player)):
            known[player] = cards
    return known


def _wild_is_unknown(hand: Hand, player: PlayerId) -> bool:
    lying = lying_of(hand, player)
    return not all(sets_of(rule, lying) for rule in hand.game.wild_rules)


def whole_hand_known(hand: Hand, player: PlayerId) -> bool:
    """Whether the player's cards are known well enough to judge their hand for each share of the pot.

    False while a card is unknown, or while it is not known whether the card that decides lay closed.
    """
    return whole_hands_known(hand, (player,))


def whole_hands_known(hand: Hand, players: Sequence[PlayerId]) -> bool:
    """Whether the cards of all these players are known as well as that."""
    if len(known_hands(hand, players)) < len(players):
        return False
    suit = _suit_shared(hand)
    if not suit:
        return True
    # Of the closed cards that nobody has seen one may be the highest of its suit.
    return all(
        _closed_of(hand, player, suit) is not None and UNKNOWN not in [held.card for held in _in_hand(hand, player)]
        for player in players
    )


def _suit_shared(hand: Hand) -> str:
    """The suit of which the highest closed card takes half the pot; empty if there is none."""
    award = hand.game.award
    if not isinstance(award, Split) or not isinstance(award.second, HighestClosed) or hand.showdown.deal_offs:
        return ""
    return award.second.suit


def lying_of(hand: Hand, player: PlayerId) -> Lying:
    """What decides what is wild for the player, as it lies: of their own cards those that count, if they showed five."""
    board = [held.card for held in hand.cards.board]
    own = cards_that_count(hand, player) if shows_five(hand, player) else hand.cards.own[player]
    return Lying(hand.game, board, own, hand.cards.turned_up)


def at_least(
    hand: Hand, players: Sequence[PlayerId], scale: AnyScale | HighestClosed | None
) -> dict[PlayerId, Standing]:
    """Lower bounds: the standings of partly known hands with five or more known cards, which others only improve."""
    board = [held.card for held in hand.cards.board]
    if not isinstance(scale, Poker) or hand.game.own is not None or UNKNOWN in board or hand.showdown.deal_offs:
        return {}
    # If wildness depends on the deal, one more card can undo it.
    if hangs_on_the_deal(hand.game):
        return {}
    results: dict[PlayerId, Standing] = {}
    for player in players:
        cards = [held.card for held in hand.cards.own[player] if held.card != UNKNOWN]
        whole = len(cards) == len(hand.cards.own[player]) or shows_five(hand, player)
        if whole or len(cards) + len(board) < HAND_SIZE or claim_for(hand, player, scale):
            continue
        standing = standing_of(hand.game, scale, cards, board)
        if standing:
            results[player] = standing
    return results


def at_most(hand: Hand, player: PlayerId, scale: AnyScale | HighestClosed | None) -> Standing | None:
    """An upper bound of the hand of a player who shows five: as if each card that nobody has seen were wild."""
    lying = lying_of(hand, player)
    if scale is None or isinstance(scale, HighestClosed) or not shows_five(hand, player):
        return None
    hidden = tuple(f"any{place}" for place, _ in enumerate(unseen(hand, player)))
    own, game = [*(held.card for held in lying.own), *hidden], hand.game
    wild = NO_WILDS.union(hidden, *next(choices_of_wild(lying)))

    def worth(cards: Sequence[str]) -> Standing | None:
        return evaluate(game, scale, cards, wild.intersection(cards))

    return best_of(own, lying.board, own_exactly=game.own, lines=_lines(game.board), evaluate=worth)


def announced_at_most(hand: Hand, player: PlayerId, scale: AnyScale | HighestClosed | None) -> Standing | None:
    """The best high hand that the player's announcement can stand for, whatever their cards; None if it bounds nothing.

    Natural cards do not count in it, so that it compares with `surely_announced`.
    """
    claim = claim_for(hand, player, scale)
    if claim is None or not isinstance(scale, Poker):
        return None
    anything = tuple(f"any{place}" for place in range(HAND_SIZE))
    return evaluate(hand.game, _without_naturals(scale), anything, NO_WILDS.union(anything), claim)


def surely_announced(hand: Hand, player: PlayerId, scale: AnyScale | HighestClosed | None) -> Standing | None:
    """The announced high hand that lies in the cards the player has shown, whatever else may be wild; None if none does."""
    claim, board = claim_for(hand, player, scale), [held.card for held in hand.cards.board]
    if claim is None or not isinstance(scale, Poker) or UNKNOWN in board or hand.showdown.deal_offs:
        return None
    visible = [held.card for held in _in_hand(hand, player) if _is_visible(held)]
    if not visible or len(visible) + len(board) < HAND_SIZE:
        return None
    return standing_of(hand.game, _without_naturals(scale), visible, board, claim)


def _without_naturals(scale: Poker) -> Poker:
    return replace(scale, naturals=False, naturals_first=False)


def standings(
    hand: Hand, players: Sequence[PlayerId], scale: AnyScale | HighestClosed | None
) -> dict[PlayerId, Standing]:
    """How good the hand of each player with known cards is, as announced in games where that counts.

    Players who do not qualify, or announced a hand they do not hold, are left out.
    """
    if isinstance(scale, HighestClosed):
        closed = {player: _highest_closed(hand, player, scale.suit) for player in players}
        return {player: standing for player, standing in closed.items() if standing}
    if scale is None:
        return {}
    if hand.showdown.deal_offs:
        return _standings_of_new_cards(hand, players, scale)
    if hangs_on_the_deal(hand.game):
        made = {player: made_of(hand, player, scale) for player in players}
        return {player: each.standing for player, each in made.items() if each}
    board = [held.card for held in hand.cards.board]
    results: dict[PlayerId, Standing] = {}
    for player, cards in known_hands(hand, players).items():
        standing = standing_of(hand.game, scale, cards, board, claim_for(hand, player, scale))
        if standing:
            results[player] = standing
    return results


def made_of(hand: Hand, player: PlayerId, scale: AnyScale | None) -> Made | None:
    """A player's hand on this scale, with what is wild; None if their cards are not known or do not qualify."""
    cards = known_cards(hand, player)
    if cards is None or scale is None:
        return None
    claim, lying = claim_for(hand, player, scale), lying_of(hand, player)
    if hangs_on_the_deal(hand.game):
        return best_made(lying, scale, claim)
    standing = standing_of(hand.game, scale, cards, lying.board, claim)
    return Made(standing, next(choices_of_wild(lying))) if standing else None


def leading(
    hand: Hand, players: Sequence[PlayerId], scale: AnyScale | HighestClosed | None
) -> dict[PlayerId, Standing]:
    """The standings of at least all the best hands; worse ones may be missing if values alone tell them apart."""
    game = hand.game
    by_value = isinstance(scale, Poker) and not (scale.suits or scale.naturals)
    if (
        not by_value
        or game.wild_rules
        or _lines(game.board) is not None
        or hand.showdown.claimed
        or hand.showdown.deal_offs
    ):
        return standings(hand, players, scale)
    board = [held.card for held in hand.cards.board]
    order, known = order_of(game, scale), known_hands(hand, players)
    hands: dict[PlayerId, Sequence[str]] = {
        player: [*cards, *board] if game.own is None else _highest_of(game, cards, board, order)
        for player, cards in known.items()
        if game.own is None or len(cards) >= game.own
    }
    worth = {player: high_value(cards, order=order) for player, cards in hands.items()}
    best = max(worth.values(), default=0)
    return {player: best_high(hands[player], order=order) for player, value in worth.items() if value == best}


def _standings_of_new_cards(hand: Hand, players: Sequence[PlayerId], scale: AnyScale) -> dict[PlayerId, Standing]:
    """The standings of a deal-off, in which only the new cards count: nothing shared, wild or announced."""
    known = known_hands(hand, players)
    results = {player: evaluate(hand.game, scale, cards, NO_WILDS) for player, cards in known.items()}
    return {player: standing for player, standing in results.items() if standing}
