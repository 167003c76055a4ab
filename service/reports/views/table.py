"""What did the table look like at an event, and what lies in its middle? Seats, stacks, cards, the pot, whose turn it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine import commands
from engine.cards.card import RANK, RANKS, pretty
from engine.cards.deck import copies_in
from engine.club.acts import NightPhase
from engine.club.nights import phase_of
from engine.events import EventsStruck, HandEnded, Recorded
from engine.folding import fold
from engine.game.definition import EMPTY, Layout
from engine.game.places import label
from engine.game.sentences import in_short
from engine.game.wilds import Cards, Follower, Spots
from engine.game.words_stated import all_of
from engine.grammar import listed
from engine.ids import PlayerId
from engine.ledger.accounts import in_funds, nets
from engine.play.script.offers import offers
from engine.play.showdown.pots import pots_of
from engine.play.strength.evaluating import NotKnown, wild_by_now
from engine.reports.corrections import hand_begun, moves_of_corrections
from engine.reports.movements import movements, of_event
from engine.speech import say_as
from engine.state import BOTTOMLESS, UNKNOWN, Hand, Night, Place, everybody_by_seat, place_of
from engine.wording import game_text, options_of
from service.reports.views.events import EventView, ToMove, events_text, handings_text, of_the_last_hand, one_event
from service.reports.views.movements import MoveView, move_view
from service.reports.views.visible_night import Money, VisibleNight

# So many events are shown before the one that was asked for, and after it.
AROUND = 4


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat. `chips` are the player's own; `stack` is what they can put in, None for a banker who plays from a box
    without an inventory.

    `put_in` are the chips put into this hand, `marker` those out of the pot that lie in front of the player, and `owes_pot`
    those they owe it by shadow. `to_call` is what staying in costs who may act, None for all others. Cards that the reader
    may not see are `??`.
    """

    id: PlayerId
    name: str
    seat: int
    place: Place
    dealer: bool
    banker: bool
    stack: int | None
    chips: int
    put_in: int
    marker: int
    owes_pot: int
    to_act: bool
    to_call: int | None
    cards: tuple[str, ...]
    result_cents: int


class Layer(msgspec.Struct, frozen=True, kw_only=True):
    """One layer of the pot, and who may win it; no players if that is being decided."""

    name: str
    chips: int
    players: tuple[PlayerId, ...]


class HandOnTable(msgspec.Struct, frozen=True, kw_only=True):
    """The hand on the table. `over`: it has just ended, and its cards still lie there. `trick`: the cards played to it."""

    number: int
    game: str
    rulebook: str
    stage: str
    round: int
    price: int
    over: bool
    board: tuple[str, ...]
    trick: tuple[tuple[PlayerId, str], ...]


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """The table just after an event.

    The layers in `pots` add up to the `pot`'s worth: the chips in it, the `markers` out of it and what is `owed` to it.
    `box` is None if it was opened without an inventory. `given_out` are the chips that the bank has handed out: those of
    all players, in the pot and out of it as markers, carried, `set_aside` and `missing`.
    """

    phase: NightPhase
    hand: HandOnTable | None
    seats: tuple[Seat, ...]
    pots: tuple[Layer, ...]
    pot: int
    markers: int
    owed: int
    carry: int
    set_aside: int
    missing: int
    box: int | None
    given_out: int


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """The table at an event of a night, the events around it, and what the event moved.

    `whole_correction`: the event is part of a strike or correction, so the table is the one after all of it. `viewer` is
    the player as whom the reader looks, None for anybody else.
    """

    night: str
    name: str
    at: int
    version: int
    viewer: PlayerId | None
    currency: Money
    zone: str
    event: EventView
    whole_correction: bool
    table: Table
    moves: tuple[MoveView, ...]
    before: tuple[EventView, ...]
    after: tuple[EventView, ...]


def table_view(view: VisibleNight, at: int) -> TableView:
    """The table as it stood at the event with this number. Refuses a number that the night has not (UnknownVersion)."""
    event = one_event(view, at)
    last = end_of_writing(view.records, at)
    until = view.records[:last]
    around = events_text(view, view.visible[max(0, at - 1 - AROUND) : at + AROUND])
    return TableView(
        night=view.night_id,
        name=view.opened.name,
        at=at,
        version=view.version,
        viewer=view.viewer,
        currency=view.money,
        zone=view.opened.zone,
        event=event,
        whole_correction=is_corrected_together(view.records, at),
        table=table_of(view, fold(until), is_fresh=just_ended(until)),
        moves=tuple(move_view(view, move) for move in of_event(movements(until), at) if move.version == at),
        before=tuple(one for one in around if one.version < at),
        after=tuple(one for one in around if one.version > at),
    )


def end_of_writing(records: Sequence[Recorded], at: int) -> int:
    """The number of the last event that counts with this one.

    That is the event itself; of a strike or correction it is the last event of all that was put right together, because
    in between the night is neither the one nor the other.
    """
    first, last = _written_together(records, at)
    return last if _strikes(records[first - 1 : last]) else at


