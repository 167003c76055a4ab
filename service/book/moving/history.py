"""What a club's own stream says: its acts, what they come to, every name that it ever vouched for, and which of those a book keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from engine.adjudicate import DOES_NOT_FIT
from engine.club import acts
from engine.club.facts import evolve
from engine.club.state import Club
from engine.speech import phrase
from service.book.club_handler import RecordedAct, recorded_act
from service.book.store.chain import StoredEvent
from service.book.store.credentials import drop_credentials_of_nameless
from service.book.store.lists import ListedClub, in_the_list
from service.book.store.names import Forgotten, Member, drop_nameless, vouches, write_names
from service.errors import BrokenChain


@dataclass(frozen=True, slots=True)
class History:
    """The acts of a club, the first of its stream first, and the club that they come to."""

    records: tuple[RecordedAct, ...]
    club: Club

    @property
    def listed(self) -> ListedClub:
        """The club's entry in the list of clubs."""
        club = self.club
        return ListedClub(club.id, club.name, self.records[0].recorded_at, in_the_list(club.published))

    def vouches_for(self, member: Member) -> bool:
        """True if this is the name that the club recorded last for the member, who was not forgotten."""
        known = self.club.member(member.id)
        return known is not None and not known.forgotten and vouches(known.name_commitment, member.salt, member.name)

    def once_vouched_for(self, member: Member) -> bool:
        """True if the club recorded this name for the member at any time."""
        return any(
            vouches(record.act.name_commitment, member.salt, member.name)
            for record in self.records
            if isinstance(record.act, acts.AdmitMember | acts.RenameMember) and record.act.player == member.id
        )


def history_of(events: Sequence[StoredEvent]) -> History:
    """The history in a club's own stream, whose chain holds. Refuses events that cannot follow one another (BrokenChain)."""
    club, records = Club(), []
    for event in events:
        record = recorded_act(event)
        founds = isinstance(record.act, acts.FoundClub)
        if founds != (event.version == 1):
            raise BrokenChain(event.stream, event.version, phrase("a club is founded once, by its first event."))
        try:
            evolve(club, record.act)
        except DOES_NOT_FIT as fault:
            raise BrokenChain(
                event.stream, event.version, phrase("it cannot follow what is recorded before it.")
            ) from fault
        records.append(record)
    if events and club.id != events[0].club:
        raise BrokenChain(events[0].stream, 1, phrase("it founds the club {id}.", id=club.id))
    return History(tuple(records), club)


def merge_names(connection: Connection, history: History, here: Sequence[Member], brought: Sequence[Member]) -> int:
    """Brings the names of a club up to its history, in a transaction of the caller. Returns how many were added or changed.

    A name that is here stays if the club vouches for it. Else the name that was brought takes its place. A name that was
    given up, or whose member was forgotten, goes. A name that the club never vouched for is left for verification to find.
    How to pay somebody goes with their name.
    """
    kept = {member.id: member for member in here}
    new = [
        member
        for member in brought
        if history.vouches_for(member) and not (member.id in kept and history.vouches_for(kept[member.id]))
    ]
    replaced = {member.id for member in new}
    gone = [
        Forgotten(member.club, member.id)
        for member in here
        if member.id in replaced or (not history.vouches_for(member) and history.once_vouched_for(member))
    ]
    write_names(connection, forgotten=gone)
    write_names(connection, new)
    drop_nameless(connection, history.club.id)
    drop_credentials_of_nameless(connection, history.club.id)
    return len(new)
