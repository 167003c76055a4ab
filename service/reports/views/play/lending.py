"""The usual loan, which takes one tap: to whom, and how many chips."""

from __future__ import annotations

from engine.ids import PlayerId
from service.reports.views.play.so_far import SoFar, so_far
from service.reports.views.table.table import Seat
from service.reports.views.visible_night import VisibleNight


def usual_loan(seen: VisibleNight, before: SoFar | None = None) -> int:
    """The chips of a loan as it is usual tonight: those everybody began with, else those lent last; 0 if there were none.

    `before` is what `so_far` has found, if that is at hand.
    """
    return seen.opened.rules.initial_loan or next(iter((before or so_far(seen)).lent), 0)


def may_borrow(seen: VisibleNight, player: PlayerId) -> bool:
    """Whether the bank lends to this player at all: a banker who plays from the box has its chips anyway."""
    return player != seen.night.from_box


def may_borrow_now(seen: VisibleNight, seat: Seat) -> bool:
    """Whether whoever sits here may be lent chips at this moment: nobody in a hand while it is played (table stakes)."""
    hand = seen.night.hand
    in_hand = hand is not None and seat.place in ("in the hand", "at the showdown")
    return seen.phase == "open" and may_borrow(seen, seat.id) and not in_hand