def is_corrected_together(records: Sequence[Recorded], at: int) -> bool:
    """Whether the event is part of a strike or correction."""
    first, last = _written_together(records, at)
    return _strikes(records[first - 1 : last])


def just_ended(records: Sequence[Recorded]) -> bool:
    """Whether the last act has ended a hand, whose cards still lie on the table; not an earlier hand that was put right."""
    first, last = _written_together(records, len(records))
    ended = {record.version for record in records[first - 1 : last] if isinstance(record.event, HandEnded)}
    if ended and _strikes(records[first - 1 : last]):
        ended &= {record.version for record in of_the_last_hand(records)}
    return bool(ended)


def _written_together(records: Sequence[Recorded], at: int) -> tuple[int, int]:
    """The numbers of the first and the last event of what was written with this one; an act has no cause."""
    first = at
    while first > 1 and records[first - 1].caused_by is not None:
        first -= 1
    last = at
    while last < len(records) and records[last].caused_by is not None:
        last += 1
    return first, last


def _strikes(records: Sequence[Recorded]) -> bool:
    return any(isinstance(record.event, EventsStruck) for record in records)


def table_of(view: VisibleNight, night: Night, *, is_fresh: bool) -> Table:
    """The table of this state of the night. `is_fresh`: a hand that has ended still lies on it."""
    hand = night.hand or (night.last_hand if is_fresh else None)
    pot, layers = night.pot_worth(), tuple(_layers(night))
    stacks = sum(chips for account, chips in night.balance.items() if account.startswith("chips:"))
    markers, carry, set_aside = night.markers(), night.balance.get("carry", 0), in_funds(night)
    missing = night.balance.get("gap", 0)
    return Table(
        phase=phase_of(night),
        hand=_hand(view, hand, over=night.hand is None) if hand else None,
        seats=_seats(view, night, hand),
        pots=layers,
        pot=pot,
        markers=markers,
        owed=night.balance.get("due", 0),
        carry=carry,
        set_aside=set_aside,
        missing=missing,
        box=night.balance.get("box", 0) if night.opened and night.inventory else None,
        given_out=stacks + night.balance.get("pot", 0) + markers + carry + set_aside + missing,
    )


def _layers(night: Night) -> Iterator[Layer]:
    """The pots, main pot first; one pot for nobody in particular while they are being paid out."""
    hand, worth = night.hand, night.pot_worth()
    if not worth:
        return
    pots = pots_of(night, hand) if hand is not None and hand.still_in else ()
    rest = worth - sum(pot.chips for pot in pots)
    if not pots or rest < 0:
        yield Layer(name=say_as("a part of the pot", "pot"), chips=worth, players=())
        return
    dealt_off = hand is not None and bool(hand.showdown.deal_offs)
    for number, pot in enumerate(pots):
        name = say_as("a part of the pot", "deal-off") if dealt_off else _pot_text(number, len(pots))
        yield Layer(name=name, chips=pot.chips, players=pot.eligible)
    if rest:
        yield Layer(name=say_as("a part of the pot", "the rest"), chips=rest, players=())


def _pot_text(number: int, pots: int) -> str:
    """What one of so many pots is called, counted from 0."""
    if pots == 1:
        return say_as("a part of the pot", "pot")
    return (
        say_as("a part of the pot", "side pot {number}", number=number)
        if number
        else say_as("a part of the pot", "main pot")
    )


def _seats(view: VisibleNight, night: Night, hand: Hand | None) -> tuple[Seat, ...]:
    """By seat; players who have gone home come last, then a banker who never sat down."""
    if night.opened is None:
        return ()
    results, cards = nets(night), view.cards_in(hand) if hand else {}
    turn = _asked(night)
    return tuple(
        Seat(
            id=player,
            name=view.name(player),
            seat=night.people[player].seat if player in night.people else 0,
            place=place_of(night, player),
            dealer=hand is not None and hand.announced.dealer == player,
            banker=player == night.banker,
            stack=None if (stack := night.stack(player)) >= BOTTOMLESS else stack,
            chips=night.balance.get("chips:" + player, 0),
            put_in=hand.stakes.put_in.get(player, 0) if hand else 0,
            marker=night.balance.get("shadow:" + player, 0),
            owes_pot=-night.balance.get("owed:" + player, 0),
            to_act=player in turn,
            to_call=_price(night, player) if player in turn else None,
            cards=cards.get(player, ()),
            result_cents=results[player],
        )
        for player in everybody_by_seat(night)
    )


def _asked(night: Night) -> frozenset[PlayerId]:
    """Who may act in the hand. Whoever may have taken the trick is not asked: the table says who has."""
    if night.hand is None:
        return frozenset()
    return frozenset(
        offer.player
        for offer in offers(night)
        if offer.player is not None and not isinstance(offer.command, commands.TakeTrick)
    )


