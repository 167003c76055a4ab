"""Cards thrown away unseen: what the book still knows of a hand whose known cards were partly thrown.

Such a card lies in its player's hand or among the thrown ones, so that nobody else can hold it until those are
shuffled again (RULINGS R-M13). Identical cards tell nothing: another one may have come instead.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine import errors
from engine.hand.dealing import coming_again, fits, forget, shuffled_again
from engine.ids import PlayerId
from engine.state import UNKNOWN, Hand, Held, Kept


def may_hold(hand: Hand, player: PlayerId | None) -> list[str]:
    """Cards that are out and may lie unseen with this player, or for everybody: kept, or dealt after a shuffle."""
    again = coming_again(hand, 0)
    if not hand.kept:
        return again
    lying = {held.card for own in (*hand.own.values(), hand.board) for held in own}
    doubtful = {card for each in hand.kept.get(player or "", ()) for card in each.cards}
    return [*(doubtful - lying), *again]


def may_name(hand: Hand, player: PlayerId, lying: Iterable[Held]) -> list[str]:
    """Cards this player may say he holds although they are out: those known to lie here, and those he may have kept."""
    return [*(held.card for held in lying), *may_hold(hand, player)]


def must_hold(hand: Hand, player: PlayerId, lying: Sequence[Held], cards: Iterable[str]) -> None:
    """Refuses cards that cannot lie here, and more of his old ones than he can have kept."""
    said = [card for card in cards if card != UNKNOWN]
    if not fits(lying, said):
        raise errors.CardsAreNotHeld(player=player, cards=said)
    if player not in hand.kept or shuffled_again(hand):
        return
    held = {held.card for held in hand.own[player]}.union(said)
    for each in hand.kept[player]:
        old = sorted(each.cards & held)
        if len(old) > each.most:
            raise errors.KeptFewerOfThem(player=player, cards=old, thrown=each.thrown, most=each.most)


# What follows only copies facts.


def lose_sight(hand: Hand, player: PlayerId, own: Sequence[Held], *, thrown: int = 0) -> None:
    """Nobody knows any more which card lies where, nor, where some are thrown, which of the known ones are kept."""
    assert hand.game.deck is not None
    known = {held.card for held in own} - hand.game.deck.several - {UNKNOWN}
    left = len(hand.own[player]) - thrown
    earlier = hand.kept.get(player, ())
    notes = [replace(each, thrown=each.thrown + thrown, most=min(each.most, left)) for each in earlier]
    widest = earlier[-1] if earlier else Kept(cards=frozenset(), thrown=0, most=0)
    if fresh := known - widest.cards:
        notes.append(Kept(cards=widest.cards | fresh, thrown=thrown, most=min(widest.most + len(fresh), left)))
    hand.kept[player] = tuple(notes)
    for held in own:
        forget(hand, held)
    hand.out_cards |= known


def throw_seen(hand: Hand, player: PlayerId, cards: Iterable[str]) -> None:
    """These cards are known to be gone; fewer of the others can have been kept."""
    gone = frozenset(cards)
    notes = [
        replace(each, cards=each.cards - gone, most=each.most - len(each.cards & gone))
        for each in hand.kept.get(player, ())
    ]
    hand.kept[player] = tuple(each for each in notes if each.cards)


def let_go(hand: Hand, player: PlayerId) -> None:
    """His cards have gone elsewhere than among the thrown ones, unseen: those in doubt may lie anywhere."""
    lying = {held.card for own in (*hand.own.values(), hand.board) for held in own}
    for each in hand.kept.pop(player, ()):
        hand.out_cards -= each.cards - lying
