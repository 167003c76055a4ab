"""Which names a book keeps when it learns more of a club's history from another book."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from service.book.moving.history import History
from service.book.store.credentials import drop_credentials_of_nameless
from service.book.store.names import Forgotten, Member, drop_nameless, write_names


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
