"""Events that follow one another, in few statements for SQLite: what they share is bound once.

They are of one club and stream, their numbers follow one another, and each names the hash of the one before it, so that of
the eight values of an event four are new.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from service.book.store.chain import StoredEvent

INTO_EVENT = "INSERT INTO event (club, stream, version, type, schema, body, prev_hash, hash) VALUES"
# More in one statement are no quicker.
EVENTS_MAX = 50
_SHARED = 4
_NEW = 4


@cache
def _statement(events: int) -> str:
    """The statement for so many events; its values are those of `in_runs`."""
    rows: list[str] = []
    before = _SHARED
    for first in range(_SHARED + 1, _SHARED + 1 + _NEW * events, _NEW):
        kind, schema, body, this_hash = range(first, first + _NEW)
        rows.append(f"(?1, ?2, ?3 + {len(rows)}, ?{kind}, ?{schema}, ?{body}, ?{before}, ?{this_hash})")
        before = this_hash
    return f"{INTO_EVENT} {', '.join(rows)}"


def in_runs(events: Sequence[StoredEvent]) -> Iterator[tuple[str, list[str | int]]]:
    """The statements that insert these events, each with its values."""
    for begin in range(0, len(events), EVENTS_MAX):
        run = events[begin : begin + EVENTS_MAX]
        club, stream, version, _, _, _, prev_hash, _ = run[0]
        values: list[str | int] = [club, stream, version, prev_hash]
        for _, _, _, kind, schema, body, _, this_hash in run:
            values += (kind, schema, body, this_hash)
        yield _statement(len(run)), values
