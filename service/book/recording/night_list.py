"""What the list of nights says about a night, worked out from its state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.club.recording import phase_of, unpaid_of
from engine.club.state import Club
from engine.events import Recorded
from engine.ids import NightId, PlayerId
from engine.reports.night_results import NightAccount, night_accounts
from engine.reports.places import by_seat
from engine.state import Night
from service.book.store.lists import ListedNight, NightChange, NightLeft

_ACCOUNTS = msgspec.json.Decoder(dict[PlayerId, NightAccount])


def listed(night: Night, records: Sequence[Recorded], *, recorded_at: str) -> ListedNight:
    """The entry of a night; `recorded_at` is when the book recorded its first event, and `night` the fold of the records."""
    terms, change = night.terms, changed(night, records)
    return ListedNight(
        club=terms.club,
        night=terms.night,
        recorded_at=recorded_at,
        opened_at=records[0].occurred_at,
        name=terms.name,
        zone=terms.zone,
        currency=terms.currency.code,
        exponent=terms.currency.exponent,
        phase=change.phase,
        players=change.players,
        hands=change.hands,
        unpaid_cents=change.unpaid_cents,
        accounts=change.accounts,
    )


def left_of_nights(club: Club, nights: Iterable[NightId] = ()) -> list[NightLeft]:
    """What is left of these nights, or of all from which anything was carried on, in alphabetical order.

    A night of which nothing is left is settled, although its own events do not say so.
    """
    results = []
    club = club.of_people()
    for night in sorted(nights or club.nights):
        record = club.nights[night]
        unpaid = sum(record.remaining().values())
        if record.netted or nights:
            results.append(NightLeft(club.id, night, record.stands(), unpaid))
    return results


def accounts_in(entry: ListedNight) -> dict[PlayerId, NightAccount]:
    """What a night that is over came to for each player's account, by its entry; nobody's while it is played."""
    return _ACCOUNTS.decode(entry.accounts) if entry.accounts else {}


def changed(night: Night, records: Sequence[Recorded]) -> NightChange:
    """The part of the entry that changes while the night is played and afterwards."""
    phase = phase_of(night)
    return NightChange(
        club=night.terms.club,
        night=night.terms.night,
        phase=phase,
        players=msgspec.json.encode(by_seat(night)).decode(),
        hands=night.hands_played,
        unpaid_cents=sum(debt.cents for debt in unpaid_of(night)),
        # Made from all events, so an act of a night that is played does without.
        accounts="" if phase == "open" else msgspec.json.encode(night_accounts(records, night)).decode(),
    )
