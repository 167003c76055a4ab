"""What every job works with: the open book, the folder for what is written beside it, and the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.strikes import fold
from service.db import Database
from service.errors import NightIsDamaged, NightMissing, VersionConflict
from service.handle import PREFIX, Desk, Page, utc_now
from service.proof.events import read_events
from service.store.event_store import EventStore
from service.store.jobs import Job


@dataclass(frozen=True, slots=True)
class Bench:
    """One for a process; every job gets a desk of its own."""

    database: Database
    home: Path
    now: Callable[[], str] = utc_now

    def desk(self) -> Desk:
        """A desk that nobody else has."""
        return Desk(self.database, self.now)

    def page_of(self, job: Job) -> Page:
        """The night of the job as it was at the version that the job is about."""
        night, version = job.night, job.version
        stored = EventStore(self.database).read(PREFIX + night, up_to=version)
        if not stored:
            raise NightMissing(night)
        if len(stored) < version:
            raise VersionConflict(PREFIX + night, version, len(stored))
        read = read_events(PREFIX + night, stored)
        for wrong in read.wrong:
            raise NightIsDamaged(night, wrong.version, wrong.sentence)
        return Page(night, fold(read.records), list(read.records), stored[-1].hash)


# What a job does. Whatever it raises becomes the reason why it failed; done again, it changes nothing more.
Act = Callable[[Bench, Job], None]
