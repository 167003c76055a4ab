"""Cards as people say them: read, in the deck, and not yet out. Every face may be `??`."""

from collections.abc import Iterable

from engine import errors
from engine.cards.card import JOKER, WILDCARD
from engine.cards.deck import LETTER_DECKS, accepted_in, parse_card_of
from engine.game.definition import Deck
from engine.play.holdings.stock import come_from_below, copies_out
from engine.state import UNKNOWN, Hand


def read_cards(hand: Hand, texts: Iterable[str], *, besides: Iterable[str] = ()) -> tuple[str, ...]:
    """The cards in their canonical spelling; refuses what is no card, is not in the deck, or is already out.

    `besides` are cards that may be named although they are out: the player's own. Of identical cards one is out when
    all of them are.
    """
    cards: list[str] = []
    may_repeat = list(besides)
    copies, several = hand.deck.copies, hand.deck.several
    if hand.cards.under:
        may_repeat += come_from_below(hand, 0) - several
    for text in texts:
        # What is spelt as it is kept needs no reading.
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
    """The card; extra wildcards are called joker or, in Scroker's pack, scroker, where the pack has no other one."""
    if deck.name in LETTER_DECKS and text.casefold() == "scroker" and WILDCARD in deck.copies:
        return WILDCARD
    try:
        card = parse_card_of(deck.name, text)
    except ValueError:
        raise errors.NotACard(text=text, accepted=accepted_in(deck.name, deck.cards)) from None
    return WILDCARD if card == JOKER and card not in deck.copies and WILDCARD in deck.copies else card
