"""Cards as people say them, and the known cards a player may still hold after throwing some of theirs unseen.

A card that is said must be in the deck and not yet out; every one may be `??`. A card thrown unseen is in the player's
hand or among the thrown ones, so nobody else can hold it until those are shuffled again (RULINGS R-M13). Identical
cards prove nothing, because another copy may have come instead.
"""

from collections.abc import Iterable, Iterator, Sequence

from engine import errors
from engine.cards.card import JOKER, WILDCARD
from engine.cards.deck import LETTER_DECKS, accepted_in, parse_card_of
from engine.game.definition import Deck
from engine.ids import PlayerId
from engine.play.holdings.lying import besides_known, come_from_below, coming_again, copies_out, fits, shuffled_again
from engine.state import UNKNOWN, Hand, Held


def may_hold(hand: Hand, player: PlayerId | None) -> list[str]:
    """The cards that are out and may lie unseen with this player (with anybody, if None): kept, or dealt again."""
    again = coming_again(hand, 0)
    if not hand.cards.kept:
        return [*again]
    lying = {held.card for own in (*hand.cards.own.values(), hand.cards.board) for held in own}
    doubtful = {card for each in hand.cards.kept.get(player or "", ()) for card in each.cards}
    return [*(doubtful - lying), *again]


def may_name(hand: Hand, player: PlayerId, lying: Iterable[Held]) -> Iterator[str]:
    """The cards the player may name although they are out: those known to lie here, and those they may have kept.

    Like those that come again, they are worked out only when somebody looks at them.
    """
    yield from [held.card for held in lying]
    yield from may_hold(hand, player)


def must_hold(hand: Hand, player: PlayerId, lying: Sequence[Held], cards: Iterable[str]) -> None:
    """Refuses cards that cannot lie here, and more or fewer of the player's old cards than they can have kept.

    If no card is said, nothing is refused, whatever was noted before.
    """
    stated = [card for card in cards if card != UNKNOWN]
    if not fits(lying, stated):
        raise errors.CardsAreNotHeld(player=player, cards=stated)
    notes = hand.cards.kept.get(player, ())
    if not notes or not stated:
        return
    held = {held.card for held in hand.cards.own[player]}.union(stated)
    for each in () if shuffled_again(hand) else notes:
        old = sorted(each.cards & held)
        if len(old) > each.most:
            raise errors.KeptFewerOfThem(player=player, cards=old, thrown=each.thrown, most=each.most)
    fresh = besides_known(lying, stated)
    for each in sorted(notes, key=lambda note: len(note.cards)):
        room = _room_for(hand.cards.own[player], lying, each.cards, fresh)
        if room < each.least:
            known = [held.card for held in hand.cards.own[player] if held.card != UNKNOWN]
            others = [card for card in (*known, *fresh) if card not in each.cards]
            raise errors.KeptMoreOfThem(
                player=player, cards=sorted(each.cards), others=others, least=each.least, room=room
            )


def _room_for(own: Sequence[Held], lying: Sequence[Held], cards: frozenset[str], fresh: Iterable[str]) -> int:
    """How many of these cards the player can hold along with those just named; some may lie on the board."""
    unknown = sum(held.card == UNKNOWN for held in own)
    shared = sum(held.card == UNKNOWN for held in lying if held not in own)
    others = sum(card not in cards for card in fresh)
    return sum(held.card in cards for held in own) + unknown - max(0, others - shared)


def read_cards(hand: Hand, texts: Iterable[str], *, besides: Iterable[str] = ()) -> tuple[str, ...]:
    """The cards in their canonical spelling; refuses a text that is no card, not in the deck, or already out.

    `besides` are cards that may be named although they are out, such as the player's own. Identical cards count as out
    when all of them are.
    """
    copies, several = hand.deck.copies, hand.deck.several
    stated = tuple(texts)
    faces = frozenset(stated)
    if (
        len(faces) == len(stated)
        and copies.keys() >= faces
        and faces.isdisjoint(several)
        and faces.isdisjoint(hand.cards.out)
    ):
        # Different cards, spelt as they are kept, of which none is out: nothing else has to be asked.
        return stated
    cards: list[str] = []
    may_repeat = list(besides)
    if hand.cards.under:
        may_repeat += come_from_below(hand, 0) - several
    for text in stated:
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
