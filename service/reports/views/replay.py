"""Any moment of a night on a page: the table at an event, and where one gets from there, by event, by act and by hand."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter

import msgspec
from markupsafe import Markup

from engine.commands import AnnounceHand
from engine.folding import effective, fold
from engine.ids import PlayerId
from engine.reports.movements import movements, of_event
from service.reports.html import marked
from service.reports.views.table import TableView, end_of_writing, known_below, table_view
from service.reports.views.visible_night import VisibleNight


class HandBegun(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that counts, and the event that announced it."""

    number: int
    game: str
    version: int


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

    `changes`: how many chips the event moved to the stack of each player, below zero away from it. `known`: the cards of those
    of whom the bank knows more than lies open, by player; the bank sees them only while it presses on them.
    """

    shown: TableView
    known: dict[PlayerId, tuple[str, ...]]
    changes: dict[PlayerId, int]
    hands: tuple[HandBegun, ...]
    hand: HandBegun | None
    steps: Steps


def replay(view: VisibleNight, at: int) -> Replay:
    """The night at the event of this number. Refuses a number that the night has not (UnknownVersion)."""
    shown, hands = table_view(view.as_anybody(), at), hands_of(view)
    begun = bisect_right(hands, at, key=lambda hand: hand.version)
    hand = hands[begun - 1] if begun else None
    acts = [record.version for record in view.records if record.caused_by is None]
    act = bisect_right(acts, at)
    # From within an act or a hand, one step back leads to where it began.
    act_before = acts[act - 1] if acts[act - 1] < at else acts[act - 2] if act > 1 else None
    hand_before = None if hand is None else hand.version if hand.version < at else _version(hands, begun - 2)
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
        known=_known(view, shown) if view.is_banker else {},
        changes=_changes(view, at),
        hands=hands,
        hand=hand,
        steps=steps,
    )


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
    """The event from which a night is looked at: where its first hand begins, else its last."""
    return next((hand.version for hand in hands_of(view)), view.version)


def hands_of(view: VisibleNight) -> tuple[HandBegun, ...]:
    """The hands that count, in the order of the book; a hand has the number that it has at the table."""
    announced = [record for record in effective(view.records) if isinstance(record.event, AnnounceHand)]
    begun = [
        HandBegun(number=number, game=record.event.game, version=record.version)
        for number, record in enumerate(announced, start=1)
        if isinstance(record.event, AnnounceHand)
    ]
    return tuple(sorted(begun, key=lambda hand: hand.version))


def _version(hands: tuple[HandBegun, ...], index: int) -> int | None:
    return hands[index].version if 0 <= index < len(hands) else None
