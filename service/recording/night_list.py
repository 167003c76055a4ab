"""What the list of nights says about a night, worked out from its state."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.club.recording import phase_of, unpaid_of
from engine.club.state import Club
from engine.ids import NightId
from engine.reports.places import by_seat
from engine.state import Night
from service.store.lists import ListedNight, NightChange, NightLeft


def listed(night: Night, *, recorded_at: str, opened_at: str) -> ListedNight:
    """The entry of a night; `recorded_at` is when the book recorded its first event, `opened_at` when it happened."""
    terms, change = night.terms, changed(night)
    return ListedNight(
        club=terms.club,
        night=terms.night,
        recorded_at=recorded_at,
        opened_at=opened_at,
        name=terms.name,
        zone=terms.zone,
        currency=terms.currency.code,
        exponent=terms.currency.exponent,
        phase=change.phase,
        players=change.players,
        hands=change.hands,
        unpaid_cents=change.unpaid_cents,
    )


def left_of_nights(club: Club, nights: Iterable[NightId] = ()) -> list[NightLeft]:
    """What is left of these nights, or of all from which anything was carried on, in alphabetical order.

    A night of which nothing is left is settled, although its own events do not say so.
    """
    found = []
    for night in sorted(nights or club.nights):
        record = club.nights[night]
        unpaid = sum(record.remaining().values())
        if record.netted or nights:
            found.append(NightLeft(club.id, night, record.stands(), unpaid))
    return found


def changed(night: Night) -> NightChange:
    """The part of the entry that changes while the night is played."""
    return NightChange(
        club=night.terms.club,
        night=night.terms.night,
        phase=phase_of(night),
        players=msgspec.json.encode(by_seat(night)).decode(),
        hands=night.hands_played,
        unpaid_cents=sum(debt.cents for debt in unpaid_of(night)),
    )
