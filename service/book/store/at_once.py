"""An act in one message: the statement that adds events to a stream of a server if its end is the one that the caller read.

It takes the stream's turn, compares the end, checks its seal as `chain.check_end` does, and inserts; by itself it is a whole
transaction. If anything is otherwise it writes nothing, and whoever sent it reads the stream to learn why. What it has read
may be older than its turn, if it had to wait for that: then the key of the version is taken, and nothing is written either.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from service.book.db import Database
from service.book.store.chain import StoredEvent

# The events of most acts are fewer. For every number of them a connection keeps a statement ready.
EVENTS_MAX = 8
# Earlier events have none, or only the beginning, before them.
VERSION_MIN = 2

# The last two events, of which the later one must be the expected one. One look with a limit finds both, because a server
# plans that once for all clubs (see `PLANNED_ONCE`).
_ENDS = (
    "ends AS MATERIALIZED (SELECT e.version, e.body, e.prev_hash, e.hash FROM turn, event AS e "
    "WHERE e.club = ? AND e.stream = ? ORDER BY e.version DESC LIMIT 2)"
)
# Only hex can be decoded: anything else is no hash, and equals nothing.
_GOOD = (
    "good AS MATERIALIZED (SELECT FROM ends AS last, ends AS before "
    "WHERE last.version = ? AND last.hash = ? AND before.version = last.version - 1 AND before.hash = last.prev_hash "
    "AND last.hash = CASE WHEN last.prev_hash ~ '^[0-9a-f]{64}$' THEN "
    "encode(sha256(decode(last.prev_hash, 'hex') || sha256(convert_to(last.body, 'UTF8'))), 'hex') END)"
)
_EVENT = "(?::text, ?::text, ?::integer, ?::text, ?::integer, ?::text, ?::text, ?::text)"
_EVENTS = (
    "INSERT INTO event (club, stream, version, type, schema, body, prev_hash, hash) "
    "SELECT added.* FROM good, (VALUES {events}) AS added"
)
_ANSWER = (
    "answer AS (INSERT INTO request (club, key, digest, stream, first_version, last_version) "
    "SELECT given.* FROM good, (VALUES (?::text, ?::text, ?::text, ?::text, ?::integer, ?::integer)) AS given)"
)


@cache
def _statement(turn: str, events: int, *, with_answer: bool) -> str:
    parts = [f"turn AS MATERIALIZED ({turn})", _ENDS, _GOOD, *([_ANSWER] if with_answer else ())]
    return f"WITH {', '.join(parts)} {_EVENTS.format(events=', '.join([_EVENT] * events))}"


def append_at_once(
    database: Database, lock: str, events: Sequence[StoredEvent], answer: Sequence[str | int] = ()
) -> bool:
    """Records events that follow one another, and the row of the request that they answer, in the turn of this lock.

    False if the stream does not end with what the first of them follows, or its end is damaged: then nothing is recorded.
    Refuses to guess whether it is recorded if no answer comes (NoAnswer).
    """
    first = events[0]
    statement = _statement(database.turn_in_a_statement, len(events), with_answer=bool(answer))
    values = [lock, first.club, first.stream, first.version - 1, first.prev_hash, *answer]
    for event in events:
        values += event
    return database.written_at_once(database.statement(statement), values) > 0
