"""The stock: how many cards are left to deal, and which cards come again when it is used up."""

from collections.abc import Iterator

from engine.game import steps
from engine.state import UNKNOWN, Hand


def copies_out(hand: Hand, card: str) -> int:
    """How many copies of the card are not in the stock: those that lie on the table and those put aside."""
    lying = [held.card for own in (*hand.cards.own.values(), hand.cards.board) for held in own]
    return lying.count(card) + hand.cards.copies_gone.get(card, 0)


def coming_again(hand: Hand, number: int) -> Iterator[str]:
    """Cards that may come again among the next `number`: thrown and folded ones once the stock is used up (R-M13).

    They are worked out only when somebody looks at them, because most cards said are simply not out yet.
    """
    if _stock_left(hand) >= number:
        if hand.cards.under:
            yield from come_from_below(hand, number)
        return
    places = [*(hand.cards.own[player] for player in hand.still_in), hand.cards.board]
    lying = [held.card for place in places for held in place]
    several = hand.deck.several
    not_lying = [card for card in several for _ in range(copies_out(hand, card) - lying.count(card))]
    yield from hand.cards.out.difference(lying, several)
    yield from not_lying


def shuffled_again(hand: Hand) -> bool:
    """Whether the stock was used up and thrown cards were shuffled into a new one."""
    return _stock_left(hand) < 0


def _stock_left(hand: Hand) -> int:
    """How many cards the stock holds, including those put under it; negative once thrown ones were shuffled in."""
    gone = sum(map(len, hand.cards.own.values())) + len(hand.cards.board) + hand.cards.gone
    return len(hand.deck.cards) - gone


def come_from_below(hand: Hand, number: int) -> set[str]:
    """The cards put under the stock that may have been dealt again, or may be among the next `number`."""
    reached = len(hand.cards.under) - max(0, _stock_left(hand) - number)
    lying = {held.card for own in hand.cards.own.values() for held in own} | {held.card for held in hand.cards.board}
    return set(hand.cards.under[: max(0, reached)]) - lying - {UNKNOWN}


def left_to_deal(hand: Hand) -> int:
    """How many cards can be dealt, counting folded hands, which are shuffled in if necessary (RULINGS R-M9, R-M13)."""
    own = hand.cards.own
    return len(hand.deck.cards) - len(hand.cards.board) - sum([len(own[player]) for player in hand.still_in])


def has_card_to_spare(hand: Hand) -> bool:
    """Whether the pack has a card to spare beyond those the script still deals to everyone in the hand."""
    to_come = hand.steps[hand.cursor :] if hand.stage == "playing" else ()
    own = sum(step.closed + step.up for step in to_come if isinstance(step, steps.Deal))
    shared = sum(step.up + step.down for step in to_come if isinstance(step, steps.Lay))
    return left_to_deal(hand) > len(hand.still_in) * own + shared
