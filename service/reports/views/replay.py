"""Any moment of a night on a page: the table at an event, and where one gets from there, by event, by act and by hand."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from engine.commands import AnnounceHand
from engine.events import Recorded
from engine.folding import Places, effective, fold
from engine.ids import PlayerId
from engine.reports.hand_history import hand_history
from engine.reports.movements import movements, of_event
from service.reports.forms.as_page import marked
from service.reports.views.events import EventView, between, events_text
from service.reports.views.table import TableView, end_of_writing, known_below, table_view
from service.reports.views.visible_night import VisibleNight


class HandPlayed(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that counts, and the event that announced it: what could be won, and who has won; nobody while it is played.

    `new_deal`: it was stopped, and its pot carried on.
    """

    number: int
    game: str
    version: int
    pot: int
    winners: tuple[str, ...]
    new_deal: bool


class Steps(msgspec.Struct, frozen=True, kw_only=True):
    """The events to go to from here; None where the night has no more of them."""

    before: int | None
    after: int | None
    act_before: int | None
    act_after: int | None
    hand_before: int | None
    hand_after: int | None


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """The table at an event, all hands of the night, the one this event is in (None before the first), and the steps.

    `events` are those of that hand up to the next one, in the order of the table. `changes`: how many chips the event moved
    to the stack of each player, below zero away from it. `known`: the cards of those of whom the bank knows more than lies
    open, by player; the bank sees them only while it presses on them.
    """

    shown: TableView
    known: dict[PlayerId, tuple[str, ...]]
    changes: dict[PlayerId, int]
    hands: tuple[HandPlayed, ...]
    hand: HandPlayed | None
    events: tuple[EventView, ...]
    steps: Steps


def replay(view: VisibleNight, at: int) -> Replay:
    """The night at the event of this number. Refuses a number that the night has not (UnknownVersion)."""
    public = view.as_anybody()
    shown, hands, places = table_view(public, at), hands_of(view), Places(view.records)
    begun = bisect_right(hands, places.of(view.records[at - 1]), key=lambda hand: places.of_act(hand.version))
    hand = hands[begun - 1] if begun else None
    acts = [record.version for record in view.records if record.caused_by is None]
    act = bisect_right(acts, at)
    # From within an act or a hand, one step back leads to where it began.
    act_before = acts[act - 1] if acts[act - 1] < at else acts[act - 2] if act > 1 else None
    hand_before = None if hand is None else hand.version if hand.version != at else _version(hands, begun - 2)
    steps = Steps(
        before=at - 1 if at > 1 else None,
        after=at + 1 if at < view.version else None,
        act_before=act_before,
        act_after=acts[act] if act < len(acts) else None,
        hand_before=hand_before,
        hand_after=_version(hands, begun),
    )
    return Replay(
        shown=shown,
        known=_known(view, shown) if view.sees_cards else {},
        changes=_changes(view, at),
        hands=hands,
        hand=hand,
        events=events_text(public, events_of(public, hands, hand.number if hand else 0)),
        steps=steps,
    )


def events_of(view: VisibleNight, hands: Sequence[HandPlayed], number: int) -> Sequence[Recorded]:
    """The events from the announcement of this hand to that of the next, void ones too, in the order of the table.

    Those of number 0 come before the first hand.
    """
    places = Places(view.records)
    result = between(view, places, _version(hands, number - 1), _version(hands, number))
    return sorted(result, key=places.in_order)


def _known(view: VisibleNight, shown: TableView) -> dict[PlayerId, tuple[str, ...]]:
    night = fold(view.records[: end_of_writing(view.records, shown.at)])
    hand = (night.hand or night.last_hand) if shown.table.hand else None
    known = {seat.id: known_below(hand, seat) for seat in shown.table.seats}
    return {player: cards for player, cards in known.items() if cards}


def _changes(view: VisibleNight, at: int) -> dict[PlayerId, int]:
    changed = Counter[PlayerId]()
    for move in of_event(movements(view.records[: end_of_writing(view.records, at)]), at):
        if move.version == at and not move.money:
            changed[move.source] -= move.amount
            changed[move.target] += move.amount
    stacks = (account for account in changed if account.startswith("chips:"))
    return {account.removeprefix("chips:"): changed[account] for account in stacks if changed[account]}


def linked(view: VisibleNight, sentence: str, *, at: str) -> Markup:
    """A sentence of the book with coloured cards; the number of an event leads to `at`, followed by the number."""
    return marked(sentence, view.version, at=at)


def where_to_begin(view: VisibleNight) -> int:
    """The event from which a night is looked at: where its last hand begins, else its last."""
    return next((hand.version for hand in reversed(hands_of(view))), view.version)


def hands_of(view: VisibleNight) -> tuple[HandPlayed, ...]:
    """The hands that count, in the order of the table; a hand has the number that it has there."""
    announced = [one for one in effective(view.records) if isinstance(one.event, AnnounceHand)]
    return tuple(
        HandPlayed(
            number=hand.number,
            game=hand.game,
            version=record.version,
            pot=hand.pot,
            winners=tuple(view.name(one.player) for one in hand.stakes if one.got > 0 or one.scored > 0),
            new_deal=hand.new_deal,
        )
        for record, hand in zip(announced, hand_history(view.records), strict=True)
    )


def _version(hands: Sequence[HandPlayed], index: int) -> int | None:
    return hands[index].version if 0 <= index < len(hands) else None
