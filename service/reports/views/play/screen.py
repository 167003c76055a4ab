"""What everybody sees in the middle of the table: the felt, how the last hand ended, and at the end who won."""

from __future__ import annotations

import msgspec

from engine.events import HandEnded, PotAwarded, PotCarried, Recorded, ScorePaid
from engine.folding import effective
from engine.reports.sentences import tell
from service.reports.views.table.felt import Felt, felt_of
from service.reports.views.table.table import Seat
from service.reports.views.visible_night import Money, VisibleNight

RESULTS = (PotAwarded, PotCarried, ScorePaid)


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """`ended`: who got what in the last hand, a sentence each; empty while a hand is being played.

    `seats` are those of everybody at the table, and once the night is closed of everybody who played, the highest
    result first.
    """

    felt: Felt
    currency: Money
    ended: tuple[str, ...]
    seats: tuple[Seat, ...]


def screen_of(seen: VisibleNight) -> Screen:
    """The middle of the table now, with nothing that is closed to this reader."""
    felt = felt_of(seen)
    playing = felt.hand is not None and not felt.hand.over
    seats = tuple(seat for seat in felt.seats if seat.place != "gone home")
    if seen.phase != "open":
        seats = tuple(sorted(felt.seats, key=lambda seat: -seat.result_cents))
    return Screen(
        felt=felt, currency=seen.money, ended=() if playing or seen.phase != "open" else _last_hand(seen), seats=seats
    )


def _last_hand(seen: VisibleNight) -> tuple[str, ...]:
    found: list[Recorded] = []
    ended = False
    for record in reversed(effective(seen.told)):
        if isinstance(record.event, HandEnded):
            if ended:
                break
            ended = True
        elif ended and isinstance(record.event, RESULTS):
            found.append(record)
    return tuple(tell(record.event, seen.names, currency=seen.opened.currency) for record in reversed(found))
