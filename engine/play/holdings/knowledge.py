"""The known cards a player may still hold after throwing some of their cards unseen.

Such a card is in the player's hand or among the thrown ones, so nobody else can hold it until those are shuffled
again (RULINGS R-M13). Identical cards prove nothing, because another copy may have come instead.
"""

from collections.abc import Iterable, Iterator, Sequence

from engine import errors
from engine.ids import PlayerId
from engine.play.holdings.lying import besides_known, fits
from engine.play.holdings.stock import coming_again, shuffled_again
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
    """How many of these cards the player can hold along with those just named; some may lie on the board."""
    unknown = sum(held.card == UNKNOWN for held in own)
    shared = sum(held.card == UNKNOWN for held in lying if held not in own)
    others = sum(card not in cards for card in fresh)
    return sum(held.card in cards for held in own) + unknown - max(0, others - shared)
