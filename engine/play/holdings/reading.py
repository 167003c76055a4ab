"""Reads cards as people say them: each must be in the deck and not yet out. Every card may be `??`."""

from collections.abc import Iterable

from engine import errors
from engine.cards.card import JOKER, WILDCARD
from engine.cards.deck import LETTER_DECKS, accepted_in, parse_card_of
from engine.game.definition import Deck
from engine.play.holdings.stock import come_from_below, copies_out
from engine.state import UNKNOWN, Hand


def read_cards(hand: Hand, texts: Iterable[str], *, besides: Iterable[str] = ()) -> tuple[str, ...]:
    """The cards in their canonical spelling; refuses a text that is no card, not in the deck, or already out.

    `besides` are cards that may be named although they are out, such as the player's own. Identical cards count as out
    when all of them are.
    """
    copies, several = hand.deck.copies, hand.deck.several
    said = tuple(texts)
    faces = frozenset(said)
    if (
        len(faces) == len(said)
        and copies.keys() >= faces
        and faces.isdisjoint(several)
        and faces.isdisjoint(hand.cards.out)
    ):
        # Different cards, spelt as they are kept, of which none is out: nothing else has to be asked.
        return said
    cards: list[str] = []
    may_repeat = list(besides)
    if hand.cards.under:
        may_repeat += come_from_below(hand, 0) - several
    for text in said:
        # A text in canonical spelling needs no reading.
        card = text if text in copies else _read_card(hand.deck, text)
        if card == UNKNOWN:
            cards.append(card)
            continue
        if card not in copies:
            raise errors.CardIsNotInTheDeck(card=card, deck=hand.deck.name)
        if card in several:
            is_out = cards.count(card) + copies_out(hand, card) - may_repeat.count(card) >= copies[card]
        else:
            is_out = card in cards or (card in hand.cards.out and card not in may_repeat)
        if is_out:
            raise errors.CardIsAlreadyOut(card=card)
        cards.append(card)
    return tuple(cards)


def _read_card(deck: Deck, text: str) -> str:
    """The card in its canonical spelling; in a pack with wildcards but no joker, "joker" means a wildcard."""
    if deck.name in LETTER_DECKS and text.casefold() == "scroker" and WILDCARD in deck.copies:
        return WILDCARD
    try:
        card = parse_card_of(deck.name, text)
    except ValueError:
        raise errors.NotACard(text=text, accepted=accepted_in(deck.name, deck.cards)) from None
    return WILDCARD if card == JOKER and card not in deck.copies and WILDCARD in deck.copies else card
