"""What lies in the middle of the table, for everybody to see: the game, the pot, the shared cards, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.cards.card import RANK, RANKS, pretty
from engine.cards.deck import copies_in
from engine.game.definition import EMPTY, Layout
from engine.game.sentences import in_short
from engine.game.wilds import Cards, Follower, Spots
from engine.game.words_said import all_of
from engine.grammar import listed
from engine.play.strength.evaluating import NotKnown, wild_by_now
from engine.reports.chips_to_move import hand_begun
from engine.state import Hand
from service.reports.views.events import ToMove, moved_since
from service.reports.views.table.table import HandOnTable, Layer, Seat, just_ended, table_of
from service.reports.views.visible_night import VisibleNight


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A place for a shared card. `card` is empty where none lies yet; `name` is that of the place, empty in a plain row."""

    name: str
    card: str


class Felt(msgspec.Struct, frozen=True, kw_only=True):
    """The middle of the table. `hand` is None between two hands, once the next act has been recorded.

    `board`: the shared cards as they lie, row by row, None where no card ever lies. `pots` are the layers of the `pot`,
    main pot first; `owed` is the part of it that is still due. `wild` says in a few words what is wild (`wild_told`). `dealer` is a name, empty if nobody deals; `turn` are the seats
    of everybody who may act, `seats` those of all, also of who went home. `to_move`: the chips that must change hands because
    of what was put right since the last hand was announced.
    """

    hand: HandOnTable | None
    dealer: str
    board: tuple[tuple[Spot | None, ...], ...]
    pot: int
    pots: tuple[Layer, ...]
    carry: int
    owed: int
    wild: str
    turn: tuple[Seat, ...]
    seats: tuple[Seat, ...]
    to_move: tuple[ToMove, ...]


def felt_of(seen: VisibleNight, *, moved: int = 0) -> Felt:
    """The middle of the table now, as this reader may see it; a hand that has just ended still lies there.

    `moved`: somebody said here that the chips lie right as of this event.
    """
    fresh = just_ended(seen.records)
    table = table_of(seen, seen.night, is_fresh=fresh)
    hand = seen.night.hand or (seen.night.last_hand if fresh else None)
    return Felt(
        hand=table.hand,
        dealer=next((seat.name for seat in table.seats if seat.dealer), ""),
        board=_board(hand, table.hand.board) if hand and table.hand else (),
        pot=table.pot,
        pots=table.pots,
        carry=table.carry,
        owed=table.owed,
        wild=wild_told(hand) if hand else "",
        turn=tuple(seat for seat in table.seats if seat.to_act),
        seats=table.seats,
        to_move=moves_on_felt(seen, moved),
    )


def moves_on_felt(seen: VisibleNight, moved: int) -> tuple[ToMove, ...]:
    """The chips that must change hands because of what was put right since the last hand was announced, and since `moved`."""
    return moved_since(seen, max(moved, hand_begun(seen.records)) + 1) if seen.phase == "open" else ()


def wild_told(hand: Hand) -> str:
    """What is wild, in a few words: the ranks that are wild by now where open cards decide it, else as the rule has it."""
    rules = hand.game.wild_rules
    by_now = _wild_by_now(hand) if rules and all(isinstance(rule, Cards | Follower | Spots) for rule in rules) else ""
    return by_now or ", ".join(in_short(rule, hand.game) for rule in rules)


def _wild_by_now(hand: Hand) -> str:
    """The ranks and cards that are wild for everybody; empty if the rule names them anyway, or a card that decides is not known."""
    if all(isinstance(rule, Cards) for rule in hand.game.wild_rules) or not hand.still_in:
        return ""
    try:
        wild = wild_by_now(hand, hand.still_in[0])
    except NotKnown:
        return ""
    by_rank: dict[str, list[str]] = {}
    for card in sorted(wild, key=lambda card: (-RANK.get(card, 0), card)):
        by_rank.setdefault(card[:-1], []).append(card)
    pack = copies_in(hand.deck.name, hand.deck.wildcards, hand.deck.pack)
    return listed(
        [
            all_of(rank)
            if rank in RANKS and len(cards) == sum(card[:-1] == rank for card in pack)
            else " ".join(map(pretty, cards))
            for rank, cards in by_rank.items()
        ]
    )


def _board(hand: Hand, cards: Sequence[str]) -> tuple[tuple[Spot | None, ...], ...]:
    """The shared cards as the layout of the game draws them, else in one row."""
    layout = hand.game.board
    if layout is not None and layout.picture:
        return _drawn(layout, cards)
    return (tuple(Spot(name="", card=card) for card in cards),) if cards else ()


def _drawn(layout: Layout, cards: Sequence[str]) -> tuple[tuple[Spot | None, ...], ...]:
    lying = dict(zip(layout.names, cards, strict=False))
    rows = tuple(
        tuple(None if name == EMPTY else Spot(name=name, card=lying.get(name, "")) for name in row.split())
        for row in layout.picture
    )
    rest = cards[len(layout.names) :]
    return (*rows, tuple(Spot(name="", card=card) for card in rest)) if rest else rows
