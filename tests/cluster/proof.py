"""After a run: everything that was acknowledged is in the book once, and what follows a close has happened once."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlalchemy import func, select

from engine import commands
from service.app.book import Book
from service.app.looking_back.verify import verify_club
from service.book.db import Database
from service.book.recording.handler import CommandHandler
from service.book.recording.outbox import reconcile_job
from service.book.store.chain import stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.jobs import Jobs
from service.book.store.rows import OUTCOME
from tests.cluster.tables import Table

REPORT_KINDS = ("json", "txt")


class NotDone(Exception):
    """Jobs are left after longer than any job takes."""


def wait_for_the_jobs(database: Database, seconds: float) -> None:
    """Returns when no job is due or being done. Raises if one is still there after so many seconds, and if one failed."""
    jobs = Jobs(database)
    give_up_at = time.monotonic() + seconds
    while left := jobs.listed(("due", "claimed")):
        if time.monotonic() > give_up_at:
            told = "; ".join(f"{job.key}: {job.error or job.state}" for job in left[:5])
            raise NotDone(f"{len(left)} jobs are left: {told}")
        time.sleep(0.2)
    if failed := jobs.listed(("failed",)):
        raise NotDone(f"{len(failed)} jobs failed: {failed[0].key}: {failed[0].error}")


def what_is_wrong(database: Database, home: Path, tables: Sequence[Table]) -> list[str]:
    """A sentence for everything that is missing, doubled or does not hold; the nights of these tables are closed."""
    book = Book.on(database, home=home)
    return [sentence for table in tables for sentence in _wrong_with(book, table)]


def _wrong_with(book: Book, table: Table) -> Iterator[str]:
    yield from _lost(book.database, table)
    records = CommandHandler(book.database).load(table.night).records
    plans = [record.version for record in records if isinstance(record.event, commands.FreezePlan)]
    if len(plans) != 1:
        yield f"{table.night} has {len(plans)} plans."
    for what, found in (
        ("reconciliations of its end", _outcomes(book.database, table, len(records))),
        ("reports of its end", _reports(book.home, table, len(records))),
    ):
        if found != 1:
            yield f"{table.night} has {found} {what}."
    proof = verify_club(book, table.club)
    for one in proof.proofs:
        yield from (f"{table.club}: {defect.sentence}" for check in one.checks for defect in check.findings)


def _lost(database: Database, table: Table) -> Iterator[str]:
    """What was acknowledged and is not there as it was acknowledged, or is there twice."""
    stored = EventStore(database).read(stream_of_night(table.club, table.night))
    heads = {event.version: event.hash for event in stored}
    for said in table.acknowledged:
        if heads.get(said.version) != said.head:
            yield f"{table.night} has lost its acknowledged version {said.version}."
    bodies = [json.loads(event.body) for event in stored]
    said_with = Counter(body["request_id"] for body in bodies if "request_id" in body and "caused_by" not in body)
    yield from (f"{table.night} has the act {key} {times} times." for key, times in said_with.items() if times > 1)
    if stored and stored[-1].version != len(stored):
        yield f"{table.night} has {len(stored)} events, and its last is number {stored[-1].version}."


def _outcomes(database: Database, table: Table, version: int) -> int:
    """How many reconciliations are kept of this version of the night."""
    stream = stream_of_night(table.club, table.night)
    query = (
        select(func.count()).select_from(OUTCOME).where(OUTCOME.c.club == table.club, OUTCOME.c.stream == stream.name)
    )
    with database.reading() as connection:
        return connection.scalar(query.where(OUTCOME.c.key == reconcile_job(stream, version, "").key)) or 0


def _reports(home: Path, table: Table, version: int) -> int:
    """How many whole reports there are of the last version of the night."""
    folder = home / "reports" / table.night
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    return int(all(f"{version}.{kind}" in names for kind in REPORT_KINDS))
