"""What a player may still hold of known cards of which some were thrown unseen.

Such a card lies in its player's hand or among the thrown ones, so that nobody else can hold it until those are
shuffled again (RULINGS R-M13). Identical cards tell nothing: another one may have come instead.
"""

from collections.abc import Iterable, Sequence

from engine import errors
from engine.ids import PlayerId
from engine.play.holdings.lying import besides_known, fits
from engine.play.holdings.stock import coming_again, shuffled_again
from engine.state import UNKNOWN, Hand, Held


def may_hold(hand: Hand, player: PlayerId | None) -> list[str]:
    """Cards that are out and may lie unseen with this player, or for everybody: kept, or dealt after a shuffle."""
    again = coming_again(hand, 0)
    if not hand.cards.kept:
        return again
    lying = {held.card for own in (*hand.cards.own.values(), hand.cards.board) for held in own}
    doubtful = {card for each in hand.cards.kept.get(player or "", ()) for card in each.cards}
    return [*(doubtful - lying), *again]


def may_name(hand: Hand, player: PlayerId, lying: Iterable[Held]) -> list[str]:
    """Cards this player may say they hold although they are out: those known to lie here, and those they may have kept."""
    return [*(held.card for held in lying), *may_hold(hand, player)]


def must_hold(hand: Hand, player: PlayerId, lying: Sequence[Held], cards: Iterable[str]) -> None:
    """Refuses cards that cannot lie here, more of their old ones than they can have kept, and fewer than they must have.

    Where no card is said nothing is refused, whatever was noted before.
    """
    said = [card for card in cards if card != UNKNOWN]
    if not fits(lying, said):
        raise errors.CardsAreNotHeld(player=player, cards=said)
    notes = hand.cards.kept.get(player, ())
    if not notes or not said:
        return
    held = {held.card for held in hand.cards.own[player]}.union(said)
    for each in () if shuffled_again(hand) else notes:
        old = sorted(each.cards & held)
        if len(old) > each.most:
            raise errors.KeptFewerOfThem(player=player, cards=old, thrown=each.thrown, most=each.most)
    fresh = besides_known(lying, said)
    for each in sorted(notes, key=lambda note: len(note.cards)):
        room = _room_for(hand.cards.own[player], lying, each.cards, fresh)
        if room < each.least:
            known = [held.card for held in hand.cards.own[player] if held.card != UNKNOWN]
            others = [card for card in (*known, *fresh) if card not in each.cards]
            raise errors.KeptMoreOfThem(
                player=player, cards=sorted(each.cards), others=others, least=each.least, room=room
            )


def _room_for(own: Sequence[Held], lying: Sequence[Held], cards: frozenset[str], fresh: Iterable[str]) -> int:
    """How many of these cards the player can hold if they also hold those just named; some may lie on the board."""
    unknown = sum(held.card == UNKNOWN for held in own)
    shared = sum(held.card == UNKNOWN for held in lying if held not in own)
    others = sum(card not in cards for card in fresh)
    return sum(held.card in cards for held in own) + unknown - max(0, others - shared)
