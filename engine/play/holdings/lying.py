"""Where each card lies and what is known of it: filled in, opened, thrown, forgotten; piles, and the stock.

A pile is closed cards that nobody has looked at. The stock says how many cards are left to deal, and which come again
when it is used up.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from engine.game import steps
from engine.ids import PlayerId
from engine.state import UNKNOWN, Hand, Held, Kept

LIES_OPEN: Final = attrgetter("up")

NOTHING_NOTED: Final = Kept(cards=frozenset(), thrown=0, least=0, most=0)


def lose_sight(hand: Hand, player: PlayerId, own: Sequence[Held], *, thrown: int = 0) -> None:
    """Forgets which card lies where and, if some are thrown, which of the known ones are kept.

    The earlier notes stay valid, and each is noted again together with the cards known to lie here now.
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
    """The note, extended by cards that are known to be held now."""
    return Kept(
        cards=note.cards | known,
        thrown=0,
        least=max(0, note.least - len(note.cards & known)) + len(known),
        most=note.most + len(known - note.cards),
    )


def note_thrown(hand: Hand, player: PlayerId, cards: Iterable[str]) -> None:
    """Notes that these cards are gone: the player had kept them, so they can have kept fewer of the others."""
    gone = frozenset(cards)
    notes = [
        replace(each, cards=each.cards - gone, least=max(0, each.least - count), most=each.most - count)
        for each in hand.cards.kept.get(player, ())
        for count in (len(each.cards & gone),)
    ]
    if notes:
        hand.cards.kept[player] = tuple(each for each in notes if each.cards)


def all_thrown(hand: Hand, player: PlayerId) -> None:
    """Notes that the player has thrown all their cards: those in doubt are among the thrown ones."""
    hand.cards.kept.pop(player, None)


def let_go(hand: Hand, player: PlayerId) -> None:
    """Notes that the player's cards have gone unseen, but not among the thrown ones: those in doubt may be anywhere."""
    lying = {held.card for own in (*hand.cards.own.values(), hand.cards.board) for held in own}
    for each in hand.cards.kept.pop(player, ()):
        hand.cards.out -= each.cards - lying


def put_aside(hand: Hand, cards: Iterable[str]) -> None:
    """Notes cards that are thrown away; identical ones are counted, because their faces do not tell them apart."""
    several = hand.deck.several
    for card in cards:
        if card in several:
            hand.cards.copies_gone[card] = hand.cards.copies_gone.get(card, 0) + 1


def fits(lying: Sequence[Held], cards: Sequence[str]) -> bool:
    """Whether a player with these cards can show `cards`: known ones are theirs, the others fill unknown places."""
    strange = besides_known(lying, cards)
    return not strange or len(strange) <= sum(held.card == UNKNOWN for held in lying)


def besides_known(lying: Iterable[Held], cards: Iterable[str]) -> list[str]:
    """Those of the cards that are not known to lie there; of identical ones, as many as there are too many."""
    known = [held.card for held in lying]
    strange: list[str] = []
    for card in cards:
        if card in known:
            known.remove(card)
        else:
            strange.append(card)
    return strange


def shown_of_the_board(hand: Hand, lying: Sequence[Held], cards: Iterable[str]) -> frozenset[str]:
    """Those of the cards that are open shared ones, if a player with these own cards shows them.

    An identical card is always the player's own, because nobody could tell which one is meant.
    """
    if not (strange := besides_known(lying, cards)):
        return frozenset()
    return frozenset(strange).intersection([held.card for held in hand.cards.board if held.up]) - hand.deck.several


def without(lying: Iterable[Held], cards: Iterable[str]) -> list[Held]:
    """The cards that are left when these are taken away."""
    taken = list(cards)
    kept: list[Held] = []
    for held in lying:
        if held.card in taken:
            taken.remove(held.card)
        else:
            kept.append(held)
    return kept


def fill_in(hand: Hand, lying: Sequence[Held], cards: Iterable[str]) -> None:
    """Gives unknown cards those of the faces that are new, open cards first."""
    places = [held for held in lying if held.card == UNKNOWN]
    strange = cards if len(places) == len(lying) else besides_known(lying, cards)
    fresh = [card for card in strange if card != UNKNOWN]
    if not fresh:
        return
    # Most often all of them lie closed.
    if any(map(LIES_OPEN, places)):
        places.sort(key=LIES_OPEN, reverse=True)
    for held, card in zip(places, fresh, strict=False):
        held.card = card
    hand.cards.out.update(fresh)


def forget(hand: Hand, held: Held) -> None:
    """Forgets the card: nobody knows any longer whether it lies there, so its holder may show it or not."""
    hand.cards.out.discard(held.card)
    held.card, held.vague = UNKNOWN, False


def fell_closed(hand: Hand, player: PlayerId, number: int) -> None:
    """Counts `number` more closed cards that the player may have been dealt open by mistake."""
    hand.cards.fresh[player] = hand.cards.fresh.get(player, 0) + number


def open_up(hand: Hand, player: PlayerId, held: Held) -> None:
    """Opens the card in front of its holder; it may take effect."""
    held.up = True
    hand.cards.turned_up.append(held)
    if held.card != UNKNOWN:
        hand.effects.due.append((player, held.card))


def closed_cards(hand: Hand, player: PlayerId) -> list[Held]:
    return [held for held in hand.cards.own[player] if not held.up]


def unturned(own: Sequence[Held]) -> list[Held]:
    """The closed cards of the pile, the top one first."""
    return [held for held in own if held.pile and not held.up]


def may_be_shown(hand: Hand, own: Sequence[Held]) -> list[Held]:
    """The cards their holder may look at and show: all but the pile, until hands are compared."""
    if hand.stage in ("showdown", "over"):
        return list(own)
    return [held for held in own if held.up or not held.pile]


def top_card(own: Sequence[Held]) -> Held:
    """The card turned next: the top of the pile, which was dealt as a pile or arranged by its player."""
    return next((held for held in own if held.pile and not held.up), None) or next(held for held in own if not held.up)


def top_cards(hand: Hand) -> list[tuple[PlayerId, Held]]:
    """The card each player still in turns next, from the dealer's left.

    A player who was dealt a card too few, or gave one back, may have none left and is left out.
    """
    return [
        (player, top_card(hand.cards.own[player]))
        for player in hand.still_in
        if any(not held.up for held in hand.cards.own[player])
    ]


def trades_with(own: Sequence[Held], held: Held, card: str) -> Held | None:
    """The card that lies where `held` was thought to be, if `card` turns up there; None if the order was said."""
    others = [other for other in own if other.vague and not other.up and other is not held] if held.vague else []
    named = next((other for other in others if other.card == card), None)
    return named or next((other for other in others if other.card == UNKNOWN), None)


def may_be_turned(own: Sequence[Held], held: Held) -> bool:
    """Whether the card said to lie here may be one that was turned unseen."""
    return held.vague and any(other.vague and other.up and other.card == UNKNOWN for other in own)


def lies_on_top(own: Sequence[Held], held: Held) -> str:
    """The card known to be turned next; `??` if it, or its place in the pile, is not known."""
    vague = held.vague and any(other.vague for other in own if other is not held)
    return UNKNOWN if vague else held.card


def lay_closed(own: list[Held], card: str) -> None:
    """Adds a closed card: on top of the pile, if there is one, so that it is turned next (RULINGS R-M9)."""
    if not any(held.pile for held in own):
        own.append(Held(card, up=False, bought=True))
        return
    place = next((place for place, held in enumerate(own) if held.pile and not held.up), len(own))
    own.insert(place, Held(card, up=False, pile=True, bought=True))


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