def _price(night: Night, player: PlayerId) -> int | None:
    """What staying in costs in the betting round; None outside one."""
    betting = night.hand.round if night.hand else None
    return None if betting is None else max(0, betting.price - betting.paid.get(player, 0))


def known_below(hand: Hand | None, seat: Seat) -> tuple[str, ...]:
    """The cards of a seat as the bank knows them, for a page that shows those that lie closed only to whoever presses on them.

    Empty if it knows none that lies closed, and of whoever is out of the hand.
    """
    own = () if hand is None or seat.place == "folded" else hand.cards.own.get(seat.id, ())
    known = tuple(held.card for held in own)
    return known if any(UNKNOWN == lies != card for lies, card in zip(seat.cards, known, strict=False)) else ()


def _hand(view: VisibleNight, hand: Hand, *, over: bool) -> HandOnTable:
    lying = hand.tricks.lying if hand.tricks else []
    return HandOnTable(
        number=hand.number,
        game=game_text(hand.game.name, options_of(hand.announced)),
        rulebook=hand.game.rulebook,
        stage=hand.stage,
        round=hand.rounds.closed + (hand.round is not None),
        price=hand.round.price if hand.round else 0,
        over=over,
        board=view.board_in(hand),
        trick=tuple(lying),
    )


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A place for a shared card. `card` is empty where none lies yet; `name` is that of the place, empty in a plain row."""

    name: str
    card: str


class MovesOnFelt(msgspec.Struct, frozen=True, kw_only=True):
    """The chips that must change hands because of what was put right since the last hand was announced.

    `now`: those of the last strike or correction that moves any. `before`: those of the ones before it, in their order.
    They were on the felt in their time, and the table has moved them since, or moves them still: together with `now` they
    would be moved twice.
    """

    now: tuple[ToMove, ...] = ()
    before: tuple[ToMove, ...] = ()


class Felt(msgspec.Struct, frozen=True, kw_only=True):
    """The middle of the table. `hand` is None between two hands, once the next act has been recorded.

    `board`: the shared cards as they lie, row by row, None where no card ever lies. `pots` are the layers of the `pot`,
    main pot first; `owed` is the part of it that is still due. `wild` says in a few words what is wild (`wild_text`). `dealer` is a name, empty if nobody deals; `turn` are the seats
    of everybody who may act, `seats` those of all, also of who went home.
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
    to_move: MovesOnFelt


def felt_of(view: VisibleNight, *, moved: int = 0) -> Felt:
    """The middle of the table now, as this reader may see it; a hand that has just ended still lies there.

    `moved`: somebody said here that the chips lie right as of this event.
    """
    fresh = just_ended(view.records)
    table = table_of(view, view.night, is_fresh=fresh)
    hand = view.night.hand or (view.night.last_hand if fresh else None)
    return Felt(
        hand=table.hand,
        dealer=next((seat.name for seat in table.seats if seat.dealer), ""),
        board=_board(hand, table.hand.board) if hand and table.hand else (),
        pot=table.pot,
        pots=table.pots,
        carry=table.carry,
        owed=table.owed,
        wild=wild_text(hand) if hand else "",
        turn=tuple(seat for seat in table.seats if seat.to_act),
        seats=table.seats,
        to_move=moves_on_felt(view, moved),
    )


def moves_on_felt(view: VisibleNight, moved: int) -> MovesOnFelt:
    """What the felt says of the chips that must change hands, without what was put right up to event `moved`.

    Once play has ended the hand, its pot is with whoever won it: what was to go into or out of it is no longer said.
    """
    if view.phase != "open":
        return MovesOnFelt()
    records = view.records
    last_act, _ = _written_together(records, len(records))
    before: tuple[ToMove, ...] = ()
    now: tuple[ToMove, ...] = ()
    by_version = moves_of_corrections(records, since=hand_begun(records), before_hand=view.before_hand)
    for version, moves in by_version.items():
        if version <= moved:
            continue
        said = handings_text(view, moves)
        if view.night.hand is None and version != last_act:
            said = tuple(one for one in said if "pot" not in (one.giver, one.taker))
        before, now = before + now, said
    return MovesOnFelt(now=now, before=before)


def wild_text(hand: Hand) -> str:
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
        return _laid_out(layout, cards)
    return (tuple(Spot(name="", card=card) for card in cards),) if cards else ()


def _laid_out(layout: Layout, cards: Sequence[str]) -> tuple[tuple[Spot | None, ...], ...]:
    lying = dict(zip(layout.names, cards, strict=False))
    rows = tuple(
        tuple(
            None if name == EMPTY else Spot(name=label(name, layout), card=lying.get(name, "")) for name in row.split()
        )
        for row in layout.picture
    )
    rest = cards[len(layout.names) :]
    return (*rows, tuple(Spot(name="", card=card) for card in rest)) if rest else rows
