"""Whether the replica can be read, follows the primary, and has the tables of this program."""

from __future__ import annotations

from engine.speech import say
from service.app.book import Book
from service.config import Settings
from service.db import Database
from service.errors import BookError
from service.store.schema import HEAD, revision
from service.views.running.examination import Finding, good, note, wrong

# As far as the server of the book has come; the same if that is a replica itself.
_WRITTEN = """
SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END)::text
"""
# Of a receiver every login may see that there is one, and nothing else.
_FOLLOWED = """
SELECT (SELECT count(*) FROM pg_stat_wal_receiver),
    greatest(0, pg_wal_lsn_diff(?::pg_lsn, pg_last_wal_replay_lsn()))::bigint
"""
# Behind by more than a night takes, an act waits long before it is shown.
FAR_BEHIND_BYTES = 16 * 1024**2


def of_the_replica(book: Book, settings: Settings) -> list[Finding]:
    """A finding about the replica of the settings; none if there is no replica."""
    if not settings.replica_url:
        return []
    if book.database.path:
        mend = say("Take CHIPBOOK_REPLICA_URL out of the environment, or name the server in CHIPBOOK_DATABASE_URL.")
        return [
            wrong("replica", say("The book is a file, and what CHIPBOOK_REPLICA_URL names is no replica of it."), mend)
        ]
    ((written,),) = book.database.rows(_WRITTEN)
    try:
        database = Database.open_replica(settings.replica_url, settings.server)
        try:
            tables = revision(database)
            ((receivers, behind),) = database.rows(database.statement(_FOLLOWED), (written,))
        finally:
            database.close()
    except BookError as refusal:
        mend = say(
            "Start the replica, and check address and password in CHIPBOOK_REPLICA_URL, which after a failover "
            "is another server; until then the primary answers all."
        )
        return [wrong("replica", say("The replica cannot be read. {refusal}", refusal=refusal), mend)]
    if not receivers:
        sentence = say("The replica receives nothing from its primary, and is {behind} bytes behind.", behind=behind)
        return [
            wrong("replica", sentence, say("Look at its log; if the primary has gone on without it, copy it anew."))
        ]
    if behind > FAR_BEHIND_BYTES:
        sentence = say("The replica is {number} MiB behind its primary.", number=behind // 1024**2)
        return [
            note(
                "replica",
                sentence,
                say("Look at its disk and its long queries; what it lacks is read from the primary."),
            )
        ]
    if tables != HEAD:
        sentence = say(
            "The replica has the tables of version {tables}, and this program needs those of {needed}.",
            tables=tables,
            needed=HEAD,
        )
        return [wrong("replica", sentence, say("Wait until it has caught up, or name the replica of this book."))]
    return [good("replica", say("The replica follows its primary, {behind} bytes behind.", behind=behind))]
