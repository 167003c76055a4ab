"""Cards thrown away unseen: what the book still knows of a hand whose known cards were partly thrown.

Such a card lies in its player's hand or among the thrown ones, so that nobody else can hold it until those are
shuffled again (RULINGS R-M13). Identical cards tell nothing: another one may have come instead.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine import errors
from engine.hand.dealing import besides_known, coming_again, fits, forget, shuffled_again
from engine.ids import PlayerId
from engine.state import UNKNOWN, Hand, Held, Kept

NOTHING_NOTED = Kept(cards=frozenset(), thrown=0, least=0, most=0)


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


# What follows only copies facts.


def lose_sight(hand: Hand, player: PlayerId, own: Sequence[Held], *, thrown: int = 0) -> None:
    """Nobody knows any more which card lies where, nor, where some are thrown, which of the known ones are kept.

    What was noted before holds on, and is noted anew together with what is known to lie here now.
    """
    known = frozenset(held.card for held in own) - hand.deck.several - {UNKNOWN}
    earlier = hand.cards.kept.get(player, ())
    joined = [_joined(each, known) for each in (*earlier, NOTHING_NOTED)] if known else []
    left = len(hand.cards.own[player]) - thrown
    notes: dict[frozenset[str], Kept] = {}
    for each in (*earlier, *joined):
        least, most = max(0, each.least - thrown), min(each.most, left)
        if twin := notes.get(each.cards):
            notes[each.cards] = replace(twin, least=max(twin.least, least), most=min(twin.most, most))
        else:
            notes[each.cards] = replace(each, thrown=each.thrown + thrown, least=least, most=most)
    hand.cards.kept[player] = tuple(notes.values())
    for held in own:
        forget(hand, held)
    hand.cards.out |= known


def _joined(note: Kept, known: frozenset[str]) -> Kept:
    """The same note with cards that are known to be held, counted from now on."""
    return Kept(
        cards=note.cards | known,
        thrown=0,
        least=max(0, note.least - len(note.cards & known)) + len(known),
        most=note.most + len(known - note.cards),
    )


def throw_seen(hand: Hand, player: PlayerId, cards: Iterable[str]) -> None:
    """These cards are known to be gone; fewer of the others can have been kept."""
    gone = frozenset(cards)
    notes = [
        replace(each, cards=each.cards - gone, least=max(0, each.least - count), most=each.most - count)
        for each in hand.cards.kept.get(player, ())
        for count in (len(each.cards & gone),)
    ]
    if notes:
        hand.cards.kept[player] = tuple(each for each in notes if each.cards)


def all_thrown(hand: Hand, player: PlayerId) -> None:
    """None of their cards lies with them any more: what was in doubt is among the thrown ones."""
    hand.cards.kept.pop(player, None)


def let_go(hand: Hand, player: PlayerId) -> None:
    """Their cards have gone elsewhere than among the thrown ones, unseen: those in doubt may lie anywhere."""
    lying = {held.card for own in (*hand.cards.own.values(), hand.cards.board) for held in own}
    for each in hand.cards.kept.pop(player, ()):
        hand.cards.out -= each.cards - lying
